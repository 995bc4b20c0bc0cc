#!/usr/bin/env python3
"""Makes the recordings of this folder, and the one that is shipped, from models of hands and contacts.

    model.py             writes all of them
    model.py --check     says which files differ from their model; exit status 1 if any does
    model.py NAME        prints one, for instance `model.py bounce`

The same bytes on every machine: the only randomness is the small generator below, seeded by the recording's name. All
are constructed: nobody's presses were recorded. Times are in microseconds.
"""
import os
import sys

# The folder is part of the sources: nothing is left in it.
sys.dont_write_bytecode = True

import pointers
import shipped
from box import (
    ABS_HAT0X, ABS_HAT0Y, ABS_X, ABS_Y, BTN_0, BTN_1, BTN_THUMB, BTN_TRIGGER, EV_ABS, EV_KEY, EV_SYN, MS, SECOND,
    SYN_DROPPED, Box, seconds)

HERE = os.path.dirname(os.path.abspath(__file__))


def two_buttons(*about):
    return Box("Model Switch Box", (0x0006, 0x0000, 0x0002, 0x0100), [BTN_0, BTN_1], about=about)


def stick(*about):
    axes = [(ABS_X, -127, 127), (ABS_Y, -127, 127), (ABS_HAT0X, -1, 1), (ABS_HAT0Y, -1, 1)]
    return Box("Model Joystick", (0x0006, 0x0000, 0x0003, 0x0100), [BTN_TRIGGER, BTN_THUMB], axes, about)


def session():
    """22 s of one person with two worn switches: the recording that is shipped."""
    box = Box(
        "Switchway Demo Switch Box", (0x0006, 0x0000, 0x0001, 0x0100), [BTN_0, BTN_1],
        about=(
            "A constructed session of two switches: the first button steps on, the second one selects.",
            "Sixteen presses are meant. Contacts bounce for 1 to 6 ms; after some presses the hand brushes",
            "the switch again within 150 ms. There is a double press (at 9 s) and a long one (at 15 s)."))
    left, right = BTN_0, BTN_1
    # When, which switch, and whether the hand brushes it again afterwards.
    presses = [
        (1000, left, False), (2150, left, True), (3400, left, False), (4550, right, True),
        (5900, left, False), (7000, left, True), (8200, right, False),
        (9300, left, False), (9720, left, False),
        (11000, left, True), (12250, left, False), (13500, right, True),
        (15000, left, False), (17600, left, False), (18750, left, True), (20000, right, False),
    ]
    for time, code, brushes in presses:
        length = 1500 * MS if time == 15000 else box.chance.between(110 * MS, 190 * MS)
        start = time * MS + box.chance.between(0, 40 * MS)
        end = box.press(start, length, code)
        if brushes:
            # Counted from the end of the bounce; 25 to 60 ms long, well inside the dead time.
            at = end + box.chance.between(45 * MS, 90 * MS)
            box.tap(at, box.chance.between(25 * MS, 60 * MS), code)
    box.frame(22 * SECOND)
    return box.text()


def tap():
    box = two_buttons("Three clean taps on one switch, one on the other.")
    for start in (500, 1500, 2500):
        box.tap(start * MS, 120 * MS, BTN_0)
    box.tap(3500 * MS, 90 * MS, BTN_1)
    box.frame(5 * SECOND)
    return box.text()


def bounce():
    box = two_buttons("Six presses of worn contacts, two of them followed by a brush.")
    for number in range(6):
        end = box.press((500 + 1000 * number) * MS, 140 * MS, BTN_0 if number % 3 else BTN_1)
        if number in (1, 4):
            box.tap(end + 80 * MS, 40 * MS, BTN_0)
    box.frame(7 * SECOND)
    return box.text()


def hold():
    box = two_buttons("Short, just too short, exactly long enough (800 ms) and long, with the kernel's repeats.")
    box.tap(500 * MS, 200 * MS, BTN_0)
    box.tap(1500 * MS, 800 * MS - 1, BTN_0)
    box.tap(3000 * MS, 800 * MS, BTN_0)
    box.key(5000 * MS, BTN_0, 1)
    for repeat in range(8):
        box.key(5250 * MS + repeat * 100 * MS, BTN_0, 2)
    box.key(6200 * MS, BTN_0, 0)
    box.frame(8 * SECOND)
    return box.text()


def axis():
    box = stick("Two pushes forward, one with a tremble between the levels, and one that does not go far enough.")

    def move(start, values):
        for step, value in enumerate(values):
            box.frame(start + step * 8 * MS, (EV_ABS, ABS_Y, value))

    move(500 * MS, [-20, -50, -70, -77, -100, -120])
    move(800 * MS, [-90, -40, -10, 0])
    move(1500 * MS, [-30, -80, -70, -60, -78, -52, -90])
    move(1900 * MS, [-60, -51, -20, 0])
    move(2500 * MS, [-30, -60, -75, -60, -30, 0])
    box.frame(4 * SECOND)
    return box.text()


