#!/usr/bin/python3
"""A program of GTK 3 that opens many windows, each with one button: `windows.py COUNT`."""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

left = list(range(1, int(sys.argv[1]) + 1))
undrawn = set()


def drawn(window, _):
    if window in undrawn:
        undrawn.remove(window)
        if not undrawn and not left:
            print("all", flush=True)


def more():
    number = left.pop(0)
    window = Gtk.Window(title="Window %d" % number, default_width=240, default_height=120)
    window.add(Gtk.Button(label="Button %d" % number))
    undrawn.add(window)
    window.connect_after("draw", drawn)
    window.show_all()
    return bool(left)


GLib.idle_add(more)
Gtk.main()
