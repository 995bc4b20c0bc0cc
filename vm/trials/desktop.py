"""An X server with libinput on a screen in memory, the person's programs on it, and pictures of it."""
import json
import os
import pwd
import subprocess
import sys
import time

from devices import wait_for

NAME = "switcher"
DISPLAY = ":7"
ROOM = "/run/trials"
PICTURES = ".build/trials"
CONFIGURATION = """
Section "Module"
  Disable "glx"
EndSection
Section "Device"
  Identifier "memory"
  Driver "dummy"
  VideoRam 16384
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-200
  VertRefresh 5-150
  ModeLine "1440x900" 106.50 1440 1528 1672 1904 900 903 909 934
EndSection
Section "Screen"
  Identifier "screen"
  Device "memory"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "%s"
    Virtual %s
  EndSubSection
EndSection
Section "InputClass"
  Identifier "all"
  MatchDevicePath "/dev/input/event*"
  Driver "libinput"
EndSection
"""


BEGAN = time.monotonic()


def tell(text):
    """What goes on, for whoever waits."""
    print("%6.1f s  %s" % (time.monotonic() - BEGAN, text), file=sys.stderr, flush=True)


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def as_person(words, groups=None):
    """The command that runs another as the person, with only these groups besides the person's own."""
    others = ["--groups", groups] if groups else ["--clear-groups"]
    return ["/usr/bin/setpriv", "--reuid", NAME, "--regid", NAME, *others, "--inh-caps=-all", "--bounding-set=-all",
            "--no-new-privs", "--", *words]


class Process:
    """A program of a trial, ended with it. What it writes is in a file of its name."""

    def __init__(self, name, words, **environment):
        self.name = name
        self.log = "%s/%s.log" % (ROOM, name)
        with open(self.log, "wb") as log:
            self.child = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DISPLAY": DISPLAY, **environment})
        self._at = 0

    def lines(self):
        """The whole lines since the last call."""
        with open(self.log, "rb") as file:
            file.seek(self._at)
            whole, mark, _ = file.read().rpartition(b"\n")
        self._at += len(whole) + len(mark)
        return whole.decode("utf-8", "replace").splitlines()

    def wait_for(self, what, condition, seconds=600):
        """As `devices.wait_for`, and says what the program wrote where it ends first."""
        def look():
            if self.child.poll() is not None:
                raise SystemExit("%s has ended (%s):\n%s" % (self.name, self.child.returncode, read(self.log)))
            return condition()
        value = wait_for(what, look, seconds)
        tell(what)
        return value

    def end(self):
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(30)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()


class Program(Process):
    """A program of the person's. Each line that begins with { and tells of itself is kept in `said`, with `time`, s."""

    def __init__(self, name, words, **environment):
        home = pwd.getpwnam(NAME).pw_dir
        super().__init__(name, as_person(words), HOME=home, USER=NAME, XDG_RUNTIME_DIR=ROOM + "/person",
                         **{"GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", **environment})
        self.said = []

    def look(self):
        """Takes what the program has said of itself."""
        for line in self.lines():
            if line.startswith("{"):
                self.said.append(json.loads(line))
        return self.said

    def last(self, word):
        """What it said last under this word, and when; (None, 0) before."""
        return next(((one[word], one["time"]) for one in reversed(self.look()) if word in one), (None, 0))


class Desktop:
    def __init__(self, width=800, height=600):
        os.makedirs(ROOM + "/person", exist_ok=True)
        entry = pwd.getpwnam(NAME)
        os.chown(ROOM + "/person", entry.pw_uid, entry.pw_gid)
        with open(ROOM + "/xorg.conf", "w") as file:
            file.write(CONFIGURATION % ("%dx%d" % (width, height), "%d %d" % (width, height)))
        self.log = ROOM + "/server"
        self.server = Process("xorg", [
            "/usr/bin/Xorg", DISPLAY, "-config", ROOM + "/xorg.conf", "-logfile", self.log, "-noreset", "-ac",
            "-nolisten", "tcp", "-sharevts", "-novtswitch", "-displayfd", "1"])
        # The display's number is written when the server accepts clients.
        self.server.wait_for("the X server", lambda: DISPLAY[1:] in self.server.lines())

    def wait_for_keyboard(self, name="Switchway keyboard"):
        # libinput is set up for a device after its name is told.
        line = "(II) event"
        wait_for("'%s' in the X server" % name, lambda: any(
            line in one and "is tagged by udev as: Keyboard" in one and name in one
            for one in read(self.log).splitlines()))
        tell("'%s' in the X server" % name)

    def picture(self, name, program=None):
        """The screen as a small PNG with few colours, for the documentation. Only where pictures are wanted.

        With a program: waits until it says that what it did last is drawn.
        """
        if not os.environ.get("PICTURES"):
            return
        if program:
            program.wait_for("the picture " + name, lambda: "drawn" in program.look()[-1])
        from PIL import ImageGrab
        os.makedirs(PICTURES, exist_ok=True)
        screen = ImageGrab.grab(xdisplay=DISPLAY)
        screen.quantize(48, dither=0).save("%s/%s.png" % (PICTURES, name), optimize=True)