def hat():
    box = stick("A hat: right, left, right held, and straight over from left to right.")
    for start, value, length in ((500, 1, 150), (1300, -1, 150), (2100, 1, 900)):
        box.frame(start * MS, (EV_ABS, ABS_HAT0X, value))
        box.frame((start + length) * MS, (EV_ABS, ABS_HAT0X, 0))
    box.frame(4000 * MS, (EV_ABS, ABS_HAT0X, -1))
    box.frame(4200 * MS, (EV_ABS, ABS_HAT0X, 1))
    box.frame(4400 * MS, (EV_ABS, ABS_HAT0X, 0))
    box.frame(6 * SECOND)
    return box.text()


def overlap():
    box = two_buttons("Two switches whose presses overlap; then both in one frame, down and up.")
    box.key(500 * MS, BTN_0, 1)
    box.key(600 * MS, BTN_1, 1)
    box.key(700 * MS, BTN_0, 0)
    box.key(800 * MS, BTN_1, 0)
    box.frame(2000 * MS, (EV_KEY, BTN_1, 1), (EV_KEY, BTN_0, 1))
    box.frame(2150 * MS, (EV_KEY, BTN_0, 0), (EV_KEY, BTN_1, 0))
    box.frame(4 * SECOND)
    return box.text()


def unplug():
    box = two_buttons(
        "Unplugged while a switch is down; back with the other one down, whose release makes no press;",
        "unplugged in the middle of a frame.")
    box.tap(500 * MS, 120 * MS, BTN_0)
    box.key(1500 * MS, BTN_0, 1)
    box.note("UNPLUG", 1900 * MS)
    box.note("REPLUG", 3000 * MS, [BTN_1])
    box.key(3400 * MS, BTN_1, 0)
    box.tap(4000 * MS, 120 * MS, BTN_1)
    box.key(5000 * MS, BTN_0, 1)
    box.lines.append("E: %s %04x %04x 0" % (seconds(5100 * MS), EV_KEY, BTN_0))
    box.note("UNPLUG", 5200 * MS)
    box.note("REPLUG", 6000 * MS)
    box.tap(6500 * MS, 120 * MS, BTN_0)
    box.frame(8 * SECOND)
    return box.text()


def dropped():
    box = two_buttons(
        "Events are lost three times: a press, which the state then shows; a release, which it shows too;",
        "and nothing that mattered.")
    box.tap(500 * MS, 120 * MS, BTN_0)
    box.frame(1500 * MS, (EV_SYN, SYN_DROPPED, 0), (EV_KEY, BTN_0, 1))
    box.note("STATE", 1500 * MS + 100, [BTN_0])
    box.key(1700 * MS, BTN_0, 0)
    box.key(3000 * MS, BTN_1, 1)
    box.frame(3100 * MS, (EV_SYN, SYN_DROPPED, 0), (EV_KEY, BTN_1, 0))
    box.note("STATE", 3100 * MS + 100)
    box.tap(4000 * MS, 120 * MS, BTN_1)
    box.frame(5000 * MS, (EV_SYN, SYN_DROPPED, 0))
    box.note("STATE", 5000 * MS + 100)
    box.tap(5500 * MS, 120 * MS, BTN_0)
    box.frame(7 * SECOND)
    return box.text()


def backwards():
    box = two_buttons("The clock goes back by 300 ms in the middle of a press, and again between two.")
    box.tap(500 * MS, 120 * MS, BTN_0)
    box.key(1500 * MS, BTN_0, 1)
    box.key(1200 * MS, BTN_0, 0)
    box.tap(2500 * MS, 120 * MS, BTN_0)
    box.tap(2300 * MS, 120 * MS, BTN_1)
    box.tap(4000 * MS, 120 * MS, BTN_1)
    box.frame(6 * SECOND)
    return box.text()


def cut():
    """Ends in the middle of a line, with a switch down."""
    box = two_buttons("Cut off: a frame without its report, and half a line.")
    box.tap(500 * MS, 120 * MS, BTN_0)
    box.key(1500 * MS, BTN_1, 1)
    box.lines.append("E: %s %04x %04x 1" % (seconds(1600 * MS), EV_KEY, BTN_0))
    return box.text() + "E: 1.6000"


MODELS = {f.__name__: f for f in (tap, bounce, hold, axis, hat, overlap, unplug, dropped, backwards, cut)}
MODELS.update(shipped.MODELS)
MODELS.update(pointers.MODELS)
FILES = {name: os.path.join(HERE, name + ".evemu") for name in MODELS}
MODELS["two-switch-session"] = session
FILES["two-switch-session"] = os.path.join(HERE, "..", "..", "Config", "recordings", "two-switch-session.evemu")


def differs(name):
    try:
        with open(FILES[name], encoding="utf-8", newline="") as handle:
            return handle.read() != MODELS[name]()
    except FileNotFoundError:
        return True


def main(arguments):
    if arguments == ["--check"]:
        different = [name for name in sorted(MODELS) if differs(name)]
        for name in different:
            print("%s: not what its model makes; run model.py" % os.path.relpath(FILES[name]), file=sys.stderr)
        return 1 if different else 0
    if not arguments:
        for name in sorted(MODELS):
            with open(FILES[name], "w", encoding="utf-8", newline="") as handle:
                handle.write(MODELS[name]())
        return 0
    if len(arguments) == 1 and arguments[0] in MODELS:
        sys.stdout.write(MODELS[arguments[0]]())
        return 0
    print(__doc__ + "\nNAME: " + " ".join(sorted(MODELS)), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
