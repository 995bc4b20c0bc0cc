"""A carer's terminal: `setup` for one switch with a clock and a bridge, then `monitor`, two presses, `q`.

On GNOME, KDE, a plain X server and a text console. The carer types on a keyboard of the kernel; what the shell gets
and shows is in a log of script(1). Nothing may be typed at the prompt that the carer has not typed. See vm/trials/TRIALS.md.
"""
import os
import pwd
import re
import subprocess
import time

import switchway

from desktop import NAME, ROOM, Desktop, Process, Program, as_person, read, tell
from devices import BTN_TRIGGER, UInput, wait_for
from keyboard import Keyboard
from person import PRESS
from session import activate

TERMINAL = 3
FOLDER = ROOM + "/terminal"
SOCKET, SHOWN, RC = FOLDER + "/socket", FOLDER + "/shown", FOLDER + "/bashrc"
COMMANDS = FOLDER + "/commands"
PROMPT = "carer$ "
# In each list of completions at the start of a line.
LISTED = "compgen"
# What readline and the screens of switchway write besides words.
ESCAPE = re.compile(r"\x1b7.*?\x1b8|\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[=>()][0-9A-B]?", re.DOTALL)
KEYS = {" ": "space", "-": "-", "\n": "enter"}
# What windows of a terminal are made by. The shell is in script(1), so that all that it shows is known.
SHELL = ["/usr/bin/script", "--quiet", "--flush", "--command", "/bin/bash --rcfile %s -i" % RC, SHOWN]
WINDOWS = {"gnome": ["/usr/bin/gnome-terminal", "--wait", "--"], "kde": ["/usr/bin/konsole", "--separate", "-e"]}
SERVER = "/usr/libexec/gnome-terminal-server"


class Service(Process):
    """The daemon as the service of a person without a profile runs it."""

    def __init__(self, home):
        super().__init__("switchwayd", as_person(
            ["/usr/bin/switchwayd", "--session", "always", "--socket", SOCKET], "input,switchway-uinput"), HOME=home)
        self.wait_for("the daemon's socket", lambda: os.path.exists(SOCKET))


class Carer:
    """Types, looks at the terminal, and presses the switch."""

    def __init__(self, client, keyboard, button):
        self.client, self.keyboard, self.button = client, keyboard, button

    @staticmethod
    def text(since=0):
        return ESCAPE.sub("", read(SHOWN)[since:]).replace("\r", "") if os.path.exists(SHOWN) else ""

    @staticmethod
    def at():
        return len(read(SHOWN))

    def until(self, what, condition, seconds=300):
        try:
            value = wait_for(what, condition, seconds)
        except SystemExit as trouble:
            raise SystemExit("%s; the terminal shows: %r" % (trouble, self.text()[-1500:])) from None
        tell(what)
        return value

    def type(self, text):
        for letter in text:
            self.keyboard.chord(KEYS.get(letter, letter))

    def press(self):
        self.button.key(BTN_TRIGGER, 1)
        time.sleep(PRESS)
        self.button.key(BTN_TRIGGER, 0)

    def state(self):
        return self.client.get("state")

    def mode(self, word):
        return self.state()["modes"][word]

    def scan(self):
        return (self.state()["scan"] or {}).get("state")

    def interval(self):
        return self.state()["scan"]["interval"] / 1e6

    def focus(self):
        """Until what is typed comes to the prompt."""
        self.until("the prompt", lambda: PROMPT in self.text())
        since, end = self.at(), time.monotonic() + 300
        while "x" not in self.text(since):
            if time.monotonic() > end:
                raise SystemExit("the terminal gets no keys")
            self.type("x")
            time.sleep(2)
        self.keyboard.chord("ctrl+u")
        self.line("clear", "")

    def line(self, words, answer, prompts=1):
        """Types a line, and waits for the answer and the next prompt. Returns what was shown."""
        since = self.at()
        self.type(words + "\n")
        self.until("'%s'" % words, lambda: answer in self.text(since) and self.text(since).count(PROMPT) >= prompts)
        return self.text(since)

    def setup(self):
        """One switch, and what is proposed for it; kept."""
        since = self.at()
        self.type("switchway setup\n")
        self.until("a question for presses", lambda: "Press each switch" in self.text(since))
        self.until("the button to be read", lambda: any(
            self.button.node in links for links in nodes("switchwayd")))
        for number in (1, 2, 3):
            self.press()
            self.until("press %d" % number, lambda: "press %d" % number in self.text(since))
            # A hand's own time.
            time.sleep(1)
        said = self.at()
        while "Written to" not in self.text(since):
            self.until("a question", lambda: "(q:" in self.text(said) or "Written to" in self.text(said))
            question = self.text(said)
            if "Written to" in question:
                break
            keep = re.search(r"(\d)\s+keep it", question)
            said = self.at()
            # An Enter that comes at once after a question is no answer.
            time.sleep(2)
            # A question about rights proposes nothing.
            first = "" if "[Enter]" in question else "1"
            self.type((keep.group(1) if keep else first) + "\n")
        self.until("the prompt after setup", lambda: self.text(since).rstrip("\n").endswith(PROMPT.rstrip(" "))
                   or self.text(since).endswith(PROMPT))
        return self.text(since)


