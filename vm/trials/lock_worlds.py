"""Desktops with a screen lock, for lock.py: sway with swaylock, and an X server with i3lock or xscreensaver."""
import collections
import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import switchway

from devices import BTN_TRIGGER, UInput

BIN = os.environ.get("SWITCHWAY_BIN") or "/usr/bin"
# s. Only catches what hangs; an emulated machine takes ten times as long as this one.
PATIENCE = int(os.environ.get("LOCK_PATIENCE") or 60)
# When the trial began; and after how many seconds a wait says what it waits for.
START, LONG = time.monotonic(), 10
# The size of each of the two outputs, and of the bar.
WIDTH, HEIGHT, BAR = 800, 600, 48
# Where nobody has that box, only the client gives commands.
BOX = "Test Box"
PROFILE = """switchway: 1
label: Trial
devices: {box: {match: {name: "%s"}}}
switches:
  main: {input: box/btn_trigger, steady: off, tap: select}
  other: {input: box/btn_thumb, steady: off, tap: next}
""" % BOX
# With a clock. It rests after one round.
CLOCK = "scan: {style: auto, interval: %gs, first-item-pause: 0s, loops: 1, reaction: 0ms}\n"
# How long a press lasts, s.
HELD = 0.1


class Button:
    """A real button. It stays, whatever desktop comes."""

    def __init__(self):
        self.box = UInput(BOX, [BTN_TRIGGER, BTN_TRIGGER + 1])

    def press(self):
        self.box.key(BTN_TRIGGER, 1)
        time.sleep(HELD)
        self.box.key(BTN_TRIGGER, 0)


# Without buttons of its own beside the one that is pressed.
WINDOW = """
import gi, sys, time
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Secret letter", default_width=300, default_height=200, decorated=False)
button = Gtk.Button(label="Secret button")
button.connect("clicked", lambda _: (open(sys.argv[1], "a").write("%f\\n" % time.monotonic())))
window.add(button)
window.show_all()
Gtk.main()
"""
DUMMY = """
Section "Device"
  Identifier "d"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Screen"
  Identifier "s"
  Device "d"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 1600 600
  EndSubSection
EndSection
"""


def say(text):
    """Prints a line with the seconds since the trial began."""
    print("%7.1f s  %s" % (time.monotonic() - START, text), flush=True)


def wait_for(what, condition, patience=PATIENCE, seen=lambda: ""):
    """Waits until `condition` finds something, and returns it. A wait that takes long says what it waits for and what
    is there meanwhile (`seen`), and so does the end of one that fails."""
    begin = time.monotonic()
    told = begin + LONG
    while (now := time.monotonic()) < begin + patience:
        found = condition()
        if found:
            if told > begin + LONG:
                say("came after %.1f s: %s" % (time.monotonic() - begin, what))
            return found
        if now >= told:
            say("%.0f s without: %s %s" % (now - begin, what, seen()))
            told = now + 6 * LONG
        time.sleep(0.02)
    raise SystemExit("not within %d s: %s %s" % (patience, what, seen()))


