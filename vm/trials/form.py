#!/usr/bin/python3
"""A breakfast order in GTK 3, as a person would meet it: it says what is highlighted and what was done, a line each."""
import json
import time

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


class Form(Gtk.Window):
    def __init__(self):
        super().__init__(title="Breakfast")
        self.places = None
        self.rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=20)
        self.add(self.rows)
        self.name = self.put("name", Gtk.Entry(text="Anna"))
        self.tea = self.put("tea", Gtk.CheckButton(label="Tea"))
        self.milk = self.put("milk", Gtk.CheckButton(label="Milk"))
        self.toast = self.put("bread", Gtk.RadioButton(label="Toast"))
        self.roll = self.put("bread", Gtk.RadioButton(label="Roll", group=self.toast))
        self.when = self.put("when", Gtk.ComboBoxText())
        for text in ("at seven", "at eight", "at nine"):
            self.when.append_text(text)
        self.when.set_active(0)
        self.help = self.put("help", Gtk.LinkButton(uri="help:", label="Help"))
        self.send = self.put("send", Gtk.Button(label="Send"))
        self.cancel = self.put("cancel", Gtk.Button(label="Cancel"))
        # As in most dialogs, Enter sends from wherever the focus is.
        self.send.set_can_default(True)
        self.send.grab_default()
        for name in ("tea", "milk", "roll"):
            getattr(self, name).connect("toggled", lambda widget, name=name: say(**{name: widget.get_active()}))
        self.when.connect("changed", lambda widget: say(when=widget.get_active_text()))
        self.when.connect("notify::popup-shown", lambda box, _: say(popup=box.get_property("popup-shown")))
        self.help.connect("activate-link", lambda _: say(clicked="help") or True)
        self.cancel.connect("clicked", lambda _: say(clicked="cancel"))
        self.send.connect("clicked", lambda _: self.sent())
        self.connect("set-focus", lambda _, widget: say(focus=self.word(widget)))
        self.connect("realize", lambda _: self.get_frame_clock().connect("after-paint", lambda _: say(drawn=True)))
        self.connect("realize", lambda _: self.get_frame_clock().connect("after-paint", lambda _: self.tell_places()))
        # Without a window manager the keys go to the window below the pointer, which is in the middle.
        self.set_default_size(360, 400)
        self.set_position(Gtk.WindowPosition.CENTER_ALWAYS)

    def put(self, name, widget):
        widget.set_name(name)
        self.rows.add(widget)
        return widget

    def word(self, widget):
        """The name of what has the focus, which may be a part of it."""
        while widget is not None and widget.get_parent() is not self.rows:
            widget = widget.get_parent()
        return widget.get_name() if widget else None

    def tell_places(self):
        """Where each item is on the screen, once and when that changes."""
        places = {}
        for name in ("name", "tea", "milk", "toast", "roll", "when", "help", "send", "cancel"):
            widget = getattr(self, name)
            size = widget.get_allocation()
            x, y = widget.translate_coordinates(self, 0, 0)
            origin = self.get_window().get_origin()
            places[name] = [origin[1] + x, origin[2] + y, size.width, size.height]
        if places != self.places:
            self.places = places
            say(places=places)

    def sent(self):
        say(sent={"name": self.name.get_text(), "tea": self.tea.get_active(), "milk": self.milk.get_active(),
                  "bread": "roll" if self.roll.get_active() else "toast", "when": self.when.get_active_text()})


form = Form()
form.connect("destroy", Gtk.main_quit)
form.show_all()
Gtk.main()
