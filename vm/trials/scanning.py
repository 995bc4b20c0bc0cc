"""A person with one button who uses switchway-scan, and what runs around them."""
import contextlib
import os
import pwd
import time

from daemon import INTERVAL, Daemon, give, profile
from desktop import NAME, ROOM, Program, tell
from devices import wait_for
from person import REACTION, Person

HERE = os.path.dirname(os.path.realpath(__file__))
BUS = "unix:path=" + ROOM + "/person/bus"
# What every program that is to be scanned has in its environment.
ACCESSIBLE = {"DBUS_SESSION_BUS_ADDRESS": BUS, "NO_AT_BRIDGE": "0", "GTK_THEME": "Adwaita",
              "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "GNOME_ACCESSIBILITY": "1"}
# How high the bar is where it is no keyboard, in pixels.
BAR = 48
# By how many pixels a ring may miss the program's own edge.
EXACT = 2
# More presses than these for one item: something is wrong.
MOST = 8
# s a step. Longer than that of other trials: each step is read off the screen, by a program that a busy machine slows
# down, too. SLOW: another one, for a machine that has much else to do.
SLOW = float(os.environ.get("SLOW") or 4)
# With less of a step left than this, s, nobody is sure to press within it.
LEFT = 1.2


class Scanning(Person):
    """A person who looks at rings, and presses when one is around what they want.

    `program` says where things are: its last `places` are [x, y, width, height] on the screen, by name.
    """

    def __init__(self, client, program, eyes, interval):
        super().__init__(client, program, interval)
        self.scan = (client.get("state").get("scan") or {}).get("state")
        self.eyes = eyes
        self.exact = {}

    def rings(self):
        return self.eyes.last("rings")

    def place(self, name):
        return (self.program.last("places")[0] or {}).get(name)

    def around(self, place):
        """The rings that the middle of the place is in."""
        x, y = place[0] + place[2] / 2, place[1] + place[3] / 2
        return [ring for ring in self.rings()[0] or [] if ring[0] <= x < ring[0] + ring[2] and
                ring[1] <= y < ring[1] + ring[3]]

    def press_when(self, what, is_lit, is_done=lambda: False):
        """Waits until it is lit and was seen, and presses; where the clock was faster, waits for the next round.

        Does not press where it is done meanwhile: some programs take their time.
        """
        while True:
            self.until("the highlight on " + what, lambda: is_done() or (
                self.wakes() and self.is_fresh() and is_lit()))
            if is_done():
                return
            since = len(self.commands)
            time.sleep(self.random.uniform(*REACTION))
            self.look()
            # Looks once more: a picture taken in the middle of a step shows the ring that comes and the one that goes.
            if len(self.commands) == since and not self.is_late(self.interval - LEFT) and is_lit():
                break
        since = len(self.commands)
        self.press()
        self.made("select", since)
        # The answer of the scanner is a page; until then the old rings stand.
        self.until("an answer", lambda: self.scan != "holding")

    def is_fresh(self):
        """Whether what is seen came after the last step: on a busy machine the rings of the step before stand on."""
        return bool(self.commands) and self.rings()[1] > self.commands[-1]["sent"] / 1e6

    def wakes(self):
        """Starts the clock where it rests."""
        self.look()
        if self.scan in (None, "resting"):
            self.start()
        return self.scan == "running"

    def choose(self, name, is_done):
        """Chooses groups and then the item, until the program says that it is done."""
        before = self.contacts, self.steps, time.monotonic()
        while not is_done():
            self.press_when(name, lambda: self.is_lit(name), is_done)
            self.until_quiet(is_done)
            if self.contacts - before[0] > MOST:
                raise SystemExit("%s was not reached by %d presses" % (name, MOST))
        tell("%s: %d presses, %d steps, %.0f s" % (
            name, self.contacts - before[0], self.steps - before[1], time.monotonic() - before[2]))

    def choose_value(self, name):
        """Chooses what has a value: its page is another one, and on the bar alone."""
        before = len(self.commands)

        def is_open():
            made, step = self.commands[before:], self.commands[-1]
            chosen = [one for one in made if one["command"] == "select"]
            if not chosen or step["command"] != "next" or step["page"] == chosen[-1]["page"] or not self.is_on_bar():
                return False
            # The last place of a group has no ring either, but those before it have.
            since = next(one["sent"] for one in made if one.get("page") == step["page"]) / 1e6
            return not any(one["rings"] for one in self.eyes.look() if one["time"] > since)

        self.choose(name, is_open)

    def is_on_bar(self):
        """Whether only the bar is lit."""
        return not self.rings()[0] and bool(self.eyes.last("bar")[0])

    def until_quiet(self, is_done, seconds=3.0):
        """A moment for the program to say what was done."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not is_done():
            self.look(0.05)

    def choose_on_bar(self, what, index, is_done=lambda: True):
        """Chooses by the bar, which has no ring in the window: the place of this number, until it is done.

        A program that is too slow to be checked makes nothing of a press.
        """
        def is_lit():
            step = self.commands[-1]
            return step["command"] == "next" and step.get("item") == index and self.is_on_bar()

        before = self.contacts
        while self.contacts == before or not is_done():
            self.press_when(what, is_lit, lambda: self.contacts > before and is_done())
            self.until_quiet(is_done)
            if self.contacts - before > MOST:
                raise SystemExit("%s was not reached by %d presses" % (what, MOST))

    def is_lit(self, name):
        """Whether a ring is around the item; notes how far the nearest of all is off the widget's edges."""
        place = self.place(name)
        rings = self.around(place) if place else []
        for ring in rings:
            off = max(abs(a - b) for a, b in zip(
                (ring[0], ring[1], ring[0] + ring[2], ring[1] + ring[3]),
                (place[0], place[1], place[0] + place[2], place[1] + place[3])))
            self.exact[name] = min(off, self.exact.get(name, off))
        return bool(rings)

    def report(self, report):
        report.check("by how many pixels a ring missed its item", [
            (name, off) for name, off in self.exact.items() if off > EXACT], [])
        tell("%d presses, %d steps, %d claims lost, %.0f s" % (
            self.contacts, self.steps, self.losses, (self.commands[-1]["sent"] - self.commands[0]["pressed"]) / 1e6))
        report.facts(self)


def start_bus():
    """The session bus of all trials: it stays, because the X server tells programs where the bus beside it is."""
    path = BUS[len("unix:path="):]
    if not os.path.exists(path):
        Program("bus", ["/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + BUS])
        wait_for("the session bus", lambda: os.path.exists(path))


class Stage:
    """The programs of a trial, ended with it."""

    def __init__(self, desktop, name, interval, lines):
        self.desktop, self.name, self.interval, self.programs = desktop, name, interval, []
        # What moves by itself takes the emulated machine's time.
        give(pwd.getpwnam(NAME).pw_dir + "/.config/gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n")
        start_bus()
        self.start("openbox", ["/usr/bin/openbox"])
        self.daemon = Daemon(profile("one-switch-scan", "    hold: nothing", "    double: nothing",
                                     "    triple: nothing", "scan: {interval: %gs}" % interval, *lines))

    def start(self, name, words, **environment):
        self.programs.append(Program(name, words, **ACCESSIBLE, **environment))
        return self.programs[-1]

    def script(self, name, *words):
        """A program of this folder."""
        return self.start(name, ["/usr/bin/python3", "%s/%s.py" % (HERE, name), *words])

    @contextlib.contextmanager
    def person(self, program, first="rings", **environment):
        """Starts the scanner. `program` says where things are; `first`: what is lit first, "rings" or the "bar"."""
        eyes = self.script("rings")
        words = ["/usr/bin/switchway-scan", "--socket", self.daemon.socket]
        scanner = self.start("switchway-scan", words, **environment)
        self.desktop.wait_for_keyboard()
        try:
            scanner.wait_for("the first ring", lambda: eyes.last(first)[0], 300)
        except SystemExit:
            doctor = ["/usr/bin/switchway-scan", "--doctor", "--socket", self.daemon.socket]
            self.start("doctor", doctor).child.wait(30)
            self.desktop.picture(self.name + "-nothing")
            raise
        with self.daemon.client() as client, Scanning(client, program, eyes, self.interval) as person:
            person.scanner = scanner
            yield person

    def end(self):
        for program in reversed(self.programs):
            program.end()
        self.daemon.end()


@contextlib.contextmanager
def stage(desktop, name, interval=INTERVAL, *lines):
    """A window manager and the daemon with these lines in its profile; what is started on it ends with it."""
    one = Stage(desktop, name, interval, lines)
    try:
        yield one
    except BaseException:
        desktop.picture(name + "-failed")
        raise
    finally:
        one.end()
