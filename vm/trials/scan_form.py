"""switchway-scan with one button: the breakfast order, item by item, in a window of GTK 3 under a window manager."""
import os
import random
import time

from daemon import INTERVAL, Daemon, profile
from desktop import ROOM, Program, tell
from devices import wait_for
from person import PRESS, REACTION, Person
from sheet import ORDER

HERE = os.path.dirname(os.path.realpath(__file__))
BUS = "unix:path=" + ROOM + "/person/bus"
BAR = 48
# By how many pixels a ring may miss the program's own edge.
EXACT = 2
# Entries of the menu are less high than this, and what is in the form below it is not.
ENTRY = 33


class Scanning(Person):
    """A person who looks at rings, and presses when one is around what they want."""

    def __init__(self, client, form, eyes, scanner):
        super().__init__(client, form)
        self.eyes, self.scanner = eyes, scanner
        self.exact = {}

    def rings(self):
        return self.eyes.last("rings")

    def around(self, place):
        """The rings that the middle of the place is in."""
        x, y = place[0] + place[2] / 2, place[1] + place[3] / 2
        return [ring for ring in self.rings()[0] or [] if ring[0] <= x < ring[0] + ring[2] and
                ring[1] <= y < ring[1] + ring[3]]

    def press_when(self, what, is_lit):
        """Waits until it is lit and was seen, and presses; where the clock was faster, waits for the next round."""
        while True:
            self.until("the highlight on " + what, lambda: self.wakes() and self.is_fresh() and is_lit())
            since = len(self.commands)
            time.sleep(self.random.uniform(*REACTION))
            self.look()
            # Looks once more: a picture taken in the middle of a step shows the ring that comes and the one that goes.
            if len(self.commands) == since and not self.is_late(self.interval / 2) and is_lit():
                break
        since = len(self.commands)
        self.press()
        self.made("select", since)
        # The answer of the scanner is a page; until then the old rings stand.
        self.until("an answer", lambda: self.scan != "holding")

    def is_fresh(self):
        """Whether what is seen came after the last step: on a busy machine the rings of the step before stand on."""
        return self.rings()[1] > self.commands[-1]["sent"] / 1e6

    def wakes(self):
        """Starts the clock where it rests."""
        self.look()
        if self.scan in (None, "resting"):
            self.start()
        return self.scan == "running"

    def choose(self, name, is_done):
        """Chooses groups and then the item, until the program says that it is done."""
        place = self.program.last("places")[0][name]
        presses = 0
        while not is_done():
            self.press_when(name, lambda: bool(self.note_exactness(name, place)))
            presses += 1
            self.until_quiet(is_done)
            if presses > 8:
                raise SystemExit("%s was not reached by %d presses" % (name, presses))
        return presses

    def until_quiet(self, is_done):
        """A moment for the program to say what was done."""
        end = time.monotonic() + 1.0
        while time.monotonic() < end and not is_done():
            self.look(0.05)

    def choose_entry(self, index):
        """Chooses the entry of the open menu by its number. Its ring is lower than that of anything in the form."""
        def is_lit():
            rings = self.rings()[0]
            return self.commands[-1].get("item") == index and len(rings) == 1 and rings[0][3] < ENTRY
        self.press_when("entry %d" % index, is_lit)

    def note_exactness(self, name, place):
        """The rings around the place; notes how far the nearest of all is off the widget's edges."""
        rings = self.around(place)
        for ring in rings:
            off = max(abs(a - b) for a, b in zip(
                (ring[0], ring[1], ring[0] + ring[2], ring[1] + ring[3]),
                (place[0], place[1], place[0] + place[2], place[1] + place[3])))
            self.exact[name] = min(off, self.exact.get(name, off))
        return rings


def go(desktop, report):
    accessible = {"DBUS_SESSION_BUS_ADDRESS": BUS, "NO_AT_BRIDGE": "0", "GTK_THEME": "Adwaita"}
    daemon = Daemon(profile("one-switch-scan", "    hold: nothing", "    double: nothing", "    triple: nothing",
                            "scan: {interval: %gs}" % INTERVAL))
    programs = []

    def start(name, words, **environment):
        programs.append(Program(name, words, **environment))
        return programs[-1]

    try:
        start("bus", ["/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + BUS])
        wait_for("the session bus", lambda: os.path.exists(BUS[len("unix:path="):]))
        start("openbox", ["/usr/bin/openbox"])
        form = start("form", ["/usr/bin/python3", os.path.join(HERE, "form.py")], **accessible)
        form.wait_for("the form on the screen", lambda: form.last("drawn")[0] and form.last("places")[0])
        eyes = start("rings", ["/usr/bin/python3", os.path.join(HERE, "rings.py"), str(BAR)])
        scanner = start("switchway-scan", ["/usr/bin/switchway-scan", "--socket", daemon.socket], **accessible)
        desktop.wait_for_keyboard()
        try:
            scanner.wait_for("the first ring", lambda: eyes.last("rings")[0], 120)
        except SystemExit:
            start("doctor", ["/usr/bin/switchway-scan", "--doctor", "--socket", daemon.socket], **accessible).child.wait(30)
            desktop.picture("scan-form-nothing")
            raise
        with daemon.client() as client, Scanning(client, form, eyes, scanner) as person:
            order(desktop, report, person)
    finally:
        for program in reversed(programs):
            program.end()
        daemon.end()


def order(desktop, report, person):
    form = person.program

    def has(word, value):
        return lambda: form.last(word)[0] == value

    began = time.monotonic()
    for name, word, value in (("tea", "tea", True), ("roll", "roll", True), ("help", "clicked", "help")):
        person.choose(name, has(word, value))
        tell("%s by %d presses" % (name, person.contacts))
    # The combo box opens its menu, which is a page of its own.
    person.choose("when", has("popup", True))
    desktop.picture("scan-form-menu")
    person.choose_entry(2)
    person.until("at nine", has("when", "at nine"))
    person.choose("send", lambda: form.last("sent")[0] is not None)
    desktop.picture("scan-form-sent")
    said = [word for one in form.said for word in one]
    report.check("the order is as the person wanted it", form.last("sent")[0], ORDER)
    report.check("it was sent once", said.count("sent"), 1)
    report.check("what was clicked", [one["clicked"] for one in form.said if "clicked" in one], ["help"])
    report.check("how often each was changed", [said.count(word) for word in ("tea", "milk", "roll", "when")],
                 [1, 0, 1, 1])
    report.check("by how many pixels a ring missed its item", [
        (name, off) for name, off in person.exact.items() if off > EXACT], [])
    tell("%d presses, %d steps, %.0f s" % (person.contacts, person.steps, time.monotonic() - began))
    report.facts(person)
