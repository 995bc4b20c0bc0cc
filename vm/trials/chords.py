"""The chords of Full Keyboard Access on a desktop: each is pressed on a keyboard, and what came of it is read."""
import os

from daemon import Daemon
from desktop import tell
from devices import wait_for
from keyboard import HELD, Keyboard

HERE = os.path.dirname(os.path.realpath(__file__))
# Chords that type nothing on any desktop.
SILENT = ["tab+h", "tab+g", "tab+y", "tab+n", "tab+r", "tab+x", "tab+shift+a", "tab+shift+d", "tab+shift+q",
          "tab+shift+s"]
# Leaves all keys to the desktop; again, and they are chords.
PASS = "ctrl+alt+super+p"
# Longer than `full-keyboard-access` waits until Super is held, s.
LONG = 1.0


class Chords:
    """A person at a keyboard, before a window that tells what it gets. `rows`: what was seen, for the manual."""

    def __init__(self, session, report, profile, toolkit):
        self.session, self.report, self.toolkit, self.rows = session, report, toolkit, {}
        self.keyboard = Keyboard()
        self.daemon = Daemon("switchway: 1\nextends: %s\n" % profile)
        with self.daemon.client() as client:
            wait_for("the grab", lambda: any(one["grabbed"] for one in client.get("state")["devices"]))
        session.wait_for_keyboard()
        self.window = session.program("note", "/usr/bin/python3", "%s/note_%s.py" % (HERE, toolkit))
        self.window.wait_for("the window", lambda: self.last("active") and self.last("focus") == "name", 180)

    def last(self, word):
        return self.window.last(word)[0]

    def await_it(self, chord, what, condition):
        try:
            self.window.wait_for("%s: %s" % (chord, what), condition, 60)
        except SystemExit as trouble:
            said = "%s, and the window said %s" % (trouble, self.window.said[-5:])
            tell(said)
            self.session.picture(self.session.kind + "-failed")
            self.report.check(chord, said, what)
            return False
        return True

    def press(self, chord, seen, condition, held=HELD):
        """Presses the chord, and waits for what it shall do. `condition` gets what the window has said since."""
        since = len(self.window.look())
        self.keyboard.chord(chord, held)
        if self.await_it(chord, seen, lambda: condition(self.window.look()[since:])):
            self.rows[chord] = seen

    def says(self, chord, seen=None, **words):
        """A chord that makes the window say this."""
        (word, value), = words.items()
        self.press(chord, seen or "%s: %s" % (word, value), lambda said: any(one.get(word) == value for one in said))

    def types(self, chord, seen, text):
        """A chord after which the letter x makes this text of the name."""
        self.keyboard.chord(chord)
        self.keyboard.chord("x")
        if self.await_it(chord, seen, lambda: self.last("name") == text):
            self.rows[chord] = seen

    def is_silent(self, chord, seen="nothing"):
        """A chord after which the next letter is all that the window gets."""
        since = len(self.window.look())
        before = self.last("name")
        self.keyboard.chord(chord)
        self.keyboard.chord("x")
        if self.await_it(chord, seen, lambda: len(self.window.look()) > since):
            said = [{word: value for word, value in one.items() if word != "time"} for one in self.window.said[since:]]
            self.report.check(chord, said, [{"name": before + "x"}])
            self.rows[chord] = seen

    def programs(self):
        """The chords that every program gets, on any desktop."""
        self.types("tab+left", "the start of the line", "xAnna")
        self.types("tab+right", "the end of the line", "xAnnax")
        self.types("left", "one to the left", "xAnnaxx")
        self.types("right", "one to the right", "xAnnaxxx")
        for chord in SILENT:
            self.is_silent(chord)
        self.says("tab+f", "Ctrl-F", typed="find")
        self.says("tab+b", "Alt-Left", typed="back")
        for chord in ("tab+z", "tab+m"):
            self.says(chord, "the menu of the item", menu="context")
            # There it is a real one, and closes when it is told to by the keyboard.
            if self.toolkit == "gtk4":
                self.says("esc", "closes a menu", menu="none")
        for chord, item in (("tab", "tea"), ("shift+tab", "name"), ("tab+enter", "tea"), ("tab+backspace", "name")):
            self.says(chord, focus=item)
        self.says("tab", focus="tea")
        self.says("space", "ticks the box", tea=True)
        self.says("shift+tab", focus="name")
        self.says("esc", "Esc", typed="escape")
        self.goes_to_end()

    def goes_to_end(self):
        """To the end of the name. What was selected as the field was entered is not any more."""
        self.types("tab+right", "the end of the line", self.last("name") + "x")

    def passes(self):
        """Twice the chord that leaves all keys to the desktop, which itself gets nothing of it."""
        for is_on in (True, False):
            self.is_silent(PASS, "pass-through")
            with self.daemon.client() as client:
                self.report.check(PASS, client.get("state")["modes"]["pass-through"], is_on)

    def end(self):
        self.window.end()
        self.daemon.end()
        self.keyboard.unplug()
        for chord, seen in self.rows.items():
            tell("| %s | %s |" % (chord, seen))
