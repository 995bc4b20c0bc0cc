#!/usr/bin/python3
"""The session of `scan_session.py` with one switch on GNOME or KDE, on Wayland without a screen.

    vm/trials/scan_session_desktops.py gnome|kde FOLDER [OUT]

FOLDER has switchwayd and switchway-scan; SLOW: seconds a step, 3 if not set; pictures are kept in OUT. It runs as a
user other than root. An editor and a browser are started from the panel, a text is written and saved, a form is sent;
the person rests, makes it louder and calls for help. They look at pictures of the screen, and press when a ring is
around what they want. A client's `select` stands for the switch, and the compositor types what the daemon is asked to
type, because there is no /dev/uinput.
"""
import os
import random
import re
import signal
import sys
import time
import wave

HERE = os.path.dirname(os.path.realpath(__file__))
# There is another module `session` beside this one: that of `gnome/test` comes first.
sys.path[:0] = [HERE + "/../../bench", HERE, HERE + "/../walk", HERE + "/../../clients/python"]
from wayland import KINDS, SIZE, wait_for  # noqa: E402
import scan_session  # noqa: E402
import scanning  # noqa: E402
import switchway  # noqa: E402
from chromium import serve  # noqa: E402
from desktop import read, tell  # noqa: E402
from desktop_eyes import Eyes, Programs, Typist  # noqa: E402
from panel import OUT  # noqa: E402
from scan_session import FILE, KEYS, LOUDER, OUT_OF_SYSTEM, SYSTEM, WRITTEN  # noqa: E402

# s a step.
INTERVAL = float(os.environ.get("SLOW") or 3)
# This machine is not emulated: a press comes this long before the next step, s, or in the next round.
scanning.LEFT = 0.5
# How wide both colours of a ring are, in pixels.
EDGE = 8
PROFILE = "switchway: 1\nextends: one-switch-scan\nscan: {interval: %gs, reaction: 450ms}\nkeyboard: {layout: us}\n"
# What each desktop's editor is started by, what is chosen in it to save, one after the other, and its items.
EDITORS = {
    "gnome": ("gnome-text-editor --standalone --new-window", ["menu", "save as"], {
        "text": ("text", 0), "menu": ("toggle button", "Main Menu"), "save as": ("menu item", "Save As…"),
        "name": ("text", "Name"), "save": ("push button", "Save")}),
    "kde": ("kwrite", ["save file"], {
        "new": ("push button", "New"), "text": ("text", "Untitled"), "save file": ("push button", "Save"),
        "name": ("text", 0), "save": ("push button", "Save")})}
# On a busy machine Chromium does not wait for the accessibility bus to say that it is on.
BROWSER = "GNOME_ACCESSIBILITY=1 chromium --no-sandbox --disable-gpu --no-first-run --force-renderer-accessibility" \
    " --ozone-platform=wayland --password-store=basic --user-data-dir=%s/web http://127.0.0.1:%d/"
ITEMS = {"order": ("link", "Order"), "tea": ("check box", "Tea"), "milk": ("check box", "Milk"),
         "send": ("push button", "Send"), "back": ("push button", "Back")}


