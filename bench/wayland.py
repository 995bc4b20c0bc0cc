"""GNOME's shell and KWin on Wayland without a screen, for measuring and for the trials in vm/trials.

KWin is in a window of an X server.
"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading

from gi.repository import GLib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE + "/../gnome/test"]
import session as sessions  # noqa: E402
from session import wait_for  # noqa: E402

SIZE = WIDTH, HEIGHT = 1280, 800


class Session(sessions.Session):
    def output(self, *words):
        """What a command of this session prints."""
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True).stdout


    def start_daemon(self, folder, profile):
        """Starts switchwayd of a folder with this text as the profile, and waits for it. The path of its socket."""
        file, path = self.home + "/trial.yaml", self.home + "/switchway"
        self.write(file, profile)
        self.start(folder + "/switchwayd", "--session", "always", "--socket", path, "--config", file)
        wait_for("the daemon", lambda: os.path.exists(path))
        return path


@contextlib.contextmanager
def extension():
    """The folder of the extension for the shell that is installed, as long as the context lasts."""
    uuid = "switchway-scan%s@switchway.io" % ("" if sessions.version() >= 45 else "-43")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([HERE + "/../gnome/build", folder], check=True)
        yield os.path.join(folder, uuid)


class Gnome(Session):
    title = "GNOME Shell"

    def __init__(self):
        with extension() as folder:
            super().__init__([folder], ("%dx%d" % SIZE,))
        # Without a keyboard GTK 4 takes no window for active.
        self.press(["Shift_L"])

    def press(self, names):
        """Holds these keys down one after the other, and releases them."""
        self.evaluate("""(() => {
            const {Clutter, GLib} = imports.gi;
            const seat = Clutter.get_default_backend().get_default_seat();
            global.keyboard ??= seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
            const keys = %s.map(name => Clutter['KEY_' + name]);
            for (const [all, state] of [[keys, 1], [keys.toReversed?.() ?? [...keys].reverse(), 0]])
                for (const key of all) global.keyboard.notify_keyval(GLib.get_monotonic_time(), key, state);
        })()""" % json.dumps(names))

    def picture(self, bus=None):
        """The screen. `bus`: the connection of the thread that asks."""
        from PIL import Image
        path = os.path.join(self.home, "shot-%d.png" % threading.get_ident())
        (bus or self.bus).call_sync(
            "org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot",
            GLib.Variant("(bbs)", (False, False, path)), None, 0, 10_000, None)
        return Image.open(path).convert("RGB")


class XServer(Session):
    """A session on an X server without a screen."""

    def start_server(self):
        told, end = os.pipe()
        self.processes.append(subprocess.Popen(
            ["Xvfb", "-displayfd", str(end), "-screen", "0", "%dx%dx24" % SIZE, "-ac", "-noreset"], pass_fds=[end],
            env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True))
        os.close(end)
        with open(told) as file:
            self.display = ":" + file.readline().strip()

    def picture(self, _=None):
        """The screen of the X server."""
        from PIL import Image
        data = subprocess.run(["xwd", "-root", "-silent", "-display", self.display], stdout=subprocess.PIPE).stdout
        head = [int.from_bytes(data[at:at + 4], "big") for at in range(0, 100, 4)]
        # Debian 13's Xvfb may have pixels of three bytes.
        return Image.frombytes("RGB", (head[4], head[5]), data[head[0] + head[19] * 12:], "raw",
                               "BGR" if head[11] == 24 else "BGRX", head[12])

    def press(self, names):
        """Holds these keys down one after the other, and releases them, by one command: none of them repeats."""
        subprocess.run(
            ["xdotool", "key", "+".join(names)], env={**self.environment, "DISPLAY": self.display}, check=True)


class KWin(XServer):
    title = "KWin"

    def start_shell(self):
        self.start_server()
        version = self.output("kwin_wayland", "--version").split()[-1].split(".")[0]
        self.environment.update(
            XDG_CURRENT_DESKTOP="KDE", KDE_FULL_SESSION="true", KDE_SESSION_VERSION=version, KWIN_COMPOSE="Q",
            DESKTOP_SESSION="plasma", XDG_SESSION_DESKTOP="KDE", XDG_MENU_PREFIX="plasma-",
            QT_QUICK_BACKEND="software", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        for name in ("GNOME_SHELL_SESSION_MODE", "GSETTINGS_BACKEND"):
            del self.environment[name]
        for name, text in (("kwinrc", "[Compositing]\nAnimationSpeed=0\n"),
                           ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n"),
                           ("kscreenlockerrc", "[Daemon]\nAutolock=false\n")):
            self.write(os.path.join(self.home, ".config", name), text)
        self.shell = self.start(
            "kwin_wayland", "--x11-display", self.display, "--width", str(WIDTH), "--height", str(HEIGHT),
            "--socket", "wayland-0", DISPLAY=self.display)
        wait_for("KWin", lambda: os.path.exists(os.path.join(self.environment["XDG_RUNTIME_DIR"], "wayland-0")))
        self.environment.update(WAYLAND_DISPLAY="wayland-0")


KINDS = {"gnome": Gnome, "kde": KWin}
