#!/usr/bin/python3
"""switchway-scan and screen locks: `lock.py [--seed N] [--presses N] NAME …`, of swaylock, i3lock and xscreensaver.

Each has a desktop of its own with two outputs, without a screen: sway, or an X server with Openbox. A client presses at
seeded moments around each lock and each unlocking. Nothing may be done behind the lock, and the bar may show nothing
there but what it shows where there are no windows and no programs. The first press after unlocking has to work, also
where the scanner was started or killed behind the lock. It needs no machine of its own: SWITCHWAY_BIN is the folder of
the programs, /usr/bin if it is not set. As root it takes the rights of the user `games`.
"""
import argparse
import glob
import json
import os
import pwd
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "clients", "python")]
BIN = os.environ.get("SWITCHWAY_BIN") or "/usr/bin"
USER = "games"
PATIENCE = 60
# The size of each of the two outputs, and of the bar.
WIDTH, HEIGHT, BAR = 800, 600, 48
# s within which nobody reacts to a page; the scanner takes no press before 0.4 s.
REACTION = 0.7
# Nobody has that box: only the client gives commands.
PROFILE = """switchway: 1
label: Trial
devices: {box: {match: {name: "Test Box"}}}
switches:
  left: {input: box/button-1, steady: off, tap: next}
  right: {input: box/button-2, steady: off, tap: select}
"""
WINDOW = """
import gi, sys, time
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Secret letter", default_width=300, default_height=200)
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


def wait_for(what, condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise SystemExit("not within %d s: %s" % (patience, what))


class World:
    """A desktop, and what runs on it."""

    def __init__(self):
        self.room = tempfile.mkdtemp(prefix="lock-")
        self.environment = {
            "HOME": self.room, "XDG_RUNTIME_DIR": self.room, "XDG_DATA_HOME": self.room + "/data",
            "XDG_DATA_DIRS": "/none", "PATH": "/usr/bin:/bin:/usr/libexec/xscreensaver", "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "0", "GTK_THEME": "Adwaita",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=%s/bus" % self.room}
        self.running = []
        self.clicks = self.room + "/clicks"
        self.starts = self.room + "/starts"
        for path in (self.clicks, self.starts):
            open(path, "w").close()
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile",
                   "--address=" + self.environment["DBUS_SESSION_BUS_ADDRESS"], XDG_DATA_DIRS="/usr/share")
        wait_for("the bus", lambda: os.path.exists(self.room + "/bus"))
        self.display()
        with open(self.room + "/trial.yaml", "w") as file:
            file.write(PROFILE)
        self.socket = self.room + "/switchway"
        self.start(BIN + "/switchwayd", "--session", "always", "--socket", self.socket, "--config",
                   self.room + "/trial.yaml")
        import switchway
        wait_for("the daemon", lambda: os.path.exists(self.socket))
        self.client = switchway.Client(path=self.socket)
        self.client.connect()
        self.scanner = None
        self.pages = 0

    def start(self, *words, **more):
        log = open(self.room + "/" + os.path.basename(words[0]) + ".log", "ab")
        child = subprocess.Popen(words, env=dict(self.environment, **more), stdin=subprocess.DEVNULL, stdout=log,
                                 stderr=log)
        self.running.append(child)
        return child

    def output(self, *words):
        return subprocess.run(words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def end(self):
        for child in reversed(self.running):
            if child.poll() is None:
                child.kill()
            child.wait()
        shutil.rmtree(self.room, ignore_errors=True)

    def open_window(self):
        self.start("python3", "-c", WINDOW, self.clicks)
        folder = self.room + "/data/applications"
        os.makedirs(folder, exist_ok=True)
        with open(folder + "/secret.desktop", "w") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Secret program\nExec=sh -c 'echo >>%s'\n" % self.starts)
        wait_for("the window", self.has_keyboard)

    def done(self):
        """How often something was done, to the window and to the program."""
        return sum(len(open(path).readlines()) for path in (self.clicks, self.starts))

    def start_scanner(self):
        self.scanner = self.start(BIN + "/switchway-scan", "--socket", self.socket)
        wait_for("the scanner's claim", lambda: "switchway-scan" in json.dumps(self.client.get("state")["consumers"]))

    def kill_scanner(self):
        self.scanner.kill()
        self.scanner.wait()
        wait_for("the scanner gone", lambda: "switchway-scan" not in json.dumps(
            self.client.get("state")["consumers"]))

    def press(self, name="select"):
        self.client.send(name)

    def bar(self):
        """What of the first output the bar may cover, as bytes."""
        return self.picture()[(HEIGHT - BAR) * WIDTH * 3:]


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

    def picture(self):
        ppm = self.output("grim", "-t", "ppm", "-o", "HEADLESS-1", "-")
        return ppm.split(b"\n", 3)[3]

    def lock(self):
        return self.start(*self.lock_words)

    def is_locked(self):
        return '"focused": true' not in self.tree()

    def unlock(self, child):
        child.send_signal(signal.SIGUSR1)
        child.wait()


class X11(World):
    number = 90

    def display(self):
        X11.number += 1
        config = self.room + "/xorg.conf"
        with open(config, "w") as file:
            file.write(DUMMY)
        name = ":%d" % X11.number
        self.start("/usr/lib/xorg/Xorg", name, "-config", config, "-noreset", "-nolisten", "tcp", "-ac", "-logfile",
                   self.room + "/xorg.txt", "-novtswitch", "-sharevts")
        self.environment["DISPLAY"] = name
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

    def picture(self):
        data = self.output("xwd", "-root", "-silent")
        head = [int.from_bytes(data[i:i + 4], "big") for i in range(0, 100, 4)]
        start, line = head[0] + head[19] * 12, head[12]
        return b"".join(bytes(byte for x in range(WIDTH) for byte in data[
            start + y * line + x * 4:start + y * line + x * 4 + 3]) for y in range(HEIGHT))

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
        time.sleep(1)
        wait_for("the lock", lambda: b"locked" in self.output("xscreensaver-command", "--time") or self.output(
            "xscreensaver-command", "--lock") is None)
        return child

    def is_locked(self):
        return len([size for size in self.windows() if size[0] >= WIDTH and size[1] >= HEIGHT]) >= 2

    def unlock(self, child):
        child.terminate()
        child.wait()


KINDS = {"swaylock": Sway, "i3lock": I3lock, "xscreensaver": XScreenSaver}


class Trial:
    def __init__(self, name, seed, presses):
        self.name, self.random, self.presses = name, random.Random(seed), presses
        self.home = None
        self.failures, self.counts = [], {"presses": 0, "locks": 0, "behind": 0, "done": 0, "pictures": 0}

    def say(self, text):
        print("%s: %s" % (self.name, text), flush=True)

    def references(self):
        """What the bar shows behind the lock where there is nothing with a name."""
        world, found = KINDS[self.name](), []
        try:
            world.start_scanner()
            child = world.lock()
            wait_for("the lock", world.is_locked)
            time.sleep(2)
            for _ in range(2):
                found.append(world.bar())
                world.press()
                for _ in range(4):
                    found.append(world.bar())
                    time.sleep(0.3)
            world.unlock(child)
        finally:
            world.end()
        return set(found)

    def run(self):
        known = self.references()
        self.say("%d pictures of the bar without names" % len(known))
        world = KINDS[self.name]()
        try:
            world.open_window()
            world.start_scanner()
            self.first_press(world, "at the beginning")
            rounds = max(1, self.presses // 5)
            for number in range(rounds):
                self.round(world, number, known)
            self.say(", ".join("%d %s" % (count, what) for what, count in self.counts.items()))
        except SystemExit as trouble:
            self.failures.append(str(trouble))
        finally:
            if self.failures:
                for log in glob.glob(world.room + "/switchway-scan.log"):
                    print(open(log).read()[-1000:])
            world.end()
        for failure in self.failures:
            self.say("FAILED: " + failure)
        return not self.failures

    def round(self, world, number, known):
        """Locks and unlocks once, with five presses around it."""
        kind = ["plain", "plain", "started", "killed", "plain"][number % 5]
        if kind == "started":
            world.kill_scanner()
        # Before and while the lock comes.
        before = self.random.uniform(0, 0.4)
        self.press(world, kind)
        time.sleep(before)
        child = world.lock()
        self.press(world, kind)
        wait_for("the lock", world.is_locked)
        self.counts["locks"] += 1
        # A press from before may be under way: its act began when the window had the keyboard.
        time.sleep(0.3)
        done = world.done()
        if kind == "killed":
            world.kill_scanner()
        if kind in ("started", "killed"):
            world.start_scanner()
        for _ in range(2):
            time.sleep(self.random.uniform(0, 0.8))
            self.press(world, kind)
            self.counts["behind"] += 1
            self.look(world, known, kind)
        time.sleep(0.6)
        self.look(world, known, kind)
        time.sleep(self.random.uniform(0, 0.3))
        if world.done() != done:
            self.failures.append("round %d (%s): %d acts behind the lock" % (number, kind, world.done() - done))
        world.unlock(child)
        wait_for("the window", world.has_keyboard)
        self.first_press(world, "round %d (%s)" % (number, kind))

    def press(self, world, kind):
        if world.scanner.poll() is None:
            world.press()
            self.counts["presses"] += 1

    def look(self, world, known, kind):
        picture = world.bar()
        self.counts["pictures"] += 1
        if picture not in known:
            self.failures.append("%s: the bar shows something else behind the lock" % kind)
            with open("/tmp/lock-%s-%d.rgb" % (self.name, self.counts["pictures"]), "wb") as file:
                file.write(picture)

    def first_press(self, world, when):
        """The scanner shows the window: one press clicks."""
        page = self.wait_for_page(world)
        done = world.done()
        time.sleep(max(0, REACTION - (time.monotonic() - page)))
        world.press()
        self.counts["presses"] += 1
        try:
            wait_for("click", lambda: world.done() == done + 1, 10)
            self.counts["done"] += 1
        except SystemExit:
            self.failures.append("%s: the first press did nothing" % when)
        # Its page is there again.
        time.sleep(1)

    def wait_for_page(self, world):
        """The page of the window: its button is lit, and the panel beside it. Returns since when it is there."""
        if self.home is None:
            time.sleep(5)
            self.home = world.bar()
        wait_for("the page of the window", lambda: world.bar() == self.home)
        return time.monotonic()


def go(_, report):
    """As one of the trials of the virtual machine: in a process of its own, with other rights."""
    ended = subprocess.run([sys.executable, os.path.realpath(__file__)], stdout=subprocess.PIPE)
    text = ended.stdout.decode()
    print(text, flush=True)
    report.check("what failed", [line for line in text.splitlines() if "FAILED" in line], [])
    report.check("the status", ended.returncode, 0)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("names", nargs="*", default=list(KINDS))
    words.add_argument("--seed", type=int, default=35)
    words.add_argument("--presses", type=int, default=50)
    given = words.parse_args()
    if os.getuid() == 0:
        entry = pwd.getpwnam(USER)
        os.execvp("setpriv", ["setpriv", "--reuid=%d" % entry.pw_uid, "--regid=%d" % entry.pw_gid, "--clear-groups",
                              sys.executable, os.path.realpath(__file__)] + sys.argv[1:])
    results = [Trial(name, given.seed, given.presses).run() for name in given.names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
