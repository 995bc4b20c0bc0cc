#!/usr/bin/python3
"""Buttons of one name that change their places 50 times a second. Each has a width of its own, and says when it is
clicked: {"clicked": WIDTH}."""
import json
import random
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

WIDTHS = (60, 80, 100, 120, 140, 160)
PAUSE = 20
order = random.Random(23)


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


def move(row):
    for button in row.get_children():
        row.reorder_child(button, order.randrange(len(WIDTHS)))
    return True


def main():
    window = Gtk.Window(title="Movers")
    row = Gtk.Box(spacing=8, margin=20, halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER)
    window.add(row)
    for width in WIDTHS:
        one = Gtk.Button(label="Go", width_request=width)
        one.connect("clicked", lambda _, width=width: say(clicked=width))
        row.add(one)
    window.connect("destroy", Gtk.main_quit)
    window.set_default_size(760, 200)
    window.show_all()
    GLib.timeout_add(PAUSE, move, row)
    say(drawn=True)
    Gtk.main()


if __name__ == "__main__":
    main()
