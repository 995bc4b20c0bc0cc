"""A GNOME session without a screen: buses, logind's answers and a shell of its own. It ends with this object."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

from gi.repository import Gio, GLib

import opener
from opener import version  # noqa: F401

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>%s</type><listen>unix:path=%s</listen>%s
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow receive_sender="*"/><allow own="*"/>
<allow user="*"/></policy>
</busconfig>
"""
SETTINGS = """[org/gnome/desktop/interface]
enable-animations=false
[org/gnome/desktop/session]
idle-delay=uint32 0
[org/gnome/shell]
welcome-dialog-last-shown-version='99'
disable-user-extensions=false
enabled-extensions=%s
favorite-apps=%s
[org/gnome/mutter]
experimental-features=%s
"""


def wait_for(what, condition, patience=60):
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise SystemExit("%d s passed, and not yet: %s" % (patience, what))
        time.sleep(0.02)


class Session:
    """`extensions`: folders that are installed before the shell starts, and enabled by their names.

    `programs`: desktop entries by their names, which the dash has.
    """

    def __init__(self, extensions=(), monitors=("1280x800",), features=(), programs=None):
        self.home = tempfile.mkdtemp(prefix="gnome-")
        self.processes = []
        runtime = os.path.join(self.home, "run")
        os.mkdir(runtime, 0o700)
        folder = os.path.join(self.home, ".local/share/gnome-shell/extensions")
        os.makedirs(folder)
        names = [os.path.basename(os.path.normpath(one)) for one in extensions]
        for one, name in zip(extensions, names):
            shutil.copytree(one, os.path.join(folder, name))
        applications = os.path.join(self.home, ".local/share/applications")
        os.makedirs(applications)
        for name, text in (programs or {}).items():
            self.write(os.path.join(applications, name), text)
        os.mkdir(os.path.join(folder, opener.NAME))
        for name, text in opener.files().items():
            self.write(os.path.join(folder, opener.NAME, name), text)
        names.append(opener.NAME)
        settings = os.path.join(self.home, ".config/glib-2.0/settings")
        os.makedirs(settings)
        self.write(os.path.join(settings, "keyfile"), SETTINGS % (
            names, list(programs or ()) or "@as []", list(features) or "@as []"))
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": self.home, "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
            "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_DESKTOP": "gnome",
            "GNOME_SHELL_SESSION_MODE": "user", "LIBGL_ALWAYS_SOFTWARE": "1", "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "0", "XDG_DATA_DIRS": "/usr/local/share:/usr/share"}
        for name, services in (("system", ""), ("session", "<standard_session_servicedirs/>")):
            path = os.path.join(runtime, name)
            self.write(path + ".conf", BUS % (name, path, services))
            self.environment["DBUS_%s_BUS_ADDRESS" % name.upper()] = "unix:path=" + path
            self.start("dbus-daemon", "--nofork", "--nopidfile", "--config-file=" + path + ".conf")
            wait_for("the bus", lambda: os.path.exists(path))
        self.bus = None
        self.renew_bus()
        self.start("python3", "-m", "dbusmock", "--system", "--template", "logind")
        self.monitors = monitors
        try:
            self.start_shell()
        except BaseException:
            print(self.log())
            self.end()
            raise

    def renew_bus(self):
        """Ends this program's connection to the session's bus, and makes another one."""
        if self.bus:
            self.bus.close_sync()
        self.bus = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)

    def start_shell(self):
        screens = [word for one in self.monitors for word in ("--virtual-monitor", one)]
        self.shell = self.start(
            "gnome-shell", "--headless", "--wayland", "--wayland-display", "wayland-0", *screens)
        wait_for("the shell", lambda: self.evaluate("!Main.layoutManager._startingUp") is True, 30)
        self.evaluate("Main.overview.hide()")
        wait_for("the shell at rest", lambda: self.evaluate("!Main.overview.visible") is True)
        for name in ("WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY"):
            value = self.evaluate("imports.gi.GLib.getenv('%s')" % name)
            if value:
                self.environment[name] = value

    @staticmethod
    def write(path, text):
        with open(path, "w") as file:
            file.write(text)

    def start(self, *command, pipe=False, output=False, **words):
        log = open(os.path.join(self.home, os.path.basename(command[0]) + ".log"), "a")
        process = subprocess.Popen(
            command, env={**self.environment, **words}, stdin=subprocess.PIPE if pipe else subprocess.DEVNULL,
            stdout=subprocess.PIPE if output else log, stderr=log, text=True, start_new_session=True)
        self.processes.append(process)
        return process

    def call(self, name, path, interface, method, arguments=None):
        return self.bus.call_sync(name, path, interface, method, arguments, None, 0, 10_000, None).unpack()

    def evaluate(self, words):
        """What JavaScript in the shell gives, as JSON carries it. `None`: it failed, or there is no shell."""
        try:
            done, text = self.call(
                "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (words,)))
        except GLib.Error:
            return None
        return json.loads(text) if done and text else None

    def log(self, program="gnome-shell"):
        with open(os.path.join(self.home, program + ".log"), errors="replace") as file:
            return file.read()

    def end(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        if not os.environ.get("KEEP"):
            shutil.rmtree(self.home, ignore_errors=True)
