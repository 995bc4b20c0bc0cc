#!/usr/bin/python3
"""Scanning by ear: the real switchway-scan, speech-dispatcher with espeak-ng, and a sink that nobody hears.

A person fills in the breakfast order by what is spoken alone; then the time from a step to the first sound and from the
next step to the end of the words before it is measured, and steps are counted beside a speech server that hangs and one
that is killed.

    PYTHONPATH=clients/python:vm/walk SWITCHWAY_BIN=FOLDER python3 vm/trials/speech.py [--steps 40] [--part PART] \\
      [sway|gnome|kde]

as a user other than root, which sway wants. PART: order, latency, hung or killed, without the others. `chrt -r 10`
before it, as root, keeps the work of other programs out of the times. The desktops are those of pointing.py. It needs
pipewire with wireplumber and pipewire-pulse, pulseaudio-utils, speech-dispatcher and espeak-ng.
"""
import argparse
import os
import signal
import socket
import statistics
import subprocess
import threading
import time

import switchway

from lock_worlds import BIN, Sway, say, wait_for
from microphone import RATE, Microphone
from pointing import whole_desktops

FOLDER = os.path.dirname(os.path.abspath(__file__))
FORM = ["Anna", "Tea", "Milk", "Toast", "Roll", "at seven", "Help", "Send", "Cancel"]
# s of the clock, and how long it waits for a name.
INTERVAL, WAIT = 1.5, 4
# It never rests.
CLOCK = "scan: {style: auto, interval: %gs, first-item-pause: 0s, loops: 0, reaction: 0ms}\n"
# A voice that says the same words always alike: it has no flutter.
VOICE = "English (Great Britain)+Lee"


class Ear:
    """Stands between the scanner and the speech server, and writes down what is said and when that ends."""

    def __init__(self, path, server):
        self.heard = []
        self.spoken = []
        # When a request began: one that cuts off, or words.
        self.asked = []
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
        if not self.is_data:
            self.asked.append(time.monotonic())
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

    def answer(self, line):
        if line.startswith("702 "):
            self.heard.append((time.monotonic(), self.words))

    def next(self, index):
        """The words after the first `index` that were heard to their end."""
        return wait_for("words", lambda: self.heard[index:] and self.heard[index][1])


class Speaker:
    """A client of the speech server that does nothing else, with the voice that the scanner has meanwhile."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(10)
        self.file = self.socket.makefile("rb")
        self.events = []
        for line in ("CLIENT_NAME trial:trial:trial", "PRIORITY message", "NOTIFICATION ALL on",
                     "SYNTHESIS_VOICE " + VOICE):
            self.ask("SET SELF " + line)

    def take(self):
        """The next line that is no part of a longer answer. An event is kept with its time."""
        while True:
            line = self.file.readline().decode()
            if line[3:4] == "-":
                continue
            if line.startswith("7"):
                self.events.append((time.monotonic(), line[:3]))
            return line

    def ask(self, line):
        self.socket.sendall(line.encode() + b"\r\n")
        while self.take().startswith("7"):
            pass
        return time.monotonic()

    def say(self, words):
        """Returns when the server had the words."""
        self.ask("SPEAK")
        return self.ask(words + "\r\n.")

    def until(self, code, begin):
        """When the server told of this after a time."""
        while True:
            found = [at for at, one in self.events if one == code and at >= begin]
            if found:
                return found[0]
            self.take()

    def alone(self, microphone, words):
        """How words sound where nothing else is said, and how long after the request the server and the sound began."""
        begin = time.monotonic()
        self.say(words)
        began = self.until("701", begin)
        self.until("702", began)
        # What is still in the sink, and in the recording.
        time.sleep(0.4)
        sound = microphone.words(begin, time.monotonic())
        first = microphone.beginning(sound, begin)
        return sound, began - begin, first and first - begin

    def cancels(self, words):
        """How long the server takes to cut words off."""
        begin = time.monotonic()
        self.say(words)
        self.until("701", begin)
        time.sleep(0.4)
        begin = time.monotonic()
        self.ask("CANCEL SELF")
        return self.until("703", begin) - begin


class Room:
    """A desktop with the form, a clock, and a sink."""

    def __init__(self):
        super().__init__()
        with open(self.room + "/trial.yaml", "a") as file:
            file.write("policy: {typing: yes}\n" + CLOCK % INTERVAL)
        self.client.request("reload")
        self.start("pipewire", XDG_DATA_DIRS="/usr/share")
        # The others end where it does not listen yet.
        wait_for("PipeWire", lambda: os.path.exists(self.environment["XDG_RUNTIME_DIR"] + "/pipewire-0"))
        for program in ("wireplumber", "pipewire-pulse"):
            self.start(program, XDG_DATA_DIRS="/usr/share")
        wait_for("the sound server", lambda: self.output("pactl", "info"))
        self.output("pactl", "load-module", "module-null-sink", "sink_name=probe")
        self.output("pactl", "set-default-sink", "probe")
        wait_for("the sink", lambda: b"probe" in self.output("pactl", "list", "short", "sinks"))
        # A session manager may have chosen another one before.
        self.environment["PULSE_SINK"] = "probe"
        self.server = self.room + "/speechd"
        self.start("speech-dispatcher", "--run-single", "--communication-method", "unix_socket", "--socket-path",
                   self.server, "--pid-file", self.room + "/pid", "--log-level", "1", "--timeout", "0",
                   XDG_DATA_DIRS="/usr/share")
        wait_for("the speech server", lambda: os.path.exists(self.server))

    def scan(self, ear, settings):
        """`ear`: the socket of the speech server; None: the person's own, which it starts."""
        path = self.room + "/desktop.yaml"
        with open(path, "w") as file:
            file.write("speech: {items: yes%s}\n" % settings)
        address = {"SPEECHD_ADDRESS": "unix_socket:" + ear} if ear else {}
        self.scanner = self.start(BIN + "/switchway-scan", "--socket", self.socket, "--settings", path, **address)
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


