"""The page that a front end has announced for the scanning clock, and what the daemon knows of it."""

# Commands that do not choose.
MOVES = ("next", "previous", "edge")


class Page:
    def __init__(self):
        self.members = None  # Of the last request `scan`; None: nothing was announced.
        self._known = None  # What the daemon knows of it: None, "shown" or "chosen".
        self.must_show = False  # It is to be sent again.

    def clear(self):
        """Nothing is announced any more."""
        self.members, self.must_show = None, False

    def forget(self):
        """The daemon knows nothing of it any more."""
        self._known, self.must_show = None, False

    def was_shown(self):
        self._known, self.must_show = "shown", False

    def look(self, scan):
        """Whether the daemon does not know the page, or waits after a choice that got lost. `scan`: of its state."""
        if self.members is None:
            return
        holds = bool(scan) and scan["state"] == "holding" and scan.get("page") == self.members["page"]
        self.must_show = self._known is None or self._known == "shown" and holds and not self.members["hold"]

    def follow(self, command):
        """A command that the front end acts on says which item is highlighted, or was chosen."""
        if self.members is None or command.get("page") != self.members["page"] or command["phase"] == "end":
            return
        self.members["item"] = command["item"]
        if self._known and command["command"] not in MOVES:
            self._known = "chosen"
