"""Whole desktops with a lock of their own, for lock.py: KWin with KDE's lock, and GNOME Shell with GNOME's.

They run without a screen and without logind: a mock of it (python3-dbusmock) on a system bus of its own unlocks them.
"""
import glob
import os
import re

from lock_worlds import BIN, HEIGHT, WIDTH, X11, World, wait_for

POLICY = """<busconfig><type>system</type><listen>%s</listen><policy context="default"><allow own="*"/><allow user="*"/>
<allow send_destination="*" eavesdrop="true"/><allow receive_sender="*"/></policy></busconfig>"""
# The session that a desktop asks logind for.
SESSION = "auto"


class Mocked(World):
    """A desktop that finds logind and, as far as it asks, a display manager."""

    def mock(self):
        system = "unix:path=%s/system" % self.room
        with open(self.room + "/system.conf", "w") as file:
            file.write(POLICY % system)
        self.environment.update(DBUS_SYSTEM_BUS_ADDRESS=system, XDG_SESSION_TYPE="wayland", XDG_SESSION_ID=SESSION,
                                LIBGL_ALWAYS_SOFTWARE="1", QT_QUICK_BACKEND="software")
        self.start("dbus-daemon", "--config-file=%s/system.conf" % self.room, "--nofork", "--nopidfile")
        wait_for("the system's bus", lambda: os.path.exists(self.room + "/system"))
        self.start("python3", "-m", "dbusmock", "--system", "--template", "logind")
        wait_for("logind", lambda: b"login1" in self.ask_system("list", "--acquired"))
        self.ask_system("call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Mock",
                        "AddSession", "ssusb", SESSION, "seat0", str(os.getuid()), "person", "true")

    def ask_system(self, *words):
        return self.output("busctl", "--address=" + self.environment["DBUS_SYSTEM_BUS_ADDRESS"], *words)

    def ask_saver(self, method, *words):
        return self.output("busctl", "--user", "--timeout=60", "call", self.saver,
                           "/" + self.saver.replace(".", "/"), self.saver, method, *words)

    def lock(self):
        self.ask_saver("Lock")

    def is_locked(self):
        return b"true" in self.ask_saver("GetActive")

    def has_keyboard(self):
        return not self.is_locked()

    def unlock(self, _):
        self.ask_system("call", "org.freedesktop.login1", "/org/freedesktop/login1/session/" + SESSION,
                        "org.freedesktop.DBus.Mock", "EmitSignal", "sssav", "org.freedesktop.login1.Session", "Unlock",
                        "", "0")


class KWin(Mocked, X11):
    """KWin in two windows of an X server, without Plasma's shell."""
    saver = "org.freedesktop.ScreenSaver"

    def display(self):
        self.mock()
        told, end = os.pipe()
        self.start("Xvfb", "-displayfd", str(end), "-screen", "0", "%dx%dx24" % (2 * WIDTH, HEIGHT), "-ac",
                   descriptors=(end,))
        os.close(end)
        with open(told) as file:
            display = ":" + file.readline().strip()
        self.environment.update(
            DISPLAY=display, XDG_CURRENT_DESKTOP="KDE", KDE_FULL_SESSION="true", KDE_SESSION_VERSION="6",
            DESKTOP_SESSION="plasma", KWIN_COMPOSE="Q", XDG_MENU_PREFIX="plasma-")
        os.makedirs(self.room + "/.config")
        with open(self.room + "/.config/kscreenlockerrc", "w") as file:
            file.write("[Daemon]\nAutolock=false\nLockGrace=0\n")
        self.start("kwin_wayland", "--x11-display", display, "--width", str(WIDTH), "--height", str(HEIGHT),
                   "--output-count", "2", "--socket", "wayland-0", XDG_DATA_DIRS="/usr/share")
        wait_for("KWin", lambda: os.path.exists(self.room + "/wayland-0"))
        self.output("xdotool", "windowmove", max(wait_for("KWin's windows", self.found)), str(WIDTH), "0")
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        wait_for("KDE's lock", lambda: b"b " in self.ask_saver("GetActive"))

    def unlock(self, child):
        super().unlock(child)
        wait_for("the end of the lock", self.has_keyboard)
        # Without a seat KWin gives the keyboard to no window afterwards.
        self.run_script("for (const one of workspace.windowList()) if (one.caption == 'Secret letter') "
                        "workspace.activeWindow = one;")

    def run_script(self, text):
        path = self.room + "/script.js"
        with open(path, "w") as file:
            file.write(text)
        call = ("busctl", "--user", "call", "org.kde.KWin")
        self.output(*call, "/Scripting", "org.kde.kwin.Scripting", "unloadScript", "s", "trial")
        number = self.output(*call, "/Scripting", "org.kde.kwin.Scripting", "loadScript", "ss", path, "trial").decode()
        self.output(*call, "/Scripting/Script" + number.split()[-1], "org.kde.kwin.Script", "run")

    def found(self):
        """The windows of KWin's outputs. None: not all are there."""
        lines = self.output("xwininfo", "-root", "-children").decode().splitlines()
        found = [line.split()[0] for line in lines if "KDE Wayland Compositor" in line]
        return found if len(found) == 2 else None