def nodes(program):
    for pid in subprocess.run(["pidof", program], stdout=subprocess.PIPE, check=False).stdout.decode().split():
        folder = "/proc/%s/fd" % pid
        links = set()
        for name in os.listdir(folder):
            try:
                links.add(os.readlink(folder + "/" + name))
            except OSError:
                pass
        yield links


def prepare():
    entry = pwd.getpwnam(NAME)
    os.makedirs(FOLDER, exist_ok=True)
    with open(RC, "w") as file:
        file.write("PS1='%s'\nexport SWITCHWAY_SOCKET=%s HOME=%s PATH=%s\nunset HISTFILE\ncd\n"
                   "bind 'set enable-bracketed-paste off'\n" % (PROMPT, SOCKET, entry.pw_dir, COMMANDS))
    # Few commands: at the first Tab of a line the shell looks through all, which takes 15 s on an emulated disk.
    os.makedirs(COMMANDS, exist_ok=True)
    for name in ("switchway", "switchwayd", "switchway-scan", "clear"):
        if not os.path.exists(COMMANDS + "/" + name):
            os.symlink("/usr/bin/" + name, COMMANDS + "/" + name)
    os.chown(FOLDER, entry.pw_uid, entry.pw_gid)
    return entry.pw_dir


def window(screen):
    """The programs that show the terminal."""
    if screen.kind == "console":
        activate(TERMINAL)
        subprocess.run(["systemd-run", "--quiet", "--unit", "carer", "-p", "User=" + NAME, "-p",
                        "TTYPath=/dev/tty%d" % TERMINAL, "-p", "StandardInput=tty-force", "-p", "StandardOutput=tty",
                        "-p", "StandardError=tty", "-E", "TERM=linux", "-E", "LANG=C.UTF-8", *SHELL], check=True)
        return []
    if screen.kind == "xterm":
        return [Program("window", ["/usr/bin/xterm", "-fn", "fixed", "-geometry", "100x30+0+0", "-e", *SHELL])]
    programs = []
    if screen.kind == "gnome":
        server = screen.program("server", SERVER)
        server.wait_for("the server of the terminal", lambda: names_on(screen.bus, "org.gnome.Terminal"))
        programs.append(server)
    return programs + [screen.program("window", *WINDOWS[screen.kind], *SHELL)]


def names_on(bus, name):
    answer = bus.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
    return isinstance(answer, list) and name in answer[0]


def go(screen, report):
    if not hasattr(screen, "kind"):
        screen.kind = "xterm" if isinstance(screen, Desktop) else "console"
    if screen.kind == "gnome":
        import gnome
        shell = gnome.Shell(screen)
        wait_for("the shell", lambda: shell.run("Main.layoutManager._startingUp") is False, 600)
        shell.close()
    elif screen.kind == "kde":
        import kde
        wait_for("the end of Plasma's start", lambda: names_on(screen.bus, "org.kde.kded5"), 900)
    keyboard, button = Keyboard(), UInput("Big Button", [BTN_TRIGGER])
    daemon = Service(prepare())
    if screen.kind != "console":
        screen.wait_for_keyboard(keyboard.name)
    programs = window(screen)
    try:
        with switchway.Client(path=SOCKET) as client:
            carer = Carer(client, keyboard, button)
            carer.focus()
            evening(screen, report, carer)
    finally:
        screen.picture("terminal-%s-end" % screen.kind)
        if screen.kind == "console":
            subprocess.run(["systemctl", "stop", "carer"], check=False)
            activate(1)
        for program in reversed(programs):
            program.end()
        daemon.end()
        tell(repr(Carer.text()[-3000:]))


