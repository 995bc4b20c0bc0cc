#!/usr/bin/python3
"""The window of `note_gtk` in Qt 6, or in Qt 5 where that is what there is."""
import json
import sys
import time

try:
    from PyQt6 import QtCore, QtGui, QtWidgets
    QShortcut = QtGui.QShortcut
except ImportError:
    from PyQt5 import QtCore, QtGui, QtWidgets
    QShortcut = QtWidgets.QShortcut


def say(**words):
    print(json.dumps(dict(words, time=time.monotonic())), flush=True)


class Watch(QtCore.QObject):
    def eventFilter(self, target, event):
        if event.type() == QtCore.QEvent.Type.ContextMenu:
            say(menu="context")
            return True
        if target is window and event.type() in (
                QtCore.QEvent.Type.WindowActivate, QtCore.QEvent.Type.WindowDeactivate):
            say(active=event.type() == QtCore.QEvent.Type.WindowActivate)
        return False


application = QtWidgets.QApplication(sys.argv)
window = QtWidgets.QMainWindow()
window.setWindowTitle("Note")
menu = window.menuBar().addMenu("&File")
menu.addAction("New")
menu.aboutToShow.connect(lambda: say(menu="bar"))
menu.aboutToHide.connect(lambda: say(menu="none"))
window.setCentralWidget(QtWidgets.QWidget())
rows = QtWidgets.QVBoxLayout(window.centralWidget())


def put(name, widget):
    widget.setObjectName(name)
    rows.addWidget(widget)
    return widget


name = put("name", QtWidgets.QLineEdit("Anna"))
tea = put("tea", QtWidgets.QCheckBox("Tea"))
note = put("note", QtWidgets.QPlainTextEdit())
send = put("send", QtWidgets.QPushButton("Send"))
# Qt also tells of a change of the looks; only the text counts.
texts = [""]


def changed():
    if note.toPlainText() != texts[-1]:
        texts.append(note.toPlainText())
        say(note=texts[-1])


note.textChanged.connect(changed)
name.textChanged.connect(lambda text: say(name=text))
tea.toggled.connect(lambda on: say(tea=on))
send.clicked.connect(lambda: say(clicked="send"))
for keys, word in (("Ctrl+F", "find"), ("Alt+Left", "back"), ("Esc", "escape")):
    QShortcut(QtGui.QKeySequence(keys), window, lambda word=word: say(typed=word))
application.focusChanged.connect(lambda _, now: say(focus=now.objectName() if now else None))
watch = Watch()
application.installEventFilter(watch)
window.resize(400, 300)
window.show()
application.exec()
