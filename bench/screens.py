"""Screens without hardware, with a session bus and programs on them, for measuring: X11 with Openbox, or sway."""
import json
import os
import pwd
import signal
import subprocess
import time

from PIL import Image, ImageGrab

HERE = os.path.dirname(os.path.realpath(__file__))
# The height of switchway-scan's bar, in the desktop's pixels.
BAR = 48
CHROMIUM = ["/usr/bin/chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--force-renderer-accessibility",
            "--window-size=700,500", "--window-position=60,50"]


def until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise SystemExit("waited in vain for " + what)
        time.sleep(0.05)


class Screen:
    """Openbox on Xvfb."""
    # A number that no other X server is likely to have.
    DISPLAY = ":%d" % (100 + os.getpid() % 30000)
    # Types a letter, as a keyboard does.
    LETTER = ["/usr/bin/xdotool", "key", "x"]

    def __init__(self, room, size="1280x800"):
        self.room, self.size, self.children = room, size, []
        self.environment = dict(
            os.environ, XDG_RUNTIME_DIR=room, HOME=room, GSETTINGS_BACKEND="memory", GTK_THEME="Adwaita",
            DBUS_SESSION_BUS_ADDRESS="unix:path=%s/bus" % room, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", LANG="C.UTF-8",
            GNOME_ACCESSIBILITY="1", XDG_CACHE_HOME=room + "/cache")
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"):
            self.environment.pop(name, None)
        try:
            self.open()
            # After the X server, on which the accessibility bus tells its address: without that no program of Qt 5 that
            # starts later comes to it. See vm/trials/DESKTOP-TRIALS.md.
            self.start("/usr/bin/dbus-daemon", "--session", "--nofork", "--address=unix:path=%s/bus" % room)
            until("the bus", lambda: os.path.exists(room + "/bus"))
        except BaseException:
            self.end()
            raise

    def open(self):
        self.environment["DISPLAY"] = self.DISPLAY
        self.start("/usr/bin/Xvfb", self.DISPLAY, "-screen", "0", self.size + "x24", "-nolisten", "tcp",
                   # Else it begins anew when the first program that asks has gone, and Openbox may find nothing.
                   "-noreset")
        check = "/usr/bin/xprop", "-root", "_NET_SUPPORTING_WM_CHECK"
        until("the X server", lambda: self.ask(*check))
        self.start("/usr/bin/openbox")
        # What is shown before the window manager is there gets no focus.
        until("the window manager", lambda: "id #" in self.ask(*check))

    def picture(self):
        """What is on the screen."""
        return ImageGrab.grab(xdisplay=self.DISPLAY)

    def height(self):
        """What panels leave of the screen's height."""
        return int(self.ask("/usr/bin/xprop", "-root", "_NET_WORKAREA").split(",")[3])

    def start(self, *words):
        with open("%s/%s.log" % (self.room, os.path.basename(words[0])), "ab") as log:
            self.children.append(subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True))
        return self.children[-1]

    def start_daemon(self, folder, *lines):
        """The daemon of this folder, without a switch, with these lines in its profile."""
        with open(self.room + "/profile.yaml", "w") as file:
            file.write("\n".join(["switchway: 1", "extends: one-switch-scan", *lines, ""]))
        path = self.room + "/socket"
        self.start(folder + "/switchwayd", "--session", "always", "--socket", path, "--config",
                   self.room + "/profile.yaml")
        until("the daemon", lambda: os.path.exists(path))

    def ask(self, *words):
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL).stdout

    def end(self):
        for child in reversed(list(self.children)):
            self.end_one(child)

    def end_one(self, child):
        """Ends a program that was started here, with what it has started."""
        self.children.remove(child)
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()


class Sway(Screen):
    """sway without a screen or input."""
    LETTER = ["/usr/bin/wtype", "-s", "300", "x", "-s", "300"]

    def __init__(self, room, *configuration):
        self.configuration = configuration
        super().__init__(room)

    def open(self):
        with open(self.room + "/sway.conf", "w") as file:
            file.write("\n".join(["xwayland disable", *self.configuration, ""]))
        self.environment.update(
            WAYLAND_DISPLAY="wayland-1", SWAYSOCK=self.room + "/sway.socket", WLR_BACKENDS="headless",
            WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1", GDK_BACKEND="wayland", QT_QPA_PLATFORM="wayland")
        self.start("/usr/bin/sway", "-c", self.room + "/sway.conf")
        until("sway", lambda: os.path.exists(self.room + "/wayland-1") and os.path.exists(self.room + "/sway.socket"))

    def picture(self):
        self.ask("/usr/bin/grim", self.room + "/screen.png")
        return Image.open(self.room + "/screen.png").convert("RGB")

    def height(self):
        return json.loads(self.ask("/usr/bin/swaymsg", "-t", "get_workspaces"))[0]["rect"]["height"]


def become_ordinary():
    """As root the daemon and sway run as an ordinary user, which this machine surely has."""
    if os.getuid() == 0:
        user = pwd.getpwnam(os.environ.get("SWITCHWAY_TEST_USER", "nobody"))
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
