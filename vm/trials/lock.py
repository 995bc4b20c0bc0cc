#!/usr/bin/python3
"""switchway-scan and screen locks: `lock.py [--seed N] [--presses N] [--clock S] NAME …`, of swaylock, i3lock and
xscreensaver.

Each has a desktop of its own with two outputs, without a screen: sway, or an X server with Openbox. `kde`, `gnome` and
`gnome-extension` are whole desktops with their own lock, see lock_desktops.py. A button is pressed at seeded moments
around each lock and each unlocking; where there is no /dev/uinput, a client gives the command. Nothing may be done
behind the lock, and the bar may show nothing there but what it shows where there are no windows and no programs. The
first press after unlocking has to work, also where the scanner was started or killed behind the lock. A press behind
the lock has to call for help.

`--clock`: with a scanning clock of this interval, which rests after one round. The first press then starts it, and the
next one chooses. SWITCHWAY_BIN is the folder of the programs, /usr/bin if it is not set. As root it takes the rights of
the user `games`, and in the virtual machine those of the daemon, too.
"""
import argparse
import glob
import os
import pwd
import random
import signal
import subprocess
import sys
import time
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "walk"), os.path.join(HERE, "..", "..", "clients", "python")]

from lock_desktops import ExtendedGnome, Gnome, KWin  # noqa: E402
from lock_worlds import PATIENCE, Button, I3lock, Sway, XScreenSaver, say, wait_for  # noqa: E402

# Where pictures are kept that show something else than they should.
PICTURES = os.path.join(HERE, "..", "..", ".build", "trials")
USER = "games"
# What the installed daemon has of its service: the devices, and the virtual keyboard.
GROUPS = "input,switchway-uinput"
# s, in the virtual machine: it takes that long to start the scanner, and a step must outlast the press that it is for.
SLOW_PATIENCE, SLOW_INTERVAL = 600, 10
# s within which nobody reacts to a page; the scanner takes no press before 0.4 s.
REACTION = 0.7
# s for which a page stays as it is before it is taken for the whole one.
SETTLED = 3 if PATIENCE <= 60 else 20
KINDS = {"swaylock": Sway, "i3lock": I3lock, "xscreensaver": XScreenSaver}
# Less than this between the brightest and the darkest pixel, of 255: nobody can read it.
READABLE = 24
# Those of whole desktops, where they are named.
DESKTOPS = {"kde": KWin, "gnome": Gnome, "gnome-extension": ExtendedGnome}


