"""switchway-scan with one button: the breakfast order, item by item, in a window of GTK 3 under a window manager."""
import time

from scanning import SLOW, stage
from sheet import ORDER

# Entries of the menu are less high than this, and what is in the form below it is not.
ENTRY = 33


def go(desktop, report):
    with stage(desktop, "scan-form", SLOW) as around:
        form = around.script("form")
        form.wait_for("the form on the screen", lambda: form.last("drawn")[0] and form.last("places")[0])
        with around.person(form) as person:
            order(desktop, report, person)
            kill_scanner(person)


def order(desktop, report, person):
    form = person.program

    def has(word, value):
        return lambda: form.last(word)[0] == value

    for name, word, value in (("tea", "tea", True), ("roll", "roll", True), ("help", "clicked", "help")):
        person.choose(name, has(word, value))
    # The combo box opens its menu, which is a page of its own.
    person.choose("when", has("popup", True))
    desktop.picture("scan-form-menu")
    choose_entry(person, 2)
    person.until("at nine", has("when", "at nine"))
    person.choose("send", lambda: form.last("sent")[0] is not None)
    desktop.picture("scan-form-sent")
    said = [word for one in form.said for word in one]
    report.check("the order is as the person wanted it", form.last("sent")[0], ORDER)
    report.check("it was sent once", said.count("sent"), 1)
    report.check("what was clicked", [one["clicked"] for one in form.said if "clicked" in one], ["help"])
    report.check("how often each was changed", [said.count(word) for word in ("tea", "milk", "roll", "when")],
                 [1, 0, 1, 1])
    person.report(report)


def kill_scanner(person):
    """A scanner that is killed at rest leaves nothing on the screen, and the next presses type Tab again."""
    form = person.program
    person.client.send("scan", "pause")
    person.until("the pause", lambda: person.scan == "paused")
    person.scanner.child.kill()
    person.until("a screen without a ring", lambda: not person.rings()[0] and not person.eyes.last("bar")[0])
    person.until("the end of the pause", lambda: person.scan == "resting")
    since = time.monotonic()
    person.start()
    person.until("the focus on another item", lambda: (form.last("focus")[1] or 0) > since)


def choose_entry(person, index):
    """Chooses the entry of the open menu by its number. Its ring is lower than that of anything in the form."""
    def is_lit():
        rings, step = person.rings()[0], person.commands[-1]
        is_there = step["command"] == "next" and step.get("item") == index
        return is_there and len(rings) == 1 and rings[0][3] < ENTRY
    person.press_when("entry %d" % index, is_lit)
