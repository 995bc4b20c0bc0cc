"""One switch fills in a window in which a text of many lines takes each Tab: in, at rest, and out again."""
import os
import time

from daemon import Daemon, profile
from person import GAP, Person

HERE = os.path.dirname(os.path.realpath(__file__))
# s. A desktop draws slowly on an emulated machine, and who is late by a step is in the text.
INTERVAL = 5
# The shipped gestures, with time for an emulated machine.
PROFILE = profile("one-switch-desktop", "    double: {within: 800ms, do: scan(reverse)}", "    triple: nothing",
                  "scan: {interval: %gs}" % INTERVAL)
# As the profile has it.
STEPS = 15


def go(session, report, toolkit):
    daemon = Daemon(PROFILE)
    window = session.program("note", "/usr/bin/python3", "%s/note_%s.py" % (HERE, toolkit))
    try:
        window.wait_for("the window", lambda: window.last("active")[0] and window.last("focus")[0] == "name")
        session.wait_for_keyboard()
        with daemon.client() as client, Person(client, window, INTERVAL) as person:
            fill_in(session, report, person, toolkit)
    finally:
        window.end()
        daemon.end()


def fill_in(session, report, person, toolkit):
    window = person.program

    def note():
        return window.last("note")[0] or ""

    person.choose("tea", "hold")
    person.until("the box is ticked", lambda: window.last("tea")[0])
    # Nobody presses: the clock goes into the text, writes a tab at each step there, and rests.
    person.until("a rest", lambda: person.scan == "resting")
    text = note()
    tabs = text.count("\t")
    report.check("the text has tabs and nothing else", text, "\t" * tabs)
    report.check("there are some, and at most as many as the profile allows", 0 < tabs <= STEPS, True)
    session.picture(toolkit + "-trap")
    person.start()
    since = len(person.commands)
    person.press()
    time.sleep(GAP)
    person.press()
    person.made("scan", since)
    person.until("the way out of the text", lambda: window.last("focus")[0] != "note")
    text = note()
    person.choose("send", "hold")
    person.until("it is sent", lambda: window.last("clicked")[0] == "send")
    report.check("nothing was written on the way", note(), text)
    report.check("the box is still ticked", window.last("tea")[0], True)
    report.facts(person)
