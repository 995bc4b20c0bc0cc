"""Super is held on a keyboard while a switch takes 40 steps: the desktop opens nothing."""
from daemon import Daemon
from devices import BTN_TRIGGER, UInput, wait_for
from keyboard import CODES, Keyboard
from session import HERE

STEPS = 40
PROFILE = """
switchway: 1
extends: full-keyboard-access
devices:
  keyboard: {match: {name: "Trial Keyboard"}}
  box: {match: {name: "Trial Box"}}
switches:
  main: {input: box/btn_trigger, steady: off, tap: next}
policy: {bridge: desktop}
"""


def go(session, report, toolkit):
    keyboard, box = Keyboard(), UInput("Trial Box", [BTN_TRIGGER])
    daemon = Daemon(PROFILE)
    window = session.program("note", "/usr/bin/python3", "%s/note_%s.py" % (HERE, toolkit))
    try:
        window.wait_for("the window", lambda: window.last("active")[0] and window.last("focus")[0] == "name")
        session.wait_for_keyboard()
        with daemon.client() as client:
            wait_for("both devices", lambda: len(client.get("state")["devices"]) == 2)
            since = len(window.look())
            keyboard.key(CODES["super"], 1)
            for _ in range(STEPS):
                box.key(BTN_TRIGGER, 1)
                box.key(BTN_TRIGGER, 0)
                while client.event(60)["type"] != "command":
                    pass
        # The first two go to the text; it takes the others for itself.
        window.wait_for("40 Tabs", lambda: (window.last("note")[0] or "").count("\t") == STEPS - 2)
        keyboard.key(CODES["super"], 0)
        # If anything has opened, it gets the letter.
        keyboard.chord("x")
        window.wait_for("the letter after them", lambda: window.last("note")[0].endswith("x"))
        report.check("the text", window.last("note")[0], "\t" * (STEPS - 2) + "x")
        report.check("the window lost the focus", [one for one in window.said[since:] if "active" in one], [])
    finally:
        window.end()
        daemon.end()
        box.unplug()
        keyboard.unplug()
