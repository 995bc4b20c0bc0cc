"""The whole way of pointing in the virtual machine: a button of the kernel, the installed daemon and its pointer, the
real switchway-scan, and a compositor that reads the pointer by libinput. A canvas says where it was clicked.

`point-sway`, `point-kde` and `point-gnome` of `scripts/trials`: a session with a real logind. By one switch a stroke is
drawn. Then the screens change while the grid is shown; a client is killed while the button is down; the session is
locked; and at last a game of cards is played by one switch. SLOW: seconds a step, 3 if not set.
"""
import os
import signal
import subprocess
import sys
import time

# An emulated machine takes its time. Read by lock_worlds.
os.environ.setdefault("LOCK_PATIENCE", "600")

import switchway  # noqa: E402

import pointing  # noqa: E402
from desktop import NAME, read, tell  # noqa: E402
from devices import wait_for  # noqa: E402
from lock_sessions import Login  # noqa: E402
from lock_worlds import BIN, Button  # noqa: E402

# s of the clock, and the first item's pause; a press comes when this part of an item's time has passed.
INTERVAL = float(os.environ.get("SLOW") or 3)
PAUSE, PART = INTERVAL / 2, 0.4
CLOCK = ("scan: {style: auto, interval: %gs, first-item-pause: %gs, loops: 0, reaction: 0ms}\npolicy: {pointing: yes}\n"
         % (INTERVAL, PAUSE))
SIZE = pointing.SIZE
# The places of the grid's page after the columns, and of that for what is done.
CLICK, OTHER, DRAG, DROP = pointing.CLICK, pointing.OTHER, pointing.DRAG, pointing.DROP
POINTER = "Switchway absolute pointer"
# The session's screens at its beginning, and after `change_screens`: left edge, width and height of each.
SCREENS = {"sway": [(0, 800, 600), (800, 800, 600)], "kde": [(0, 960, 600)], "gnome": [(0, 960, 600)]}
CHANGED = {"sway": [(0, 800, 600), (800, 640, 480)], "kde": [(0, 768, 480)], "gnome": [(0, 800, 600)]}
# A client that presses the pointer's button, says so and waits for its end.
PRESSES = """
import sys, time, switchway
client = switchway.Client(path=sys.argv[1], claim=["again"])
client.connect()
client.point(float(sys.argv[2]), float(sys.argv[3]), "press")
print("down", flush=True)
time.sleep(3600)
"""


class Room(Login):
    """The session, with the screens as they are now."""
    follows = "logind"
    screens = []

    @property
    def layout(self):
        return max(x + width for x, width, _ in self.screens), max(height for _, _, height in self.screens)


