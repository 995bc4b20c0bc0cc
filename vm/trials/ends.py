#!/usr/bin/python3
"""What stays when switchway-scan, GNOME's extension or the whole shell ends: `vm/trials/ends.py gnome|kde FOLDER`.

FOLDER has switchwayd and switchway-scan. It runs on Wayland without a screen, as a user other than root, with the real
daemon. After each end no ring, bar or strut may be there, and no program may have a claim: then the daemon types what a
press gives, which is Tab. That itself needs /dev/uinput: `killed.py`, `scan-form` and ScanningTests try it in the virtual
machine.
"""
import os
import signal
import sys
import time

from headless import HERE, Headless, main

from wayland import KINDS, SIZE, wait_for  # noqa: E402
from desktop_eyes import Eyes  # noqa: E402

PROFILE = "switchway: 1\nextends: one-switch-scan\nscan: {interval: 1s, loops: 0}\n"
RED = HERE + "/../../gnome/test/red.py"
KILLS = 5


class Trial(Headless):
    def __init__(self, kind, folder):
        super().__init__(KINDS[kind](), folder, PROFILE)
        self.kind = kind
        self.session.environment.update(GDK_BACKEND="wayland", QT_QPA_PLATFORM="wayland")
        self.eyes = Eyes(self.session)

    def start_scanner(self):
        scanner = self.session.start(self.folder + "/switchway-scan", "--socket", self.path)
        self.await_all("at the start")
        return scanner

    def await_all(self, what):
        wait_for("a claim " + what, self.claims)
        wait_for("a page " + what, lambda: (self.state().get("scan") or {}).get("page") is not None)
        # Where the clock rests, a press starts it.
        if self.state()["scan"]["state"] == "resting":
            self.client.send("select")
        wait_for("a ring " + what, lambda: self.eyes.see()["rings"])

    def claims(self):
        return self.state()["consumers"]

    def is_shown(self):
        seen = self.eyes.see()
        return bool(seen["rings"] or seen["bar"])

    def strut(self):
        """How much GNOME's shell keeps free at the bottom, in pixels."""
        return SIZE[1] - sum(self.session.evaluate(
            "(area => [area.y, area.height])(Main.layoutManager.getWorkAreaForMonitor(0))"))

    def await_nothing(self, what, began, has_shell=True):
        wait_for("no claim " + what, lambda: not self.claims())
        claims = time.monotonic() - began
        if has_shell:
            wait_for("nothing to be seen " + what, lambda: not self.is_shown())
            self.check("no ring and no bar %s, after %.0f ms" % (what, 1e3 * (time.monotonic() - began)), True)
            if self.kind == "gnome":
                self.check("no strut " + what, self.strut() == 0)
        self.check("no claim %s, after %.0f ms" % (what, 1e3 * claims), True)

    def kill_scanner(self):
        scanner = self.start_scanner()
        for _ in range(KILLS):
            scanner.send_signal(signal.SIGKILL)
            self.await_nothing("after kill -9 of the scanner", time.monotonic())
            scanner.wait()
            self.check("the window goes on", self.window.poll() is None)
            scanner = self.start_scanner()
        return scanner

    def switch_extension(self):
        uuid = next(one for one in os.listdir(self.session.home + "/.local/share/gnome-shell/extensions")
                    if one.startswith("switchway"))
        for _ in range(2):
            began = time.monotonic()
            self.session.evaluate("Main.extensionManager.disableExtension('%s')" % uuid)
            self.await_nothing("while the extension is off", began)
            self.session.evaluate("Main.extensionManager.enableExtension('%s')" % uuid)
            self.await_all("when it is on again")
            self.check("all again when it is on again", True)

    def kill_shell(self):
        shell = self.session.shell
        began = time.monotonic()
        shell.send_signal(signal.SIGKILL)
        self.await_nothing("after kill -9 of the shell", began, has_shell=False)

    def run(self):
        self.window = self.session.start("python3", RED, "gtk3", "Red", pipe=True)
        self.kill_scanner()
        if self.kind == "gnome":
            self.switch_extension()
        self.kill_shell()


if __name__ == "__main__":
    sys.exit(main(lambda: Trial(sys.argv[1], os.path.realpath(sys.argv[2])), Trial.run))
