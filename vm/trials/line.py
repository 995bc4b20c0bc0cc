#!/usr/bin/python3
"""A window in GTK 3 with one line of text between two buttons: says where it is, and what is in it."""
import json
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


def tell_places():
    size, origin = line.get_allocation(), window.get_window().get_origin()
    x, y = line.translate_coordinates(window, 0, 0)
    say(places={"line": [origin[1] + x, origin[2] + y, size.width, size.height]})


window = Gtk.Window(title="Line", default_width=400, default_height=200)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=20)
window.add(rows)
new, line, send = Gtk.Button(label="New"), Gtk.Entry(), Gtk.Button(label="Send")
for widget in (new, line, send):
    rows.add(widget)
line.connect("changed", lambda _: say(text=line.get_text()))
for name, button in (("new", new), ("send", send)):
    button.connect("clicked", lambda _, name=name: say(clicked=name))
window.connect("set-focus", lambda _, widget: say(focus="line" if widget is line else "other"))
window.connect("realize", lambda _: window.get_frame_clock().connect("after-paint", lambda _: tell_places()))
window.connect("destroy", Gtk.main_quit)
window.set_position(Gtk.WindowPosition.CENTER_ALWAYS)
window.show_all()
new.grab_focus()
Gtk.main()
