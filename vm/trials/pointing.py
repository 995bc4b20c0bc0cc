#!/usr/bin/python3
"""Pointing with one switch: a drawing, and a game of cards that tells nothing, with the real daemon and switchway-scan.

    PYTHONPATH=clients/python:vm/walk SWITCHWAY_BIN=FOLDER python3 vm/trials/pointing.py sway|x11|kde|gnome [--by grid|line]

as a user other than root. A client's `select` stands for the switch. The daemon's pointer needs /dev/uinput. On GNOME
the extension's pointer serves without it; elsewhere here the desktop's own way to move its pointer stands for it, and
does what the scanner asks the daemon for. The daemon's pointer itself is tried by `point.py` and by PointingTests in the
virtual machine.
"""
import argparse
import glob
import importlib.util
import json
import os
import shutil
import socket
import threading
import time

from lock_worlds import BIN, HEIGHT, WIDTH, Sway, World, X11, say, wait_for

FOLDER = os.path.dirname(os.path.abspath(__file__))
SIZE = 7
# s of the clock, and the pause of a page's first item.
INTERVAL, PAUSE = 1.0, 0.5
CLOCK = "scan: {style: auto, interval: 1s, first-item-pause: 500ms, loops: 0, reaction: 0ms}\npolicy: {pointing: yes}\n"
# The places of the page for what is done, and of the panel's bar, where nothing is written.
CLICK, OTHER, DRAG, DROP, POINT = 0, 1, 4, 0, 1
# What is drawn: a house, from corner to corner.
CORNERS = [(150, 450), (150, 220), (330, 90), (510, 220), (510, 450), (150, 450)]
# How far from its corner a stroke may begin and end, in pixels: half of a cell of the grid.
NEAR = 9


