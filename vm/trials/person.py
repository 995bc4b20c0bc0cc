"""A person with one button: sees what is highlighted, and presses when it is what they want."""
import random
import time

from daemon import INTERVAL
from desktop import tell
from devices import BTN_TRIGGER, UInput

# How long after they see the highlight come people press, s, and how long a press lasts.
REACTION = (0.5, 0.8)
PRESS = 0.15
HELD = 1.2
# From a release to the second press of a double.
GAP = 0.15
# A limit that only catches what hangs: one round of an emulated machine takes a minute.
PATIENCE = 240


class Person:
    def __init__(self, client, program, interval=INTERVAL, seed=15):
        """`program`: has `last("focus")`, what is highlighted now, and since when."""
        self.client, self.program, self.interval = client, program, interval
        self.random = random.Random(seed)
        self.button = UInput("Big Button", [BTN_TRIGGER])
        self.scan = None
        self.commands = []
        self.contacts = 0
        self.losses = 0
        # Calls for help.
        self.calls = 0
        self.until("the button in the daemon", lambda: any(
            one["name"] == self.button.name for one in client.get("state")["devices"]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.button.unplug()

    def look(self, seconds=0.0):
        """Takes what has come from the daemon."""
        event = self.client.event(seconds)
        while event is not None:
            if event["type"] == "scan":
                self.scan = event["state"]
            elif event["type"] == "command":
                self.commands.append(event)
            elif event["type"] == "attention":
                self.calls += 1
            elif event.get("code") == "consumer-lost":
                # An emulated machine stands still for more than a second. The front end claims again.
                self.losses += 1
                tell(event["message"])
            elif event["type"] in ("warning", "bye", "disconnected"):
                raise SystemExit("the daemon says: %s" % event)
            event = self.client.event(0)

    def until(self, what, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = condition()
            if value:
                tell(what)
                return value
            self.look(0.02)
        last = [[one.get(key) for key in ("command", "args", "page", "item", "source")] for one in self.commands[-10:]]
        raise SystemExit("waited in vain for %s\nthe program said: %s\nthe last commands: %s" % (
            what, self.program.said[-10:], last))

    def press(self, seconds=PRESS):
        """The hand's own time: this is what the person does, and waits for nothing."""
        self.contacts += 1
        self.button.key(BTN_TRIGGER, 1)
        time.sleep(seconds)
        self.button.key(BTN_TRIGGER, 0)

    @property
    def steps(self):
        return sum("clock" in one["source"] and one["command"] == "next" for one in self.commands)

    def last_step(self):
        return next(one for one in reversed(self.commands) if one["command"] in ("next", "previous", "scan"))

    def lag(self, step):
        """How long after a step the program showed it, s; None where it did not."""
        lags = (one["time"] - step["pressed"] / 1e6 for one in self.program.said if "focus" in one)
        return next((lag for lag in lags if 0 < lag < self.interval), None)

    def start(self):
        """The first press, and the one after a rest."""
        self.press()
        self.until("the start of the scan", lambda: self.scan == "running")

    def await_highlight(self, item):
        """Until the highlight comes to the item, or is there."""
        def is_there():
            self.look()
            if self.scan in (None, "resting"):
                self.start()
            name, since = self.program.last("focus")
            # After a step the program shows it a little later.
            return self.scan == "running" and name == item and since > self.last_step()["pressed"] / 1e6
        self.until("the highlight on " + item, is_there)

    def made(self, command, since):
        self.until("the command " + command, lambda: any(one["command"] == command for one in self.commands[since:]))

    def is_late(self, seconds):
        """Whether the highlight has stood for so long since the last command."""
        self.look()
        return time.monotonic() > self.commands[-1]["accepted"] / 1e6 + seconds

    def choose(self, item, gesture="tap"):
        """Waits for the item, and makes the gesture on it when a person would have seen it."""
        while True:
            self.await_highlight(item)
            since = len(self.commands)
            seen = max(self.program.last("focus")[1], self.commands[-1]["sent"] / 1e6)
            time.sleep(max(0.0, seen + self.random.uniform(*REACTION) - time.monotonic()))
            # Where the machine was slow, it would be a press on the next item: the person waits for the next round.
            if not self.is_late(self.interval / 2) and len(self.commands) == since:
                break
            self.until("the next step", lambda: len(self.commands) > since)
        if gesture == "double":
            self.press()
            time.sleep(GAP)
        self.press(HELD if gesture == "hold" else PRESS)
        self.made({"tap": "select", "hold": "activate", "double": "move"}[gesture], since)

    def choose_late(self, item, late=0.1):
        """A press that comes when the highlight has just gone on."""
        while True:
            self.await_highlight(item)
            since = len(self.commands)
            self.until("the next step", lambda: len(self.commands) > since)
            if self.commands[-1]["command"] == "next" and not self.is_late(late):
                break
        time.sleep(max(0.0, self.commands[-1]["pressed"] / 1e6 + late - time.monotonic()))
        self.press()
        self.made("select", since)
