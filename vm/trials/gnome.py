"""GNOME: what each chord does there, and a window that one switch fills in. The shell is asked for its state."""
import json

import held
import layout
import slow
import trap
from chords import LONG, Chords
from desktop import tell
from devices import wait_for
from keyboard import HELD

# Anything that is open in the shell.
STATE = """JSON.stringify({
overview: Main.overview.visible, apps: Main.overview.dash.showAppsButton.checked,
notifications: Main.panel.statusArea.dateMenu.menu.isOpen,
settings: Main.panel.statusArea.quickSettings.menu.isOpen})"""
CLOSE = "Main.overview.hide(); for (const one of ['dateMenu', 'quickSettings']) Main.panel.statusArea[one].menu.close()"
# From this version on Super-S opens the quick settings, and not the overview.
SETTINGS = 46

# The call that locks the screen, on the bus.
LOCK = "interface='org.gnome.ScreenSaver',member='Lock'"


class Shell:
    def __init__(self, session):
        self.bus = session.bus

    def run(self, words):
        answer = self.bus.ask("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", "(s)", words)
        return json.loads(answer[1]) if isinstance(answer, list) and answer[0] and answer[1] else None

    def version(self):
        return self.bus.ask("org.gnome.Shell", "/org/gnome/Shell", "org.freedesktop.DBus.Properties", "Get", "(ss)",
                            "org.gnome.Shell", "ShellVersion")[0]

    def state(self):
        return json.loads(self.run(STATE) or "{}")

    def close(self):
        self.run(CLOSE)
        wait_for("the shell at rest", lambda: not any(self.state().values()))


def programs(chords):
    """What a window of GTK does."""
    chords.programs()
    chords.says("ctrl+tab", "the next item", focus="tea")
    chords.says("ctrl+shift+tab", "the item before", focus="name")
    chords.says("down", "the item below", focus="tea")
    chords.says("up", "the item above", focus="name")
    chords.goes_to_end()


def menu(chords):
    chords.says("tab+f2", "the menu", menu="bar")
    chords.says("esc", "closes a menu", menu="none")
    chords.goes_to_end()


def go(session, report):
    shell = Shell(session)
    wait_for("the shell", lambda: shell.run("Main.layoutManager._startingUp") is False, 600)
    shell.close()
    version = shell.version()
    tell("GNOME Shell " + version)
    # It has the key of the lock, and asks the screen saver, which is the display manager's and not there.
    keys = session.program("gsd-media-keys", "/usr/libexec/gsd-media-keys")
    keys.wait_for("the keys of GNOME's settings", lambda: shell.run("Main.shellDBusService._grabbedAccelerators.size"))
    bus = session.program("bus", "/usr/bin/dbus-monitor", "--session", LOCK)
    bus.wait_for("a look at the bus", bus.lines)
    chords = Chords(session, report, "full-keyboard-access-gnome", "gtk")

    def opens(chord, seen, held=HELD, **words):
        chords.press(chord, seen, lambda _: words.items() <= shell.state().items(), held)
        shell.close()
        chords.await_it(chord, "the window again", lambda: chords.last("active"))

    try:
        programs(chords)
        chords.is_silent("tab+c")
        chords.press("tab+l", "GNOME is asked to lock", lambda _: any("member=Lock" in one for one in bus.lines()))
        chords.is_silent("tab+c")
        opens("tab+w", "the overview", overview=True, apps=False)
        opens("tab+shift+h", "the overview", overview=True, apps=False)
        opens("super", "the overview", LONG, overview=True, apps=False)
        opens("tab+a", "all programs", overview=True, apps=True)
        opens("tab+shift+n", "notifications and calendar", notifications=True)
        if int(version.split(".")[0]) >= SETTINGS:
            opens("tab+shift+c", "quick settings", settings=True, overview=False)
        else:
            opens("tab+shift+c", "the overview", overview=True, settings=False)
        chords.press("tab+shift+up", "the switcher", lambda said: [
            one["active"] for one in said if "active" in one] == [False, True])
        menu(chords)
        chords.passes()
    finally:
        chords.end()
        keys.end()
        bus.end()
    # In the GTK 4.8 of Debian 12, Up does not leave a box, and F10 opens no menu.
    if int(version.split(".")[0]) >= SETTINGS:
        chords = Chords(session, report, "full-keyboard-access-gnome", "gtk4")
        try:
            programs(chords)
            menu(chords)
        finally:
            chords.end()
    trap.go(session, report, "gtk")
    held.go(session, report, "gtk")

    def set_key(schema, name, value):
        session.run("/usr/bin/gsettings", "set", "org.gnome.desktop." + schema, name, value)

    set_key("a11y.keyboard", "slowkeys-delay", "300")
    set_key("a11y.keyboard", "slowkeys-enable", "true")
    # What is set is undone in any case: the trial may be run once more.
    try:
        slow.go(session, report, "gtk", is_acting=True)
        set_key("a11y.keyboard", "slowkeys-enable", "false")
        set_key("input-sources", "sources", "[('xkb', 'fr')]")
        layout.go(session, report, "gtk")
    finally:
        set_key("a11y.keyboard", "slowkeys-enable", "false")
        set_key("input-sources", "sources", "[('xkb', 'us')]")
