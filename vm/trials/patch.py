#!/usr/bin/python3
"""A window with one button of one colour, for measuring: `patch.py gtk|qt [borderless] [large]`."""
import sys

COLOUR = "#2060ff"


def gtk(words):
    import gi
    gi.require_version("Gtk", "3.0")
    gi.require_version("Gdk", "3.0")
    from gi.repository import Gdk, Gtk
    style = Gtk.CssProvider()
    style.load_from_data(b"button { background: %s; border: 0; border-radius: 0; box-shadow: none; outline: 0; }" %
                         COLOUR.encode())
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
    window = Gtk.Window(title="Patch", default_width=500, default_height=300)
    window.add(Gtk.Button(halign=Gtk.Align.CENTER, valign=Gtk.Align.CENTER, width_request=203, height_request=57))
    window.set_decorated("borderless" not in words)
    if "large" in words:
        window.maximize()
    window.show_all()
    Gtk.main()


def qt(words):
    from PyQt5 import QtCore, QtWidgets
    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle("Patch")
    window.resize(500, 300)
    if "borderless" in words:
        window.setWindowFlags(QtCore.Qt.FramelessWindowHint)
    button = QtWidgets.QPushButton(window)
    button.setStyleSheet("background: %s; border: 0; outline: 0" % COLOUR)
    button.setGeometry(151, 83, 203, 57)
    if "large" in words:
        window.showMaximized()
    else:
        window.show()
    application.exec_()


{"gtk": gtk, "qt": qt}[sys.argv[1]](sys.argv[2:])
