"""What the extension shows, by itself and for a real switchway-scan with a real daemon. `run` calls this."""
import json
import os
import select
import signal
import statistics
import sys
import time

from gi.repository import GLib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
import switchway  # noqa: E402
from session import wait_for  # noqa: E402

NAME, PATH = "io.switchway.Shell", "/io/switchway/Shell"
# Nobody has that box: only the client gives commands.
PROFILE = """switchway: 1
label: Trial
devices: {box: {match: {name: "Test Box"}}}
switches:
  left: {input: box/button-1, steady: off, tap: next}
  right: {input: box/button-2, steady: off, tap: select}
"""
INNER, GROUND, BAR = b"\xff\xd8\0", b"\x1e\x1e\x1e", 48
# Where the labels of the bar are, and how high: [y, height] each.
LABELS = """(() => {
    const found = [];
    const look = actor => {
        if (actor instanceof imports.gi.St.Label && actor.text.startsWith('label '))
            found.push([actor.y, actor.height]);
        actor.get_children().forEach(look);
    };
    look(Main.uiGroup);
    return found;
})()"""
CANVAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../vm/trials/canvas_gtk.py")
# Clutter.ModifierType.BUTTON1_MASK
BUTTON_DOWN = 1 << 8
# How often something else became the topmost actor. To put an actor elsewhere paints the whole stage again.
RESTACKED = "global.restacked = 0; Main.uiGroup.connect('notify::last-child', () => global.restacked++)"
FRAMES = "global.shown = []; global.stage.connect('after-paint', () => global.shown.push(imports.gi.GLib.%s()))"


def figure(what, milliseconds):
    ordered = sorted(milliseconds)
    high = ordered[int(.95 * (len(ordered) - 1))]
    print("      %s: median %.1f ms, 95 %% %.1f, max %.1f (%d)" % (
        what, statistics.median(ordered), high, ordered[-1], len(ordered)), flush=True)


