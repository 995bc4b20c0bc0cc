#!/usr/bin/python3
"""The breakfast order of `form` in Qt 5, with a slider, two pages and a menu besides."""
import json
import sys
import time

from PyQt5 import QtCore, QtWidgets


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


class Form(QtWidgets.QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Breakfast")
        self.items, self.places = {}, None
        self.pages = QtWidgets.QTabWidget()
        self.setCentralWidget(self.pages)
        order, extras = (self.page(title) for title in ("Order", "Extras"))
        self.name = self.put(order, "name", QtWidgets.QLineEdit("Anna"))
        self.tea = self.put(order, "tea", QtWidgets.QCheckBox("Tea"))
        self.milk = self.put(order, "milk", QtWidgets.QCheckBox("Milk"))
        self.toast = self.put(order, "toast", QtWidgets.QRadioButton("Toast"))
        self.roll = self.put(order, "roll", QtWidgets.QRadioButton("Roll"))
        self.toast.setChecked(True)
        self.when = self.put(order, "when", QtWidgets.QComboBox())
        self.when.addItems(["at seven", "at eight", "at nine"])
        self.send = self.put(order, "send", QtWidgets.QPushButton("Send"))
        self.cancel = self.put(order, "cancel", QtWidgets.QPushButton("Cancel"))
        self.sugar = self.put(extras, "sugar", QtWidgets.QSlider(QtCore.Qt.Horizontal))
        self.jam = self.put(extras, "jam", QtWidgets.QPushButton("Jam"))
        self.menu = self.menuBar().addMenu("File")
        self.menu.addAction("New").triggered.connect(lambda: say(clicked="new"))
        self.menu.addAction("Print").triggered.connect(lambda: say(clicked="print"))
        for name in ("tea", "milk", "roll"):
            getattr(self, name).toggled.connect(lambda on, name=name: say(**{name: on}))
        self.when.currentTextChanged.connect(lambda text: say(when=text))
        self.sugar.valueChanged.connect(lambda value: say(sugar=value))
        self.pages.currentChanged.connect(lambda index: say(page=index))
        self.jam.clicked.connect(lambda: say(clicked="jam"))
        self.cancel.clicked.connect(lambda: say(clicked="cancel"))
        self.send.clicked.connect(self.sent)
        self.watch = QtCore.QTimer(timeout=self.tell_places)
        self.watch.start(200)

    def page(self, title):
        page = QtWidgets.QWidget()
        QtWidgets.QVBoxLayout(page)
        self.pages.addTab(page, title)
        return page

    def put(self, page, name, widget):
        # A box is as wide as its words, as its ring is.
        page.layout().addWidget(widget, 0, QtCore.Qt.AlignLeft)
        self.items[name] = widget
        return widget

    def tell_places(self):
        """Where each item is on the screen, once and when that changes."""
        places = {
            name: self.place(widget, self.area(widget)) for name, widget in self.items.items() if widget.isVisible()}
        bar = self.menuBar()
        places["file"] = self.place(bar, bar.actionGeometry(self.menu.menuAction()))
        for index, name in enumerate(("order", "extras")):
            places[name] = self.place(self.pages.tabBar(), self.pages.tabBar().tabRect(index))
        for index, name in enumerate(("new", "print") if self.menu.isVisible() else ()):
            places[name] = self.place(self.menu, self.menu.actionGeometry(self.menu.actions()[index]))
        view = self.when.view()
        for row in range(self.when.count() if view.isVisible() else 0):
            seen = view.visualRect(self.when.model().index(row, 0)).intersected(view.viewport().rect())
            places[self.when.itemText(row)] = self.place(view.viewport(), seen)
        if places != self.places:
            self.places = places
            say(places=places)

    @staticmethod
    def area(widget):
        """What can be clicked of it. Of a box or radio button that is what Qt tells the accessibility bus."""
        parts = {QtWidgets.QCheckBox: QtWidgets.QStyle.SE_CheckBoxClickRect,
                 QtWidgets.QRadioButton: QtWidgets.QStyle.SE_RadioButtonClickRect}
        if type(widget) not in parts:
            return widget.rect()
        option = QtWidgets.QStyleOptionButton()
        widget.initStyleOption(option)
        return widget.style().subElementRect(parts[type(widget)], option, widget)

    @staticmethod
    def place(widget, rect):
        corner = widget.mapToGlobal(rect.topLeft())
        return [corner.x(), corner.y(), rect.width(), rect.height()]

    def sent(self):
        say(sent={"name": self.name.text(), "tea": self.tea.isChecked(), "milk": self.milk.isChecked(),
                  "bread": "roll" if self.roll.isChecked() else "toast", "when": self.when.currentText()})


application = QtWidgets.QApplication(sys.argv)
form = Form()
form.resize(360, 400)
form.show()
application.exec_()
