"""A client of Switchway's daemon, in one file and without dependencies (Python 3.9 or later).

Connects to the socket, checks that it is served by this user, claims commands, answers the daemon's pings while events
are read, and connects again when the daemon goes; see switchway-protocol(7). A front end is a loop:

    import switchway

    client = switchway.Client(name="board", claim=["next", "select"])
    for event in client.events():
        if client.acts_on(event):
            print(event["command"], *event["args"])

Every message is a dict, as it came. Two more are made here: {"type": "connected", ...} when a connection is there, its
claims made, and {"type": "disconnected", "reason": ...} when it is gone; what came between is not made up for.

Not for several threads at once, but for `close`. Keep reading: a front end that does not answer a ping for a second
loses its claims.
"""

import collections
import getpass
import json
import os
import select
import socket
import struct
import time

__all__ = ["Client", "Error", "Refused", "places"]

PROTOCOL = 1
# The longest line that is taken, and how long an answer may take, s: many times what the protocol allows.
LONGEST_LINE = 4 * 1024 * 1024
PATIENCE = 5.0
# The pauses before the next attempt to connect, s: the last one from then on.
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Error(Exception):
    """The daemon cannot be reached, or is not what it should be."""


class Refused(Error):
    """A request was answered with an error; `code` and `message` are the daemon's."""

    def __init__(self, answer):
        super().__init__(answer.get("message", ""))
        self.code = answer.get("code", "")
        self.message = answer.get("message", "")
        self.answer = answer


def places(environment=os.environ):
    """The paths at which the daemon is looked for, in order."""
    found = []
    if environment.get("SWITCHWAY_SOCKET"):
        found.append(environment["SWITCHWAY_SOCKET"])
    if environment.get("XDG_RUNTIME_DIR"):
        found.append(environment["XDG_RUNTIME_DIR"] + "/switchway/socket")
    user = environment.get("USER") or getpass.getuser()
    found.append("/run/switchway/" + user + "/socket")
    return found


