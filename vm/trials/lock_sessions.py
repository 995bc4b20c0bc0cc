"""Whole sessions of GNOME and KDE as a display manager starts them, with a real logind, for lock.py.

`lock-gnome` and `lock-kde` of `scripts/trials`: the screen is the machine's, and so is the button. The session stays
for all of a trial, and logind locks and unlocks it. GNOME has the extension of the scanner. It locks only where a
display manager says that it is there; a mock says so (python3-dbusmock).
"""
import argparse
import os
import pwd
import subprocess

# An emulated machine takes its time. Read by lock_worlds.
os.environ.setdefault("LOCK_PATIENCE", "600")

from desktop import NAME, PICTURES, as_person  # noqa: E402
from devices import wait_for  # noqa: E402
from gnome import Shell  # noqa: E402
from lock import Trial  # noqa: E402
from lock_worlds import BAR, Button, World  # noqa: E402
from session import Session  # noqa: E402

MANAGER = "org.gnome.DisplayManager"
POLICY = """<busconfig><policy user="root"><allow own="%s"/></policy><policy context="default">
<allow send_destination="%s"/></policy></busconfig>""" % (MANAGER, MANAGER)
SETTINGS = {
    "gnome": "extensions=\", 'switchway-scan-43@switchway.io'\"",
    "kde": "kwriteconfig5 --file kscreenlockerrc --group Daemon --key LockGrace 0"}
# A press has to outlast the step that it is for.
INTERVAL = 10
# What the bar is drawn on.
GROUND = b"\x1e\x1e\x1e"


def start(kind):
    """The session, before which GNOME's display manager has to be there."""
    if kind == "gnome":
        with open("/etc/dbus-1/system.d/trial.conf", "w") as file:
            file.write(POLICY)
        subprocess.run(["busctl", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig"],
                       check=True, stdout=subprocess.DEVNULL)
        path = "/org/gnome/DisplayManager/Manager"
        subprocess.Popen(["/usr/bin/python3", "-m", "dbusmock", "--system", MANAGER, path, MANAGER + ".Manager"])
        wait_for("the display manager", lambda: MANAGER in subprocess.run(
            ["busctl", "list", "--acquired"], stdout=subprocess.PIPE, text=True).stdout)
        subprocess.run(["busctl", "call", MANAGER, path, "org.freedesktop.DBus.Mock", "AddProperty", "ssv",
                        MANAGER + ".Manager", "Version", "s", "43.0"], check=True)
    session = Session(kind, SETTINGS[kind])
    if kind == "gnome":
        # A real session starts its programs when the shell is ready.
        wait_for("the extension", lambda: "io.switchway.Shell" in session.run(
            "/usr/bin/busctl", "--user", "list", "--acquired"), 900)
        # It begins with its overview, where no window has the keyboard.
        shell = Shell(session)
        wait_for("the shell", lambda: shell.run("Main.layoutManager._startingUp") is False, 900)
        shell.close()
    else:
        # What starts later takes the keyboard from the window of the trial.
        wait_for("the end of Plasma's start", lambda: "org.kde.kded5" in session.run(
            "/usr/bin/busctl", "--user", "list", "--acquired"), 900)
    return session


class Login(World):
    """What runs in such a session."""
    # The daemon sees the lock, too, as the service does.
    follows = "logind"
    # Of the machine's screen.
    width = 960
    pixels = width * BAR
    session = None
    # Where the bar is on it, as soon as that was seen.
    rows = None

    def open(self, interval):
        entry = pwd.getpwnam(NAME)
        os.chown(self.room, entry.pw_uid, entry.pw_gid)
        self.environment = {**self.session.environment, "XDG_DATA_HOME": self.room + "/data", "XDG_DATA_DIRS": "/none",
                            "NO_AT_BRIDGE": "0", "GTK_THEME": "Adwaita", "LOCK_ROOM": self.room}
        for path in (self.clicks, self.starts):
            open(path, "w").close()
            os.chown(path, entry.pw_uid, entry.pw_gid)
        self.start_daemon(interval)

    def by(self, words):
        return as_person(words, "input,switchway-uinput" if words[0].endswith("/switchwayd") else None)

    def ask_logind(self, *words):
        return subprocess.run(["loginctl", *words], stdout=subprocess.PIPE, text=True, check=False).stdout

    def lock(self):
        self.ask_logind("lock-sessions")

    def is_locked(self):
        """What logind's own hint says, which the desktop sets when its lock is there."""
        return "yes" in self.ask_logind("show-session", self.session.environment["XDG_SESSION_ID"], "-p", "LockedHint")

    def has_keyboard(self):
        return not self.is_locked()

    def unlock(self, _):
        self.ask_logind("unlock-sessions")

    def bar(self):
        """What there is where the bar was seen first."""
        path = "%s/%s/lock.ppm" % (os.getcwd(), PICTURES)
        self.session.monitor.ask("screendump", filename=path)
        with open(path, "rb") as file:
            size, _, pixels = file.read().split(b"\n", 3)[1:]
        width, height = map(int, size.split())
        rows = [pixels[3 * width * y:3 * width * (y + 1)] for y in range(height)]
        if self.rows is None:
            ground = [y for y in range(height) if rows[y][-9:] == 3 * GROUND]
            if len(ground) < BAR:
                return b""
            Login.rows = slice(ground[-1] + 1 - BAR, ground[-1] + 1)
        return b"".join(rows[self.rows])


def go(session, report):
    os.makedirs(PICTURES, exist_ok=True)
    Login.session = session
    button, presses = Button(), int(os.environ.get("PRESSES") or 50)
    clocks = {"no": [None], "yes": [INTERVAL]}.get(os.environ.get("CLOCK"), [None, INTERVAL])
    for clock in clocks:
        given = argparse.Namespace(seed=int(os.environ.get("SEED") or 35), presses=presses, clock=clock)
        trial = Trial("lock-" + session.kind, given, button, Login)
        trial.run()
        report.check("what failed", trial.failures, [])
