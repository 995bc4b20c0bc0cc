"""A window with a button TARGET that is purely red, and closes it: `red.py gtk3|gtk4|qt|plain [TITLE]`.

A line on its standard input becomes the window's title; the word `menu` opens the menu of a button beside it.
"""
import sys
import threading

KIND, TITLE = sys.argv[1], (sys.argv + ["Red"])[2]
CSS = """button.red { background: #f00; border: none; box-shadow: none; border-radius: 0; outline: none;
color: #f00; min-width: 121px; min-height: 47px; padding: 0; text-shadow: none }"""


def read(call, window_title, open_menu):
    for line in sys.stdin:
        word = line.strip()
        call(open_menu if word == "menu" else lambda word=word: window_title(word))


def gtk(version):
    import gi
    gi.require_version("Gtk", version)
    gi.require_version("Gdk", version)
    from gi.repository import Gdk, GLib, Gtk
    css = Gtk.CssProvider()
    if version == "3.0":
        css.load_from_data(CSS.encode())
        Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 800)
    else:
        Gtk.init()
        css.load_from_string(CSS) if hasattr(css, "load_from_string") else css.load_from_data(CSS.encode())
        Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), css, 800)
    window = Gtk.Window(title=TITLE, default_width=400, default_height=300, decorated=KIND != "plain")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=13)
    for side in ("top", "bottom", "start", "end"):
        getattr(box, "set_margin_" + side)(17)
    red = Gtk.Button(label="TARGET", halign=Gtk.Align.START, valign=Gtk.Align.START)
    red.get_style_context().add_class("red")
    red.connect("clicked", lambda _: window.destroy())
    menu = Gtk.MenuButton(halign=Gtk.Align.START)
    inside = Gtk.Button(label="In the menu")
    popover = Gtk.Popover()
    if version == "3.0":
        inside.show()
        popover.add(inside)
    else:
        popover.set_child(inside)
    menu.set_popover(popover)
    loop = GLib.MainLoop()
    window.connect("destroy", lambda _: loop.quit())
    for child in (red, menu):
        box.add(child) if version == "3.0" else box.append(child)
    window.add(box) if version == "3.0" else window.set_child(box)
    window.show_all() if version == "3.0" else window.present()
    threading.Thread(target=read, daemon=True, args=(
        lambda body: GLib.idle_add(lambda: body() and False), window.set_title, popover.popup)).start()
    loop.run()


def qt():
    try:
        from PyQt6 import QtCore, QtWidgets
    except ImportError:
        from PyQt5 import QtCore, QtWidgets

    class Window(QtWidgets.QWidget):
        said = QtCore.pyqtSignal(object)

    application = QtWidgets.QApplication([])
    window = Window(windowTitle=TITLE)
    window.resize(400, 300)
    red = QtWidgets.QPushButton("TARGET", window)
    red.setStyleSheet("background: #f00; border: none; color: #f00")
    red.setGeometry(17, 21, 121, 47)
    red.clicked.connect(window.close)
    button = QtWidgets.QPushButton("Menu", window)
    button.move(17, 90)
    menu = QtWidgets.QMenu(button)
    menu.addAction("In the menu")
    button.setMenu(menu)
    window.said.connect(lambda body: body())
    window.show()
    threading.Thread(
        target=read, args=(window.said.emit, window.setWindowTitle, button.showMenu), daemon=True).start()
    application.exec() if hasattr(application, "exec") else application.exec_()


qt() if KIND == "qt" else gtk({"gtk3": "3.0", "plain": "3.0", "gtk4": "4.0"}[KIND])
