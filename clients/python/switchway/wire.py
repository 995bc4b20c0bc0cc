"""The socket of Switchway's daemon: where it is, and messages as lines of JSON."""

import collections
import contextlib
import getpass
import json
import os
import select
import socket
import struct
import time

# The longest line that is taken, and how long the daemon may take to answer or to read, s: many times what the protocol
# allows.
LONGEST_LINE, PATIENCE = 4 * 1024 * 1024, 5.0


class Error(Exception):
    """The daemon cannot be reached, or is not what it should be."""


class Refused(Error):
    """A request was answered with an error; `code`, `message` and `reason` are the daemon's. Programs tell cases apart
    by the code and the reason, words that switchway-protocol(7) lists; a newer daemon may have others. An older one
    gives no reason: it is None then."""

    def __init__(self, answer):
        reason = answer.get("reason")
        self.reason = reason if isinstance(reason, str) else None
        self.code, self.message, self.answer = answer.get("code", ""), answer.get("message", ""), answer
        super().__init__(self.message)


def places(environment=os.environ):
    """The paths at which the daemon is looked for, in order."""
    user, runtime = environment.get("USER") or getpass.getuser(), environment.get("XDG_RUNTIME_DIR")
    found = [environment.get("SWITCHWAY_SOCKET"), runtime and runtime + "/switchway/socket"]
    return [path for path in found if path] + ["/run/switchway/" + user + "/socket"]


def connected(path=None, patience=None):
    """A socket that is connected to the daemon at this path, or at the first of `places` where there is one. A daemon
    that takes no connection is waited for `patience` seconds, at most as long as for an answer."""
    patience = max(0.001, PATIENCE if patience is None else min(patience, PATIENCE))
    tried = [path] if path else places()
    for path in tried:
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Linux waits for room among the connections that the daemon has not taken yet, so long and no longer. A
            # timeout of Python's own would not wait at all.
            seconds, rest = divmod(int(patience * 1_000_000), 1_000_000)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", seconds, rest))
            one.connect(path)
            # Anybody else could pass off presses as the person's; root does not ask.
            uid = struct.unpack("3i", one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
            if uid != os.geteuid() and os.geteuid() != 0:
                raise Error("%s is served by another user (uid %d)" % (path, uid))
            one.setblocking(False)
            return one
        except (OSError, Error) as error:
            one.close()
            if isinstance(error, BlockingIOError):
                raise Error("the daemon at %s takes no connection" % path) from None
            if isinstance(error, Error):
                raise
    raise Error("no daemon is running: looked for " + ", ".join(tried))


class Connection:
    """One connection. After an Error or an OSError it is of no more use."""

    def __init__(self, path=None, patience=None):
        self._socket = connected(path, patience)
        self._bytes, self._lines = b"", collections.deque()

    def fileno(self):
        return self._socket.fileno()

    def close(self):
        self._socket.close()

    def shut_down(self):
        """Wakes another thread that waits for a message."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def take(self, end=None):
        """The next message but a ping, which is answered; None where none came by `end` of the monotonic clock."""
        while (message := self._message(end)) is not None:
            if message.get("type") == "ping" and "n" in message:
                self.write({"type": "pong", "n": message["n"]})
            elif isinstance(message.get("type"), str):
                return message
        return None

    def write(self, message):
        """Sends a message. Where the daemon has gone it does nothing: `take` gives what the daemon said last, and then
        fails."""
        rest = memoryview(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")
        end = time.monotonic() + PATIENCE
        while rest:
            if not select.select([], [self._socket], [], max(0.0, end - time.monotonic()))[1]:
                raise Error("the daemon does not read")
            try:
                rest = rest[self._socket.send(rest):]
            except BlockingIOError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                return

    def _message(self, end):
        if not self._lines and not self._read(end):
            return None
        try:
            message = json.loads(self._lines.popleft().decode("utf-8"))
        except ValueError as error:
            raise Error("the daemon sent no JSON: %s" % error) from None
        if not isinstance(message, dict):
            raise Error("the daemon sent no message")
        return message

    def _read(self, end):
        """Reads until there is a line; whether there is one by `end`."""
        while not self._lines:
            left = None if end is None else max(0.0, end - time.monotonic())
            try:
                if not select.select([self._socket], [], [], left)[0]:
                    return False
                chunk = self._socket.recv(65536)
            except BlockingIOError:
                continue
            except ValueError:
                raise Error("the connection is closed") from None
            if not chunk:
                raise Error("the daemon has closed the connection")
            *lines, self._bytes = (self._bytes + chunk).split(b"\n")
            self._lines.extend(lines)
            if len(self._bytes) > LONGEST_LINE:
                raise Error("the daemon sends a line without an end")
        return True