class Switch(scanning.Scanning):
    """A client's `select` stands for the switch."""

    def __init__(self, client, program, eyes, interval):
        self.client, self.program, self.eyes, self.interval = client, program, eyes, interval
        self.random = random.Random(15)
        self.commands, self.exact = [], {}
        self.contacts = self.losses = self.calls = 0
        # What was lit at each press that chose: how many commands came before, the last one, its page, the number of
        # the place, and what was seen.
        self.meant = []
        # Before its first page a press would choose at once.
        self.scan = wait_for("a page", lambda: (client.get("state").get("scan") or {}).get("page") is not None and
                             client.get("state")["scan"]["state"])

    def place(self, name):
        """Where it is on the screen, as far as a ring can be around it: at the edge it stays inside."""
        place = super().place(name)
        if name not in (self.program.last("seen")[0] or {}):
            return place
        left, top = max(place[0], EDGE), max(place[1], EDGE)
        return [left, top, min(place[0] + place[2], SIZE[0] - EDGE) - left,
                min(place[1] + place[3], SIZE[1] - EDGE) - top]

    def is_lit(self, name):
        return name in (self.program.last("seen")[0] or {}) and super().is_lit(name)

    def choose(self, name, is_done):
        """Where a ring is around it. An entry of a menu has no place: the numbers of the places that lead to it count.

        A page that the program changes meanwhile leads nowhere, and the person begins again.
        """
        # On a busy machine other items have no place for a moment, either. Their numbers may be those of another page.
        ways = "paths" if self.program.wanted[name][0] == "menu item" else "seen"
        before = self.contacts, self.steps, time.monotonic()
        while not is_done():
            path = self.until("the way to " + name, lambda: is_done() or (self.program.last(ways)[0] or {}).get(name))
            if is_done():
                break
            if ways == "seen" or name in (self.program.last("seen")[0] or {}):
                self.press_when(name, lambda: self.is_lit(name), is_done)
                path = []
            for index in path:
                page = self.commands[-1].get("page") if self.commands else None
                self.press_when("place %d, for %s" % (index, name), lambda: self.lit_index() == index, is_done)
                if is_done():
                    break
                self.until_quiet(lambda: is_done() or self.commands[-1].get("page") != page, 2)
            self.until_quiet(is_done)
            if self.contacts - before[0] > scanning.MOST:
                raise SystemExit("%s was not reached by %d presses" % (name, scanning.MOST))
        tell("%s: %d presses, %d steps, %.0f s" % (
            name, self.contacts - before[0], self.steps - before[1], time.monotonic() - before[2]))

    def lit_index(self):
        """The number of the place that is lit; a page begins at its first."""
        step = self.commands[-1]
        return {"next": step.get("item"), "select": 0}.get(step["command"])

    def press(self, seconds=0):
        self.contacts += 1
        step = self.commands[-1] if self.commands else {}
        if self.scan == "running":
            seen = self.rings()[0], self.eyes.last("bar")[0]
            self.meant.append((len(self.commands), step["command"], step.get("page"), self.lit_index(), seen))
        self.client.send("select")

    def wrong(self):
        """What was chosen and was not lit when the person pressed.

        A page that came meanwhile begins at its first place. One that looks as the one before is that page, read again.
        """
        found = []
        for count, command, page, index, seen in self.meant:
            done = next((one for one in self.commands[count:] if one["command"] == "select"), {})
            if (done.get("page"), done.get("item")) == (page, index) or command == "select" and done.get("item") == 0:
                continue
            last = next((one for one in reversed(self.eyes.said) if one["time"] < done.get("sent", 0) / 1e6), {})
            is_same = done.get("item") == index and (last.get("rings"), last.get("bar")) == seen
            tell("chosen: %s, pressed on: %s, seen: %s, %s" % (
                (done.get("page"), done.get("item")), (page, index), seen, "the same" if is_same else last))
            if not is_same:
                found.append(((page, index), (done.get("page"), done.get("item"))))
        return found


class Evening(scan_session.Session):
    def __init__(self, person, session, typist, kind, out):
        super().__init__(None, person)
        self.session, self.typist, self.kind, self.out, self.failures = session, typist, kind, out, []

    def is_last(self, page, index):
        return index == self.typist.sizes.get(page, 0) - 1

    def picture(self, name):
        if self.out:
            self.session.picture().quantize(160, dither=0).save(
                "%s/scan-session-%s-%s.png" % (self.out, self.kind, name), optimize=True)

    def check(self, what, found, expected):
        tell("%s: %s" % (what, found))
        if found != expected:
            self.failures.append("%s: %s instead of %s" % (what, found, expected))

    def write(self, _):
        person = self.person
        _, way, _ = EDITORS[self.kind]
        first = "new" if self.kind == "kde" else "text"
        self.start(0, first)
        if first == "new":
            person.choose("new", lambda: person.place("text"))
        person.choose("text", self.is_keyboard)
        self.type(KEYS)
        self.picture("written")
        self.choose(OUT)
        for name, following in zip(way, [*way[1:], "name"]):
            person.choose(name, lambda: person.place(following))
        self.picture("save")
        person.choose("name", self.is_keyboard)
        self.type(FILE)
        self.choose(OUT)
        person.choose("save", self.written)
        self.check("what was written", read(self.written()).rstrip("\n"), WRITTEN)

    def written(self):
        """The file that was saved. It is there before it has its text."""
        for folder, _, files in os.walk(self.session.home):
            for path in (os.path.join(folder, name) for name in files):
                if re.fullmatch(re.escape(FILE) + r"(\.txt)?", os.path.basename(path)) and os.path.getsize(path):
                    return path
        return None

    def volume(self):
        words = self.session.output("wpctl", "get-volume", "@DEFAULT_AUDIO_SINK@").split()
        return round(100 * float(words[1])) if len(words) > 1 else 0

    def start_sound(self):
        """A sound server whose sink nobody hears, in the middle of its volume."""
        servers = {}
        # A sink that plays nothing sleeps, and its volume stays as it is.
        silence = self.session.home + "/silence.wav"
        with wave.open(silence, "wb") as file:
            file.setparams((1, 2, 8000, 0, "NONE", ""))
            file.writeframes(bytes(2 * 8000 * 3600))

        players = []

        def is_set():
            # On a busy machine wireplumber ends if pipewire is not there yet.
            for one in ("pipewire", "wireplumber", "pipewire-pulse"):
                if one not in servers or servers[one].poll() is not None:
                    servers[one] = self.session.start(one)
            if not players or players[-1].poll() is not None:
                players.append(self.session.start("pw-cat", "--playback", silence))
            self.session.output("wpctl", "set-volume", "@DEFAULT_AUDIO_SINK@", "50%")
            return self.volume() == 50

        wait_for("the sound", is_set, 240)

    def make_louder(self, _):
        before = self.volume()
        self.open_bar()
        self.choose(SYSTEM, LOUDER)
        self.person.until("more volume", lambda: self.volume() > before)
        self.picture("louder")
        self.check("how much louder", self.volume() - before, 5)
        self.choose(OUT_OF_SYSTEM)

    def finish(self, typed):
        person, commands = self.person, self.person.commands
        self.check("typed", "".join(typed), WRITTEN + FILE)
        wrong = person.wrong()
        self.check("wrong items", wrong, [])
        tell("by how many pixels rings missed: %s" % person.exact)
        self.check("by how many pixels a ring missed its item", [
            (name, off) for name, off in person.exact.items() if off > scanning.EXACT], [])
        print("| scan-session-%s | %d presses | %d steps of %g s | %.0f s | %d wrong items |" % (
            self.kind, person.contacts, person.steps, INTERVAL,
            (commands[-1]["sent"] - commands[0]["pressed"]) / 1e6, len(wrong)), flush=True)


