"""What a person sees on GNOME or KDE without a screen, and how what they have typed arrives without /dev/uinput.

`scan_session_desktops.py` looks with this.
"""
import json
import os
import re
import socket
import subprocess
import threading
import time

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, Gio, GLib  # noqa: E402

from rings import inside  # noqa: E402

# What the bar is drawn on.
GROUND = (0x1e, 0x1e, 0x1e)
# Between two pictures, s; and between two readings of the window.
PAUSE, READING = 0.1, 0.3
# A line of `--pages`: of an item its role, its name, and its place on the screen if it has one.
LINE = re.compile(r'( *)(\d+) (?:group .*|out|panel|close|([a-z -]+) "(.*?)"(?: at (-?\d+),(-?\d+) (\d+)x(\d+).*)?)$')
# A line of `--dump`: the role, the name and the states of an object.
NODE = re.compile(r' *([a-z-]+) name=("[^"]*"|\S+) .*states=(\S+)')
# The keysyms of keys that a profile names otherwise.
KEYSYMS = {"esc": "Escape", "enter": "Return", "backspace": "BackSpace", "tab": "Tab", "space": "space", "up": "Up",
           "down": "Down", "left": "Left", "right": "Right", "ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L",
           "super": "Super_L", ".": "period", " ": "space"}


class Watcher(threading.Thread):
    """Looks at something again and again. What it saw is in `said`, each time that it changed, with `time`, s.

    What went wrong while it looked last is in `trouble`.
    """

    def __init__(self, pause):
        super().__init__(daemon=True)
        self.said, self.pause, self.trouble = [], pause, None

    def run(self):
        last = None
        while True:
            began = time.monotonic()
            try:
                now, self.trouble = self.see(), None
            except Exception as trouble:
                now, self.trouble = last, trouble
            if now != last:
                # What is seen is as old as the picture.
                self.said.append(dict(now, time=began))
                last = now
            time.sleep(self.pause)

    def look(self):
        return self.said

    def last(self, word):
        return next(((one[word], one["time"]) for one in reversed(self.said) if word in one), (None, 0))


class Eyes(Watcher):
    """On the rings, as `rings.py`, and on what is lit on the bar."""

    def __init__(self, session):
        super().__init__(PAUSE)
        self.session = session
        # The bus is asked by one thread for each connection.
        self.bus = Gio.DBusConnection.new_for_address_sync(
            session.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)

    def see(self):
        picture = self.session.picture(self.bus)
        top, bottom = self.bar(picture)
        return {"rings": self.boxes(picture, 0, top), "bar": self.boxes(picture, top, bottom)}

    @staticmethod
    def bar(picture):
        """From which row to which it is. Where it is lit at one end, its ground is seen at the other."""
        column = [GROUND in (picture.getpixel((3, y)), picture.getpixel((picture.width - 3, y)))
                  for y in range(picture.height)]
        bottom = next((y + 1 for y in reversed(range(picture.height)) if column[y]), picture.height)
        top = bottom
        while top and column[top - 1]:
            top -= 1
        return top, bottom

    @staticmethod
    def boxes(picture, top, bottom):
        if top >= bottom:
            return []
        part = picture.crop((0, top, picture.width, bottom))
        return inside(GdkPixbuf.Pixbuf.new_from_bytes(
            GLib.Bytes.new(part.tobytes()), GdkPixbuf.Colorspace.RGB, False, 8, part.width, part.height,
            3 * part.width))


class Programs(Watcher):
    """What the window in front has, as switchway-scan reads it, under the keys of what is wanted.

    `paths`: the numbers of the places that lead to an item, one page after the other. `places`: where it is on the
    screen, else its path. `seen`: only those that have a place. `states`: their words.
    """

    def __init__(self, session, folder, wanted):
        super().__init__(READING)
        self.session, self.scan, self.wanted = session, folder + "/switchway-scan", wanted
        self.tree = self.pages = ""

    def see(self):
        path = os.path.join(self.session.home, "window.tree")
        self.tree = self.session.output(self.scan, "--dump", "--with-names")
        self.session.write(path, self.tree)
        self.pages = self.session.output(self.scan, "--pages", path)
        found, paths, path = {}, {}, []
        for blanks, number, role, name, *place in (
                line.groups() for line in map(LINE.match, self.pages.splitlines()) if line):
            path[len(blanks) // 2:] = [int(number) - 1]
            if not role:
                continue
            # Of those without a name the number counts.
            key = role, name.strip() or sum(one[0] == role and isinstance(one[1], int) for one in paths)
            paths.setdefault(key, list(path))
            if place[0]:
                found.setdefault(key, [int(one) for one in place])
        states = {}
        for role, name, words in (line.groups() for line in map(NODE.match, self.tree.splitlines()) if line):
            states.setdefault((role.replace("-", " "), name.strip('"')), words.split(","))
        return {"states": {key: states[one] for key, one in self.wanted.items() if one in states},
                "places": {key: found.get(one, paths[one]) for key, one in self.wanted.items() if one in paths},
                "seen": {key: found[one] for key, one in self.wanted.items() if one in found},
                "paths": {key: paths[one] for key, one in self.wanted.items() if one in paths}}


class Typist(threading.Thread):
    """Between switchway-scan and the daemon: what the daemon is asked to type is typed by the compositor.

    Without /dev/uinput the daemon has no keyboard. All else goes through as it is. `typed`: the texts; a chord, such as
    Space for a button that has the focus, is no text. `sizes`: of the pages that switchway-scan has shown.
    """

    def __init__(self, session, daemon, path):
        super().__init__(daemon=True)
        self.session, self.daemon_path = session, daemon
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(path)
        self.server.listen(8)
        self.typed = []
        # How many places each page has, by its number. The last place of a window's page is the panel.
        self.sizes = {}
        self.start()

    def run(self):
        while True:
            client, _ = self.server.accept()
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(self.daemon_path)
            lock = threading.Lock()
            threading.Thread(target=self.pass_on, args=(daemon, client, lock), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(client, daemon, lock, True), daemon=True).start()

    def pass_on(self, source, sink, lock, is_client=False):
        """`lock`: held while something is sent to the client."""
        for line in source.makefile("rb"):
            message = json.loads(line) if is_client else {}
            if message.get("type") == "type":
                self.type(message)
                with lock:
                    source.sendall(json.dumps({"type": "ok", "id": message["id"]}).encode() + b"\n")
            elif is_client:
                if message.get("type") == "scan":
                    self.sizes[message.get("page")] = message["items"]
                sink.sendall(line)
            else:
                with lock:
                    sink.sendall(line)
        sink.shutdown(socket.SHUT_RDWR)

    def type(self, message):
        self.typed.append(message.get("text") or "")
        for keys in [message["keys"].split("+")] if "keys" in message else message["text"]:
            names = [KEYSYMS.get(one, one) for one in ([keys] if isinstance(keys, str) else keys)]
            is_upper = len(names[-1]) == 1 and names[-1].isupper()
            self.session.press((["Shift_L"] if is_upper else []) + names)
