"""The installed daemon, run as the person, as the service does it; and a client that looks on."""
import os
import pwd

import switchway

from desktop import NAME, ROOM, Process, as_person

# The person reacts within 0.3 s at the earliest, so 0.25 s takes nothing from a press in time. The interval is long
# because the machine is emulated. The other two gestures are those that README names.
PROFILE = """
switchway: 1
extends: one-switch-desktop
switches:
  main:
    steady: {preset: off, hold-duration: 100ms}
    hold: {after: 800ms, do: activate}
    double: {within: 400ms, do: move(down)}
scan: {interval: 2s, reaction: 250ms}
"""


class Daemon(Process):
    def __init__(self, profile=PROFILE):
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
        self.wait_for("the daemon's socket", lambda: os.path.exists(self.socket))

    def client(self):
        return switchway.Client(path=self.socket)
