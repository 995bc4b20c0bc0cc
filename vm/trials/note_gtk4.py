#!/usr/bin/python3
"""The window of `note_gtk` in GTK 4. Its menu is that of a button which F10 opens, as GNOME's programs have it."""
import json
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


window = Gtk.Window(title="Note", default_width=400, default_height=300)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
window.set_child(rows)
entries = Gio.Menu()
entries.append("New", None)
menu = Gtk.MenuButton(label="Menu", menu_model=entries, primary=True, focusable=False)
menu.connect("notify::active", lambda *_: say(menu="bar" if menu.props.active else "none"))
window.set_titlebar(Gtk.HeaderBar())
window.get_titlebar().pack_end(menu)


def put(name, widget):
    widget.set_name(name)
    rows.append(widget)
    return widget


name = put("name", Gtk.Entry(text="Anna"))
tea = put("tea", Gtk.CheckButton(label="Tea"))
note = put("note", Gtk.TextView(vexpand=True))
send = put("send", Gtk.Button(label="Send"))
note.get_buffer().connect("changed", lambda text: say(note=text.props.text))
name.connect("changed", lambda _: say(name=name.get_text()))
tea.connect("toggled", lambda _: say(tea=tea.get_active()))
send.connect("clicked", lambda _: say(clicked="send"))


shown = [False]


def look(*_):
    """Says whether the window is active, and whether the field's own menu is there, which takes the keyboard."""
    child, is_shown = name.get_delegate().get_first_child(), False
    while child:
        is_shown = is_shown or isinstance(child, Gtk.PopoverMenu) and child.get_visible()
        child = child.get_next_sibling()
    if is_shown != shown[0]:
        shown[0] = is_shown
        say(menu="context" if is_shown else "none")
    say(active=window.props.is_active)


keys = Gtk.ShortcutController()
for trigger, word in (("<Control>f", "find"), ("<Alt>Left", "back"), ("Escape", "escape")):
    keys.add_shortcut(Gtk.Shortcut(
        trigger=Gtk.ShortcutTrigger.parse_string(trigger),
        action=Gtk.CallbackAction.new(lambda *_, word=word: say(typed=word) or True)))
window.add_controller(keys)


def focused(*_):
    """The field's text is a widget of its own, inside of the one with the name."""
    widget = window.get_focus()
    while widget and widget not in (name, tea, note, send):
        widget = widget.get_parent()
    say(focus=widget.get_name() if widget else None)
    # The menu's button has it when the menu has closed.
    if not widget and not menu.props.active:
        GLib.idle_add(lambda: name.grab_focus() and None)


window.connect("notify::focus-widget", focused)
window.connect("notify::is-active", look)
loop = GLib.MainLoop()
window.connect("close-request", lambda _: loop.quit())
window.present()
loop.run()
