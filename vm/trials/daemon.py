"""The installed daemon, run as the person, as the service does it; and a client that looks on."""
import os
import pwd

import switchway

from desktop import NAME, ROOM, Process, as_person

# s. Long, because the machine is emulated and may do other work.
INTERVAL = 2.5


def profile(base, *lines):
    """One switch that is held for at least 100 ms, and these lines."""
    return "\n".join(["switchway: 1", "extends: " + base, "switches:", "  main:",
                      "    steady: {preset: off, hold-duration: 100ms}", *lines, ""])


# For programs that scan by themselves or take one key: a press chooses at once, and there is no other gesture.
ONE_GESTURE = "    hold: nothing", "    double: nothing", "    triple: nothing"

# The person never presses within 0.45 s of seeing the highlight come. A press sooner than that after a step is meant
# for the item before. The gestures besides the tap are those that docs/profiles.md names.
FORMS = profile("one-switch-desktop", "    hold: {after: 800ms, do: activate}",
                "    double: {within: 500ms, do: move(down)}", "    triple: nothing",
                "scan: {interval: %gs, reaction: 450ms}" % INTERVAL)


def give(path, text):
    """Writes a file of the person's, whole or not at all, with its folders."""
    entry = pwd.getpwnam(NAME)
    folder = os.path.dirname(path)
    missing = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for folder in reversed(missing):
        os.mkdir(folder)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    with open(path + ".new", "w") as file:
        file.write(text)
    os.chown(path + ".new", entry.pw_uid, entry.pw_gid)
    os.rename(path + ".new", path)


class Daemon(Process):
    def __init__(self, profile, is_service=False):
        """`is_service`: as the service runs it, with the person's home, and with the session that logind names."""
        home = pwd.getpwnam(NAME).pw_dir if is_service else ROOM + "/daemon"
        self.config = ROOM + "/daemon/trial.yaml"
        self.socket = ROOM + "/daemon/socket"
        give(self.config, profile)
        super().__init__("switchwayd", as_person(
            ["/usr/bin/switchwayd", "--session", "logind" if is_service else "always", "--socket", self.socket,
             "--config", self.config], "input,switchway-uinput"), HOME=home)
        self.wait_for("the daemon's socket", self.is_up)

    def write(self, profile):
        """Changes the profile; the daemon reads it again by itself."""
        give(self.config, profile)

    def is_up(self):
        try:
            with self.client() as client:
                client.connect()
            return True
        except switchway.Error:
            return False

    def client(self):
        return switchway.Client(path=self.socket)
