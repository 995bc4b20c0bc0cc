#!/usr/bin/python3
"""Scanning by ear: the real switchway-scan, speech-dispatcher with espeak-ng, and a sink that nobody hears.

A person fills in the breakfast order by what is spoken alone; then the time from a step to the first sound and from the
next step to the end of the words before it is measured, and steps are counted beside a speech server that hangs.

    PYTHONPATH=clients/python:vm/walk SWITCHWAY_BIN=FOLDER python3 vm/trials/speech.py [--steps 40] [sway|gnome|kde]

as a user other than root, which sway wants. The desktops are those of pointing.py. It needs pipewire with wireplumber and pipewire-pulse, pulseaudio-utils, speech-dispatcher and espeak-ng.
"""
import argparse
import os
import socket
import statistics
import subprocess
import threading
import time

import switchway

from lock_worlds import BIN, Sway, say, wait_for
from pointing import whole_desktops

FOLDER = os.path.dirname(os.path.abspath(__file__))
FORM = ["Anna", "Tea", "Milk", "Toast", "Roll", "at seven", "Help", "Send", "Cancel"]
# s of the clock, and how long it waits for a name.
INTERVAL, WAIT = 1.5, 4
# Of the sound: samples a second, and how long exact silence must last to be one, s.
RATE, GAP = 16000, 0.03


class Ear:
    """Stands between the scanner and the speech server, and writes down what is said and when that ends."""

    def __init__(self, path, server):
        self.heard = []
        self.spoken = []
        self.cancelled = []
        self.server = server
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            if self.server is None:
                self.held = client
                continue
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.server)
            threading.Thread(target=self.copy, args=(client, server, self.request), daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client, self.answer), daemon=True).start()

    def copy(self, source, target, take):
        try:
            for line in source.makefile("rb"):
                take(line.decode().rstrip("\r\n"))
                target.sendall(line)
        except OSError:
            # The scanner was killed.
            target.close()

    words, is_data = None, False

    def request(self, line):
        if self.is_data:
            if line == ".":
                self.is_data = False
            else:
                self.words = line
                self.spoken.append((time.monotonic(), line))
        elif line == "SPEAK":
            self.is_data = True
        elif line.startswith("CHAR "):
            self.words = line[5:]
            self.spoken.append((time.monotonic(), line[5:]))
        elif line == "CANCEL SELF":
            self.cancelled.append(time.monotonic())

    def answer(self, line):
        if line.startswith("702 "):
            self.heard.append((time.monotonic(), self.words))

    def next(self, index):
        """The words after the first `index` that were heard to their end."""
        return wait_for("words", lambda: self.heard[index:] and self.heard[index][1])


class Microphone:
    """What the sink plays: when a sound begins, and when it is silent."""

    def __init__(self, world):
        self.child = subprocess.Popen(
            ["parec", "-d", "probe.monitor", "--raw", "--format=s16le", "--channels=1", "--rate=%d" % RATE,
             "--latency-msec=5"], env=world.environment, stdout=subprocess.PIPE)
        self.pieces = []
        threading.Thread(target=self.listen, daemon=True).start()
        wait_for("the sound", lambda: self.pieces)

    def listen(self):
        while piece := os.read(self.child.stdout.fileno(), 4096):
            self.pieces.append((time.monotonic(), any(piece)))

    def first(self, begin, end, is_sound):
        """When the first sound, or silence of `GAP`, begins between these times; None: there is none."""
        since = None
        for at, sounds in self.pieces:
            if at < begin:
                continue
            if at > end:
                return None
            if is_sound and sounds:
                return at
            since = None if sounds else since or at
            if not is_sound and since and at - since >= GAP:
                return since
        return None


class Room:
    """A desktop with the form, a clock, and a sink."""

    def __init__(self):
        super().__init__(interval=INTERVAL)
        with open(self.room + "/trial.yaml", "a") as file:
            file.write("policy: {typing: yes}\n")
        self.client.request("reload")
        for program in ("pipewire", "wireplumber", "pipewire-pulse"):
            self.start(program, XDG_DATA_DIRS="/usr/share")
        wait_for("the sound server", lambda: self.output("pactl", "info"))
        self.output("pactl", "load-module", "module-null-sink", "sink_name=probe")
        self.output("pactl", "set-default-sink", "probe")
        wait_for("the sink", lambda: b"probe" in self.output("pactl", "list", "short", "sinks"))
        self.server = self.room + "/speechd"
        self.start("speech-dispatcher", "--run-single", "--communication-method", "unix_socket", "--socket-path",
                   self.server, "--pid-file", self.room + "/pid", "--log-level", "1", "--timeout", "0",
                   XDG_DATA_DIRS="/usr/share")
        wait_for("the speech server", lambda: os.path.exists(self.server))

    def scan(self, ear, settings):
        path = self.room + "/desktop.yaml"
        with open(path, "w") as file:
            file.write("speech: {items: yes%s}\n" % settings)
        self.scanner = self.start(BIN + "/switchway-scan", "--socket", self.socket, "--settings", path,
                                  SPEECHD_ADDRESS="unix_socket:" + ear)
        wait_for("the scanner's claim", lambda: "switchway-scan" in str(self.state("consumers")))

    def shows_form(self):
        """Where the desktop does not tell, the first words do."""
        return not isinstance(self, Sway) or '"name": "Breakfast"' in self.tree()


