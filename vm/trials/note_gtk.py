#!/usr/bin/python3
"""A window in GTK 3 with a text of many lines among its fields: says what is highlighted and what was done."""
import json
import time

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


window = Gtk.Window(title="Note", default_width=400, default_height=300)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
window.add(rows)
bar, menu = Gtk.MenuBar(), Gtk.MenuItem(label="File", submenu=Gtk.Menu())
menu.get_submenu().append(Gtk.MenuItem(label="New"))
menu.connect("select", lambda _: say(menu="bar"))
menu.connect("deselect", lambda _: say(menu="none"))
bar.append(menu)
rows.add(bar)


def put(name, widget):
    widget.set_name(name)
    widget.connect("popup-menu", lambda _: say(menu="context") or True)
    rows.add(widget)
    return widget


name = put("name", Gtk.Entry(text="Anna"))
tea = put("tea", Gtk.CheckButton(label="Tea"))
note = put("note", Gtk.TextView(vexpand=True))
send = put("send", Gtk.Button(label="Send"))
note.get_buffer().connect("changed", lambda text: say(note=text.props.text))
name.connect("changed", lambda _: say(name=name.get_text()))
tea.connect("toggled", lambda _: say(tea=tea.get_active()))
send.connect("clicked", lambda _: say(clicked="send"))
keys = Gtk.AccelGroup()
for key, modifier, word in ((Gdk.KEY_f, Gdk.ModifierType.CONTROL_MASK, "find"),
                            (Gdk.KEY_Left, Gdk.ModifierType.MOD1_MASK, "back"), (Gdk.KEY_Escape, 0, "escape")):
    keys.connect(key, Gdk.ModifierType(modifier), 0, lambda *_, word=word: say(typed=word) or True)
window.add_accel_group(keys)
window.connect("set-focus", lambda _, widget: say(focus=widget.get_name() if widget else None))
window.connect("notify::is-active", lambda *_: say(active=window.props.is_active))
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
