"""A session of GNOME or KDE on Wayland, as logind and a display manager start one, on the machine's screen."""
import fcntl
import glob
import json
import os
import pwd
import subprocess

import opener
from daemon import give
from desktop import NAME, PICTURES, ROOM, Process, Program, as_person, read, tell
from devices import wait_for

HERE = os.path.dirname(os.path.realpath(__file__))
# linux/vt.h
VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607
TERMINAL = 2
SOCKET = "wayland-0"

# Written whole or not at all.
TELL = 'cd "$XDG_RUNTIME_DIR" && env -0 > environment.new && mv environment.new environment && cd /'
# The trial asks the shell for its state. `extensions`: those that a trial has besides.
GNOME = TELL + """
gsettings set org.gnome.shell disable-user-extensions false
gsettings set org.gnome.shell enabled-extensions "['%s'$extensions]"
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.session idle-delay 0
gsettings set org.gnome.desktop.notifications show-banners false
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
exec gnome-shell --wayland --display-server --no-x11
""" % opener.NAME
# Plasma 5 or 6, by the program of its own that writes settings.
PLASMA_VERSION = next((one for one in "65" if os.path.exists("/usr/bin/kwriteconfig" + one)), "5")
WRITE_SETTING = "/usr/bin/kwriteconfig" + PLASMA_VERSION
KDE = """
%(write)s --file kwinrc --group Compositing --key AnimationSpeed 0
%(write)s --file kdeglobals --group KDE --key AnimationDurationFactor 0
%(write)s --file kscreenlockerrc --group Daemon --key Autolock false
exec kwin_wayland --drm --socket %(socket)s --exit-with-session %(room)s/plasma
""" % {"write": WRITE_SETTING, "socket": SOCKET, "room": ROOM}
# Two screens in memory, and the devices of the seat.
SWAY = """
cat >"$XDG_RUNTIME_DIR/tell" <<'END'
cd "$XDG_RUNTIME_DIR" && [ "$WAYLAND_DISPLAY" = %s ] || ln -sf "$WAYLAND_DISPLAY" %s
%s
END
cat >"$XDG_RUNTIME_DIR/config" <<END
xwayland disable
default_border none
output * resolution 800x600 scale 1
output HEADLESS-1 position 0 0
output HEADLESS-2 position 800 0
workspace 1 output HEADLESS-1
exec sh $XDG_RUNTIME_DIR/tell
END
exec sway -c "$XDG_RUNTIME_DIR/config"
""" % (SOCKET, SOCKET, TELL)
# Started by kwin_wayland, which ends with it.
PLASMA = "#!/bin/sh\nexport WAYLAND_DISPLAY=%s QT_QPA_PLATFORM=wayland\n%s\nexec plasmashell\n" % (SOCKET, TELL)
# Both draw without a graphics card.
COMMON = {"XDG_SESSION_TYPE": "wayland", "XDG_SESSION_CLASS": "user", "XDG_SEAT": "seat0",
          "XDG_VTNR": str(TERMINAL), "LANG": "C.UTF-8", "LP_NATIVE_VECTOR_WIDTH": "128"}
# What is started, with which words in its environment, and the program that reads the keyboards.
KINDS = {
    "gnome": (GNOME, {"XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_DESKTOP": "gnome", "DESKTOP_SESSION": "gnome",
                      "GNOME_SHELL_SESSION_MODE": "user"}, "gnome-shell"),
    "kde": (KDE, {"XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": PLASMA_VERSION,
                  "DESKTOP_SESSION": "plasma", "KWIN_COMPOSE": "Q", "QT_QUICK_BACKEND": "software",
                  "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_MENU_PREFIX": "plasma-"}, "kwin_wayland"),
    "sway": (SWAY, {"XDG_CURRENT_DESKTOP": "sway", "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman",
                    "WLR_HEADLESS_OUTPUTS": "2", "WLR_LIBINPUT_NO_DEVICES": "1", "LIBSEAT_BACKEND": "logind"}, "sway"),
}


def activate(terminal):
    """Brings a virtual terminal to the front, and waits until it is there."""
    with open("/dev/tty0", "wb", buffering=0) as console:
        fcntl.ioctl(console, VT_ACTIVATE, terminal)
        fcntl.ioctl(console, VT_WAITACTIVE, terminal)


class Monitor:
    """QEMU's own monitor: takes pictures of the screen."""

    def __init__(self):
        self.port = open("/dev/virtio-ports/switchway.qmp", "r+b", buffering=0)
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        self.port.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        text = b""
        while True:
            text += self.port.read(1)
            if text.endswith(b"\n"):
                answer, text = json.loads(text), b""
                if "return" in answer or "error" in answer:
                    return answer


