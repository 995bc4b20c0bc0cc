#!/usr/bin/python3
"""A window of many buttons, for measuring: `many.py gtk|qt COUNT`; its title is the count."""
import sys

COLUMNS = 15


def gtk(count):
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk
    window, grid = Gtk.Window(title=str(count)), Gtk.Grid()
    window.add(grid)
    for index in range(count):
        grid.attach(Gtk.Button(label="B%d" % index), index % COLUMNS, index // COLUMNS, 1, 1)
    window.show_all()
    Gtk.main()


def qt(count):
    from PyQt5 import QtWidgets
    application = QtWidgets.QApplication(sys.argv[:1])
    window = QtWidgets.QWidget()
    window.setWindowTitle(str(count))
    grid = QtWidgets.QGridLayout(window)
    for index in range(count):
        grid.addWidget(QtWidgets.QPushButton("B%d" % index), index // COLUMNS, index % COLUMNS)
    window.show()
    application.exec_()


{"gtk": gtk, "qt": qt}[sys.argv[1]](int(sys.argv[2]))