class Person(pointing.Trial):
    """Sees the pages as the daemon tells of them, and presses when the wanted place is lit."""

    def __init__(self, room):
        self.world, self.is_line = room, False
        self.said, self.presses, self.begin = [], 0, time.monotonic()
        self.page, self.item, self.since, self.steps = None, None, 0, 0
        with open(room.room + "/trial.yaml", "a") as file:
            file.write(CLOCK)
        room.client.request("reload")

    def open(self, what):
        path = "%s/%s.told" % (self.world.room, what)
        open(path, "w").close()
        os.chmod(path, 0o666)
        # What the scanner before this one has sent.
        self.look()
        del self.said[:]
        self.page = None
        self.program = pointing.told(self.world, what, self.said)
        wait_for("the canvas", lambda: any("shown" in line for line in self.said), 600)
        settings = self.world.room + "/desktop.yaml"
        with open(settings, "w") as file:
            file.write("point: {by: grid, columns: %d, rows: %d}\n" % (SIZE, SIZE))
        self.world.scanner = self.world.start(
            BIN + "/switchway-scan", "--socket", self.world.socket, "--settings", settings)
        tell("the canvas and the scanner: " + what)
        self.until("the first page", lambda: self.page is not None)
        time.sleep(2 * INTERVAL)
        self.presses, self.steps, self.begin = 0, 0, time.monotonic()

    def end(self, what):
        """The scanner and the canvas end; says what it took."""
        tell("%s: %d presses, %d steps, %.0f s" % (what, self.presses, self.steps, time.monotonic() - self.begin))
        self.world.kill_scanner()
        self.program.kill()
        self.program.wait()

    def look(self, seconds=0.0):
        """Takes what the daemon has told."""
        event = self.world.observer.event(seconds)
        while event is not None:
            if event["type"] == "scan" and event.get("state") == "running" and "page" in event:
                self.page, self.item, self.since = event["page"], event["item"], event["time"] / 1e6
            elif event["type"] == "command" and event["command"] == "next":
                # A page that nobody asked for is told of by its first step.
                self.page, self.item = event["page"], event["item"]
                self.since, self.steps = event["pressed"] / 1e6, self.steps + 1
            event = self.world.observer.event(0)

    def until(self, what, condition, seconds=600):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise SystemExit("waited in vain for %s; page %s, item %s; the canvas said: %s" % (
                    what, self.page, self.item, self.said[-5:]))
            self.look(0.05)

    def choose(self, index, part=PART):
        """Presses when the place is lit and has been for a part of its time. Not on a page that has just come."""
        self.look()

        def is_time():
            lit = time.monotonic() - self.since - (PAUSE if self.item == 0 else 0)
            return self.item == index and part * INTERVAL <= lit <= (part + 0.3) * INTERVAL
        self.until("place %d" % index, is_time)
        page = (self.page, self.since)
        self.world.press()
        self.presses += 1
        self.until("the page after the press", lambda: self.page != page[0] or self.since != page[1] and self.item == 0)

    def point_at(self, x, y):
        """Returns the pixel at which the pointer has to be."""
        screen = next(index for index, (left, width, _) in enumerate(self.world.screens) if left <= x < left + width)
        if len(self.world.screens) > 1:
            self.choose(screen)
        left, width, height = self.world.screens[screen]
        top = 0
        for _ in range(2):
            column, left, width, _ = self.divide(left, width, x)
            self.choose(column)
            row, top, height, _ = self.divide(top, height, y)
            self.choose(row)
        return left + width // 2, top + height // 2

    def strokes(self, count):
        """What was drawn, when there is so much of it."""
        self.until("stroke %d" % count, lambda: len(self.lines("stroke")) >= count)
        return self.lines("stroke")[count - 1]["stroke"]


def check_stroke(report, what, found, *places):
    """That a stroke begins and ends where it should, to the pixel."""
    wanted = [number for place in places for number in place]
    far = max(abs(one - other) for one, other in zip(found, wanted))
    tell("%s: %s, asked for %s" % (what, found, wanted))
    report.check(what, far <= 1, True)


def refusal(room, x, y):
    """Why a click at a place is refused; None: it is done."""
    with switchway.Client(path=room.socket, claim=["again"]) as client:
        client.connect()
        try:
            client.point(x, y)
        except switchway.Error as error:
            return error.reason
    return None


def change_screens(room):
    """A smaller screen on sway and GNOME; a larger scale on KDE."""
    kind = room.session.kind
    if kind == "sway":
        room.session.run("/usr/bin/swaymsg", "output HEADLESS-2 resolution 640x480")
    elif kind == "kde":
        room.session.run("/usr/bin/kscreen-doctor", "output.1.scale.1.25")
    else:
        set_mode(room.session.bus, "800x600@")
    room.screens = CHANGED[kind]


def set_mode(bus, wanted):
    """Asks GNOME's shell for another mode of its only screen."""
    name, path = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
    serial, monitors, _, _ = bus.ask(name, path, name, "GetCurrentState")
    (connector, *_), modes, _ = monitors[0]
    mode = next(one[0] for one in modes if one[0].startswith(wanted))
    logical = [(0, 0, 1.0, 0, True, [(connector, mode, {})])]
    answer = bus.ask(name, path, name, "ApplyMonitorsConfig", "(uua(iiduba(ssa{sv}))a{sv})", serial, 1, logical, {})
    if answer:
        raise SystemExit("GNOME has not changed its screen: %s" % (answer,))