def written(picture, pixels):
    """What is written there, however bright or dark it is: which pixels are brighter than the middle. Empty: nothing
    can be read. KWin shows black until its lock has drawn itself, and a lock may come and go in a fade."""
    green = picture[1::max(1, len(picture) // pixels)]
    low, high = min(green, default=0), max(green, default=0)
    if high - low < READABLE:
        return b""
    return green.translate(bytes(value > (low + high) // 2 for value in range(256)))


class Trial:
    def __init__(self, name, given, button, kind=None):
        """`kind`: of desktop; None: that of this name."""
        self.kind = kind or {**KINDS, **DESKTOPS}[name]
        self.name, self.random, self.presses = name, random.Random(given.seed), given.presses
        self.button, self.interval = button, given.clock
        # What the bar shows for the window; and where there is none.
        self.home, self.without = None, set()
        # How long each call for help took from the press behind the lock, s.
        self.waits = []
        self.failures, self.counts = [], {"presses": 0, "locks": 0, "behind": 0, "help": 0, "done": 0, "pictures": 0}

    def say(self, text):
        say("%s: %s" % (self.name, text))

    def references(self):
        """What the bar shows behind the lock where there is nothing with a name: its page as it is, refusing, and after
        a call for help, and no bar at all. It is not what it shows before the lock."""
        world = self.world()
        try:
            world.start_scanner()
            wait_for("the bar", lambda: world.bar() or not world.has_pictures)
            # It begins as if the screen were locked, and on a busy machine that is seen for a while.
            time.sleep(2)
            before = set(wait_for("the bar at rest", lambda: self.settled(world, lambda: True)))
            if self.interval:
                wait_for("the clock at rest", world.rests)
                before |= self.pictures(world, 1)
            child = world.lock()
            wait_for("the lock", world.is_locked)
            world.give("back")
            time.sleep(2)
            found = self.pictures(world, 0.3)
            for press in (lambda: world.give("back"), world.press, world.press, lambda: world.give("back"),
                          world.press):
                press()
                found |= self.pictures(world, 1.5)
            world.kill_scanner()
            found |= self.pictures(world, 0.5)
            world.start_scanner()
            found |= self.pictures(world, 2)
            self.without = before | found
            if found & before - {b""}:
                self.failures.append("without a window, the bar shows behind the lock what it shows before it")
            world.unlock(child)
        except SystemExit:
            self.print_logs(world)
            raise
        finally:
            world.end()
        return found

    @staticmethod
    def print_logs(world):
        for log in glob.glob(world.room + "/switchway*.log") + glob.glob(world.room + "/*lock*.log"):
            with open(log, errors="replace") as file:
                print("--- %s\n%s" % (os.path.basename(log), file.read()[-1000:]), flush=True)

    def world(self):
        return self.kind(self.button, self.interval)

    def pictures(self, world, duration):
        found, end = set(), time.monotonic() + duration
        while time.monotonic() < end:
            found.add(world.bar())
        return found

    def run(self):
        known = self.references()
        self.say("%d pictures of the bar without names" % len(known))
        world = self.world()
        try:
            world.open_window()
            world.start_scanner()
            self.first_press(world, "at the beginning")
            if self.failures:
                # What is awaited from now on is another page than that of the window.
                raise SystemExit("no round without the first press")
            rounds = max(1, -(-self.presses // 6))
            for number in range(rounds):
                self.round(world, number, known)
            self.say(", ".join("%d %s" % (count, what) for what, count in self.counts.items()))
            self.say("from a press to its call for help: %s s" % ", ".join("%.2f" % one for one in sorted(self.waits)))
        except SystemExit as trouble:
            self.failures.append(str(trouble))
        finally:
            if self.failures:
                self.print_logs(world)
            world.end()
        for failure in self.failures:
            self.say("FAILED: " + failure)
        return not self.failures

    def round(self, world, number, known):
        """Locks and unlocks once, with six presses around it."""
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
        time.sleep(1)
        self.call_for_help(world, number, kind)
        self.look(world, known, kind)
        time.sleep(self.random.uniform(0, 0.3))
        if world.done() != done:
            self.failures.append("round %d (%s): %d acts behind the lock" % (number, kind, world.done() - done))
        world.unlock(child)
        wait_for("the window", world.has_keyboard)
        self.first_press(world, "round %d (%s)" % (number, kind))
        self.say("round %d (%s), with %d presses so far" % (number, kind, self.counts["presses"]))

    def call_for_help(self, world, number, kind):
        """The only thing that is left to the person behind the lock."""
        calls = world.help_calls()
        if self.interval and world.rests():
            # This one only starts the clock.
            self.press(world, kind)
            self.counts["behind"] += 1
            wait_for("the clock behind the lock", lambda: not world.rests())
        self.press(world, kind)
        self.counts["behind"] += 1
        pressed = time.monotonic()
        try:
            wait_for("a call for help", lambda: world.help_calls() > calls, seen=lambda: self.shown(world))
            self.counts["help"] += 1
            self.waits.append(time.monotonic() - pressed)
        except SystemExit:
            self.failures.append("round %d (%s): no help behind the lock; the daemon: %s" % (number, kind, world.said()))

    def press(self, world, kind):
        if world.scanner.poll() is None:
            world.press()
            self.counts["presses"] += 1

    def look(self, world, known, kind):
        picture = world.bar()
        self.counts["pictures"] += 1
        shape = written(picture, world.pixels)
        if picture not in known and shape and shape not in {written(one, world.pixels) for one in known}:
            path = os.path.join(PICTURES, "lock-%s-%d.rgb" % (self.name, self.counts["pictures"]))
            self.failures.append("%s: the bar shows something else behind the lock: %s" % (kind, path))
            with open(path, "wb") as file:
                file.write(picture)

    def first_press(self, world, when):
        """The scanner shows the window: one press clicks. A clock that rests is started by the first."""
        page = self.wait_for_page(world)
        answers = world.answers()
        time.sleep(max(0, REACTION - (time.monotonic() - page)))
        if self.interval:
            world.press()
            self.counts["presses"] += 1
            wait_for("the clock runs", lambda: not world.rests())
            time.sleep(REACTION)
        world.press()
        self.counts["presses"] += 1
        try:
            wait_for("an answer", lambda: world.answers() == answers + 1, seen=lambda: self.shown(world))
            self.counts["done"] += 1
        except SystemExit:
            self.failures.append("%s: the first press did nothing; the daemon: %s" % (when, world.said()))
        # Its page is there again.
        time.sleep(1)

    def settled(self, world, is_ready):
        """What the bar shows, if it shows that for a while and there is a window. None: not yet."""
        picture = world.bar()
        end = time.monotonic() + SETTLED
        while time.monotonic() < end:
            time.sleep(0.1)
            if picture and picture in self.without or not is_ready() or world.bar() != picture:
                return None
        # Where there are no pictures, it is there after a while.
        if not picture:
            time.sleep(SETTLED)
        return (picture,)

    def shown(self, world):
        """What there is in the place of the page that is awaited."""
        picture = world.bar()
        known = "as without a window" if picture in self.without else "as the page" if picture == self.home else "else"
        return "(the bar is %08x, %s; the clock: %s; the scanner: %s)" % (
            zlib.crc32(picture), known, (world.state("scan") or {}).get("state"), world.scanner.poll() or "runs")

    def wait_for_page(self, world):
        """The page of the window: its button is lit, and the panel beside it. Returns since when it is there."""
        def is_ready():
            return not self.interval or world.rests()

        if self.home is None:
            self.home, = wait_for("the first page of the window", lambda: self.settled(world, is_ready),
                                  seen=lambda: self.shown(world))
            self.say("the bar of the window is %08x" % zlib.crc32(self.home))
        # The picture takes its time on a slow machine, and the clock may run meanwhile.
        wait_for("the page of the window", lambda: world.bar() == self.home and is_ready(),
                 seen=lambda: self.shown(world))
        return time.monotonic()


def go(_, report):
    """As one of the trials of the virtual machine: in processes of their own, with other rights."""
    for words in ([], ["--clock", str(SLOW_INTERVAL)]):
        child = subprocess.Popen(
            [sys.executable, os.path.realpath(__file__), *words], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "LOCK_PATIENCE": str(SLOW_PATIENCE)})
        failed = []
        for line in child.stdout:
            print(line, end="", flush=True)
            if "FAILED" in line:
                failed.append(line)
        report.check("what failed", failed, [])
        report.check("the status", child.wait(), 0)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("names", nargs="*", default=list(KINDS))
    words.add_argument("--seed", type=int, default=35)
    words.add_argument("--presses", type=int, default=int(os.environ.get("PRESSES") or 50))
    words.add_argument("--clock", type=float, metavar="S")
    given = words.parse_args()
    if os.getuid() == 0:
        os.makedirs(PICTURES, exist_ok=True)
        os.chmod(PICTURES, 0o1777)
        entry = pwd.getpwnam(USER)
        groups = "--groups=" + GROUPS if os.environ.get("SWITCHWAY_VM") else "--clear-groups"
        os.execvp("setpriv", ["setpriv", "--reuid=%d" % entry.pw_uid, "--regid=%d" % entry.pw_gid, groups,
                              sys.executable, os.path.realpath(__file__)] + sys.argv[1:])
    # The desktop ends with the trial.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    button = Button() if os.access("/dev/uinput", os.W_OK) else None
    results = [Trial(name, given, button).run() for name in given.names]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
