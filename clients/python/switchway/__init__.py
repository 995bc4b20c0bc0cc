"""A client of Switchway's daemon, without dependencies (Python 3.9 or later).

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
import time

from .page import Page
from .wire import PATIENCE, Connection, Error, Refused, places

__all__ = ["Client", "Error", "Refused", "places"]
# A trace names them as a front end does.
Error.__module__ = Refused.__module__ = __name__

PROTOCOL = 1
# How long typing may take, s: up to 2 s a key, after texts of other clients.
TYPING_PATIENCE = 1200.0
# How long pointing may take, s: 50 strokes of other requests come first.
POINTING_PATIENCE = 30.0
# The pauses before the next attempt to connect, s: the last one from then on.
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


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
        self._connection = self._bye = self._waiter = None
        self._waiting = collections.deque()
        self._last_id, self._attempt, self._retry = 0, 0, 0.0
        self._is_closed = self._has_ended = False  # The connection is lost and none is made again.
        self._newest = None  # Who has the newest claim, as the daemon said last.
        self._has_claim = self._must_claim = False  # It stands; it was lost, and is to be made again.
        self._unwanted = frozenset()  # What is observed for the claim's sake, and not handed on.
        self._page = Page()

    def events(self):
        """Every message of the daemon, as it comes, and `connected` and `disconnected`. An `error` that answers no
        request of the program tells that the claim is refused: this client only looks on."""
        while not self._has_ended and (event := self.event()) is not None:
            yield event

    async def aevents(self):
        """The same in a loop of asyncio. Requests may be made between events, also by other tasks."""
        while not self._is_closed and not self._has_ended:
            if (event := self.event(0)) is not None:
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
                if self._connection is None:
                    wait = max(0.0, self._retry - time.monotonic())
                    left = wait if end is None else min(wait, max(0.0, end - time.monotonic()))
                    time.sleep(left)
                    if left < wait:
                        return None
                    self._open(None if end is None else end - time.monotonic())
                    self._must_claim = True
                while self._bye is None and (self._must_claim or self._page.must_show):
                    claims = self._must_claim
                    try:
                        self._make_claim() if claims else self._show()
                    except Refused as error:
                        if claims:
                            self._waiting.append(error.answer)
                    except (OSError, Error) as error:
                        self._bye = str(error)  # What came before is handed on first.
                if self._bye is not None and not self._waiting:
                    raise Error(self._bye)
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
        return (self._connection or self.connect() or self._connection).fileno()

    async def _ready(self):
        """Waits until there may be something to take."""
        if self._connection is None:
            return await asyncio.sleep(max(0.0, self._retry - time.monotonic()))
        loop, descriptor = asyncio.get_running_loop(), self._connection.fileno()
        self._waiter = waiter = loop.create_future()
        loop.add_reader(descriptor, lambda: waiter.done() or waiter.set_result(None))
        try:
            await waiter
        finally:
            self._waiter = None
            loop.remove_reader(descriptor)

    def _wake(self):
        if (waiter := self._waiter) is not None:
            waiter.get_loop().call_soon_threadsafe(lambda: waiter.done() or waiter.set_result(None))

    def request(self, type, **members):
        """Asks, and gives the `result` of the answer (None where it has none); raises Refused. What comes before the
        answer waits for `events`. Names that Python does not allow go into a dict: request("set", **{"on": True})."""
        return self._ask(type, members).get("result")

    def claim(self, commands, items=None):
        """Acts on these commands (names, or "all") from now on, also after a new connection."""
        before, self._wanted = self._wanted, dict(self._wanted, claim=commands, items=items)
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
        self._page.clear()
        self.request("release")

    def observe(self, types):
        """Only these types of messages come from now on."""
        self._wanted["observe"] = types
        self.request("observe", types=self._observed())

    def send(self, command, *args):
        """Publishes a command as if a switch had made it."""
        self.request("send", command=command, args=[str(arg) for arg in args])

    def scan(self, items, page=0, item=0, hold=False):
        """Says what can be chosen from now, for the scanning clock: `items` of them, `item` highlighted (from 0) and
        with `hold` until the next call. Commands then carry `page` and `item`. It is said again by itself after a new
        connection or a lost claim (also what was refused meanwhile), and where a choice got lost. Returns since when it
        is scanned, in microseconds of the monotonic clock."""
        before, self._page.members = self._page.members, {"items": items, "page": page, "item": item, "hold": hold}
        try:
            return self._show().get("time")
        except Refused as error:
            if error.code == "bad-argument":
                self._page.members = before
            raise

    def _show(self):
        self._page.forget()
        answer = self._ask("scan", dict(self._page.members))
        # What came before the answer is of an earlier page.
        self._page.was_shown()
        return answer.get("result") or {}

    def type(self, text=None, keys=None, wait=True):
        """Types a text, or a chord such as "ctrl+c", on Switchway's keyboard. Returns when all of it is typed; without
        `wait` at once, with the id of the request: its answer is an event `ok` or `error` with that `id`."""
        members = {name: value for name, value in (("text", text), ("keys", keys)) if value is not None}
        if not wait:
            return self._request("type", members)
        self._ask("type", members, TYPING_PATIENCE)

    def point(self, x, y, action="click", to=None, direction=None, notches=None):
        """Does something with the pointer at a place, given as parts (0 to 1) of the width and the height of the whole
        layout of monitors: `move`, `click`, `double`, `right`, `middle`, `press`, `release`, `drag` (to another place),
        `scroll` (in a direction, by 1 to 20 notches). Returns when it is done."""
        members = {"x": x, "y": y, "action": action}
        if to is not None:
            members["to-x"], members["to-y"] = to
        given = (("direction", direction), ("notches", notches))
        members.update((name, value) for name, value in given if value is not None)
        self._ask("point", members, POINTING_PATIENCE)

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
        # Whoever waits for it in another thread is woken.
        if (connection := self._connection) is not None:
            connection.shut_down()
        self._wake()
        self._drop()

    def __exit__(self, *_):
        self.close()

    def acts_on(self, event):
        """Whether it is a command that this client has claimed, and is to act on."""
        return event["type"] == "command" and event["for"] is not None and event["for"] == self.known_as

    def connect(self):
        """Connects, names this client, and makes its claims. Nothing is left of a connection that failed."""
        self._open()
        try:
            self._make_claim()
        except BaseException:
            self._drop()
            raise

    def _open(self, patience=None):
        self._drop()
        try:
            self._connection = Connection(self._path, patience)
            self.hello = self._first("hello")
            if self.hello.get("protocol") != PROTOCOL:
                raise Error("the daemon uses another version of the protocol")
            self.state = self._first("state")
            if self.name is not None:
                self._ask("hello", {"name": self.name, "protocol": PROTOCOL})
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
            types = self._observed()
            self._ask("observe", {"types": types})
            # Until the answer all types come.
            kept = [one for one in self._waiting if one["type"] in (*types, "connected", "bye")]
            self._waiting = collections.deque(kept)
        if (commands := self._wanted["claim"]) is None:
            return
        items = {} if self._wanted["items"] is None else {"items": self._wanted["items"]}
        self._ask("claim", {"commands": commands if isinstance(commands, str) else list(commands), **items})
        # How the daemon calls this client: of a name that is taken it makes another. It tells of a claim before it
        # answers; later, another client may have claimed.
        self.known_as = self._newest
        self._has_claim = True
        self._page.look(self._ask("get", {"what": "state"})["result"].get("scan"))

    def _look_for_claim(self, message):
        """The daemon says who has claims: whether this client's is still among them. It says what is chosen or lit."""
        if message["type"] in ("consumer", "state"):
            clients = [one["client"] for one in message.get("consumers", [])]
            self._newest = clients[0] if clients else None
            if self._has_claim:
                self._has_claim = self.known_as in clients
                self._must_claim = not self._has_claim
                if message["type"] == "state" and self._has_claim:
                    self._page.look(message.get("scan"))
        elif self.acts_on(message):
            self._page.follow(message)

    def _drop(self):
        connection, self._connection, self._bye = self._connection, None, None
        if connection is not None:
            connection.close()
        self._has_claim = self._must_claim = False
        self._page.forget()
        self._waiting.clear()
        return connection is not None

    def _first(self, type):
        message = self._take_by(time.monotonic() + PATIENCE)
        if message["type"] == "error":
            raise Refused(message)
        if message["type"] != type:
            raise Error("this is not Switchway's daemon")
        return message

    def _ask(self, type, members, patience=PATIENCE):
        id = self._request(type, members)
        end = time.monotonic() + patience
        while True:
            message = self._take_by(end)
            if message.get("id") == id and message["type"] == "ok":
                return message
            if message.get("id") == id and message["type"] == "error":
                raise Refused(message)
            self._waiting.append(message)
            self._wake()
            if message["type"] == "bye":
                raise Error(message.get("reason", ""))

    def _request(self, type, members):
        """Sends a request; its id."""
        if self._connection is None:
            self.connect()
        self._last_id += 1
        self._connection.write(dict({"type": type, "id": self._last_id}, **members))
        return self._last_id

    def _take_by(self, end):
        if (message := self._take(end)) is None:
            raise Error("the daemon does not answer")
        return message

    def _take(self, end=None):
        """The next message; None where none came by `end`, or the connection was closed meanwhile."""
        if (connection := self._connection) is None or (message := connection.take(end)) is None:
            return None
        self._look_for_claim(message)
        return message
