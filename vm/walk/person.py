"""A person at the machine: an account, a session in front of seat0, and a terminal that commands are typed into."""
import errno
import fcntl
import os
import pty
import pwd
import re
import select
import struct
import subprocess
import termios
import time

from devices import read, wait_for

NAME = "anna"
COLUMNS = 100
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# Emulation is slow: the limit only catches what hangs.
LIMIT = 150


def shell(line):
    done = subprocess.run(["/bin/sh", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise SystemExit("%s: %s" % (line, done.stdout))
    return done.stdout


def log_in():
    """The account, and its session on the second virtual terminal, in front of seat0."""
    shell("useradd --create-home --user-group --shell /bin/bash " + NAME)
    number = pwd.getpwnam(NAME).pw_uid
    # The account's own systemd takes half a minute to start here, and nothing of this walk is started by it.
    os.symlink("/dev/null", "/run/systemd/system/user@%d.service" % number)
    shell("systemd-run --quiet --collect --unit walk-session --property=PAMName=login --property=User=%s "
          "--setenv=XDG_SESSION_CLASS=user --setenv=XDG_SESSION_TYPE=tty --property=TTYPath=/dev/tty2 sleep infinity"
          % NAME)

    def session():
        folder = "/run/systemd/sessions"
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            if name.isalnum() and "\nUSER=%s\n" % NAME in read(folder + "/" + name) + "\n":
                return name
        return None
    name = wait_for("the session of " + NAME, session)
    with open("/dev/tty0", "wb", buffering=0) as console:
        fcntl.ioctl(console, 0x5606, 2)  # VT_ACTIVATE of linux/vt.h
    wait_for("that session in front", lambda: "\nACTIVE=%s\n" % name in read("/run/systemd/seats/seat0") + "\n")


class Command:
    """A line typed at the prompt, and what the terminal shows until it ends."""
    def __init__(self, line):
        self.line = line
        self.shown = ""
        self.status = None
        is_root = line.startswith("sudo ")
        if is_root:
            line = line[len("sudo "):]
        entry = pwd.getpwnam("root" if is_root else NAME)
        words = ["/usr/bin/env", "-i", "HOME=" + entry.pw_dir, "USER=" + entry.pw_name, "LOGNAME=" + entry.pw_name,
                 "TERM=linux", "LANG=C.UTF-8", "PATH=/run/walk:/usr/sbin:/usr/bin:/sbin:/bin"]
        runtime = "/run/user/%d" % entry.pw_uid
        if os.path.isdir(runtime):
            words.append("XDG_RUNTIME_DIR=" + runtime)
        if not is_root:
            words[:0] = ["/usr/bin/setpriv", "--reuid", NAME, "--regid", NAME, "--init-groups", "--"]
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
            os.execv(words[0], words + ["/bin/bash", "-c", line])

    def look(self, seconds):
        """Takes what has come. False: the command has ended."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    @property
    def text(self):
        return ESCAPE.sub("", self.shown).replace("\r\n", "\n")

    def await_text(self, *words, since=0):
        """Until one of these stands there after the first `since` characters; which. None: the command ended first."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            for word in words:
                if word in self.text[since:]:
                    return word
            if not self.look(0.1):
                return next((word for word in words if word in self.text[since:]), None)
        raise SystemExit("'%s' does not show %s:\n%s" % (self.line, " or ".join(words), self.text))

    def type(self, text):
        os.write(self.terminal, text.encode())

    def end(self):
        limit = time.monotonic() + LIMIT
        while self.look(1):
            if time.monotonic() > limit:
                raise SystemExit("'%s' does not end:\n%s" % (self.line, self.text))
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.terminal)
        return self
