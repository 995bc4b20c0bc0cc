"""The shell's own items, for a person with one switch: a real switchway-scan with a real daemon. `run` calls this.

`next` and `select` of a client stand for the switch. The person looks at the rings and at the bar.
"""
import os
import signal
import time

from gi.repository import GLib

from drawing import BAR, Drawing, INNER
from session import wait_for

PROGRAM = "switchway-trial.desktop"
ENTRY = """[Desktop Entry]
Type=Application
Name=Trial Program
Exec=python3 %s gtk4 Started
Icon=face-smile
""" % os.path.join(os.path.dirname(os.path.abspath(__file__)), "red.py")
# What is lit on the bar, and all of its labels.
LIT = """(() => {
    const found = {labels: [], lit: null};
    const look = actor => {
        if (!actor.mapped)
            return;
        if (actor instanceof imports.gi.St.Label && actor.get_style()?.includes('font-family: Sans'))
            found.labels.push([actor.text, actor.get_transformed_position()[0]]);
        if (actor.get_style?.()?.includes('#3a3a46'))
            found.lit = [actor.get_transformed_position()[0], actor.width];
        actor.get_children().forEach(look);
    };
    look(Main.uiGroup);
    return found;
})()"""
# The red of `Trial.red`, on an item of the shell.
RED = "background-color: #f00; color: #f00; border: none; border-radius: 0; box-shadow: none"
ACTIVITIES, SYSTEM = "Activities", "System"


