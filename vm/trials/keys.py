#!/usr/bin/python3
"""The keys that the profiles of Full Keyboard Access type, without a screen: `vm/trials/keys.py gnome|kde`.

`chords.py` presses the chords on a keyboard of the kernel, in the virtual machine. Here the compositor gets the keys
that are typed for them: GNOME's shell from a virtual device of its own, KWin from the X server that shows it. What came of
them is read from a window, from the shell, or from the bus. It runs as a user other than root.
"""
import json
import os
import sys
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE + "/../../bench", HERE]
from wayland import KINDS, wait_for  # noqa: E402

# What is typed, by chord, and what the window says then.
PROGRAM = [("Tab", ["Tab"], "focus", "tea"), ("Space", ["space"], "tea", True),
           ("Shift-Tab", ["Shift_L", "Tab"], "focus", "name"), ("Tab-F", ["Control_L", "f"], "typed", "find"), ("Tab-B", ["Alt_L", "Left"], "typed", "back"),
           ("Esc", ["Escape"], "typed", "escape"), ("Tab-Z, Tab-M", ["Menu"], "menu", "context")]
# What each letter after a key makes of the name.
EDGES = [("Tab-Right", "End", "Annax"), ("Tab-Left", "Home", "xAnnax"), ("Right", "Right", "xAxnnax"),
         ("Left", "Left", "xAxxnnax")]
KDE = [("Tab-Shift-Up", ["Alt_L", "Tab"], "Walk Through Windows"), ("Tab-A, Tab-Shift-H, Super", ["Super_L"],
       "activate application launcher"), ("Tab-Shift-C", ["Super_L", "Alt_L", "p"], "cycle-panels"),
       ("Tab-C", ["Super_L", "F5"], "MoveMouseToFocus"), ("Tab-W", ["Control_L", "F10"], None),
       ("Tab-L", ["Super_L", "l"], "Lock Session")]
GNOME = [("Tab-W, Tab-Shift-H, Super", ["Super_L"], "overview"), ("Tab-A", ["Super_L", "a"], "apps"),
         ("Tab-Shift-N", ["Super_L", "v"], "notifications"), ("Tab-Shift-C", ["Super_L", "s"], "settings")]
STATE = """({overview: Main.overview.visible, apps: Main.overview.dash.showAppsButton.checked,
notifications: Main.panel.statusArea.dateMenu.menu.isOpen,
settings: Main.panel.statusArea.quickSettings.menu.isOpen})"""
CLOSE = "Main.overview.hide(); for (const one of ['dateMenu', 'quickSettings']) Main.panel.statusArea[one].menu.close()"
# How long nothing may come of a key, s.
SILENCE = 3


class Lines(threading.Thread):
    """What a program prints."""

    def __init__(self, session, *words):
        super().__init__(daemon=True)
        self.child = session.start(*words, output=True)
        self.lines = []
        self.start()

    def run(self):
        for line in self.child.stdout:
            self.lines.append(line)

    def said(self, since=0):
        return [json.loads(one) for one in self.lines[since:] if one.startswith("{")]


class Trial:
    def __init__(self, kind, toolkit):
        self.kind, self.session, self.failures = kind, KINDS[kind](), []
        self.session.environment.update(GDK_BACKEND="wayland", QT_QPA_PLATFORM="wayland")
        if kind == "kde":
            self.session.start("plasmashell")
            wait_for("the panel", lambda: "plasmashell" in self.session.output(
                "dbus-send", "--session", "--print-reply", "--dest=org.kde.kglobalaccel", "/kglobalaccel",
                "org.kde.KGlobalAccel.allComponents"), 120)
            wait_for("the launcher's key", lambda: "activate application launcher" in self.session.output(
                "dbus-send", "--session", "--print-reply", "--dest=org.kde.kglobalaccel", "/component/plasmashell",
                "org.kde.kglobalaccel.Component.shortcutNames"), 120)
            self.bus = Lines(self.session, "/usr/bin/stdbuf", "-oL", "dbus-monitor", "--session",
                             "member='globalShortcutPressed'")
        self.window = Lines(self.session, "/usr/bin/python3", "-u", "%s/note_%s.py" % (HERE, toolkit))
        wait_for("the window", lambda: any(one.get("active") for one in self.window.said()))
        wait_for("the field", lambda: any(one.get("focus") == "name" for one in self.window.said()))

    def is_active(self):
        return [one["active"] for one in self.window.said() if "active" in one][-1]

    def check(self, chord, keys, what, condition, patience=20):
        try:
            wait_for(what, condition, patience)
            seen = what
        except SystemExit:
            seen = "not seen: " + what
            self.failures.append(chord)
        print("| %s | %s | %s |" % (chord, "+".join(keys), seen), flush=True)

    def says(self, chord, keys, word, value):
        since = len(self.window.lines)
        self.session.press(keys)
        self.check(chord, keys, "%s: %s" % (word, value), lambda: any(
            one.get(word) == value for one in self.window.said(since)))

    def programs(self):
        for chord, key, text in EDGES:
            self.session.press([key])
            self.session.press(["x"])
            self.check(chord, [key], "a letter there", lambda: any(
                one.get("name") == text for one in self.window.said()))
        for row in PROGRAM:
            self.says(*row)
        self.session.press(["Escape"])

    def kde(self):
        for chord, keys, name in KDE:
            since = len(self.bus.lines)
            self.session.press(keys)
            if name:
                self.check(chord, keys, name, lambda: any('"%s"' % name in one for one in self.bus.lines[since:]))
            else:
                time.sleep(SILENCE)
                print("| %s | %s | %s |" % (chord, "+".join(keys), self.bus.lines[since:] or "nothing on the bus"))
            # A launcher, or the panel's focus, is left.
            if name and name != "Lock Session":
                self.session.press(["Escape"])
                wait_for("the window again", self.is_active)

    def gnome(self):
        # It has the key of the lock, and asks the screen saver.
        self.session.start("/usr/libexec/gsd-media-keys")
        wait_for("the keys of GNOME's settings", lambda: self.session.evaluate(
            "Main.shellDBusService._grabbedAccelerators.size"))
        bus = Lines(self.session, "/usr/bin/stdbuf", "-oL", "dbus-monitor", "--session",
                    "interface='org.gnome.ScreenSaver',member='Lock'")
        wait_for("a look at the bus", lambda: bus.lines)
        self.session.press(["Super_L", "l"])
        self.check("Tab-L", ["Super_L", "l"], "GNOME is asked to lock", lambda: any(
            "member=Lock" in one for one in bus.lines))
        for chord, keys, name in GNOME:
            self.session.press(keys)
            self.check(chord, keys, name, lambda: (self.session.evaluate(STATE) or {}).get(name))
            self.session.evaluate(CLOSE)
            wait_for("the shell at rest", lambda: not any((self.session.evaluate(STATE) or {"no": 1}).values()))


def main():
    kind = sys.argv[1]
    failures = []
    for toolkit in {"gnome": ["gtk", "gtk4"], "kde": ["qt"]}[kind]:
        trial = Trial(kind, toolkit)
        try:
            print("%s, %s" % (trial.session.title, toolkit))
            trial.programs()
            if toolkit != "gtk4":
                getattr(trial, kind)()
        finally:
            trial.session.end()
        failures += trial.failures
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