def open_form(room):
    """Returns what the form says, line by line."""
    form = subprocess.Popen(["python3", FOLDER + "/form.py"], env=room.environment, stdout=subprocess.PIPE, text=True)
    room.running.append(form)
    said = []
    threading.Thread(target=lambda: [said.append(line) for line in form.stdout], daemon=True).start()
    wait_for("the form", room.shows_form)
    return said


def order(room, said):
    path = room.room + "/ear"
    ear = Ear(path, room.server)
    room.scan(path, ", wait: %ds" % WAIT)
    report, begin, presses, heard = [], time.monotonic(), 0, 0
    wait_for("the first page", lambda: any("group" in words or "Anna" in words for _, words in ear.spoken))
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
    say("%s: median %.1f ms, p95 %.1f ms, most %.1f ms (%d of %d)" % (
        name, statistics.median(values), values[min(len(values) - 1, int(len(values) * 0.95))], values[-1],
        len(values), count))


def steps_of(room, count, do=lambda number: None):
    """The times of this many steps of the clock, one after the other. `do` is called at each."""
    observer = switchway.Client(path=room.socket, observe=["command"])
    observer.connect()
    times = []
    while len(times) < count:
        event = observer.event(1)
        if event and event["type"] == "command" and event["command"] == "next":
            times.append(event["pressed"] / 1e6)
            do(len(times))
    return times


def latency(room, steps):
    path = room.room + "/ear2"
    ear, microphone = Ear(path, room.server), Microphone(room, "probe")
    room.scan(path, ', voice: "%s"' % VOICE)
    wait_for("the first page", lambda: ear.spoken)
    times = steps_of(room, steps)
    time.sleep(INTERVAL)
    room.kill_scanner()
    say("%d steps; now each of their words alone" % steps)
    said = [next(((when, words) for when, words in ear.spoken if at <= when < at + 0.9 * INTERVAL), None)
            for at in times]
    speaker = Speaker(room.server)
    alone = {words: speaker.alone(microphone, words) for words in sorted({one[1] for one in said if one})}
    requests, words, sounds, silences, before = [], [], [], [], None
    for at, one in zip(times, said):
        if one is None:
            before = None
            continue
        requests.append(min(when for when in ear.asked if when >= at) - at)
        words.append(one[0] - at)
        end = before and microphone.cut(*before, at)
        if end:
            silences.append(end - at)
        first = microphone.beginning(alone[one[1]][0], at)
        before = first and (alone[one[1]][0], first)
        if first:
            sounds.append(first - at)
    quantiles("step -> first request at the speech server", requests, steps)
    quantiles("step -> words at the speech server", words, steps)
    quantiles("step -> first sound", sounds, steps)
    quantiles("next step -> silence", silences, steps)
    quantiles("a client alone: words -> the server begins", [one[1] for one in alone.values()], len(alone))
    quantiles("a client alone: words -> first sound", [one[2] for one in alone.values() if one[2]], len(alone))
    # Those that are not over before they are cut off.
    long = [words for words, one in alone.items() if len(one[0]) > RATE]
    quantiles("a client alone: cut off -> told so", [speaker.cancels(words) for words in long], len(long))


def tell_steps(what, times, expected):
    gaps = [after - before for before, after in zip(times, times[1:])]
    say("%s: steps of %.3f to %.3f s, expected %s" % (what, min(gaps), max(gaps), expected))


def hung(room, steps):
    for wait, expected in (("", INTERVAL), (", wait: 1s", INTERVAL + 1)):
        path = room.room + "/hung" + str(len(wait))
        Ear(path, None)
        room.scan(path, wait)
        tell_steps("a server that hangs" + wait, steps_of(room, steps), "%.1f" % expected)
        room.kill_scanner()


def killed(room, steps):
    """The person's own server, which the scanner starts, is killed while it speaks."""
    microphone = Microphone(room, "probe")
    pid = room.environment["XDG_RUNTIME_DIR"] + "/speech-dispatcher/pid/speech-dispatcher.pid"
    for wait, expected in (("", "%.1f" % INTERVAL), (", wait: 1s", "at most %.1f" % (INTERVAL + 1))):
        room.scan(None, wait)
        wait_for("words of its own server", lambda: microphone.words(time.monotonic() - 1, time.monotonic()))
        killings = []

        def kill(number):
            if number == 3:
                time.sleep(0.2)
                with open(pid) as file:
                    os.kill(int(file.read()), signal.SIGKILL)
                killings.append(time.monotonic())
        times = steps_of(room, steps, kill)
        # What was in the sink is over by then.
        again = wait_for("words again", lambda: microphone.first_sound(killings[0] + 0.3))
        tell_steps("a server that is killed" + wait, times, expected)
        say("  words again %.1f s after that" % (again - killings[0]))
        room.kill_scanner()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--part", choices=["order", "latency", "hung", "killed"])
    parser.add_argument("desktop", nargs="?", default="sway", choices=["sway", "gnome", "kde"])
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    room = room_on(wanted.desktop)
    try:
        said = open_form(room)
        right = wanted.part not in (None, "order") or order(room, said)
        if wanted.part in (None, "latency"):
            latency(room, wanted.steps)
        if wanted.part in (None, "hung"):
            hung(room, 6)
        if wanted.part in (None, "killed"):
            killed(room, 10)
    finally:
        room.end()
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    main()
