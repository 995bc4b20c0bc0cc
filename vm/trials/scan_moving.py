"""switchway-scan beside a program that moves all the time: 200 presses without looking, and nothing wrong is done."""
import os
import random
import time

from desktop import tell
from movers import WIDTHS
from scanning import EXACT, stage

PRESSES = int(os.environ.get("PRESSES", "200"))
SEED = 23
# How late a picture may be, s: less than a program takes to answer a choice.
LAG = 0.25


def go(desktop, report):
    with stage(desktop, "scan-moving", interval=1.0) as around:
        movers = around.script("movers")
        movers.wait_for("the buttons", lambda: movers.last("drawn")[0])
        with around.person(movers) as person:
            press_all(report, person)


def press_all(report, person):
    chance = random.Random(SEED)
    right = nothing = 0
    wrong = []
    while person.contacts < PRESSES:
        person.wakes()
        time.sleep(chance.uniform(0.2, 1.2))
        before, clicks = person.rings()[0], len(clicked(person))
        person.press()
        # The picture may be that of the step before. What is lit now stands until the answer.
        person.until_quiet(lambda: False, LAG)
        seen = widths(before) | widths(person.rings()[0])
        person.until_quiet(lambda: False, 1.0)
        person.until("an answer", lambda: person.scan != "holding")
        new = clicked(person)[clicks:]
        if not new:
            nothing += 1
        elif len(new) == 1 and new[0] in seen:
            right += 1
        else:
            wrong.append((before, person.rings()[0], new))
    tell("%d presses: %d clicked what was lit, %d did nothing" % (person.contacts, right, nothing))
    report.check("clicks of what was not lit", wrong, [])


def clicked(person):
    return [one["clicked"] for one in person.program.look() if "clicked" in one]


def widths(rings):
    """The widths of the buttons that the rings are around."""
    return {width for ring in rings or [] for width in WIDTHS if abs(ring[2] - width) <= EXACT}