class Bus:
    """Asks the programs of the session, as the person."""

    def __init__(self, environment):
        self.child = subprocess.Popen(as_person(["/usr/bin/python3", HERE + "/bus.py"]), stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, env=environment)

    def ask(self, name, path, interface, method, types="()", *arguments):
        self.child.stdin.write(json.dumps([name, path, interface, method, types, arguments]).encode() + b"\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


class Screen:
    """The machine's screen, with a text console on it."""

    def __init__(self):
        os.makedirs(ROOM, exist_ok=True)
        subprocess.run(["modprobe", "virtio-gpu"], check=True)
        subprocess.run(["udevadm", "settle"], check=True)
        self.monitor = Monitor()

    def picture(self, name, program=None):
        """The screen as a small PNG with few colours, for the documentation. Only where pictures are wanted."""
        if not os.environ.get("PICTURES"):
            return
        from PIL import Image
        os.makedirs(PICTURES, exist_ok=True)
        path = "%s/%s/%s.png" % (os.getcwd(), PICTURES, name)
        self.monitor.ask("screendump", filename=path, format="png")
        Image.open(path).convert("RGB").resize((640, 400)).quantize(32, dither=0).save(path, optimize=True)


class Session(Screen):
    """`first`: what is done in the session before the desktop starts."""

    def __init__(self, kind, first=""):
        super().__init__()
        self.kind = kind
        script, words, self.reader = KINDS[kind]
        # As people call it.
        self.title = kind.upper()
        entry = pwd.getpwnam(NAME)
        self.runtime = "/run/user/%d" % entry.pw_uid
        self.log = ROOM + "/session.log"
        if kind == "gnome":
            for name, text in opener.files().items():
                give("%s/.local/share/gnome-shell/extensions/%s/%s" % (entry.pw_dir, opener.NAME, name), text)
        with open(ROOM + "/plasma", "w") as file:
            file.write(PLASMA)
        os.chmod(ROOM + "/plasma", 0o755)
        subprocess.run(["usermod", "-aG", "video,render", NAME], check=True)
        settings = ["PAMName=login", "User=" + NAME, "TTYPath=/dev/tty%d" % TERMINAL, "StandardInput=tty",
                    "StandardOutput=file:" + self.log, "StandardError=file:" + self.log, "TTYReset=yes",
                    "TTYVHangup=yes"]
        subprocess.run(["systemd-run", "--quiet", "--unit", "session",
                        *[word for one in settings for word in ("-p", one)],
                        *[word for one in {**COMMON, **words}.items() for word in ("-E", "=".join(one))],
                        "/usr/bin/dbus-run-session", "--", "/bin/sh", "-c", first + "\n" + script], check=True)
        activate(TERMINAL)
        wait_for("the session of " + kind, self.is_up, 900)
        environment = dict(one.split("=", 1) for one in read(self.runtime + "/environment").split("\0") if "=" in one)
        self.environment = {**environment, "WAYLAND_DISPLAY": SOCKET, "GDK_BACKEND": "wayland",
                            "QT_QPA_PLATFORM": "wayland"}
        self.bus = Bus(self.environment)
        tell("the session of " + kind)

    def is_up(self):
        state = subprocess.run(["systemctl", "is-active", "session"], stdout=subprocess.PIPE).stdout.decode().strip()
        if state not in ("active", "activating"):
            raise SystemExit("the session of %s has ended:\n%s" % (self.kind, read(self.log)[-4000:]))
        return os.path.exists("%s/%s" % (self.runtime, SOCKET)) and os.path.exists(self.runtime + "/environment")

    def program(self, name, *words):
        """A program of the person's, in this session."""
        return Windowed(self.environment, name, list(words))

    def run(self, *words):
        """What a command of the person's, in this session, prints."""
        done = subprocess.run(as_person(list(words)), env=self.environment, stdout=subprocess.PIPE, check=False)
        return done.stdout.decode()

    def doctor(self, daemon, subject):
        """What the doctor says of this in the session: its help, or None."""
        found = json.loads(self.run("/usr/bin/switchway", "doctor", "--json", "--config", daemon.config, "--socket",
                                    daemon.socket))
        return next((one.get("help") for one in found if one["check"] == subject), None)

    def wait_for_keyboard(self, name="Switchway keyboard"):
        """Until what reads the keyboards of the session has opened this one."""
        def is_open():
            nodes = {"/dev/input/" + os.path.basename(path) for path in glob.glob("/sys/class/input/event*")
                     if read(path + "/device/name").strip() == name}
            pids = subprocess.run(["pidof", self.reader], stdout=subprocess.PIPE).stdout.decode().split()
            links = [link for pid in pids for link in glob.glob("/proc/%s/fd/*" % pid)]
            return any(os.path.realpath(link) in nodes for link in links)
        wait_for("'%s' in the session" % name, is_open)
        tell("'%s' in the session" % name)

    def unlock(self):
        subprocess.run(["loginctl", "unlock-sessions"], check=True)


class Windowed(Program):
    def __init__(self, environment, name, words):
        self.said = []
        Process.__init__(self, name, as_person(words), **environment)