def room_on(desktop):
    base = {"sway": Sway, **whole_desktops()}[desktop]
    return type("Room", (Room, base), {})()


def holds(words, target):
    """Whether the group that was spoken of has the item, as a person who knows the form can tell."""
    if not words.startswith("group: "):
        return False
    ends = words[7:].split(" to ")
    at = [next((index for index, name in enumerate(FORM) if name in end), -1) for end in ends]
    return at[0] <= FORM.index(target) <= at[-1]


def choose(room, ear, target, report):
    """Listens until the item is named, through groups, and presses then."""
    index, presses, heard = len(ear.heard), 0, 0
    while True:
        words = ear.next(index)
        index, heard = index + 1, heard + 1
        is_item = words.startswith(target)
        if is_item or holds(words, target):
            room.press()
            presses += 1
        report.append("%s%s" % (words, "   <- press" if is_item or holds(words, target) else ""))
        if is_item:
            return presses, heard


def order(room):
    path = room.room + "/ear"
    ear = Ear(path, room.server)
    form = subprocess.Popen(["python3", FOLDER + "/form.py"], env=room.environment, stdout=subprocess.PIPE, text=True)
    room.running.append(form)
    said = []
    threading.Thread(target=lambda: [said.append(line) for line in form.stdout], daemon=True).start()
    wait_for("the form", room.shows_form)
    room.scan(path, ", wait: %ds" % WAIT)
    report, begin, presses, heard = [], time.monotonic(), 0, 0
    # The first press starts the clock where it rests.
    wait_for("the first page", lambda: any("group" in words or "Anna" in words for _, words in ear.spoken))
    if room.rests():
        room.press()
    for target, done in (("Tea", '"tea": true'), ("Roll", '"roll": true'), ("Send", '"sent"')):
        one = choose(room, ear, target, report)
        presses, heard = presses + one[0], heard + one[1]
        wait_for("'%s' done" % target, lambda: any(done in line for line in said))
    sent = [line for line in said if '"sent"' in line]
    right = len(sent) == 1 and '"tea": true' in sent[0] and '"roll"' in sent[0]
    print("\n".join(report))
    say("by ear: %d presses, %d names, %.0f s, sent once and as wanted: %s" % (
        presses, heard, time.monotonic() - begin, "yes" if right else sent))
    room.kill_scanner()
    return right


def quantiles(name, values, count):
    values = sorted(1000 * value for value in values)
    if not values:
        return say("%s: nothing to measure" % name)
    say("%s: median %.0f ms, p95 %.0f ms, most %.0f ms (%d of %d)" % (
        name, statistics.median(values), values[min(len(values) - 1, int(len(values) * 0.95))], values[-1],
        len(values), count))


def latency(room, steps):
    path = room.room + "/ear2"
    ear = Ear(path, room.server)
    microphone = Microphone(room)
    room.scan(path, "")
    observer = switchway.Client(path=room.socket, observe=["command"])
    observer.connect()
    wait_for("the first page", lambda: ear.spoken)
    times = []
    while len(times) < steps:
        if room.rests():
            room.press()
        event = observer.event(1)
        if event and event["type"] == "command" and event["command"] == "next":
            times.append(event["pressed"] / 1e6)
    time.sleep(INTERVAL)
    sounds, silences = [], []
    for index, at in enumerate(times):
        end = at + INTERVAL * 0.9
        spoken = [when for when, _ in ear.spoken if at <= when < end]
        cut = [when for when in ear.cancelled if at <= when < end]
        quiet = microphone.first(cut[0] if cut else at, end, False)
        if cut and quiet:
            silences.append(quiet - at)
        first = microphone.first(quiet or at, end, True) if spoken else None
        if first:
            sounds.append(first - at)
    quantiles("step -> first sound", sounds, len(times))
    quantiles("next step -> silence", silences, len(times))
    room.kill_scanner()


def hung(room, steps):
    for wait, expected in (("", INTERVAL), (", wait: 1s", INTERVAL + 1)):
        path = room.room + "/hung" + str(len(wait))
        Ear(path, None)
        room.scan(path, wait)
        observer = switchway.Client(path=room.socket, observe=["command"])
        observer.connect()
        times = []
        while len(times) < steps:
            if room.rests():
                room.press()
                times = []
            event = observer.event(1)
            if event and event["type"] == "command" and event["command"] == "next":
                times.append(event["pressed"] / 1e6)
        gaps = [after - before for before, after in zip(times, times[1:])]
        say("a server that hangs%s: steps of %.3f to %.3f s, expected %.1f" % (
            wait, min(gaps), max(gaps), expected))
        room.kill_scanner()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("desktop", nargs="?", default="sway", choices=["sway", "gnome", "kde"])
    wanted = parser.parse_args()
    room = room_on(wanted.desktop)
    try:
        right = order(room)
        latency(room, wanted.steps)
        hung(room, 6)
    finally:
        room.end()
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    main()
