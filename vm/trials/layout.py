"""A desktop with AZERTY: texts are refused until the key-remap file has that layout, too, and then written as asked."""
import switchway
from daemon import Daemon
from devices import wait_for
from keyboard import Keyboard
from session import HERE

PROFILE = "switchway: 1\nextends: full-keyboard-access-%s\npolicy: {typing: yes}\n"
TEXT = "qa, z1?"
REFUSAL = "the desktop's keyboard layout is fr"


def go(session, report, toolkit):
    """The desktop has been told AZERTY already."""
    keyboard, profile = Keyboard(), PROFILE % session.kind
    daemon = Daemon(profile, is_service=True)
    window = session.program("note", "/usr/bin/python3", "%s/note_%s.py" % (HERE, toolkit))

    def name():
        return window.last("name")[0] or ""

    def refusal(client):
        try:
            client.type(TEXT)
        except switchway.Refused as error:
            return str(error)
        return ""

    def is_azerty():
        before = name()
        keyboard.chord("2")
        window.wait_for("a letter", lambda: name() != before)
        return name().endswith("é")

    try:
        window.wait_for("the window", lambda: window.last("active")[0] and window.last("focus")[0] == "name")
        session.wait_for_keyboard()
        with daemon.client() as client:
            wait_for("the grab", lambda: any(one["grabbed"] for one in client.get("state")["devices"]))
            keyboard.chord("end")
            wait_for("AZERTY in the desktop", is_azerty)
            # No chord of this trial: so all others stay the desktop's.
            client.claim(["undo"])
            wait_for("a refusal that says why", lambda: REFUSAL in refusal(client))
            report.check("the doctor", session.doctor(daemon, "layout"),
                         "write 'keyboard: {layout: fr}' into the profile, or choose us in the settings of "
                         + session.title)
            before = name()
            daemon.write(profile + "keyboard: {layout: fr}\n")
            wait_for("no refusal", lambda: not refusal(client))
            window.wait_for("the text", lambda: len(name()) >= len(before + TEXT))
            report.check("what was written", name(), before + TEXT)
            report.check("the doctor, then", session.doctor(daemon, "layout"), None)
            # On AZERTY the key with Z is where QWERTY has W.
            keyboard.chord("tab+w")
            window.wait_for("Tab with the key Z: the menu of the item", lambda: window.last("menu")[0] == "context")
    finally:
        window.end()
        daemon.end()
        keyboard.unplug()