def start_daemon(session, folder):
    """The daemon, and the socket beside it at which everything that is typed is typed by the compositor."""
    path = session.start_daemon(folder, PROFILE % INTERVAL)
    client = switchway.Client(path=path)
    client.connect()
    return client, Typist(session, path, path + "-typed")


def give_programs(session, kind, server):
    """Desktop entries: the scanner itself sees no others."""
    applications = session.home + "/.local/share/applications"
    os.makedirs(applications, exist_ok=True)
    for name, title, words in (("editor", "Editor", EDITORS[kind][0]),
                               ("web", "Web", BROWSER % (session.home, server.server_port))):
        session.write("%s/%s.desktop" % (applications, name), (
            "[Desktop Entry]\nType=Application\nName=%s\nPath=%s\nExec=env XDG_DATA_DIRS=%s %s\n") % (
                title, session.home, session.environment["XDG_DATA_DIRS"], words))


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kind, folder, out = sys.argv[1], os.path.realpath(sys.argv[2]), (sys.argv + [None])[3]
    if os.geteuid() == 0:
        sys.exit("scan-session-%s: switchwayd does not run as root: run it as another user" % kind)
    session = KINDS[kind]()
    server = serve(scan_session.Pages)
    try:
        tell("the session of " + session.title)
        if kind == "kde":
            session.start("plasmashell", QT_QPA_PLATFORM="wayland")
        else:
            session.output("gsettings", "set", "org.gnome.desktop.background", "picture-options", "none")
        give_programs(session, kind, server)
        client, typist = start_daemon(session, folder)
        session.start(folder + "/switchway-scan", "--socket", session.home + "/switchway-typed",
                      XDG_DATA_DIRS="/nowhere")
        eyes, program = Eyes(session), Programs(session, folder, EDITORS[kind][2])
        eyes.start()
        program.start()
        wait_for("the bar", lambda: eyes.last("bar")[0])
        person = Switch(client, program, eyes, INTERVAL)
        evening = Evening(person, session, typist, kind, out)
        try:
            evening.start_sound()
            evening.write(None)
            evening.rest()
            program.wanted = ITEMS
            evening.order(server.said, evening)
            evening.make_louder(None)
            evening.call_for_help(evening)
        except BaseException:
            evening.picture("failed")
            print(program.pages, eyes.said[-3:], eyes.trouble, program.trouble, typist.typed, sep="\n")
            for one in person.commands[-80:]:
                print([one.get(key) for key in ("sent", "command", "args", "page", "item", "source")])
            print(session.log("switchway-scan")[-2000:])
            raise
        evening.finish(typist.typed)
        print("\n".join("FAILED: " + one for one in evening.failures) or "all as it should be")
        return 1 if evening.failures else 0
    finally:
        session.end()
        server.shutdown()


if __name__ == "__main__":
    sys.exit(main())
