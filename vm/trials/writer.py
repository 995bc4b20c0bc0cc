"""A person who writes with a program whose highlight must be looked at."""
import os
import signal
import time

from desktop import Program, tell
from person import REACTION, Person

# The emulated machine shows a step late: nobody presses on what is lit for longer than this share of the interval.
FRESH = 0.75


class Session(Program):
    """A program with a session bus and settings of its own, ended with all that it started."""

    def __init__(self, name, words):
        super().__init__(name, ["/usr/bin/dbus-run-session", "--", "/usr/bin/env", "-u", "NO_AT_BRIDGE",
                                "GSETTINGS_BACKEND=dconf", "/bin/sh", "-ec", words])

    def end(self):
        if self.child.poll() is None:
            os.killpg(self.child.pid, signal.SIGTERM)
        super().end()


class Writer(Person):
    """`interval`: how long an item is lit, s. `is_clock`: Switchway's own clock scans, and not the program."""

    def __init__(self, client, eyes, interval, is_clock=True):
        super().__init__(client, eyes, interval)
        self.is_clock = is_clock

    def await_highlight(self, *items):
        """Until one of the items is highlighted, which it returns."""
        def lit():
            self.look()
            if self.is_clock and self.scan in (None, "resting"):
                self.start()
            focus = self.program.last("focus")[0]
            return focus if focus in items and (not self.is_clock or self.scan == "running") else None
        return self.until("the highlight on %s" % " or ".join(items), lit)

    def stepped(self):
        """When the highlight was moved last."""
        if self.is_clock:
            return self.commands[-1]["sent"] / 1e6 if self.commands else 0
        return self.program.last("focus")[1]

    def choose(self, *items):
        """Chooses one of the items soon after it was lit, sees that something happened, and returns the item."""
        while True:
            item = self.await_highlight(*items)
            stepped = self.stepped()
            self.until("the picture of it", lambda: (
                stepped != self.stepped() or stepped <= self.program.last("picture")[1]))
            time.sleep(max(0.0, self.program.last("picture")[1] + self.random.uniform(*REACTION) - time.monotonic()))
            self.look()
            if self.stepped() == stepped and self.program.last("focus")[0] == item and (
                    time.monotonic() - stepped < FRESH * self.interval):
                break
            tell("too late for " + item)
            self.until("the next step", lambda: self.stepped() != stepped)
        since, pressed = len(self.commands), time.monotonic()
        self.press()
        self.made("select", since)
        self.until("what came of it", lambda: self.program.last("picture")[1] > pressed)
        return item
