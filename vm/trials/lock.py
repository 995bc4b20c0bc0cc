#!/usr/bin/python3
"""switchway-scan and screen locks: `lock.py [--seed N] [--presses N] NAME …`, of swaylock, i3lock and xscreensaver.

Each has a desktop of its own with two outputs, without a screen: sway, or an X server with Openbox. A client presses at
seeded moments around each lock and each unlocking. Nothing may be done behind the lock, and the bar may show nothing
there but what it shows where there are no windows and no programs. The first press after unlocking has to work, also
where the scanner was started or killed behind the lock. A press behind the lock has to call for help. It needs no
machine of its own: SWITCHWAY_BIN is the folder of the programs, /usr/bin if it is not set. As root it takes the rights
of the user `games`.
"""
import argparse
import glob
import os
import pwd
import random
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "clients", "python")]

from lock_worlds import I3lock, Sway, XScreenSaver, wait_for  # noqa: E402

USER = "games"
# s within which nobody reacts to a page; the scanner takes no press before 0.4 s.
REACTION = 0.7
KINDS = {"swaylock": Sway, "i3lock": I3lock, "xscreensaver": XScreenSaver}


class Trial:
    def __init__(self, name, seed, presses):
        self.name, self.random, self.presses = name, random.Random(seed), presses
        self.home = None
        self.failures, self.counts = [], {"presses": 0, "locks": 0, "behind": 0, "help": 0, "done": 0, "pictures": 0}

    def say(self, text):
        print("%s: %s" % (self.name, text), flush=True)

    def references(self):
        """What the bar shows behind the lock where there is nothing with a name: its page as it is, refusing, and after
        a call for help, and no bar at all. It is not what it shows before the lock."""
        world = KINDS[self.name]()
        try:
            world.start_scanner()
            # It begins as if the screen were locked.
            time.sleep(2)
            before = self.pictures(world, 2)
            child = world.lock()
            wait_for("the lock", world.is_locked)
            world.press("back")
            time.sleep(2)
            found = self.pictures(world, 0.3)
            for name in ("back", "select", "back"):
                world.press(name)
                found |= self.pictures(world, 1.5)
            world.kill_scanner()
            found |= self.pictures(world, 0.5)
            world.start_scanner()
            found |= self.pictures(world, 2)
            if found & before:
                self.failures.append("without a window, the bar shows behind the lock what it shows before it")
            world.unlock(child)
        finally:
            world.end()
        return found

    def pictures(self, world, duration):
        found, end = set(), time.monotonic() + duration
        while time.monotonic() < end:
            found.add(world.bar())
        return found

    def run(self):
        known = self.references()
        self.say("%d pictures of the bar without names" % len(known))
        world = KINDS[self.name]()
        try:
            world.open_window()
            world.start_scanner()
            self.first_press(world, "at the beginning")
            rounds = max(1, -(-self.presses // 6))
            for number in range(rounds):
                self.round(world, number, known)
            self.say(", ".join("%d %s" % (count, what) for what, count in self.counts.items()))
        except SystemExit as trouble:
            self.failures.append(str(trouble))
        finally:
            if self.failures:
                for log in glob.glob(world.room + "/switchway-scan.log") + glob.glob(world.room + "/*lock*.log"):
                    print(open(log).read()[-1000:])
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

    def call_for_help(self, world, number, kind):
        """The only thing that is left to the person behind the lock."""
        calls = world.help_calls()
        self.press(world, kind)
        self.counts["behind"] += 1
        try:
            wait_for("a call for help", lambda: world.help_calls() > calls, 10)
            self.counts["help"] += 1
        except SystemExit:
            self.failures.append("round %d (%s): no help behind the lock" % (number, kind))

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
