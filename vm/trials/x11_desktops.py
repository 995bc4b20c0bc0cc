"""GNOME's shell and Xfce on an X server without a screen, as bench/wayland.py has GNOME and KWin on Wayland."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE + "/../../bench"]
from wayland import SIZE, XServer, extension, wait_for  # noqa: E402


class X11(XServer):
    def start_shell(self):
        self.start_server()
        self.environment.update(
            DISPLAY=self.display, XDG_SESSION_TYPE="x11", GDK_BACKEND="x11", QT_QPA_PLATFORM="xcb",
            QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
        self.start_desktop()

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
        with extension() as folder:
            super().__init__([folder])

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
