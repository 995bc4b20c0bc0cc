#!/usr/bin/python3
"""A text field in GTK 3 that says what is in it."""
import json
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


# Without a window manager the keys go to the window below the pointer, which is in the middle.
window = Gtk.Window(
    title="Note", default_width=600, default_height=80, window_position=Gtk.WindowPosition.CENTER_ALWAYS)
field = Gtk.Entry(margin=10)
field.connect("changed", lambda _: say(text=field.get_text()))
field.connect("activate", lambda _: say(sent=field.get_text()))
window.add(field)
window.connect("destroy", Gtk.main_quit)
window.show_all()
say(text="")
Gtk.main()