def lock(room, is_locked):
    """sway leaves the hint to its lock; KDE sets it with its own."""
    if room.session.kind == "sway":
        number = room.session.environment["XDG_SESSION_ID"]
        room.session.run("/usr/bin/busctl", "call", "org.freedesktop.login1",
                         "/org/freedesktop/login1/session/" + ("_3" + number if number.isdigit() else number),
                         "org.freedesktop.login1.Session", "SetLockedHint", "b", str(is_locked).lower())
    elif is_locked:
        room.lock()
    else:
        room.unlock(None)
    wait_for("the hint of the lock", lambda: room.is_locked() == is_locked)
    wait_for("the daemon's word of it", lambda: bool(room.state("modes").get("locked")) == is_locked)


def go(session, report):
    Login.session = session
    Room.screens = SCREENS[session.kind]
    room = Room(Button())
    try:
        person = Person(room)
        session.wait_for_keyboard(POINTER)
        draw(room, person, report)
        play(room, person, report)
        tell("on %s as user %s" % (session.title, NAME))
    except BaseException:
        tell("what the scanner wrote:\n" + read(room.room + "/switchway-scan.log")[-2000:])
        raise
    finally:
        room.end()


def play(room, person, report):
    """A game of cards by one switch."""
    person.open("cards")
    person.choose(pointing.POINT)
    missed, turned = person.play()
    report.check("cards missed", missed, 0)
    report.check("cards turned", turned, 8)
    report.check("cards found", person.lines("turned")[-1]["found"], 8)
    person.end("the game of cards")


def draw(room, person, report):
    person.open("paint")
    # A stroke, by one switch.
    person.choose(pointing.POINT)
    begin = person.point_at(150, 450)
    person.choose(DRAG)
    end = person.point_at(330, 90)
    person.choose(DROP)
    check_stroke(report, "a stroke by one switch", person.strokes(1), begin, end)
    tell("%d presses, %d steps, %.0f s" % (person.presses, person.steps, time.monotonic() - person.begin))
    # The screens change while the grid is shown: the way begins again, on the new screens.
    person.choose(OTHER)
    if len(room.screens) > 1:
        person.choose(0)
    person.choose(2)
    page = person.page
    change_screens(room)
    person.until("a page that nobody asked for", lambda: person.page != page)
    tell("the way has begun again")
    # The scanner takes no press on a page that has just come.
    time.sleep(INTERVAL)
    place = person.point_at(510, 220)
    person.choose(CLICK)
    check_stroke(report, "a click on the changed screens", person.strokes(2), place, place)
    room.kill_scanner()
    # A client that is killed with the button down.
    x, y = ((one + 0.5) / size for one, size in zip((300, 200), room.layout))
    client = subprocess.Popen([sys.executable, "-c", PRESSES, room.socket, str(x), str(y)], stdout=subprocess.PIPE,
                              env={**os.environ, "PYTHONPATH": "clients/python"}, text=True)
    report.check("the client's press", client.stdout.readline(), "down\n")
    report.check("strokes while the button is down", len(person.lines("stroke")), 2)
    client.send_signal(signal.SIGKILL)
    check_stroke(report, "the release after the client's end", person.strokes(3), (300, 200), (300, 200))
    report.check("a click after that", refusal(room, x, y), None)
    check_stroke(report, "the click after that", person.strokes(4), (300, 200), (300, 200))
    # In a locked session.
    lock(room, True)
    report.check("a click in a locked session", refusal(room, x, y), "locked")
    lock(room, False)
    report.check("a click after unlocking", refusal(room, x, y), None)
    check_stroke(report, "the click after unlocking", person.strokes(5), (300, 200), (300, 200))
    report.check("strokes in all", len(person.lines("stroke")), 5)
    person.program.kill()
    person.program.wait()