def evening(screen, report, carer):
    said = carer.setup()
    report.check("setup says how to stop it", [word for word in ("switchway rest", "switchway scan stop")
                                               if word not in said], [])
    profile = carer.client.get("config")["in-force"]
    report.check("a clock and a bridge", (carer.scan() is not None, profile.get("bridge")), (True, "desktop"))
    interval = carer.interval()
    wait_for_keyboard(screen)

    # Nothing comes while nobody presses: as long as a clock that runs would take for three steps.
    def quiet(what):
        since = carer.at()
        time.sleep(3 * interval + 1)
        report.check("at the prompt after " + what, read(SHOWN)[since:], "")
        report.check("the clock after " + what, carer.scan(), "resting")
        report.check("a line after " + what, carer.line("echo ok", "ok\n"), "echo ok\nok\n" + PROMPT)

    quiet("setup")
    since = carer.at()
    carer.type("switchway monitor\n")
    carer.until("typing is held", lambda: carer.mode("suspended"))
    before = len(commands(carer))
    for number in (1, 2):
        carer.press()
        carer.until("press %d in monitor" % number, lambda: len(commands(carer)) >= before + number)
        time.sleep(interval)
    screen.picture("terminal-%s-monitor" % screen.kind)
    carer.type("q")
    carer.until("typing goes on", lambda: not carer.mode("suspended"))
    carer.until("the prompt after monitor", lambda: carer.text(since).endswith(PROMPT))
    quiet("monitor")

    # The clock in the terminal: the person starts it, and chooses.
    events(carer)
    since = carer.at()
    carer.press()
    carer.until("the scan runs", lambda: carer.scan() == "running")
    carer.until("a step", lambda: any("clock" in one["source"] for one in events(carer)))
    carer.press()
    carer.until("a choice", lambda: any("switch" in one["source"] for one in events(carer)))
    carer.until("its Enter", lambda: PROMPT in carer.text(since))
    report.check("the first step lists nothing", LISTED in carer.text(since), False)
    events(carer)
    since = carer.at()
    carer.until("the step after it", lambda: any("clock" in one["source"] for one in events(carer)))
    carer.client.send("scan", "stop")
    # What is typed now comes after all that the clock has typed.
    carer.type("x")
    carer.until("a letter after it", lambda: "x" in carer.text(since))
    tell("after a choice: %r" % read(SHOWN)[since:])
    steps = sum("clock" in one["source"] for one in events(carer))
    report.check("the step after a choice lists nothing (%d more steps)" % steps,
                 LISTED in carer.text(since), False)
    carer.keyboard.chord("ctrl+u")
    screen.picture("terminal-%s-choice" % screen.kind)

    # The clock types into the terminal, and nobody presses: it rests by itself, as setup and README say. Then the line.
    carer.press()
    carer.until("the scan runs again", lambda: carer.scan() == "running")
    carer.until("the rest of the clock by itself", lambda: carer.scan() == "resting")
    screen.picture("terminal-%s-flood" % screen.kind)
    carer.keyboard.chord("ctrl+c")
    since = carer.at()
    carer.line("switchway rest", "presses make no commands")
    carer.press()
    since = carer.at()
    time.sleep(3 * interval + 1)
    report.check("at the prompt after rest", read(SHOWN)[since:], "")
    report.check("a line after rest", carer.line("echo end", "end\n"), "echo end\nend\n" + PROMPT)
    tell("the terminal of %s" % screen.kind)


def wait_for_keyboard(screen):
    if screen.kind != "console":
        screen.wait_for_keyboard()


def events(carer):
    """Commands since the last call."""
    found, event = [], carer.client.event(0.1)
    while event is not None:
        if event["type"] == "command":
            found.append(event)
        event = carer.client.event(0)
    return found


def commands(carer):
    """All presses that the daemon remembers as commands."""
    return [one for one in carer.client.get("statistics")["presses"] if one.get("outcome") in ("command", "question")]