class World:
    """A desktop, and what runs on it.

    `button`: presses the switch; None: a client gives the command. `interval`: of a clock that rests, s; None: the
    profile has none.
    """
    # Of the bar's place.
    pixels = WIDTH * BAR
    # Whether `bar` finds a picture.
    has_pictures = True
    # What the daemon follows.
    follows = "always"

    def __init__(self, button=None, interval=None):
        self.button = button
        self.room = tempfile.mkdtemp(prefix="lock-")
        self.environment = {
            "HOME": self.room, "XDG_RUNTIME_DIR": self.room, "XDG_DATA_HOME": self.room + "/data",
            "XDG_DATA_DIRS": "/none", "PATH": "/usr/bin:/bin:/usr/libexec/xscreensaver", "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "0", "GTK_THEME": "Adwaita",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=%s/bus" % self.room}
        self.running = []
        self.clicks = self.room + "/clicks"
        self.starts = self.room + "/starts"
        self.helped = 0
        self.recent = collections.deque(maxlen=10)
        self.scanner = None
        try:
            self.open(interval)
        except BaseException:
            self.end()
            raise

    def open(self, interval):
        for path in (self.clicks, self.starts):
            open(path, "w").close()
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile",
                   "--address=" + self.environment["DBUS_SESSION_BUS_ADDRESS"], XDG_DATA_DIRS="/usr/share")
        wait_for("the bus", lambda: os.path.exists(self.room + "/bus"))
        self.display()
        self.start_daemon(interval)

    def start_daemon(self, interval):
        with open(self.room + "/trial.yaml", "w") as file:
            file.write(PROFILE + (CLOCK % interval if interval else ""))
        self.socket = self.room + "/switchway"
        self.start(BIN + "/switchwayd", "--session", self.follows, "--socket", self.socket, "--config",
                   self.room + "/trial.yaml")
        wait_for("the daemon", lambda: os.path.exists(self.socket))
        self.client = switchway.Client(path=self.socket, observe=[])
        self.client.connect()
        if self.button:
            wait_for("the button in the daemon", lambda: BOX in [one["name"] for one in self.state("devices")])
        self.observer = switchway.Client(
            path=self.socket, observe=["attention", "command", "rejected", "scan", "warning"])
        self.observer.connect()

    def start(self, *words, descriptors=(), **more):
        log = open(self.room + "/" + os.path.basename(words[0]) + ".log", "ab")
        child = subprocess.Popen(self.by(words), env=dict(self.environment, **more), stdin=subprocess.DEVNULL,
                                 stdout=log, stderr=log, pass_fds=descriptors)
        self.running.append(child)
        return child

    def by(self, words):
        """The command that runs this one as the person."""
        return words

    def output(self, *words):
        return subprocess.run(
            self.by(words), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def end(self):
        for child in reversed(self.running):
            if child.poll() is None:
                child.kill()
            child.wait()
        for process in self.others():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.room, ignore_errors=True)

    def others(self):
        """What these programs have started, such as the accessibility bus: it has this room in its environment."""
        for path in glob.glob("/proc/[0-9]*/environ"):
            # Those of other users are not read, and some have gone meanwhile.
            with contextlib.suppress(OSError), open(path, "rb") as file:
                if b"=" + self.room.encode() + b"\0" in file.read() + b"\0":
                    yield int(path.split("/")[2])

    def open_window(self):
        # On GNOME GTK draws pictures from there.
        self.start("python3", "-c", WINDOW, self.clicks, XDG_DATA_DIRS="/usr/share")
        folder = self.room + "/data/applications"
        os.makedirs(folder, exist_ok=True)
        with open(folder + "/secret.desktop", "w") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Secret program\nExec=sh -c 'echo >>%s'\n" % self.starts)
        wait_for("the window", self.has_keyboard)

    def done(self):
        """How often something was done, to the window and to the program."""
        return sum(len(open(path).readlines()) for path in (self.clicks, self.starts))

    def answers(self):
        """How often the first press after unlocking was answered: it clicks the window's button."""
        return self.done()

    def start_scanner(self):
        self.scanner = self.start(BIN + "/switchway-scan", "--socket", self.socket)
        # The claim that it makes when it shows its first page. Before that a press is for nothing that anybody sees.
        wait_for("the scanner's claim", lambda: any(
            one["client"] == "switchway-scan" and "apps" in one["commands"] for one in self.state("consumers")))

    def kill_scanner(self):
        self.scanner.kill()
        self.scanner.wait()
        wait_for("the scanner gone", lambda: "switchway-scan" not in json.dumps(self.state("consumers")))

    def state(self, member):
        return self.client.get("state")[member]

    def rests(self):
        """Whether the clock rests."""
        return self.state("scan")["state"] == "resting"

    def help_calls(self):
        """How often help was called so far."""
        while (event := self.observer.event(0)) is not None:
            self.helped += event["type"] == "attention"
            if event["type"] == "warning":
                say("the daemon warns: " + event["message"])
            if event["type"] == "connected":
                continue
            words = ("type", "command", "reason", "state", "page", "item", "message")
            self.recent.append("%.1f s %s" % (event.get("time", event.get("sent", 0)) / 1e6 - START, " ".join(
                str(event[name]) for name in words if name in event)))
        return self.helped

    def said(self):
        """What the daemon said last."""
        self.help_calls()
        return ", ".join(self.recent)

    def press(self):
        if self.button:
            self.button.press()
        else:
            self.client.send("select")

    def give(self, command):
        """A command of a client. A daemon that knows of the lock refuses it."""
        with contextlib.suppress(switchway.Refused):
            self.client.send(command)


class Sway(World):
    lock_words = ["swaylock", "-c", "112233"]

    def display(self):
        config = self.room + "/config"
        with open(config, "w") as file:
            file.write("xwayland disable\ndefault_border none\noutput * resolution %dx%d scale 1\n"
                       "workspace 1 output HEADLESS-1\nexec true\n" % (WIDTH, HEIGHT))
        self.start("sway", "-c", config, WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1",
                   WLR_HEADLESS_OUTPUTS="2")
        found = wait_for("sway", lambda: glob.glob(self.room + "/sway-ipc*") and glob.glob(self.room + "/wayland-?"))
        self.environment.update(WAYLAND_DISPLAY=os.path.basename(found[0]),
                                SWAYSOCK=glob.glob(self.room + "/sway-ipc*")[0])
        wait_for("sway's answer", lambda: self.output("swaymsg", "-t", "get_version"))
        self.output("swaymsg", "focus output HEADLESS-1")

    def tree(self):
        return self.output("swaymsg", "-t", "get_tree", "-r").decode()

    def has_keyboard(self):
        found = []

        def visit(node):
            if node["focused"]:
                found.append(node.get("pid"))
            for child in node["nodes"] + node["floating_nodes"]:
                visit(child)
        visit(json.loads(self.tree()))
        return bool(found and found[0])

    def bar(self):
        """What of the first output the bar may cover, as bytes."""
        ppm = self.output("grim", "-t", "ppm", "-o", "HEADLESS-1", "-")
        return ppm.split(b"\n", 3)[3][(HEIGHT - BAR) * WIDTH * 3:]

    def lock(self):
        return self.start(*self.lock_words)

    def is_locked(self):
        return '"focused": true' not in self.tree()

    def unlock(self, child):
        child.send_signal(signal.SIGUSR1)
        child.wait()


