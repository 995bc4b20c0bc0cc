"""The desktop's Slow Keys: the doctor names them where they do something, and a bridge that holds its keys gives steps
and chords."""
import fcntl
import pwd

from daemon import Daemon, give
from desktop import NAME
from devices import BTN_THUMB, BTN_TRIGGER, UInput, node_of, wait_for
from keyboard import Keyboard
from session import HERE

# linux/input.h: EVIOCGKEY(96)
DOWN = 0x80604518
# Longer than the desktop's 300 ms, and shorter than the time until a key repeats, s.
LONG = 0.5
PROFILE = """
switchway: 1
devices: {box: {match: {name: "Trial Box"}}}
switches:
  first: {input: box/btn_trigger, steady: off, tap: next}
  second: {input: box/btn_thumb, steady: off, tap: find, hold: {after: 800ms, do: select}}
policy: {bridge: %s}
"""
TABLE = "switchway: 1\npress: 350ms\nkeys: {next: tab, find: ctrl+f}\n"
HELP = ("turn Slow Keys off in the settings of %s; 'steady' in the profile does the same; or write "
        "'press: 350ms' into the bridge")


class Trial:
    def __init__(self, session, toolkit):
        self.keyboard, self.box = Keyboard(), UInput("Trial Box", [BTN_TRIGGER, BTN_THUMB])
        self.window = session.program("note", "/usr/bin/python3", "%s/note_%s.py" % (HERE, toolkit))
        self.window.wait_for("the window", lambda: self.last("active") and self.last("focus") == "name")
        session.wait_for_keyboard(self.keyboard.name)

    def last(self, word):
        return self.window.last(word)[0]

    def mark(self):
        """A letter that is held long enough. When it has come, all that was typed before it has."""
        before = self.last("name")
        self.keyboard.chord("y", LONG)
        self.window.wait_for("a letter", lambda: self.last("name") != before and self.last("name").endswith("y"))

    def takes_short_keys(self):
        self.keyboard.chord("x")
        self.mark()
        return self.last("name").endswith("xy")

    def press(self, client, button, what, word=None, value=None):
        """A press, and what the window says of it: `word` is `value`, or nothing without them."""
        since = len(self.window.look())
        self.box.key(button, 1)
        self.box.key(button, 0)
        while client.event(60)["type"] != "command":
            pass
        if word:
            self.window.wait_for(what, lambda: any(one.get(word) == value for one in self.window.look()[since:]))

        def is_at_rest():
            with open(node_of("Switchway keyboard"), "rb") as keys:
                return not any(fcntl.ioctl(keys, DOWN, bytes(96)))
        wait_for("all keys up", is_at_rest)

    def end(self):
        self.window.end()
        self.box.unplug()
        self.keyboard.unplug()


def go(session, report, toolkit, is_acting):
    """Slow Keys are set to 300 ms. `is_acting`: the desktop acts on them."""
    give(pwd.getpwnam(NAME).pw_dir + "/.config/switchway/bridges/slow.yaml", TABLE)
    trial = Trial(session, toolkit)
    try:
        wait_for("Slow Keys", lambda: trial.takes_short_keys() != is_acting)
        for bridge, does in (("desktop", not is_acting), ("slow", True)):
            daemon = Daemon(PROFILE % bridge, is_service=True)
            try:
                session.wait_for_keyboard()
                help = HELP % session.title if is_acting else None
                report.check("the doctor", session.doctor(daemon, "slow-keys"), help)
                with daemon.client() as client:
                    wait_for("the box", lambda: client.get("state")["devices"])
                    (try_it if does else expect_nothing)(trial, client, report, bridge)
            finally:
                daemon.end()
    finally:
        trial.end()


def try_it(trial, client, _, bridge):
    trial.press(client, BTN_THUMB, bridge + ": the chord", "typed", "find")
    trial.press(client, BTN_TRIGGER, bridge + ": the step", "focus", "tea")
    trial.keyboard.chord("shift+tab", LONG)
    trial.window.wait_for("the field", lambda: trial.last("focus") == "name")


def expect_nothing(trial, client, report, bridge):
    since = len(trial.window.look())
    trial.press(client, BTN_THUMB, bridge + ": the chord")
    trial.press(client, BTN_TRIGGER, bridge + ": the step")
    trial.mark()
    said = [one for one in trial.window.said[since:] if "typed" in one or "focus" in one]
    report.check(bridge + ": what came of a chord and a step", said, [])
