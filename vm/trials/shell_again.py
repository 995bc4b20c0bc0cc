#!/usr/bin/python3
"""GNOME's shell on X11 is restarted in three ways, beside the scanner: `vm/trials/shell_again.py FOLDER`.

FOLDER has switchwayd and switchway-scan. It runs on an X server without a screen, as a user other than root. On X11
the scanner draws by itself, so that its ring and its bar stay while there is no shell: the ring must be around the same
item then. When the shell is there again the scanner, which was not restarted, must show its page, and a ring when the
window is active. At the end the scanner is killed.
"""
import os
import signal
import sys
import threading
import time

from gi.repository import GLib

from headless import WINDOWS, Chooser, main

import switchway  # noqa: E402
from desktop_eyes import Eyes  # noqa: E402
from ends import RED  # noqa: E402
from pixels import box, missed  # noqa: E402
from x11_desktops import GnomeX11, wait_for  # noqa: E402

RED_COLOUR = (0xff, 0, 0)
# The way of Alt-F2 and r: the process begins again by itself.
RESTART = "imports.gi.Meta.restart('Restarting', global.context)"


class Log(threading.Thread):
    """Says what changes: the claim, rings, the bar, the free height and whether the window manager is there.

    `off`: by how many pixels rings missed the red button while there was no window manager.
    """

    def __init__(self, trial):
        super().__init__(daemon=True)
        self.trial, self.began, self.last, self.is_on, self.off = trial, time.monotonic(), None, True, []
        self.client = switchway.Client(path=trial.path)

    def run(self):
        self.client.connect()
        while self.is_on:
            at = time.monotonic()
            try:
                now = self.see()
            # The X server has no picture while a window manager comes or goes.
            except (ValueError, IndexError):
                continue
            if now != self.last:
                print("      %5.2f s  %s" % (at - self.began, now), flush=True)
                self.last = now

    def see(self):
        state, seen = self.client.get("state"), self.trial.eyes.see()
        if not self.trial.has_shell():
            self.off += self.trial.missed(seen["rings"])
        return {"claim": bool(state["consumers"]), "clock": (state.get("scan") or {}).get("state"),
                "ring": bool(seen["rings"]), "bar": bool(seen["bar"]), "strut": self.trial.session.strut(),
                "shell": self.trial.has_shell()}


class Trial(Chooser):
    def __init__(self, folder):
        super().__init__(GnomeX11(), folder)
        self.eyes = Eyes(self.session)
        self.strut = self.session.strut()

    def is_owned(self, name):
        return self.session.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner",
                                 GLib.Variant("(s)", (name,)))[0]

    def has_shell(self):
        return self.is_owned("org.gnome.Shell")

    def missed(self, rings):
        """By how many pixels each ring that touches the red button misses it."""
        return [max(one) for one in missed(rings, box(self.session.picture(), RED_COLOUR))]

    def await_all(self, what):
        wait_for("a claim " + what, lambda: self.state()["consumers"])
        wait_for("a page " + what, lambda: (self.state().get("scan") or {}).get("page") is not None)
        if self.state()["scan"]["state"] == "resting":
            self.client.send("select")
        off = wait_for("a ring " + what, lambda: [[one] for one in self.missed(self.eyes.see()["rings"])])[0][0]
        wait_for("the bar's strut " + what, lambda: self.session.strut() > self.strut)
        return off

    def again(self, how, restart):
        began, log = time.monotonic(), Log(self)
        log.start()
        print("%s:" % how, flush=True)
        restart()
        self.session.await_desktop()
        came = time.monotonic() - began
        wait_for("a bar after " + how, lambda: self.eyes.see()["bar"])
        page = time.monotonic() - began
        time.sleep(1)
        if not self.session.evaluate("global.display.focus_window?.title"):
            print("      the shell has no active window: one is chosen from the page `windows`", flush=True)
            self.await_page()
            self.choose(WINDOWS)
            self.choose(0)
            began = time.monotonic()
        off = self.await_all("after " + how)
        self.check("%s: the shell was there after %.1f s, the bar after %.1f s, a ring %.1f s later, %d px off" % (
            how, came, page, time.monotonic() - began, off), off <= 2)
        self.check("%s: the scanner is the same" % how, self.scanner.poll() is None)
        wait_for("the extension", lambda: self.is_owned("io.switchway.Shell"))
        time.sleep(2)
        log.is_on = False
        log.join()
        self.check("%s: rings without a shell, off by at most %s px (%d pictures)" % (
            how, max(log.off, default=None), len(log.off)), max(log.off, default=0) <= 2)

    def replace(self):
        old = self.session.shell
        self.session.shell = self.session.start("gnome-shell", "--x11", "--replace")
        wait_for("the old shell's end", lambda: old.poll() is not None)

    def restart(self):
        before = self.session.manager()
        self.session.evaluate(RESTART)
        wait_for("another shell", lambda: self.session.manager() not in ("", before))

    def kill(self):
        """Kills it with the program that draws title bars, as systemd does.

        If that program is left, the next shell takes each of its frames for a window, and not the window in it.
        """
        os.killpg(self.session.shell.pid, signal.SIGKILL)
        self.session.shell.wait()
        time.sleep(5)
        self.session.shell = self.session.start("gnome-shell", "--x11")

    def run(self):
        print("%s %s" % (self.session.title, self.session.output("gnome-shell", "--version").strip()), flush=True)
        self.window = self.session.start("python3", RED, "gtk3", "Red", pipe=True)
        self.scanner = self.session.start(
            self.folder + "/switchway-scan", "--socket", self.session.home + "/typist")
        self.await_all("at the start")
        self.check("at the start there are a ring, the bar and its strut", True)
        for how, way in (("replaced", self.replace), ("restarted", self.restart), ("killed and started", self.kill)):
            self.again(how, way)
        began = time.monotonic()
        self.scanner.send_signal(signal.SIGKILL)
        wait_for("no claim", lambda: not self.state()["consumers"])
        wait_for("nothing to be seen", lambda: not any(self.eyes.see().values()))
        wait_for("no strut", lambda: self.session.strut() == self.strut)
        self.check("kill -9 of the scanner: nothing after %.1f s" % (time.monotonic() - began), True)
        self.check("the window goes on", self.window.poll() is None)
        errors = [one for one in self.session.log().splitlines() if "JS ERROR" in one or "switchway" in one]
        self.check("the shell complains of nothing", not errors, errors)


if __name__ == "__main__":
    sys.exit(main(lambda: Trial(os.path.realpath(sys.argv[1])), Trial.run))
