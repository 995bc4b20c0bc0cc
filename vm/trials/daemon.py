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
# for the item before. The gestures besides the tap are those that README names.
FORMS = profile("one-switch-desktop", "    hold: {after: 800ms, do: activate}",
                "    double: {within: 500ms, do: move(down)}", "    triple: nothing",
                "scan: {interval: %gs, reaction: 450ms}" % INTERVAL)


class Daemon(Process):
    def __init__(self, profile):
        entry = pwd.getpwnam(NAME)
        self.folder = ROOM + "/daemon"
        os.makedirs(self.folder, exist_ok=True)
        with open(self.folder + "/trial.yaml", "w") as file:
            file.write(profile)
        for path in (self.folder, self.folder + "/trial.yaml"):
            os.chown(path, entry.pw_uid, entry.pw_gid)
        self.socket = self.folder + "/socket"
        super().__init__("switchwayd", as_person(
            ["/usr/bin/switchwayd", "--session", "always", "--socket", self.socket, "--config",
             self.folder + "/trial.yaml"], "input,switchway-uinput"), HOME=self.folder)
        self.wait_for("the daemon's socket", self.is_up)

    def is_up(self):
        try:
            with self.client() as client:
                client.connect()
            return True
        except switchway.Error:
            return False

    def client(self):
        return switchway.Client(path=self.socket)