class Client:
    """One connection at a time, made again when it is lost."""

    def __init__(self, name=None, claim=None, observe=None, path=None, reconnect=True, items=None):
        """Connects with the first request or the first event that is asked for.

        name: how the daemon calls this client; another one of that name gets -2, and so on.
        claim: "all", or the names of the commands that this client acts on; None: it only looks on.
        observe: the types of messages that are wanted; None: all.
        path: of the socket; None: the usual places.
        reconnect: whether `events` goes on when the daemon has gone, and waits for one that is not there yet.
        items: how many items there are to choose from, told with the claim.
        """
        self.name = name
        self.hello = None
        self.state = None
        self.known_as = None
        self._wanted = {"claim": claim, "observe": observe, "items": items}
        self._path = path
        self._reconnect = reconnect
        self._socket = None
        self._bytes = b""
        self._lines = collections.deque()
        self._waiting = collections.deque()
        self._last_id = 0
        self._is_closed = False

    # Events

    def events(self):
        """Every message of the daemon, as it comes, and `connected` and `disconnected`."""
        attempt = 0
        while not self._is_closed:
            try:
                if self._socket is None:
                    self.connect()
                attempt = 0
                yield {"type": "connected", "hello": self.hello, "state": self.state}
                while not self._is_closed:
                    event = self._waiting.popleft() if self._waiting else self._take()
                    if event is None:
                        break
                    yield event
                    if event["type"] == "bye":
                        raise Error(event.get("reason", ""))
            except (OSError, Error) as error:
                was_connected = self._drop()
                if self._is_closed:
                    return
                if was_connected:
                    yield {"type": "disconnected", "reason": str(error)}
                if not self._reconnect:
                    if not was_connected:
                        raise
                    return
                time.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
                attempt += 1

    def event(self, timeout=None):
        """The next message; None where none comes within so many seconds. Connects where there is no connection."""
        if self._socket is None:
            self.connect()
        if self._waiting:
            return self._waiting.popleft()
        return self._take(None if timeout is None else time.monotonic() + timeout)

    # Requests

    def request(self, type, **members):
        """Asks, and gives the `result` of the answer (None where it has none); raises Refused. What comes before the
        answer waits for `events`. Names that Python does not allow go into a dict: request("set", **{"on": True})."""
        if self._socket is None:
            self.connect()
        return self._ask(type, members).get("result")

    def claim(self, commands, items=None):
        """Acts on these commands (names, or "all") from now on, after a new connection, too."""
        self._wanted.update(claim=commands, items=items)
        self.request("claim", **self._claim())
        self._learn_name()

    def release(self):
        """Gives up what was claimed."""
        self._wanted.update(claim=None, items=None)
        self.known_as = None
        self.request("release")

    def observe(self, types):
        """Only these types of messages come from now on."""
        self._wanted["observe"] = list(types)
        self.request("observe", types=list(types))

    def send(self, command, *args):
        """Publishes a command as if a switch had made it."""
        self.request("send", command=command, args=[str(arg) for arg in args])

    def get(self, what):
        """`state`, `bindings`, `statistics` or `config`, as it is now."""
        return self.request("get", what=what)

    def close(self):
        """Ends the connection, and `events`."""
        self._is_closed = True
        self._drop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def acts_on(self, event):
        """Whether it is a command that this client has claimed, and is to act on."""
        return event["type"] == "command" and event["for"] is not None and event["for"] == self.known_as

    # The connection

    def connect(self):
        """Connects, names this client, and makes its claims. Nothing is left of a connection that failed."""
        self._drop()
        try:
            self._socket = self._open()
            self.hello = self._first("hello")
            if self.hello.get("protocol") != PROTOCOL:
                raise Error("the daemon speaks another protocol")
            self.state = self._first("state")
            if self.name is not None:
                self._ask("hello", {"name": self.name, "protocol": PROTOCOL})
            if self._wanted["observe"] is not None:
                self._ask("observe", {"types": list(self._wanted["observe"])})
            if self._wanted["claim"] is not None:
                self._ask("claim", self._claim())
                self._learn_name()
        except BaseException:
            self._drop()
            raise

    def _learn_name(self):
        """How the daemon calls this client: of a name that is taken already it makes another. The newest claim is told
        first."""
        consumers = self._ask("get", {"what": "state"})["result"]["consumers"]
        self.known_as = consumers[0]["client"] if consumers else None

    def _claim(self):
        commands = self._wanted["claim"]
        members = {"commands": commands if isinstance(commands, str) else list(commands)}
        if self._wanted["items"] is not None:
            members["items"] = self._wanted["items"]
        return members

    def _open(self):
        tried = [self._path] if self._path else places()
        for path in tried:
            one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                one.connect(path)
                # Anybody else could pass off presses as the person's; root does not ask.
                size = struct.calcsize("3i")
                uid = struct.unpack("3i", one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))[1]
                if uid != os.geteuid() and os.geteuid() != 0:
                    raise Error("%s is served by another user (uid %d)" % (path, uid))
                one.setblocking(False)
                return one
            except OSError:
                one.close()
            except Error:
                one.close()
                raise
        raise Error("no daemon is running: looked for " + ", ".join(tried))

    def _drop(self):
        was_connected = self._socket is not None
        if was_connected:
            self._socket.close()
        self._socket = None
        self._bytes = b""
        self._lines.clear()
        self._waiting.clear()
        return was_connected

    def _first(self, type):
        message = self._take(time.monotonic() + PATIENCE)
        if message is None:
            raise Error("the daemon does not answer")
        if message["type"] == "error":
            raise Refused(message)
        if message["type"] != type:
            raise Error("this is not Switchway's daemon")
        return message

    def _ask(self, type, members):
        self._last_id += 1
        id = self._last_id
        self._write(dict({"type": type, "id": id}, **members))
        end = time.monotonic() + PATIENCE
        while True:
            message = self._take(end)
            if message is None:
                raise Error("the daemon does not answer")
            if message.get("id") == id and message["type"] == "ok":
                return message
            if message.get("id") == id and message["type"] == "error":
                raise Refused(message)
            self._waiting.append(message)
            if message["type"] == "bye":
                raise Error(message.get("reason", ""))

    def _take(self, end=None):
        """The next message but a ping, which is answered; None where none came by `end`."""
        while True:
            message = self._line(end)
            if message is None:
                return None
            if message.get("type") == "ping" and "n" in message:
                self._write({"type": "pong", "n": message["n"]})
            elif isinstance(message.get("type"), str):
                return message

    def _line(self, end):
        while not self._lines:
            left = None if end is None else max(0.0, end - time.monotonic())
            one = self._socket
            try:
                if one is None or not select.select([one], [], [], left)[0]:
                    return None
                chunk = one.recv(65536)
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
        try:
            message = json.loads(self._lines.popleft().decode("utf-8"))
        except ValueError as error:
            raise Error("the daemon sent no JSON: %s" % error) from None
        if not isinstance(message, dict):
            raise Error("the daemon sent no message")
        return message

    def _write(self, message):
        rest = memoryview(json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n")
        end = time.monotonic() + PATIENCE
        while rest:
            if not select.select([], [self._socket], [], max(0.0, end - time.monotonic()))[1]:
                raise Error("the daemon does not read")
            try:
                rest = rest[self._socket.send(rest):]
            except BlockingIOError:
                continue
