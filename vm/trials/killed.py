"""kill -9 of the scanner in a whole session of GNOME or KDE: the next press types Tab into the window in front.

`killed-gnome` and `killed-kde` of `scripts/trials`: a session with a real logind, a button that `/dev/uinput` makes,
and the installed daemon with its keyboard, which the compositor reads. There is no clock: a press is `next`.
"""
import signal

from daemon import Daemon
from desktop import Process, as_person, tell
from devices import BTN_THUMB, BTN_TRIGGER, UInput, wait_for
from session import HERE

KILLS = 3
BOX = "Trial Box"
PROFILE = """
switchway: 1
devices:
  box: {match: {name: "%s"}}
switches:
  main: {input: box/btn_trigger, steady: off, tap: next}
  other: {input: box/btn_thumb, steady: off, tap: select}
policy: {bridge: desktop, typing: yes}
""" % BOX


class Trial:
    def __init__(self, session, report):
        self.session, self.report = session, report
        self.box = UInput(BOX, [BTN_TRIGGER, BTN_THUMB])
        self.daemon = Daemon(PROFILE)
        self.window = session.program("note", "/usr/bin/python3", HERE + "/note_gtk.py")
        self.client = self.daemon.client()
        self.client.connect()
        self.scanners = 0

    def heard(self):
        """What the window told that a Tab can change: where the focus is, or the text of many lines, which takes it."""
        return [one.get("focus", one.get("note")) for one in self.window.look() if "focus" in one or "note" in one]

    def state(self, member):
        return self.client.get("state")[member]

    def press(self):
        """Presses the button, and waits until the daemon says for which client the command is; None: it is typed."""
        self.box.key(BTN_TRIGGER, 1)
        self.box.key(BTN_TRIGGER, 0)
        while (event := self.client.event(600))["type"] != "command":
            pass
        return event["for"]

    def start_scanner(self):
        self.scanners += 1
        scanner = Process("switchway-scan-%d" % self.scanners, as_person(
            ["/usr/bin/switchway-scan", "--socket", self.daemon.socket]), **self.session.environment)
        # The claim that it makes when it shows its first page.
        scanner.wait_for("its claim", lambda: any("apps" in one["commands"] for one in self.state("consumers")))
        return scanner

    def run(self):
        self.window.wait_for("the window", lambda: self.window.last("active")[0] and "name" in self.heard())
        self.session.wait_for_keyboard()
        wait_for("the button", lambda: BOX in [one["name"] for one in self.state("devices")])
        for count in range(KILLS):
            scanner = self.start_scanner()
            self.session.picture("killed-%s-scanner" % self.session.kind)
            before = len(self.heard())
            first = self.press()
            scanner.child.send_signal(signal.SIGKILL)
            scanner.child.wait()
            wait_for("no claim", lambda: not self.state("consumers"))
            # If the press for the scanner had typed anything, that would come before what this one types.
            second = self.press()
            self.window.wait_for("a Tab", lambda: len(self.heard()) > before)
            tell("kill %d: %r" % (count + 1, self.heard()[before:]))
            self.report.check("for whom the presses were", [first, second], ["switchway-scan", None])
            self.report.check("Tabs that came by a press before and one after", len(self.heard()) - before, 1)
        self.report.check("the window is still in front", self.window.last("active")[0], True)
        self.session.picture("killed-%s-after" % self.session.kind)

    def end(self):
        self.window.end()
        self.daemon.end()
        self.box.unplug()


def go(session, report):
    trial = Trial(session, report)
    try:
        trial.run()
    finally:
        trial.end()