class Gnome(Mocked):
    """GNOME Shell on two virtual monitors, without the extension: it does not tell which window is in front, and the bar
    lies on its Xwayland. What is lit first there is the call for help."""
    saver = "org.gnome.ScreenSaver"
    has_pictures = False
    # Where the shell looks for extensions, and those that are enabled.
    data, extensions = "/usr/share", "[]"

    def display(self):
        self.mock()
        # GNOME locks only where a display manager says that it is there.
        name, path = "org.gnome.DisplayManager", "/org/gnome/DisplayManager/Manager"
        self.start("python3", "-m", "dbusmock", "--system", name, path, name + ".Manager")
        wait_for("the display manager", lambda: name.encode() in self.ask_system("list", "--acquired"))
        self.ask_system("call", name, path, "org.freedesktop.DBus.Mock", "AddProperty", "ssv", name + ".Manager",
                        "Version", "s", "48.0")
        self.environment.update(
            XDG_CURRENT_DESKTOP="GNOME", XDG_SESSION_DESKTOP="gnome", DESKTOP_SESSION="gnome", LP_NUM_THREADS="2",
            GNOME_SHELL_SESSION_MODE="user", GSETTINGS_BACKEND="keyfile", XDG_CONFIG_HOME=self.room + "/config",
            GSETTINGS_SCHEMA_DIR="/usr/share/glib-2.0/schemas")
        for schema, key, value in (("org.gnome.desktop.interface", "enable-animations", "false"),
                                   ("org.gnome.desktop.session", "idle-delay", "0"),
                                   ("org.gnome.shell", "enabled-extensions", self.extensions),
                                   ("org.gnome.shell", "welcome-dialog-last-shown-version", "99")):
            self.output("gsettings", "set", schema, key, value)
        monitor = "%dx%d" % (WIDTH, HEIGHT)
        # Unsafe: it hides its overview when it is asked to.
        self.start("gnome-shell", "--headless", "--unsafe-mode", "--wayland", "--wayland-display", "wayland-0",
                   "--virtual-monitor", monitor, "--virtual-monitor", monitor, XDG_DATA_DIRS=self.data)
        wait_for("GNOME Shell", lambda: os.path.exists(self.room + "/wayland-0"))
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        wait_for("GNOME's lock", lambda: b"b " in self.ask_saver("GetActive"))
        wait_for("GNOME's X server", self.find_server)

    def answers(self):
        return self.help_calls()

    def find_server(self):
        with open(self.room + "/gnome-shell.log", errors="replace") as file:
            found = re.search(r"public X11 display (:\d+)", file.read())
        keys = glob.glob(self.room + "/.mutter-Xwaylandauth*")
        if not found or not keys:
            return False
        self.environment.update(DISPLAY=found[1], XAUTHORITY=keys[0])
        return True

    def bar(self):
        """Nothing takes a picture of GNOME: what counts here is what is done."""
        return b""


class ExtendedGnome(Gnome):
    """The same with the extension: it tells which window is in front, and draws. The shell ends it behind the lock."""
    data = os.path.realpath(BIN + "/../share") + ":/usr/share"
    extensions = "['switchway-scan@switchway.io', 'switchway-scan-43@switchway.io']"

    def display(self):
        super().display()
        wait_for("the extension",
                 lambda: b"io.switchway.Shell" in self.output("busctl", "--user", "list", "--acquired"))
        # It begins with its overview, where no window has the keyboard.
        wait_for("the shell", lambda: b'"false"' in self.run("Main.layoutManager._startingUp"))
        self.run("Main.overview.hide()")
        wait_for("the end of the overview", lambda: b'"false"' in self.run("Main.overview.visible"))

    def run(self, words):
        """What the shell says to this."""
        return self.output("busctl", "--user", "call", "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval",
                           "s", words)

    def answers(self):
        return self.done()
