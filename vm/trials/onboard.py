"""Onboard writes a word: its settings, and how a person sees what it highlights."""
import os
import time

from daemon import Daemon
from desktop import Program
from writer import Session, Writer

HERE = os.path.dirname(os.path.realpath(__file__))
WORD = "tea"
# s. The emulated machine takes up to three to draw all keys anew where it has other work.
INTERVAL = 6

# As a carer sets it; see vm/trials/TRIALS.md. The numbers of the keys F14 and F15 in X, and of Onboard's actions.
STEP, ACTIVATE = (269025093, 0), (269025094, 5)
SETTINGS = """
gsettings set org.onboard.scanner enabled true
gsettings set org.onboard.scanner device-name 5357:4B42:4
gsettings set org.onboard.scanner device-detach false
gsettings set org.onboard.scanner mode %s
gsettings set org.onboard.scanner device-key-map '%s'
gsettings set org.onboard.scanner interval %g
gsettings set org.onboard.window.landscape x 50
gsettings set org.onboard.window.landscape y 380
exec onboard
"""

# A corner of some keys of the layout Compact, 700 by 205 points; the highlight's colour in the theme Classic.
COLOUR = "7373b2"
KEYS = {"q": (129, 431), "e": (213, 431), "t": (297, 431), "s": (181, 470), "a": (139, 470), "z": (166, 508)}
ALL = "+".join(KEYS)


def row(letter):
    return "+".join(key for key, place in KEYS.items() if place[1] == KEYS[letter][1])


class Onboard:
    """The three programs of the trial: Onboard, the field that it writes into, and the eyes."""

    def __init__(self, mode, keys):
        self.field = Program("field", ["/usr/bin/python3", HERE + "/field.py"])
        self.field.wait_for("the field", lambda: self.field.last("text")[0] is not None)
        number = ", ".join("%d: %d" % key for key in keys)
        self.onboard = Session("onboard", SETTINGS % (mode, "{%s}" % number, INTERVAL))
        self.eyes = Program("eyes", ["/usr/bin/python3", HERE + "/eyes.py", COLOUR,
                                     *("%s=%d,%d" % (key, *place) for key, place in KEYS.items())])
        # The first picture is that of the empty screen.
        self.onboard.wait_for("Onboard's keyboard", lambda: sum("picture" in one for one in self.eyes.look()) > 1
                              and time.monotonic() - self.eyes.last("picture")[1] > 3)

    def write(self, desktop, report, person, name, start=None):
        """`start`: what begins each letter where Onboard rests after one."""
        for at, letter in enumerate(WORD, 1):
            pictures = {letter: name + "-writes"} if at == len(WORD) else {}
            if start:
                start()
            while self.text() == WORD[:at - 1]:
                # What is lit on the way to the letter is chosen: after a wrong choice Onboard comes back to all keys.
                item = person.await_highlight(ALL, row(letter), letter)
                if item in pictures:
                    desktop.picture(pictures.pop(item))
                if person.choose(ALL, row(letter), letter) == letter:
                    person.until("the text %s, or all keys" % WORD[:at], lambda: (
                        self.text() == WORD[:at] or self.eyes.last("focus")[0] == ALL))
        desktop.picture(name + "-done")
        report.check("the field holds", [one.get("text", "sent") for one in self.field.said],
                     [WORD[:at] for at in range(len(WORD) + 1)])
        report.facts(person)

    def text(self):
        return self.field.last("text")[0]

    def end(self):
        for program in (self.eyes, self.onboard, self.field):
            program.end()


def write(desktop, report, name, profile, mode, keys, is_clock):
    """The whole trial. `is_clock`: Switchway's own clock scans, and not Onboard."""
    daemon = Daemon(profile)
    onboard = None
    try:
        desktop.wait_for_keyboard()
        with daemon.client() as client:
            onboard = Onboard(mode, keys)
            with Writer(client, onboard.eyes, INTERVAL, is_clock) as person:
                # Onboard's scanner stands after each letter, and the first press starts it.
                onboard.write(desktop, report, person, name, None if is_clock else person.press)
    finally:
        if onboard:
            onboard.end()
        daemon.end()