class X11(World):
    def display(self):
        config = self.room + "/xorg.conf"
        with open(config, "w") as file:
            file.write(DUMMY)
        # The server takes a number that nobody has, and writes it.
        told, end = os.pipe()
        self.start("/usr/lib/xorg/Xorg", "-displayfd", str(end), "-config", config, "-noreset", "-nolisten", "tcp",
                   "-ac", "-logfile", self.room + "/xorg.txt", "-novtswitch", "-sharevts", descriptors=(end,))
        os.close(end)
        with open(told) as file:
            self.environment["DISPLAY"] = ":" + file.readline().strip()
        wait_for("the X server", lambda: self.output("xwininfo", "-root"))
        self.set_outputs()
        self.start("openbox", XDG_DATA_DIRS="/usr/share")
        wait_for("the window manager", lambda: b"window id" in self.output(
            "xprop", "-root", "_NET_SUPPORTING_WM_CHECK"))

    def set_outputs(self):
        """Two of the dummy driver's outputs, beside each other."""
        mode = "%dx%d" % (WIDTH, HEIGHT)
        self.output("xrandr", "--addmode", "DUMMY1", mode)
        for number in range(2):
            self.output("xrandr", "--output", "DUMMY%d" % number, "--mode", mode, "--pos", "%dx0" % (number * WIDTH))
        monitors = self.output("xrandr", "--listmonitors").decode()
        if "Monitors: 2" not in monitors:
            raise SystemExit("no two outputs: " + monitors)

    def has_keyboard(self):
        active = self.output("xprop", "-root", "_NET_ACTIVE_WINDOW").decode().split()[-1]
        return active != "0x0" and b"Secret letter" in self.output("xprop", "-id", active, "_NET_WM_NAME")

    def bar(self):
        """What of the first output the bar may cover, as bytes."""
        # xwd ends without a picture where a window goes while it looks through them all.
        data = wait_for("a picture", lambda: self.output("xwd", "-root", "-silent"))
        head = [int.from_bytes(data[i:i + 4], "big") for i in range(0, 100, 4)]
        start, line = head[0] + head[19] * 12, head[12]
        return b"".join(data[start + y * line:start + y * line + WIDTH * 4] for y in range(HEIGHT - BAR, HEIGHT))

    def windows(self):
        """The sizes of the windows that are mapped past the window manager."""
        found = []
        for line in self.output("xwininfo", "-root", "-children").decode().splitlines():
            words = line.split()
            if words and words[0].startswith("0x") and "+" in words[-1]:
                info = self.output("xwininfo", "-id", words[0]).decode()
                if "IsViewable" in info and "Override Redirect State: yes" in info:
                    width, height = words[-2].split("+")[0].split("x")
                    found.append((int(width), int(height)))
        return found


class I3lock(X11):
    def lock(self):
        return self.start("i3lock", "--nofork", "-c", "112233")

    def is_locked(self):
        return any(size[0] >= 2 * WIDTH and size[1] >= HEIGHT for size in self.windows())

    def unlock(self, child):
        child.terminate()
        child.wait()


class XScreenSaver(X11):
    def lock(self):
        with open(self.room + "/.xscreensaver", "w") as file:
            file.write("timeout: 0:59:00\nlock: True\nlockTimeout: 0:00:00\nmode: blank\nfade: False\nunfade: False\n"
                       "splash: False\ndpmsEnabled: False\n")
        child = self.start("xscreensaver", "--no-splash")

        def is_locked():
            if b"locked" in self.output("xscreensaver-command", "--time"):
                return True
            self.output("xscreensaver-command", "--lock")
            time.sleep(1)
        wait_for("xscreensaver's lock", is_locked)
        return child

    def is_locked(self):
        return len([size for size in self.windows() if size[0] >= WIDTH and size[1] >= HEIGHT]) >= 2

    def unlock(self, child):
        child.terminate()
        child.wait()
