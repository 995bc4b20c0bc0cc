#!/usr/bin/python3
"""Plasma's panel and the launcher in it, for a person with one switch: `vm/trials/plasma_panel.py FOLDER [PICTURE]`.

FOLDER has switchwayd and switchway-scan. KWin and Plasma run without a screen. `next` and `select` of a client stand for
the switch.
"""
import os
import re
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE + "/../../bench", HERE + "/../../gnome/test", HERE + "/../../clients/python"]
import switchway  # noqa: E402
import wayland  # noqa: E402
from session import wait_for  # noqa: E402

PROFILE = """switchway: 1
devices: {box: {match: {name: "Test Box"}}}
switches:
  left: {input: box/button-1, steady: off, tap: next}
  right: {input: box/button-2, steady: off, tap: select}
"""
LAUNCHER = "Application Launcher"


class Plasma(wayland.KWin):
    def start_shell(self):
        # A copy has no file capabilities, which a container refuses.
        shutil.copy("/usr/bin/kwin_wayland", self.home)
        self.environment["PATH"] = self.home + ":" + self.environment["PATH"]
        super().start_shell()


def main():
    folder = os.path.abspath(sys.argv[1])
    session = Plasma()
    try:
        def pages():
            """What --pages prints of the window in front."""
            path = os.path.join(session.home, "front.tree")
            session.write(path, session.output(folder + "/switchway-scan", "--dump", "--with-names"))
            return session.output(folder + "/switchway-scan", "--pages", path)

        def give(*commands):
            for command in commands:
                # A page that the person did not ask for takes no choice at once.
                time.sleep(1)
                client.send(command)

        session.start("plasmashell")
        found = wait_for("the panel", lambda: (lambda text: LAUNCHER in text and text)(pages()), 120)
        names = re.findall(r'push button "(.+?)" at', found)
        print("ok    the panel is read where its desktop is in front: %s" % ", ".join(names), flush=True)
        path = session.start_daemon(folder, PROFILE)
        client = switchway.Client(path=path, observe=[])
        client.connect()
        window = session.start("python3", HERE + "/../../gnome/test/red.py", "plain", GDK_BACKEND="wayland")
        wait_for("the window", lambda: '"TARGET" at ' in pages(), 60)
        session.start(folder + "/switchway-scan", "--socket", path, XDG_CONFIG_HOME=session.home)
        time.sleep(3)
        # The window's two buttons, then the panel of the scanner. There: help, back, windows.
        give("next", "next", "select", "next", "next", "select")
        # The window, then Plasma.
        give("next", "select")
        found = wait_for("the panel", lambda: (lambda text: LAUNCHER in text and text)(pages()), 20)
        print("ok    the page of windows brings the panel to the front", flush=True)
        if len(sys.argv) > 2:
            time.sleep(2)
            session.picture().save(sys.argv[2] + "-panel.png")
        give("select")

        def is_open():
            return '"%s"' % LAUNCHER not in pages() and '"TARGET"' not in pages()

        # It may be in a group.
        end = time.monotonic() + 5
        while time.monotonic() < end and not is_open():
            time.sleep(0.2)
        if not is_open():
            give("select")
            wait_for("the launcher", is_open, 20)
        print("ok    its launcher is opened:\n%s" % pages(), flush=True)
        if len(sys.argv) > 2:
            session.picture().save(sys.argv[2])
        window.terminate()
    finally:
        session.end()


main()
