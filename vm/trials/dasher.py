"""Dasher writes a word in its menu mode, moved on by Switchway's clock."""
import os
import pwd
import string
import time

from daemon import ONE_GESTURE, Daemon, profile
from desktop import NAME, Program
from writer import Session, Writer

HERE = os.path.dirname(os.path.realpath(__file__))
WORD = "hello"

# The frames of a zoom are few because the machine is emulated. All letters have the same size and the margin is 0, so
# that the person knows without looking where each is.
SETTINGS = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE settings SYSTEM "settings.dtd">
<settings>
<string name="InputFilter" value="Menu Mode"/>
<long name="ButtonMenuBoxes" value="4"/>
<long name="ButtonMenuSafety" value="0"/>
<long name="Zoomsteps" value="4"/>
<long name="UniformTimes1000" value="1000"/>
<bool name="LMAdaptive" value="False"/>
<string name="AlphabetID" value="Trial"/>
<long name="XPosition" value="0"/>
<long name="YPosition" value="0"/>
<long name="ScreenWidth" value="800"/>
<long name="ScreenHeight" value="600"/>
</settings>
"""
ALPHABET = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE alphabets SYSTEM "alphabet.dtd">
<alphabets langcode="en">
<alphabet name="Trial">
<orientation type="LR"/>
<encoding type="Western"/>
<palette>Default</palette>
<paragraph d="&#182;" b="9"/>
<space d="&#x25a1;" t=" " b="9"/>
%s</alphabet>
</alphabets>
"""
LETTERS = string.ascii_lowercase + "?!,."
# With space and the paragraph.
SYMBOLS = len(LETTERS) + 2

# A zoom is over when the picture has been the same for so long, s.
STILL = 0.8

# A point of the left edge of each of the four boxes in which it zooms, and of the one that backs off; the highlight's
# colour.
COLOUR = "ff0000"
BOXES = {"1": (488, 205), "2": (488, 300), "3": (488, 405), "4": (488, 500), "back": (282, 330)}

INTERVAL = 3
PROFILE = profile("one-switch-desktop", *ONE_GESTURE, "scan: {interval: %gs}" % INTERVAL, "policy: {bridge: dasher}")


def write_settings():
    entry = pwd.getpwnam(NAME)
    folder = entry.pw_dir + "/.dasher"
    os.makedirs(folder, exist_ok=True)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    symbols = "".join('<s d="%s" t="%s" b="%d"/>\n' % (sign, sign, 10 + at) for at, sign in enumerate(LETTERS))
    for name, text in (("settings.xml", SETTINGS), ("alphabet.trial.xml", ALPHABET % symbols)):
        with open(folder + "/" + name, "w") as file:
            file.write(text)
        os.chown(folder + "/" + name, entry.pw_uid, entry.pw_gid)


def boxes(word):
    """The boxes to choose for the word: each makes a quarter of the picture four times as large.

    Dasher first shows the whole alphabet from 63 to 4033 of 4096 lines, and computes in whole numbers.
    """
    start, size = 0.0, 1.0
    for letter in word:
        size /= SYMBOLS
        start += LETTERS.index(letter) * size
    top, bottom = 63, 4033
    while True:
        box = int((top + (start + size / 2) * (bottom - top)) // 1024)
        yield str(box + 1)
        top, bottom = ((line - 1024 * box) * 4 for line in (top, bottom))


def go(desktop, report):
    write_settings()
    daemon = Daemon(PROFILE)
    programs = []
    try:
        desktop.wait_for_keyboard()
        text = Session("dasher", "/usr/bin/python3 %s/reader.py dasher & cd; exec dasher" % HERE)
        programs.append(text)
        eyes = Program("eyes", ["/usr/bin/python3", HERE + "/eyes.py", COLOUR,
                                *("%s=%d,%d" % (box, *place) for box, place in BOXES.items())])
        programs.append(eyes)
        text.wait_for("Dasher's text", lambda: text.last("text")[0] == "")
        eyes.wait_for("Dasher's first box", lambda: eyes.last("focus")[0] == "1")
        with daemon.client() as client, Writer(client, eyes, INTERVAL) as person:
            for at, box in enumerate(boxes(WORD)):
                written = text.last("text")[0]
                # Dasher shows the letter below its cross, which may not be the one that is meant yet.
                if written == WORD or not WORD.startswith(written[:-1]):
                    break
                if at == 6:
                    desktop.picture("dasher-writes")
                person.choose(box)
                person.until("the end of the zoom", lambda: (
                    person.stepped() <= eyes.last("picture")[1] <= time.monotonic() - STILL))
            desktop.picture("dasher-done")
            report.check("the text", text.last("text")[0], WORD)
            report.facts(person)
    finally:
        for program in programs:
            program.end()
        daemon.end()
