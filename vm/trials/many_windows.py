#!/usr/bin/python3
"""What many windows cost on GNOME or KDE, without a screen: `vm/trials/many_windows.py gnome|kde FOLDER [COUNT]`.

FOLDER has switchwayd and switchway-scan. It runs as a user other than root. An editor and the scanner are there first;
then one program opens COUNT windows, 500 if not given. The times from a step to what is painted, from the editor's
activation to its page, and from the choice of `windows` to that page are measured without and with them.
"""
import importlib.machinery
import importlib.util
import os
import signal
import sys
import time

from headless import HERE, SLOW, WINDOWS, Chooser, main

from wayland import KINDS, wait_for  # noqa: E402
from scan_session_desktops import EDITORS  # noqa: E402

loader = importlib.machinery.SourceFileLoader("shown", HERE + "/../../bench/shown")
shown = importlib.util.module_from_spec(importlib.util.spec_from_loader("shown", loader))
loader.exec_module(shown)

# What the shell takes to paint a frame and a line at the lower edge, which change as a ring and the bar do. No program
# takes part.
MOVE = """(() => {
    const {GLib, St} = imports.gi;
    const frame = global.display.focus_window.get_frame_rect();
    const ring = new St.Widget({style: 'border: 8px solid #f00', width: 110, height: frame.height, y: frame.y});
    const bar = new St.Widget({width: 1280, height: 48, y: 752});
    for (const one of [ring, bar])
        Main.uiGroup.add_child(one);
    global.moved = [];
    let began = 0, left = %d;
    const painted = global.stage.connect('after-paint', () => {
        if (began) global.moved.push((GLib.get_monotonic_time() - began) / 1e3);
        began = 0;
    });
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, 300, () => {
        if (left-- > 0) {
            ring.x = frame.x + left %% 2 * (frame.width - 110);
            bar.style = `background-color: ${left %% 2 ? '#222' : '#333'}`;
            began = GLib.get_monotonic_time();
            return true;
        }
        global.stage.disconnect(painted);
        ring.destroy();
        bar.destroy();
        return false;
    });
})()"""
# s: of the steps that are measured.
FAST = shown.INTERVAL
# How many steps are measured.
COUNT = 60


class Trial(Chooser):
    def __init__(self, kind, folder):
        super().__init__(KINDS[kind](), folder)
        self.kind = kind
        self.session.environment.update(GDK_BACKEND="wayland", QT_QPA_PLATFORM="wayland")

    def memory(self, what):
        def resident(process):
            with open("/proc/%d/status" % process.pid) as file:
                return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))
        print("      %s: resident: switchway-scan %.1f MiB, the compositor %.0f MiB" % (
            what, resident(self.scanner), resident(self.session.shell)), flush=True)

    def steps(self, what):
        self.interval(FAST)
        self.scan_state()
        shown.row("step → painted, " + what, *shown.steps(self.client, self.painted, COUNT))
        self.interval(SLOW)
        self.look()

    def move(self, what):
        """The same where only the shell draws."""
        if self.kind != "gnome":
            return
        self.interval(20)
        time.sleep(2)
        self.session.evaluate(MOVE % COUNT)
        time.sleep(COUNT * 0.3 + 6)
        shown.row("the shell draws alone, " + what, sorted(self.session.evaluate("global.moved")))
        self.interval(SLOW)

    def open_windows(self):
        """Chooses `windows` from the editor's page."""
        self.await_page()
        self.choose(self.typist.sizes[self.page] - 1)
        times = [self.choose(WINDOWS)]
        print("      windows: %.0f ms, %d places on its first page" % (times[0], self.typist.sizes[self.page]),
              flush=True)

    def away(self):
        """Back to the editor's page: the last place of a page of the panel leads out."""
        for _ in range(2):
            self.choose(self.typist.sizes[self.page] - 1)

    def run(self, count):
        session = self.session
        print("%s, %d windows, load %.1f" % (session.title, count, os.getloadavg()[0]), flush=True)
        self.editor = editor = session.start("sh", "-c", "exec " + EDITORS[self.kind][0])
        time.sleep(4)
        self.scanner = session.start(self.folder + "/switchway-scan", "--socket", session.home + "/typist")
        self.await_page()
        self.painted = shown.Frames(session) if self.kind == "gnome" else shown.Damage(session)
        self.steps("before")
        self.move("before")
        self.memory("before")
        self.open_windows()
        self.away()
        began = time.monotonic()
        many = session.start("python3", HERE + "/windows.py", str(count), output=True)
        many.stdout.readline()
        print("      all are drawn after %.1f s" % (time.monotonic() - began), flush=True)
        self.check("the scanner runs", self.scanner.poll() is None)
        self.memory("with the windows")
        began = time.monotonic()
        self.await_page()
        print("      the last page of a window came %.1f s later, %d places" % (
            self.came - began, self.typist.sizes[self.page]), flush=True)
        self.steps("a window of the program in front")
        self.move("a window of the program in front")
        self.raise_editor()
        self.steps("the editor in front")
        self.move("the editor in front")
        self.open_windows()
        print("      a place of it is chosen: the next page after %.0f ms" % self.choose(0), flush=True)
        many.send_signal(signal.SIGKILL)
        many.wait()
        time.sleep(3)
        self.await_page()
        self.check("the scanner runs after all of them were closed", self.scanner.poll() is None)
        self.memory("after")
        self.steps("after")
        self.check("the editor goes on", editor.poll() is None)

    def raise_editor(self):
        self.look()
        page = self.page
        if self.kind == "gnome":
            began = shown.raise_window(self.session, self.session.evaluate(
                "global.get_window_actors().map(one => one.meta_window).find(one => one.get_pid() === %d).title" %
                self.editor.pid))
        else:
            shown.RAISE = shown.RAISE.replace('one.caption == "%s"', 'one.caption.indexOf("%s") >= 0')
            began = shown.raise_window(self.session, "KWrite")
        wait_for("the editor's page", lambda: self.look(0.005) and self.page != page)
        print("      the editor is raised: its page after %.0f ms" % (1e3 * (self.came - began)), flush=True)


if __name__ == "__main__":
    sys.exit(main(lambda: Trial(sys.argv[1], os.path.realpath(sys.argv[2])),
                  lambda trial: trial.run(int((sys.argv[3:] or ["500"])[0]))))