class Hands:
    """Stands between the scanner and the daemon: sees its pages, and does what it asks the pointer for."""

    def __init__(self, world, path):
        self.world, self.path = world, path
        self.page = None
        self.requests, self.pages = [], {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(4)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(self.world.socket)
            lock = threading.Lock()
            for one in ((client, daemon, lambda line: self.asked(line, client, lock)), (daemon, client, self.told)):
                threading.Thread(target=self.copy, args=(*one, lock), daemon=True).start()

    def copy(self, source, target, take, lock):
        try:
            for line in source.makefile("rb"):
                if take(json.loads(line)):
                    with lock:
                        target.sendall(line)
        except (OSError, ValueError):
            # The scanner has ended.
            target.close()

    def asked(self, line, client, lock):
        """Whether the daemon is asked, too."""
        if line["type"] == "scan":
            self.pages[line["id"]] = (line["page"], line["items"])
        if line["type"] != "point" or not self.world.moves:
            return True
        self.requests.append(line)
        self.world.point(line)
        with lock:
            client.sendall(json.dumps({"type": "ok", "id": line["id"], "result": {}}).encode() + b"\n")
        return False

    def told(self, line):
        if line["type"] == "ok" and line.get("id") in self.pages:
            # Of a page that stays after a choice, too, the time begins again.
            self.page = (*self.pages.pop(line["id"]), line["result"]["time"] / 1e6)
        return True


class Pointer:
    """A world whose pointer the trial moves. `place`: in pixels of all screens together."""
    layout = (2 * WIDTH, HEIGHT)
    moves = True

    def point(self, request):
        def place(x, y):
            return int(request[x] * self.layout[0]), int(request[y] * self.layout[1])
        self.move(*place("x", "y"))
        if request["action"] == "drag":
            self.set_button(True)
            self.move(*place("to-x", "to-y"))
            self.set_button(False)
        elif request["action"] in ("click", "double"):
            for _ in range(2 if request["action"] == "double" else 1):
                self.set_button(True)
                self.set_button(False)


class OnX11(Pointer, X11):
    title = "X11, Openbox"

    def move(self, x, y):
        self.output("xdotool", "mousemove", str(x), str(y))

    def set_button(self, is_down):
        self.output("xdotool", "mousedown" if is_down else "mouseup", "1")


class OnSway(OnX11, Sway):
    """Sway in two windows of an X server, which has a pointer."""
    title = "sway"

    def display(self):
        told, end = os.pipe()
        self.start("Xvfb", "-displayfd", str(end), "-screen", "0", "%dx%dx24" % self.layout, "-ac", descriptors=(end,))
        os.close(end)
        with open(told) as file:
            self.environment["DISPLAY"] = ":" + file.readline().strip()
        config = self.room + "/config"
        with open(config, "w") as file:
            file.write("xwayland disable\ndefault_border none\noutput * resolution %dx%d scale 1\n"
                       "output X11-1 position 0 0\noutput X11-2 position %d 0\nexec true\n" % (WIDTH, HEIGHT, WIDTH))
        self.start("sway", "-c", config, WLR_BACKENDS="x11", WLR_RENDERER="pixman", WLR_X11_OUTPUTS="2")
        found = wait_for("sway", lambda: glob.glob(self.room + "/sway-ipc*") and glob.glob(self.room + "/wayland-?"))
        self.environment.update(WAYLAND_DISPLAY=os.path.basename(found[0]),
                                SWAYSOCK=glob.glob(self.room + "/sway-ipc*")[0])
        wait_for("sway's answer", lambda: self.output("swaymsg", "-t", "get_version"))
        # They have no names. The second one is that of the second output.
        self.output("xdotool", "windowmove", wait_for("sway's windows", self.second), str(WIDTH), "0")
        self.output("swaymsg", "focus output X11-1")

    def second(self):
        lines = self.output("xwininfo", "-root", "-children").decode().splitlines()
        found = [line.split()[0] for line in lines if line.strip().startswith("0x")]
        return max(found) if len(found) == 2 else None


def whole_desktops():
    desktops = importlib.import_module("lock_desktops")

    class OnKWin(OnX11, desktops.KWin):
        title = "KDE: KWin"

        def display(self):
            # A copy has no file capabilities, which a container refuses.
            shutil.copy("/usr/bin/kwin_wayland", self.room)
            self.environment["PATH"] = self.room + ":" + self.environment["PATH"]
            desktops.KWin.display(self)

    class OnGnome(World):
        """GNOME Shell with the extension. Its pointer serves, because the daemon has none."""
        moves = False

        def display(self):
            found = importlib.util.spec_from_file_location("sessions", FOLDER + "/../../gnome/test/session.py")
            sessions = importlib.util.module_from_spec(found)
            found.loader.exec_module(sessions)
            folder = self.room + "/extensions"
            self.output(FOLDER + "/../../gnome/build", folder)
            self.title = "GNOME Shell %d" % sessions.version()
            self.session = sessions.Session(glob.glob(folder + "/*"), ("%dx%d" % (WIDTH, HEIGHT),) * 2)
            self.environment.update(self.session.environment)
            wait_for("the extension", lambda: b"io.switchway.Shell" in self.output(
                "busctl", "--user", "list", "--acquired"))

        def end(self):
            if hasattr(self, "session"):
                self.session.end()
            World.end(self)

    return {"kde": OnKWin, "gnome": OnGnome}


class Trial:
    def __init__(self, world, is_line):
        self.world, self.is_line = world, is_line
        self.said, self.presses, self.begin = [], 0, time.monotonic()
        with open(world.room + "/trial.yaml", "a") as file:
            file.write(CLOCK)
        world.client.request("reload")
        self.hands = Hands(world, world.room + "/hands")

    def open(self, what):
        self.program = self.world.start_told(what, self.said)
        wait_for("the program", lambda: any("shown" in line for line in self.said), seen=lambda: str(self.said))
        settings = self.world.room + "/desktop.yaml"
        with open(settings, "w") as file:
            file.write("point: {by: %s, columns: %d, rows: %d}\n" % ("line" if self.is_line else "grid", SIZE, SIZE))
        self.world.scanner = self.world.start(
            BIN + "/switchway-scan", "--socket", self.hands.path, "--settings", settings)
        wait_for("the first page", lambda: self.hands.page)
        # A page that nobody asked for takes no press so soon.
        time.sleep(1.5)
        self.presses, self.begin = 0, time.monotonic()
        self.choose(POINT)

    # What the person does.

    def choose(self, index, part=0.5):
        """Presses when this part of an item's time has passed; of the first item's the pause is a part, too."""
        page = _, items, since = self.hands.page
        at = since + (PAUSE + INTERVAL * (index + part) if index else part * (PAUSE + INTERVAL))
        if self.is_line and part != 0.5:
            at = since + PAUSE + INTERVAL * (index + part)
        while at < time.monotonic() + 0.01:
            at += items * INTERVAL
        time.sleep(at - time.monotonic())
        self.world.press()
        self.presses += 1
        wait_for("the page after the press", lambda: self.hands.page != page, 5)

    def point_at(self, x, y):
        self.choose(0)
        left, top, width, height = 0, 0, WIDTH, HEIGHT
        for _ in range(1 if self.is_line else 2):
            index, left, width, part = self.divide(left, width, x)
            self.choose(index, part)
            index, top, height, part = self.divide(top, height, y)
            self.choose(index, part)

    def divide(self, start, size, place):
        """The column or row of a place: its index, where it begins, its size, and where in it the place is."""
        ends = [start + size * index // SIZE for index in range(SIZE + 1)]
        index = max(index for index in range(SIZE) if ends[index] <= place)
        part = (place - ends[index] + 0.5) / (ends[index + 1] - ends[index])
        return index, ends[index], ends[index + 1] - ends[index], part if self.is_line else 0.5

    def lines(self, word):
        return [json.loads(line) for line in list(self.said) if '"%s"' % word in line]

    def draw(self):
        for number, (begin, end) in enumerate(zip(CORNERS, CORNERS[1:])):
            self.point_at(*begin)
            self.choose(DRAG)
            self.point_at(*end)
            self.choose(DROP)
            wait_for("the stroke", lambda: len(self.lines("stroke")) > number, seen=lambda: str(self.said))
            self.choose(OTHER)
        strokes = [line["stroke"] for line in self.lines("stroke")]
        wanted = [(*begin, *end) for begin, end in zip(CORNERS, CORNERS[1:])]
        far = [max(abs(one - other) for one, other in zip(stroke, want)) for stroke, want in zip(strokes, wanted)]
        say("  the farthest end of each stroke: %s px" % ", ".join("%.0f" % one for one in far))
        return sum(one > NEAR + 2 for one in far), len(strokes)

    def change_screen(self):
        """A screen of KWin changes while the grid is shown: the way begins again, at the choice of the screen."""
        self.choose(0)
        self.choose(2)
        self.world.output("env", "QT_QPA_PLATFORM=wayland", "kscreen-doctor", "output.1.scale.1.25")
        wait_for("the choice of the screen", lambda: self.hands.page[1] == 3, 20, seen=lambda: str(self.hands.page))
        say("  the way begins again on a screen of another scale")

    def play(self):
        from canvas_gtk import CARDS, FACES
        order = [index for face in "ABCD" for index in range(len(FACES)) if FACES[index] == face]
        for number, card in enumerate(order):
            x, y, width, height = CARDS[card]
            self.point_at(x + width // 2, y + height // 2)
            self.choose(CLICK)
            wait_for("what the card does", lambda: len(self.lines("turned")) + len(self.lines("missed")) > number,
                     seen=lambda: str(self.said))
            if number + 1 < len(order):
                self.choose(OTHER)
        found = self.lines("turned")[-1]["found"] if self.lines("turned") else 0
        say("  %d of %d cards found" % (found, len(FACES)))
        return len(self.lines("missed")), len(order)


def told(world, what, said):
    """Starts the canvas, and keeps what it says."""
    path = "%s/%s.told" % (world.room, what)
    open(path, "w").close()
    child = world.start("sh", "-c", "exec python3 %s/canvas_gtk.py %s >%s" % (FOLDER, what, path))

    def read():
        with open(path) as file:
            while child.poll() is None:
                line = file.readline()
                if line.endswith("\n"):
                    said.append(line)
                elif not line:
                    time.sleep(0.02)
    threading.Thread(target=read, daemon=True).start()
    return child


def main():
    worlds = {"sway": OnSway, "x11": OnX11}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("desktop", choices=[*worlds, "kde", "gnome"])
    parser.add_argument("--by", choices=["grid", "line"])
    wanted = parser.parse_args()
    kind = worlds.get(wanted.desktop) or whole_desktops()[wanted.desktop]
    is_right = True
    for by in [wanted.by] if wanted.by else ["grid", "line"]:
        for what in ("paint", "cards"):
            world = kind()
            world.start_told = lambda what, said, world=world: told(world, what, said)
            try:
                trial = Trial(world, by == "line")
                trial.open(what)
                steps = StepCount(world)
                misses, deeds = trial.draw() if what == "paint" else trial.play()
                say("%s, %s by %s: %d done, %d missed, %d presses, %d steps, %.0f s" % (
                    world.title, what, by, deeds, misses, trial.presses, steps.count(),
                    time.monotonic() - trial.begin))
                is_right = is_right and misses == 0
                if wanted.desktop == "kde" and (by, what) == ("grid", "paint"):
                    trial.change_screen()
            finally:
                world.end()
    raise SystemExit(0 if is_right else 1)


class StepCount:
    def __init__(self, world):
        self.world = world
        self.found = 0
        self.observer = world.observer

    def count(self):
        while (event := self.observer.event(0)) is not None:
            self.found += event["type"] == "command" and event["command"] == "next"
        return self.found


if __name__ == "__main__":
    main()
