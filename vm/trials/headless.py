"""Trials with the real daemon in a session without a screen, in which a client's `select` stands for the switch."""
import os
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE + "/../../bench", HERE, HERE + "/../walk", HERE + "/../../clients/python"]
from wayland import wait_for  # noqa: E402
import switchway  # noqa: E402
from desktop_eyes import Typist  # noqa: E402

PROFILE = """switchway: 1
extends: one-switch-scan
scan: {interval: %gs, loops: 0, reaction: 0ms, first-item-pause: 0s}
"""
# s: of a step, for the person who chooses.
SLOW = 1
# The number of `windows` on the panel.
WINDOWS = 4


class Headless:
    """A session, the daemon in it with this profile, a client of the daemon, and what was found wrong."""

    def __init__(self, session, folder, profile):
        self.session, self.folder, self.failures = session, folder, []
        self.path = session.start_daemon(folder, profile)
        self.client = switchway.Client(path=self.path)
        self.client.connect()

    def check(self, what, is_so, seen=""):
        print("%s  %s%s" % ("ok  " if is_so else "FAIL", what, "" if is_so else ": %s" % (seen,)), flush=True)
        if not is_so:
            self.failures.append(what)

    def state(self):
        return self.client.get("state")


def main(make, run):
    """Makes a trial, runs it and ends its session. The status: 1 if something was wrong."""
    if os.geteuid() == 0:
        sys.exit("%s: switchwayd does not run as root: run it as another user" % os.path.basename(sys.argv[0]))
    trial = make()
    try:
        run(trial)
    finally:
        trial.session.end()
    return 1 if trial.failures else 0


class Pages(dict):
    """How many places each page has, by its number; `newest`: the one that came last, and when."""
    newest = None, 0.0

    def __setitem__(self, page, size):
        if page not in self:
            self.newest = page, time.monotonic()
        super().__setitem__(page, size)


class Chooser(Headless):
    """Chooses places of the scanner's pages by their numbers, through a client of the daemon."""

    def __init__(self, session, folder):
        super().__init__(session, folder, PROFILE % SLOW)
        self.typist = Typist(session, self.path, session.home + "/typist")
        self.typist.sizes = Pages()
        self.item = None

    @property
    def page(self):
        return self.typist.sizes.newest[0]

    @property
    def came(self):
        return self.typist.sizes.newest[1]

    def interval(self, seconds):
        self.session.write(self.session.home + "/trial.yaml", PROFILE % seconds)
        self.client.request("reload")

    def look(self, seconds=0.0):
        event = self.client.event(seconds)
        while event:
            if event["type"] in ("scan", "command") and event.get("page") == self.page:
                self.item = event.get("item")
            event = self.client.event(0)
        return True

    def choose(self, index):
        """Chooses the place of this number; how long the next page took, ms."""
        self.item = None
        wait_for("place %d" % index, lambda: self.look(0.02) and self.item in (index, index - 1) and
                 self.scan_state() == "running" and time.monotonic() > self.came + 0.5)
        if self.item != index:
            self.client.send("next")
            wait_for("the step", lambda: self.look(0.02) and self.item == index)
        page, began = self.page, time.monotonic()
        self.client.send("select")
        wait_for("a page", lambda: self.look(0.005) and self.page != page)
        return 1e3 * (self.came - began)

    def scan_state(self):
        state = (self.client.get("state").get("scan") or {}).get("state")
        if state == "resting":
            self.client.send("select")
        return state

    def await_page(self):
        """A page, and no other one for a second."""
        wait_for("a page", lambda: self.look(0.05) and self.page and time.monotonic() > self.came + 1)
