"""A client of Switchway's daemon, in one file and without dependencies (Python 3.9 or later).

Connects to the socket, checks that it is served by this user, claims commands, answers the daemon's pings while events
are read, and connects again when the daemon goes; see switchway-protocol(7). A front end is a loop:

    import switchway

    client = switchway.Client(name="board", claim=["next", "select"])
    for event in client.events():
        if client.acts_on(event):
            print(event["command"], *event["args"])

`event(timeout)` is one step of that loop; with asyncio it is `async for event in client.aevents()`. Other loops watch
`fileno()` and then take `event(0)` until that is None.

Every message is a dict, as it came. Two more are made here: {"type": "connected", ...} when a connection is there, its
claims made, and {"type": "disconnected", "reason": ...} when it is gone; what came between is not made up for.

Not for several threads at once, but for `close`. A front end that does not read for a second loses its claims; they are
made again when it reads on.
"""

import asyncio
import collections
import contextlib
import getpass
import json
import os
import select
import socket
import struct
import time

__all__ = ["Client", "Error", "Refused", "places"]

PROTOCOL = 1
# The longest line that is taken, and how long an answer may take, s: many times what the protocol allows. Typing takes
# up to 2 s a key, after texts of other clients.
LONGEST_LINE, PATIENCE, TYPING_PATIENCE = 4 * 1024 * 1024, 5.0, 1200.0
# The pauses before the next attempt to connect, s: the last one from then on.
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Error(Exception):
    """The daemon cannot be reached, or is not what it should be."""


class Refused(Error):
    """A request was answered with an error; `code` and `message` are the daemon's."""

    def __init__(self, answer):
        self.code, self.message, self.answer = answer.get("code", ""), answer.get("message", ""), answer
        super().__init__(self.message)


def places(environment=os.environ):
    """The paths at which the daemon is looked for, in order."""
    user, runtime = environment.get("USER") or getpass.getuser(), environment.get("XDG_RUNTIME_DIR")
    found = [environment.get("SWITCHWAY_SOCKET"), runtime and runtime + "/switchway/socket"]
    return [path for path in found if path] + ["/run/switchway/" + user + "/socket"]


def _joined(one, other):
    """Two pages of an answer: the entries of lists one after the other."""
    if isinstance(one, dict):
        return {key: _joined(value, other.get(key)) for key, value in one.items()}
    return one + other if isinstance(one, list) and isinstance(other, list) else one


