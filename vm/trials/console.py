"""A text console: what each chord types there. A program in the place of a shell says which bytes it gets."""
import json
import os
import subprocess

from chords import LONG, PASS, SILENT
from daemon import Daemon
from desktop import ROOM, Process, read
from devices import wait_for
from keyboard import HELD, Keyboard
from session import HERE, activate

TERMINAL = 3
LOG = ROOM + "/console.log"
# Of each chord what a program on a console gets; all others give nothing.
TYPED = {
    "a": "a", "tab": "\t", "shift+tab": "\t", "tab+enter": "\t", "tab+backspace": "\t", "tab+left": "\x1b[1~",
    "tab+right": "\x1b[4~", "up": "\x1b[A", "down": "\x1b[B", "left": "\x1b[D", "right": "\x1b[C", "space": " ",
    "esc": "\x1b", "tab+f": "\x12"}
NOTHING = SILENT + ["tab+z", "tab+m", "tab+b", "tab+w", "tab+a", "tab+l", "tab+c", "tab+f2", "tab+shift+h",
                    "tab+shift+up", "tab+shift+c", "tab+shift+n", "ctrl+tab", "ctrl+shift+tab", "super", PASS, PASS]


class Reader(Process):
    """What stands in the place of a shell."""

    def __init__(self):
        super().__init__("bytes", [
            "/usr/bin/systemd-run", "--quiet", "--wait", "--unit", "bytes", "-p", "TTYPath=/dev/tty%d" % TERMINAL,
            "-p", "StandardInput=tty-force", "-p", "StandardOutput=file:" + LOG, "/usr/bin/python3",
            HERE + "/bytes.py"])

    def got(self):
        """All bytes that came, as a text; None before it reads."""
        if not os.path.exists(LOG):
            return None
        said = [json.loads(line) for line in read(LOG).splitlines() if line.endswith("}")]
        return "".join(one.get("bytes", "") for one in said) if said else None

    def end(self):
        subprocess.run(["systemctl", "stop", "bytes"], check=False)
        super().end()


def go(_, report):
    keyboard, reader = Keyboard(), Reader()
    daemon = Daemon("switchway: 1\nextends: full-keyboard-access-console\n")
    try:
        with daemon.client() as client:
            wait_for("the grab", lambda: any(one["grabbed"] for one in client.get("state")["devices"]))
        activate(TERMINAL)
        reader.wait_for("the program on the console", lambda: reader.got() is not None)
        for chord, expected in [*TYPED.items(), *((chord, "") for chord in NOTHING)]:
            before = len(reader.got())
            keyboard.chord(chord, LONG if chord == "super" else HELD)
            # The letter comes after all that the chord has typed.
            keyboard.chord("x")
            reader.wait_for(chord, lambda: reader.got()[before:].endswith("x"))
            report.check(chord, reader.got()[before:], expected + "x")
            report.check(chord + ": the terminal in front", read("/sys/class/tty/tty0/active").strip(),
                         "tty%d" % TERMINAL)
    finally:
        daemon.end()
        reader.end()
        keyboard.unplug()
        activate(1)