class ShellItems(Drawing):
    def items(self):
        """The items of the shell by their names. Empty: a window is in front."""
        front = self.trial.ask("Front").get("shell")
        return {one["name"]: one for one in front["items"]} if front else {}

    def lit(self):
        """The label that is lit on the bar, and how it is highlighted."""
        found = self.session.evaluate(LIT)
        if not found or not found["lit"]:
            return None
        left, width = found["lit"]
        return next((text for text, x in found["labels"] if left <= x < left + width), None)

    def ring(self):
        """The inside of the ring. `None`: there is none."""
        box = self.trial.box(INNER, self.height() - BAR)
        return box and [box[0] + 4, box[1] + 4, box[2] - 8, box[3] - 8]

    def step(self, command="next"):
        """Gives a command, and waits until what is lit has changed."""
        before = self.lit()
        self.commands += 1
        self.client.send(command)
        wait_for_a_while(lambda: self.lit() != before)

    def choose_label(self, label):
        """Steps to a place of the bar, and chooses it."""
        for _ in range(12):
            if self.lit() == label:
                return self.step("select")
            self.step()
        raise SystemExit("%s is not on the bar: %s" % (label, self.session.evaluate(LIT)))

    def choose(self, name, is_done):
        """Steps until the ring is around the item or its group, and chooses, until it is done."""
        wait_for("the item " + name, lambda: self.items().get(name))
        for _ in range(40):
            if is_done():
                return
            lit = self.lit()
            if lit == name:
                self.measure(self.items().get(name))
            if lit == name or lit not in self.items() and self.is_around(name):
                # A page that the person did not ask for takes no choice at once.
                time.sleep(.3)
                self.step("select")
                wait_for_a_while(is_done)
            else:
                self.step()
        raise SystemExit("%s was not chosen: %s, %s, %s" % (name, self.lit(), self.ring(), self.items()))

    def measure(self, item):
        """How far the ring is off. At an edge of the screen it lies inside, and the bar may cover a part of it."""
        ring = self.ring()
        if item and ring and min(ring[:2]) > 8 and item["area"][1] + item["area"][3] < self.height() - BAR - 8:
            self.off.append(max(abs(one - other) for one, other in zip(ring, item["area"])))

    def is_around(self, name):
        """Whether the ring is around a group with this item."""
        ring, item = self.ring(), self.items().get(name)
        return bool(ring and item and is_within(middle(item["area"]), ring))

    def try_all(self, programs):
        self.commands, self.off = 0, []
        self.start(programs)
        self.finds_programs()
        self.changes_settings()
        self.answers_dialog()
        self.writes()
        self.acts_on_notification()
        self.check("rings are where the items are, %d px off at most" % max(self.off), max(self.off) <= 2, self.off)
        self.scanner.terminate()
        self.scanner.wait()
        wait_for("nothing is shown", self.is_empty)
        self.is_exact()
        self.client.close()
        self.daemon.terminate()

    def start(self, programs):
        self.begin_daemon(programs)
        self.scanner = self.start_scanner(programs)
        wait_for("the bar", self.bar_is_there)
        wait_for("the shell's items", self.items)
        height = self.height() - BAR
        below = [one for one in self.items().values() if one["area"][1] + one["area"][3] > height]
        self.check("nothing of our own bar or rings is an item", not below, below)
        self.check("only the program that draws chooses items", not self.may_choose())

    def may_choose(self):
        try:
            number = next(iter(self.items().values()))["id"]
            self.session.call("io.switchway.Shell", "/io/switchway/Shell", "io.switchway.Shell", "Choose",
                              GLib.Variant("(s)", (number,)))
        except GLib.Error:
            return False
        return True

    def finds_programs(self):
        """From a window to the overview by the bar, then a program in the dash, then a window in the overview."""
        session, trial = self.session, self.trial
        window = trial.window("plain")
        wait_for("the ring", self.ring_around_red)
        before = self.commands
        self.choose_label("panel")
        self.choose_label("windows")
        wait_for("the windows", lambda: self.lit() == "Red")
        self.choose_label(ACTIVITIES)
        wait_for("the overview", lambda: session.evaluate("Main.overview.visible") is True)
        self.check("the overview is opened, %d commands" % (self.commands - before), True)
        before = self.commands
        self.choose("Trial Program", lambda: (trial.front() or {}).get("title") == "Started")
        self.check("a program of the dash is started, %d commands" % (self.commands - before), True)
        program = trial.front()["pid"]
        session.evaluate("Main.overview.show()")
        before = self.commands
        self.choose("Red", lambda: (trial.front() or {}).get("title") == "Red")
        self.check("a window is chosen in the overview, %d commands" % (self.commands - before), True)
        window.terminate()
        os.kill(program, signal.SIGTERM)
        wait_for("no window", lambda: trial.front() is None and self.items())

    def changes_settings(self):
        session = self.session

        def is_dark():
            return self.items().get("Dark Mode", self.items().get("Dark Style", {})).get("checked")

        before = self.commands
        self.choose(SYSTEM, lambda: session.evaluate("Main.panel.statusArea.quickSettings.menu.isOpen") is True)
        name = next(one for one in wait_for("the settings", lambda: [
            one for one in self.items() if one in ("Dark Mode", "Dark Style")]))
        self.choose(name, is_dark)
        self.check("a quick setting is changed, %d commands" % (self.commands - before), True)
        session.evaluate("Main.panel.statusArea.quickSettings.menu.close()")
        wait_for("the top bar", lambda: ACTIVITIES in self.items())

    def answers_dialog(self):
        session = self.session
        session.bus.call(
            "org.gnome.Shell", "/org/gnome/SessionManager/EndSessionDialog",
            "org.gnome.SessionManager.EndSessionDialog", "Open", GLib.Variant("(uuuao)", (0, 0, 60, [])), None, 0,
            10_000, None)
        session.bus.flush_sync()
        wait_for("the dialog", lambda: "Cancel" in self.items())
        front = self.trial.ask("Front")["shell"]
        self.check("a dialog has its own items only, and says what it is about",
                   set(self.items()) == {"Cancel", "Log Out"} and front["kind"] == "dialog" and front["name"], front)
        before = self.commands
        self.choose("Cancel", lambda: session.evaluate("Main.modalCount") == 0)
        self.check("a dialog is answered, %d commands" % (self.commands - before), True)

    def writes(self):
        """A text of the shell gets the keyboard. What is typed comes from the daemon, which has no kernel here."""
        session = self.session
        session.evaluate("Main.overview.show()")
        entry = wait_for("the search", lambda: next(
            (one for one in self.items().values() if one["role"] == "text"), None))
        self.choose(entry["name"], lambda: session.evaluate(
            "global.stage.get_key_focus() === Main.overview.searchEntry.clutter_text") is True)
        self.check("the search has the keyboard", True)
        session.evaluate("Main.overview.hide()")
        wait_for("the top bar", lambda: session.evaluate("Main.overview.visible") is False)

    def acts_on_notification(self):
        session, heard = self.session, []
        # The shell shows one at a time, and begins with some of its own.
        while True:
            own = next((name for name, one in self.items().items() if one["area"][1] >= 32), None)
            if not own:
                break
            self.choose(own, lambda: own not in self.items())
            self.settle()
        session.bus.signal_subscribe(
            None, "org.freedesktop.Notifications", "ActionInvoked", None, None, 0,
            lambda *words: heard.append(words[-1].unpack()[1]))
        session.call(
            # Of several desktops, another one may own the usual name.
            "org.gnome.Shell", "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
            GLib.Variant("(susssasa{sv}i)", ("Trial", 0, "", "Tea is ready", "In the kitchen", [
                "yes", "Fetch it", "no", "Later"], {
                    "urgency": GLib.Variant("y", 2), "x-shell-sender": GLib.Variant("s", session.bus.get_unique_name()),
                    "x-shell-sender-pid": GLib.Variant("u", os.getpid()),
                    "sender-pid": GLib.Variant("u", os.getpid())}, 0)))
        before = self.commands
        self.choose("Fetch it", lambda: self.trial.turn(lambda: heard))
        self.check("an action of a notification is chosen, %d commands" % (self.commands - before), heard == ["yes"],
                   heard)

    def is_exact(self):
        """Places against pixels: of the top bar and of a menu."""
        session = self.session
        menu = "Main.panel.statusArea.quickSettings.menu"
        for what, actor, begin, end in (
                ("the top bar", "Main.panel.statusArea.activities", "0", "0"),
                ("quick settings", menu + "._grid.get_children().find(one => one.mapped && one.reactive)",
                 menu + ".open()", menu + ".close()")):
            session.evaluate(begin)
            session.evaluate("%s.set_style('%s')" % (actor, RED))
            red = wait_for("a red item", self.trial.red)
            self.settle()
            name, item = next(one for one in self.items().items() if is_within(middle(red), one[1]["area"]))
            off = max(abs(one - other) for one, other in zip(item["area"], red))
            self.check("%s: %s is where it is painted, %.2f px off" % (what, name, off), off <= 2, (item, red))
            session.evaluate("%s.set_style(null)" % actor)
            session.evaluate(end)
            wait_for("the top bar", lambda: ACTIVITIES in self.items())

    def settle(self):
        """Until what the shell reports is the same for a while."""
        last, since = None, time.monotonic()
        while time.monotonic() < since + .5:
            now = self.items()
            if now != last:
                last, since = now, time.monotonic()
            time.sleep(.05)


def is_within(point, area):
    return all(start <= one <= start + size for one, start, size in zip(point, area, area[2:]))


def middle(area):
    return area[0] + area[2] / 2, area[1] + area[3] / 2


def wait_for_a_while(condition):
    end = time.monotonic() + 1
    while time.monotonic() < end and not condition():
        time.sleep(.05)
