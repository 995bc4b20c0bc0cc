#!/usr/bin/python3
"""Xfce on an X server without a screen, with one switch: `vm/trials/xfce.py FOLDER [OUT]`. Pictures are kept in OUT.

FOLDER has switchwayd and switchway-scan. It runs as a user other than root. Rings are compared with the pixels of a
button; in Mousepad a menu's entry is chosen and a text is written with the panel's keyboard; another window is raised
from the page `windows`. A client's `select` stands for the switch, and xdotool types what the daemon is asked to type,
because there is no /dev/uinput. So the chords of Full Keyboard Access are not tried.
"""
import os
import signal
import sys
import time

from headless import WINDOWS, Chooser, main

from desktop_eyes import Eyes, Programs  # noqa: E402
from ends import RED  # noqa: E402
from panel import OUT, ROWS, SPACE  # noqa: E402
from pixels import box, missed  # noqa: E402
from x11_desktops import Xfce, wait_for  # noqa: E402

WANTED = {"text": ("text", 0), "file": ("menu", "File"), "new": ("menu item", "New"), "help": ("menu", "Help"),
          "about": ("menu item", "About"), "target": ("push button", "TARGET")}


class Trial(Chooser):
    def __init__(self, folder, out):
        super().__init__(Xfce(), folder)
        self.out = out
        self.free = self.session.strut()
        self.eyes = Eyes(self.session)

    def picture(self, name):
        if self.out:
            self.session.picture().quantize(160, dither=0).save("%s/xfce-%s.png" % (self.out, name), optimize=True)

    def start_scanner(self):
        self.scanner = self.session.start(self.folder + "/switchway-scan", "--socket", self.session.home + "/typist")
        self.await_page()

    def look_at(self, wanted):
        return Programs(self.session, self.folder, wanted).see()

    def active(self):
        return self.session.output("xdotool", "getactivewindow", "getwindowname").strip()

    def rings(self, kind):
        """The rings beside the pixels of a button, as the clock comes to it."""
        window = self.session.start("python3", RED, kind, "Red " + kind, pipe=True)
        wait_for("the window", lambda: self.active() == "Red " + kind)

        def found():
            self.scan_state()
            return missed(self.eyes.see()["rings"], box(self.session.picture(), (255, 0, 0)))

        off = min(wait_for("a ring of " + kind, found), key=max)
        self.check("%s: the ring is %d px off" % (kind, max(off)), max(off) <= 2, off)
        self.picture(kind)
        window.send_signal(signal.SIGKILL)
        window.wait()
        wait_for("another window", lambda: self.active() != "Red " + kind)

    def follow(self, name, is_done):
        """Chooses what leads to this item of the window in front."""
        for _ in range(4):
            found = self.look_at(WANTED)
            path = found["paths"].get(name)
            if path is None:
                print(found, flush=True)
                raise SystemExit("there is no " + name)
            for index in path:
                self.choose(index)
                if is_done():
                    return
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if is_done():
                    return
                time.sleep(0.05)
        raise SystemExit(name + " was not reached")

    def type(self, text):
        for letter in text:
            row = next((one for one, keys in enumerate(ROWS) if letter in keys), None)
            for index in SPACE if letter == " " else (1 + row, ROWS[row].index(letter)):
                self.choose(index)

    def run_or_show(self):
        """Runs it. What the screen shows when it fails is kept."""
        try:
            self.run()
        except BaseException:
            self.picture("failed")
            raise

    def run(self):
        session = self.session
        print("%s: %s" % (session.title, session.output("xfwm4", "--version").splitlines()[0]), flush=True)
        self.start_scanner()
        wait_for("the bar", lambda: self.eyes.see()["bar"])
        self.check("the bar and its strut without a window", session.strut() == self.free + 48,
                   (self.free, session.strut()))
        editor = session.start("mousepad")
        wait_for("the editor", lambda: "Mousepad" in self.active())
        editor_title = self.active()
        for kind in ("gtk3", "gtk4", "qt"):
            self.rings(kind)
        self.await_page()
        session.output("xdotool", "getactivewindow", "windowsize", "900", "400")
        time.sleep(1)
        self.await_page()
        self.picture("mousepad")
        # A menu: its entry opens a dialog.
        self.follow("help", lambda: "about" in self.look_at(WANTED)["paths"])
        self.picture("menu")
        self.follow("about", lambda: "About" in self.active())
        self.check("an entry of a menu opened its dialog", True)
        self.picture("about")
        session.press(["Escape"])
        wait_for("the editor", lambda: self.active() == editor_title)
        self.await_page()
        self.follow("text", lambda: session.strut() > self.free + 48)
        self.await_page()
        self.type("tea")
        self.picture("written")
        wait_for("the text", lambda: "".join(self.typist.typed)[-3:] == "tea")
        time.sleep(1)
        session.press(["Control_L", "a"])
        session.press(["Control_L", "c"])
        tree = session.output(self.folder + "/switchway-scan", "--dump", "--with-names")
        title = self.active()
        self.check("the text was written: the title has a star", title.startswith("*"), (title, tree[:300]))
        self.choose(OUT)
        self.await_page()
        self.check("the keyboard's strut is that of the bar again", session.strut() == self.free + 48, session.strut())
        # Another window, and the page `windows`.
        other = session.start("thunar", session.home)
        wait_for("the files", lambda: self.active() and "Mousepad" not in self.active())
        self.await_page()
        self.picture("thunar")
        self.choose(self.typist.sizes[self.page] - 1)
        self.choose(WINDOWS)
        self.picture("windows")
        for index in range(self.typist.sizes[self.page] - 1):
            self.choose(index)
            time.sleep(1)
            if "Mousepad" in self.active():
                break
            self.await_page()
            self.choose(self.typist.sizes[self.page] - 1)
            self.choose(WINDOWS)
        self.check("the page `windows` raised Mousepad", "Mousepad" in self.active(), self.active())
        began = time.monotonic()
        self.scanner.send_signal(signal.SIGKILL)
        wait_for("nothing to be seen", lambda: not any(self.eyes.see().values()))
        wait_for("no strut", lambda: session.strut() == self.free)
        self.check("kill -9 of the scanner: no ring, bar and strut after %.1f s" % (time.monotonic() - began), True)
        self.check("the programs go on", editor.poll() is None and other.poll() is None)


if __name__ == "__main__":
    sys.exit(main(lambda: Trial(os.path.realpath(sys.argv[1]), (sys.argv[2:] or [""])[0]), Trial.run_or_show))