class Client(contextlib.AbstractContextManager):
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
        self.hello = self.state = self.known_as = None
        self._wanted = {"claim": claim, "observe": observe, "items": items}
        self._path, self._reconnect = path, reconnect
        self._socket = self._bye = self._waiter = None
        self._bytes, self._lines, self._waiting = b"", collections.deque(), collections.deque()
        self._last_id, self._attempt, self._retry = 0, 0, 0.0
        # `_has_ended`: after the connection is lost and none is made again.
        self._is_closed = self._has_ended = False
        # The claim stands; it was lost, and is to be made again.
        self._has_claim = self._must_claim = False
        # What is observed for the claim's sake, and not handed on.
        self._unwanted = frozenset()

    def events(self):
        """Every message of the daemon, as it comes, and `connected` and `disconnected`."""
        while not self._has_ended and (event := self.event()) is not None:
            yield event

    async def aevents(self):
        """The same in a loop of asyncio. Requests may be made between events, also by other tasks."""
        while not self._is_closed and not self._has_ended:
            event = self.event(0)
            if event is not None:
                yield event
            elif not self._is_closed:
                await self._ready()

    def event(self, timeout=None):
        """The next message; None where none comes within so many seconds, and after `close`. Connects where there is no
        connection, and again when it is lost, as `events` does."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._is_closed:
            try:
                if self._has_ended:
                    raise Error("the connection is gone")
                if self._socket is None:
                    if not self._pause(end):
                        return None
                    self.connect()
                if self._bye is not None:
                    raise Error(self._bye)
                if self._must_claim:
                    # Where others have too many claims by now, this client only looks on.
                    with contextlib.suppress(Refused):
                        self._make_claim()
                event = self._waiting.popleft() if self._waiting else self._take(end)
                if event is not None and event["type"] == "bye":
                    self._bye = event.get("reason", "")
                if event is None or event["type"] not in self._unwanted:
                    return event
            except (OSError, Error) as error:
                was_connected = self._drop()
                if self._is_closed:
                    return None
                self._has_ended = not self._reconnect
                if was_connected:
                    return {"type": "disconnected", "reason": str(error)}
                if not self._reconnect:
                    raise
                self._retry = time.monotonic() + PAUSES[min(self._attempt, len(PAUSES) - 1)]
                self._attempt += 1
        return None

    def fileno(self):
        """The descriptor of the connection, for a loop that watches it; made where there is none, another one after
        `connected`. Before watching, and after each request, take `event(0)` until that is None: answers bring events."""
        return (self._socket or self.connect() or self._socket).fileno()

    async def _ready(self):
        """Waits until there may be something to take."""
        if self._socket is None:
            return await asyncio.sleep(max(0.0, self._retry - time.monotonic()))
        loop, descriptor = asyncio.get_running_loop(), self._socket.fileno()
        self._waiter = waiter = loop.create_future()
        loop.add_reader(descriptor, lambda: waiter.done() or waiter.set_result(None))
        try:
            await waiter
        finally:
            self._waiter = None
            loop.remove_reader(descriptor)

    def _wake(self):
        waiter = self._waiter
        if waiter is not None:
            waiter.get_loop().call_soon_threadsafe(lambda: waiter.done() or waiter.set_result(None))

    def _pause(self, end):  # False: it is not time to connect by `end`.
        wait = max(0.0, self._retry - time.monotonic())
        left = wait if end is None else min(wait, max(0.0, end - time.monotonic()))
        time.sleep(left)
        return left == wait

    def request(self, type, **members):
        """Asks, and gives the `result` of the answer (None where it has none); raises Refused. What comes before the
        answer waits for `events`. Names that Python does not allow go into a dict: request("set", **{"on": True})."""
        return self._ask(type, members).get("result")

    def claim(self, commands, items=None):
        """Acts on these commands (names, or "all") from now on, after a new connection, too."""
        before = dict(self._wanted)
        self._wanted.update(claim=commands, items=items)
        try:
            self._make_claim()
        except Refused:
            self._wanted = before
            raise

    def release(self):
        """Gives up what was claimed."""
        self._wanted.update(claim=None, items=None)
        self.known_as = None
        self._has_claim = self._must_claim = False
        self.request("release")

    def observe(self, types):
        """Only these types of messages come from now on."""
        self._wanted["observe"] = types
        self.request("observe", types=self._observed())

    def send(self, command, *args):
        """Publishes a command as if a switch had made it."""
        self.request("send", command=command, args=[str(arg) for arg in args])

    def scan(self, items, page=0, item=0, hold=False):
        """Says what can be chosen from now, for the scanning clock: `items` of them, `item` highlighted (from 0) and with
        `hold` until the next call. Commands then carry `page` and `item`. Say it again after `connected`."""
        self.request("scan", items=items, page=page, item=item, hold=hold)

    def type(self, text=None, keys=None):
        """Types a text, or a chord such as "ctrl+c", on Switchway's keyboard. Returns when all of it is typed."""
        members = {name: value for name, value in (("text", text), ("keys", keys)) if value is not None}
        self._ask("type", members, TYPING_PATIENCE)

    def get(self, what):
        """`state`, `bindings`, `statistics` or `config`, as it is now: all pages of it."""
        answer = self._ask("get", {"what": what})
        result = answer["result"]
        while "next" in answer:
            answer = self._ask("get", {"what": what, "from": answer["next"]})
            result = _joined(result, answer["result"])
        return result

    def close(self):
        """Ends the connection, and `events`."""
        self._is_closed = True
        one = self._socket
        # Whoever waits for it in another thread is woken.
        with contextlib.suppress(OSError, AttributeError):
            one.shutdown(socket.SHUT_RDWR)
        self._wake()
        self._drop()

    def __exit__(self, *_):
        self.close()

    def acts_on(self, event):
        """Whether it is a command that this client has claimed, and is to act on."""
        return event["type"] == "command" and event["for"] is not None and event["for"] == self.known_as

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
            if self._wanted["claim"] is not None:
                self._make_claim()
            elif self._wanted["observe"] is not None:
                self._ask("observe", {"types": self._observed()})
        except BaseException:
            self._drop()
            raise
        self._attempt = 0
        self._waiting.appendleft({"type": "connected", "hello": self.hello, "state": self.state})

    def _observed(self):
        """What is asked for: with a claim also what says that it is lost."""
        types = list(self._wanted["observe"])
        more = () if self._wanted["claim"] is None else ("consumer", "state")
        self._unwanted = frozenset(more).difference(types)
        return types + sorted(self._unwanted)

    def _make_claim(self):
        self._must_claim = False
        if self._wanted["observe"] is not None:
            self._ask("observe", {"types": self._observed()})
        commands = self._wanted["claim"]
        members = {"commands": commands if isinstance(commands, str) else list(commands)}
        if self._wanted["items"] is not None:
            members["items"] = self._wanted["items"]
        self._ask("claim", members)
        # How the daemon calls this client: of a name that is taken it makes another. The newest claim is told first.
        consumers = self._ask("get", {"what": "state"})["result"]["consumers"]
        self.known_as = consumers[0]["client"] if consumers else None
        self._has_claim = True

    def _look_for_claim(self, message):
        """The daemon says who has claims: whether this client's is still among them."""
        if self._has_claim and message["type"] in ("consumer", "state"):
            self._has_claim = any(one["client"] == self.known_as for one in message["consumers"])
            self._must_claim = not self._has_claim

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
            except (OSError, Error) as error:
                one.close()
                if isinstance(error, Error):
                    raise
        raise Error("no daemon is running: looked for " + ", ".join(tried))

    def _drop(self):
        was_connected, one = self._socket is not None, self._socket
        self._socket = self._bye = None
        if was_connected:
            one.close()
        self._bytes = b""
        self._has_claim = self._must_claim = False
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

    def _ask(self, type, members, patience=PATIENCE):
        if self._socket is None:
            self.connect()
        self._last_id += 1
        id = self._last_id
        self._write(dict({"type": type, "id": id}, **members))
        end = time.monotonic() + patience
        while True:
            message = self._take(end)
            if message is None:
                raise Error("the daemon does not answer")
            if message.get("id") == id and message["type"] in ("ok", "error"):
                if message["type"] == "ok":
                    return message
                raise Refused(message)
            self._waiting.append(message)
            self._wake()
            if message["type"] == "bye":
                raise Error(message.get("reason", ""))

    def _take(self, end=None):
        """The next message but a ping, which is answered; None where none came by `end`."""
        while True:
            message = self._line(end)
            if message is None:
                return None
            if message.get("type") == "ping" and "n" in message:
                # Where the daemon has gone, what it said last is read first.
                with contextlib.suppress(OSError):
                    self._write({"type": "pong", "n": message["n"]})
            elif isinstance(message.get("type"), str):
                self._look_for_claim(message)
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
