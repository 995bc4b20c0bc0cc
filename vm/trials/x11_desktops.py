"""GNOME's shell and Xfce on an X server without a screen, as bench/wayland.py has GNOME and KWin on Wayland."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE + "/../../bench"]
from wayland import KWin, Session, SIZE, sessions, wait_for  # noqa: E402


def box(picture, colour):
    """The rectangle around all that has this colour: left, top, right, bottom; `None` if nothing has it."""
    pixels, wanted, found = picture.tobytes(), bytes(colour), None
    for y in range(picture.height):
        row = pixels[y * 3 * picture.width:(y + 1) * 3 * picture.width]
        at = [x for x in range(0, len(row), 3) if row[x:x + 3] == wanted] if wanted in row else []
        if at:
            left, top, right = (found or [picture.width, y, 0])[:3]
            found = [min(left, at[0] // 3), top, max(right, at[-1] // 3 + 1), y + 1]
    return found


class X11(Session):
    def start_shell(self):
        told, end = os.pipe()
        self.processes.append(subprocess.Popen(
            ["Xvfb", "-displayfd", str(end), "-screen", "0", "%dx%dx24" % SIZE, "-ac", "-noreset"], pass_fds=[end],
            env=self.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True))
        os.close(end)
        with open(told) as file:
            self.display = ":" + file.readline().strip()
        self.environment.update(
            DISPLAY=self.display, XDG_SESSION_TYPE="x11", GDK_BACKEND="x11", QT_QPA_PLATFORM="xcb",
            QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        self.start_desktop()

    press = KWin.press

    def picture(self, _=None):
        from PIL import Image
        data = subprocess.run(["xwd", "-root", "-silent", "-display", self.display], stdout=subprocess.PIPE).stdout
        head = [int.from_bytes(data[at:at + 4], "big") for at in range(0, 100, 4)]
        # Debian 13's Xvfb has pixels of three bytes.
        return Image.frombytes("RGB", (head[4], head[5]), data[head[0] + head[19] * 12:], "raw",
                               "BGR" if head[11] == 24 else "BGRX", head[12])

    def xprop(self, *words):
        return self.output("xprop", *words)

    def strut(self):
        """How much of the screen's height the window manager keeps free, in pixels."""
        words = self.xprop("-root", "_NET_WORKAREA").partition("=")[2].split(",")
        return SIZE[1] - int(words[3]) if len(words) > 3 else None

    def manager(self):
        """The number of the window by which a window manager says that it runs."""
        return self.xprop("-root", "_NET_SUPPORTING_WM_CHECK").partition("#")[2].strip()


class GnomeX11(X11):
    title = "GNOME Shell on X11"

    def __init__(self):
        uuid = "switchway-scan%s@switchway.io" % ("" if sessions.version() >= 45 else "-43")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([HERE + "/../../gnome/build", folder], check=True)
            super().__init__([os.path.join(folder, uuid)])

    def start_desktop(self, *words):
        self.shell = self.start("gnome-shell", "--x11", *words)
        self.await_desktop()

    def await_desktop(self):
        wait_for("the shell", lambda: self.evaluate("!Main.layoutManager._startingUp") is True, 60)
        self.evaluate("Main.overview.hide()")
        wait_for("the shell at rest", lambda: self.evaluate("!Main.overview.visible") is True)


class Xfce(X11):
    title = "Xfce"

    def start_desktop(self):
        for name in ("GNOME_SHELL_SESSION_MODE", "GSETTINGS_BACKEND"):
            del self.environment[name]
        self.environment.update(
            XDG_CURRENT_DESKTOP="XFCE", XDG_SESSION_DESKTOP="xfce", DESKTOP_SESSION="xfce", XDG_MENU_PREFIX="xfce-")
        subprocess.run(["dbus-update-activation-environment", "DISPLAY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"],
                       env=self.environment)
        self.start("xfsettingsd", "--no-daemon")
        self.shell = self.start("xfwm4")
        wait_for("the window manager", self.manager)
        self.start("xfce4-panel", "--disable-wm-check")
        wait_for("the panel", lambda: self.strut())