class Drawing:
    def __init__(self, trial, check, says):
        self.trial, self.session, self.check, self.says = trial, trial.session, check, says

    def work_area(self):
        return self.session.evaluate("(area => [area.y, area.height])(Main.layoutManager.getWorkAreaForMonitor(0))")

    def height(self):
        return self.session.evaluate("Main.layoutManager.monitors[0].height")

    def bar_is_there(self):
        """On the picture, and its place is kept free."""
        picture, height = self.trial.picture(), self.height()
        # At its right end there is no label.
        right = self.session.evaluate("Main.layoutManager.monitors[0].width") - 3
        place = (height - 3) * picture.get_rowstride() + right * picture.get_n_channels()
        return picture.get_pixels()[place:place + 3] == GROUND and sum(self.work_area()) == height - BAR

    def is_empty(self):
        return sum(self.work_area()) == self.height() and self.trial.box(INNER) is None

    def draw(self, scene):
        self.session.call(NAME, PATH, NAME, "Draw", GLib.Variant("(s)", (json.dumps(scene),)))

    def point(self, **wanted):
        """Whether the shell moved its pointer."""
        try:
            self.session.call(NAME, PATH, NAME, "Point", GLib.Variant("(s)", (json.dumps(wanted),)))
        except GLib.Error:
            return False
        return True

    def points(self):
        """The pointer of the extension: for the program that draws, exact, and nothing stays down."""
        self.check("a program that draws nothing does not point", not self.point(action="click", x=0, y=0))
        canvas = self.session.start(
            "python3", CANVAS, "paint", output=True, **{"GDK_BACKEND": "wayland", "GTK_THEME": "Adwaita"})

        def told():
            """What the canvas says next. Nothing: it has said nothing for a while."""
            return json.loads(canvas.stdout.readline()) if select.select([canvas.stdout], [], [], 10)[0] else {}

        wait_for("the canvas", lambda: "shown" in told())
        self.draw({})
        self.check("a scene without a pointer has none", not self.point(action="click", x=.5, y=.5))
        self.draw({"pointer": True})
        width, height = self.session.evaluate("[global.stage.width, global.stage.height]")

        def part(x, y):
            return {"x": (x + .5) / width, "y": (y + .5) / height}

        def stroke(what, *places):
            found = told().get("stroke")
            wanted = [one + .5 for place in places for one in place]
            self.check(what, found == wanted, (found, wanted))

        place, end = (300, 200), (150, 350)
        # The first pointer: the canvas takes a moment to listen to it.
        wait_for("the first click", lambda: self.point(action="click", **part(*place)) and told())
        self.check("a click is done", self.point(action="click", **part(*place)))
        stroke("a click is where it was asked for, to the pixel", place, place)
        drag = {"action": "drag", **part(*place), **{"to-" + key: value for key, value in part(*end).items()}}
        self.check("a drag is done", self.point(**drag))
        stroke("so is a drag", place, end)
        for wrong in ({"action": "click", "x": 1.1, "y": 0}, {"action": "press", **part(*place)},
                      {"action": "scroll", "direction": "in", **part(*place)}, {"action": "click", "x": 0}):
            self.check("what the pointer does not do is refused: %s" % wrong, not self.point(**wrong))
        # The program that draws leaves the bus in the middle of a drag. GNOME Shell 48 crashed within ten of them.
        ends = []
        for _ in range(30):
            self.draw({"pointer": True})
            self.session.bus.call(
                NAME, PATH, NAME, "Point", GLib.Variant("(s)", (json.dumps(drag),)), None, 0, -1, None)
            self.session.bus.flush_sync()
            wait_for("the button", lambda: self.session.evaluate("global.get_pointer()[2] & %d" % BUTTON_DOWN))
            self.session.renew_bus()
            ends.append((told().get("stroke") or [])[:2])
        self.check("a program that leaves the bus leaves no button down, thirty times",
                   ends == [[300.5, 200.5]] * 30, ends)
        # The extension ends in the middle of a drag, and what it has left is collected.
        ends = []
        for _ in range(10):
            self.draw({"pointer": True})
            self.session.bus.call(
                NAME, PATH, NAME, "Point", GLib.Variant("(s)", (json.dumps(drag),)), None, 0, -1, None)
            self.session.bus.flush_sync()
            wait_for("the button", lambda: self.session.evaluate("global.get_pointer()[2] & %d" % BUTTON_DOWN))
            self.session.evaluate("Main.extensionManager.disableExtension('%s'); imports.system.gc()" % self.trial.uuid)
            ends.append((told().get("stroke") or [])[:2])
            self.session.evaluate("Main.extensionManager.enableExtension('%s')" % self.trial.uuid)
            wait_for("the extension", lambda: self.trial.session.evaluate(
                "Main.extensionManager.lookup('%s').state" % self.trial.uuid) == 1 and self.refuses("["))
        self.check("nor does an extension that ends in the middle of a drag, ten times",
                   ends == [[300.5, 200.5]] * 10, ends)
        canvas.terminate()
        wait_for("no window", lambda: self.trial.front() is None)

    def delays(self):
        """From a call to the end of the frame that has it: the first after the answer, else the last before."""
        self.session.evaluate(FRAMES % "get_monotonic_time")
        bar = {"area": [0, 1152, 1920, 48], "strut": [0, 1152, 1920, 48], "pieces": [[0, 0, 1920, 48, 0x1e1e1e]],
               "lines": [[100 * one, 0, 90, 48, 19, 0xffffff, "label"] for one in range(8)]}
        self.draw({"rings": {"pieces": [[0, 100, 40, 4, 0xffd800]]}, "bar": bar})
        self.session.evaluate(RESTACKED)
        for count in (1, 12):
            delays, lost = [], 0
            for number in range(40):
                pieces = [[10 * number + 100 * one, 100, 40, 4, 0xffd800] for one in range(8 * count)]
                began = time.monotonic()
                self.draw({"rings": {"pieces": pieces}, "bar": bar})
                answered = time.monotonic()
                time.sleep(.25)
                frames = [one / 1e6 for one in self.session.evaluate("global.shown") if one / 1e6 > began]
                frame = next((one for one in frames if one > answered), frames[-1] if frames else None)
                if frame is None:
                    lost += 1
                else:
                    delays.append(1000 * (frame - began))
                self.session.evaluate("global.shown = []")
            figure("%d rings and the bar: call -> frame painted" % count, delays)
            self.check("each call is painted within 250 ms, %d were not" % lost, lost <= 4)
        self.check("no actor was put elsewhere for that", self.session.evaluate("global.restacked") == 0)
        self.check("nonsense is refused", all(self.refuses(one) for one in ("", "[", '{"bar":1}', '{"rings":{}}')))
        self.draw({})
        wait_for("nothing is shown", self.is_empty)

    def labels(self):
        """The bar after the keyboard, whose labels are used again, looks like one that comes first."""
        def bar(height, size, top):
            place = [0, 1200 - height, 1920, height]
            lines = [[100 * one, top, 90, size + 5, size, 0xffffff, "label %d" % one] for one in range(8)]
            return {"bar": {"area": place, "strut": place, "pieces": [[0, 0, 1920, height, 0x1e1e1e]], "lines": lines}}

        def drawn(scene):
            self.draw(scene)
            return self.session.evaluate(LABELS)

        # Each of them on a screen without a bar, and then one after the other.
        bars = bar(48, 19, 12), bar(96, 12, 30), bar(96, 38, 30)
        new = []
        for one in bars:
            drawn({})
            new.append(drawn(one))
        drawn({})
        again = [drawn(one) for one in (*bars, *reversed(bars))]
        self.draw({})
        self.check("a label that is used again has the place and height of a new one",
                   len(new[0]) == 8 and again == new + new[::-1], (new, again))

    def refuses(self, text):
        try:
            self.session.call(NAME, PATH, NAME, "Draw", GLib.Variant("(s)", (text,)))
        except GLib.Error:
            return True
        return False

    def start_scanner(self, programs):
        return self.session.start(
            os.path.join(programs, "switchway-scan"), "--socket", self.socket, XDG_CONFIG_HOME=self.session.home)

    def begin_daemon(self, programs):
        """Starts the daemon, and returns a client whose commands stand for switches."""
        session = self.session
        profile = os.path.join(session.home, "trial.yaml")
        session.write(profile, PROFILE)
        self.socket = os.path.join(session.home, "switchway")
        self.daemon = session.start(
            os.path.join(programs, "switchwayd"), "--session", "always", "--socket", self.socket, "--config", profile)
        wait_for("the daemon", lambda: os.path.exists(self.socket))
        self.client = switchway.Client(path=self.socket, observe=[])
        self.client.connect()
        return self.client

    def scan(self, programs):
        trial = self.trial
        client = self.begin_daemon(programs)
        window = trial.window("plain")
        scanner = self.start_scanner(programs)
        wait_for("the bar", self.bar_is_there)
        red = wait_for("the ring", lambda: self.ring_around_red())
        self.check("the ring is drawn around the button", red[0] == red[1], red)
        self.check("another program cannot draw meanwhile", self.refuses("{}"))
        self.says("window positions are known")
        self.above()
        self.off_and_on(client)
        kills = []
        for _ in range(5):
            scanner.send_signal(signal.SIGKILL)
            began = time.monotonic()
            wait_for("the strut gone", lambda: sum(self.work_area()) == self.height())
            kills.append(1000 * (time.monotonic() - began))
            self.check("kill -9 leaves no ring and no strut", self.is_empty())
            scanner.wait()
            scanner = self.start_scanner(programs)
            wait_for("the bar", self.bar_is_there)
            wait_for("the ring", lambda: self.ring_around_red())
        figure("kill -9 -> nothing is shown", kills)
        # A page that the person did not ask for takes no choice at once.
        time.sleep(1)
        client.send("select")
        wait_for("the window is closed by a command", lambda: window.poll() is not None)
        window = trial.window("plain")
        wait_for("the ring", lambda: self.ring_around_red())
        time.sleep(1)
        self.click(60, self.height() - BAR // 2)
        wait_for("the window is closed by a press on the bar", lambda: window.poll() is not None)
        self.check("a command chooses the button, and so does a press on the bar", True)
        scanner.terminate()
        scanner.wait()
        wait_for("nothing is shown", self.is_empty)

    def ring_around_red(self):
        """What is inside of the ring, and the red button. `None`: no ring is there."""
        ring, red = self.trial.box(INNER), self.trial.box(b"\xff\0\0")
        if not ring or not red:
            return None
        # The inner colour is 4 pixels wide. That of the bar is below.
        x, y, width, height = self.trial.box(INNER, self.height() - BAR)
        return [[x + 4, y + 4, width - 8, height - 8], red]

    def above(self):
        session = self.session
        for what, begin, end in (
                ("a window that fills the screen", "global.display.focus_window.make_fullscreen()",
                 "global.display.focus_window.unmake_fullscreen()"),
                ("the overview", "Main.overview.show()", "Main.overview.hide()"),
                ("the quick settings", "Main.panel.statusArea.quickSettings.menu.open()",
                 "Main.panel.statusArea.quickSettings.menu.close()")):
            session.evaluate(begin)
            time.sleep(1)
            picture = self.trial.picture()
            if os.environ.get("PICTURES"):
                picture.savev(os.path.join(os.environ["PICTURES"], what.split()[-1] + ".png"), "png", [], [])
            self.check("the bar is above " + what, self.bar_is_there())
            session.evaluate(end)
        wait_for("the ring again", lambda: self.ring_around_red())

    def off_and_on(self, client):
        session = self.session
        for what, begin, end in (
                ("behind the lock screen", "Main.sessionMode.pushMode('unlock-dialog')",
                 "Main.sessionMode.popMode('unlock-dialog')"),
                ("when the extension is disabled", "Main.extensionManager.disableExtension('%s')" % self.trial.uuid,
                 "Main.extensionManager.enableExtension('%s')" % self.trial.uuid)):
            session.evaluate(begin)
            wait_for("nothing is shown " + what, self.is_empty)
            # Behind the lock a press calls for help. Without the extension it types Tab, as without a scanner.
            if "lock" not in what:
                wait_for("no claim " + what, lambda: not client.get("state")["consumers"])
            session.evaluate(end)
            wait_for("the bar again", self.bar_is_there)
            wait_for("the ring again", lambda: self.ring_around_red())
            self.check("nothing is shown %s, and all again afterwards" % what, True)

    def click(self, x, y):
        self.session.evaluate("""(() => {
            const {Clutter, GLib} = imports.gi;
            const seat = Clutter.get_default_backend().get_default_seat();
            global.pointer ??= seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
            const now = () => GLib.get_monotonic_time();
            global.pointer.notify_absolute_motion(now(), %d, %d);
            global.pointer.notify_button(now(), 1, Clutter.ButtonState.PRESSED);
            global.pointer.notify_button(now(), 1, Clutter.ButtonState.RELEASED);
        })()""" % (x, y))
