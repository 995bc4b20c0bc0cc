"""KDE: what each chord does there, and a window in Qt that one switch fills in. The bus tells what Plasma did."""
import held
import layout
import slow
import trap
from chords import LONG, Chords
from devices import wait_for
from keyboard import HELD
from session import PLASMA_VERSION, WRITE_SETTING

# The shortcut that is there with the panel, and the word of the bus that says that the launcher is opened. In Plasma 5
# the key Super opens it by a call of its own.
PANEL, LAUNCHER = (("activate widget", "activateLauncherMenu") if PLASMA_VERSION == "5" else
                   ("activate application launcher", '"activate application launcher"'))
WATCHED = ["member='globalShortcutPressed'", "member='activateLauncherMenu'", "member='ActiveChanged'"]


def shortcuts(bus):
    answer = bus.ask("org.kde.kglobalaccel", "/component/plasmashell", "org.kde.kglobalaccel.Component",
                     "shortcutNames")
    return answer[0] if isinstance(answer, list) else []


def names(bus):
    """The names on the session's bus."""
    answer = bus.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
    return answer[0] if isinstance(answer, list) else []


def go(session, report):
    # The launcher has its shortcut when the panel is there.
    wait_for("the panel", lambda: any(one.startswith(PANEL) for one in shortcuts(session.bus)), 600)
    # What starts later takes the focus from the window of a trial.
    wait_for("the end of Plasma's start", lambda: "org.kde.kded" + PLASMA_VERSION in names(session.bus), 600)
    bus = session.program("bus", "/usr/bin/dbus-monitor", "--session", *WATCHED)
    lines = []
    bus.wait_for("a look at the bus", lambda: lines.extend(bus.lines()) or lines)
    chords = Chords(session, report, "full-keyboard-access-kde", "qt")

    def does(chord, seen, word, held=HELD):
        del lines[:]
        chords.press(chord, seen, lambda _: lines.extend(bus.lines()) or any(word in line for line in lines), held)

    def opens(chord, seen, word, closing, held=HELD):
        does(chord, seen, word, held)
        chords.await_it(chord, "it has the focus", lambda: chords.last("active") is False)
        chords.keyboard.chord(closing)
        chords.await_it(chord, "the window again", lambda: chords.last("active"))

    try:
        chords.programs()
        # Without OpenGL KWin presents no windows. Qt has no key for its menu bar, and leaves Ctrl-Tab to its tabs.
        for chord in ("tab+w", "tab+shift+n", "tab+f2", "ctrl+tab", "ctrl+shift+tab"):
            chords.is_silent(chord)
        # In a field of one line Qt has no use for them.
        chords.says("tab", focus="tea")
        chords.says("down", "the next item", focus="note")
        chords.says("shift+tab", focus="tea")
        chords.says("up", "the item before", focus="name")
        chords.goes_to_end()
        chords.passes()
        does("tab+c", "the pointer goes to the window", '"MoveMouseToFocus"')
        does("tab+shift+up", "the switcher", '"Walk Through Windows"')
        opens("tab+a", "the application launcher", LAUNCHER, "tab+a")
        opens("tab+shift+h", "the application launcher", LAUNCHER, "tab+shift+h")
        opens("super", "the application launcher", LAUNCHER, "super", LONG)
        opens("tab+shift+c", "the panel", '"cycle-panels"', "esc")
        does("tab+l", "the screen is locked", "boolean true")
    finally:
        chords.end()
    session.unlock()
    trap.go(session, report, "qt")
    held.go(session, report, "qt")

    def set_key(file, group, name, value):
        session.run(WRITE_SETTING, "--file", file, "--group", group, "--key", name, value)

    set_key("kaccessrc", "Keyboard", "SlowKeysDelay", "300")
    set_key("kaccessrc", "Keyboard", "SlowKeys", "true")

    def set_layout(layout):
        set_key("kxkbrc", "Layout", "LayoutList", layout)
        set_key("kxkbrc", "Layout", "Use", "true")
        session.run("/usr/bin/dbus-send", "--session", "--type=signal", "/Layouts", "org.kde.keyboard.reloadConfig")

    # What is set is undone in any case: the trial may be run once more.
    try:
        # Plasma 5 acts on them under X11 only.
        slow.go(session, report, "qt", is_acting=False)
        set_key("kaccessrc", "Keyboard", "SlowKeys", "false")
        set_layout("fr")
        layout.go(session, report, "qt")
    finally:
        set_key("kaccessrc", "Keyboard", "SlowKeys", "false")
        set_layout("us")
