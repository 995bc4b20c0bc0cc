"""What a program tells the accessibility bus, read as it is at that moment: nothing is kept."""
from gi.repository import Gio, GLib

ATSPI = "org.a11y.atspi."
# By the numbers of their bits; at-spi2-core 2.46, AtspiStateType. Those that tell what was done to something.
STATES = {1: "active", 4: "checked", 10: "expanded", 12: "focused", 15: "iconified", 20: "pressed", 23: "selected",
          24: "sensitive", 25: "showing"}
# More than any program here has.
MOST = 2000


class Access:
    """The accessibility bus of the session bus at this address."""

    def __init__(self, session):
        def connect(address):
            kind = Gio.DBusConnectionFlags
            return Gio.DBusConnection.new_for_address_sync(
                address, kind.AUTHENTICATION_CLIENT | kind.MESSAGE_BUS_CONNECTION, None, None)
        self.bus = connect(session)
        self.bus = connect(self.ask(("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress"))

    def ask(self, node, interface, method, *arguments, format=None):
        """The answer; None where the node has gone, has no such thing or does not answer."""
        try:
            body = GLib.Variant(format, arguments) if format else None
            answer = self.bus.call_sync(*node, interface, method, body, None, Gio.DBusCallFlags.NONE, 1000, None)
            return answer.unpack()[0]
        except GLib.Error:
            return None

    def property(self, node, interface, name):
        return self.ask(node, "org.freedesktop.DBus.Properties", "Get", ATSPI + interface, name, format="(ss)")

    def node(self, node):
        """What can change of it. What it does not have is None."""
        states = self.ask(node, ATSPI + "Accessible", "GetState") or [0]
        # GTK complains in its log of questions for what something is not.
        kinds = self.ask(node, ATSPI + "Accessible", "GetInterfaces") or []
        return {
            "role": self.ask(node, ATSPI + "Accessible", "GetRoleName"),
            "name": (self.property(node, "Accessible", "Name") or "").strip(),
            "states": {word for bit, word in STATES.items() if states[0] >> bit & 1},
            "place": self.ask(node, ATSPI + "Component", "GetExtents", 0, format="(u)"),
            "value": self.property(node, "Value", "CurrentValue") if ATSPI + "Value" in kinds else None,
            "text": self.ask(node, ATSPI + "Text", "GetText", 0, -1, format="(ii)")
                    if ATSPI + "Text" in kinds else None,
        }

    def tree(self):
        """All that programs have, by their bus's name and path, in the order of the tree; with the path's `parent`."""
        found, waiting = {}, [(None, ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"))]
        while waiting and len(found) < MOST:
            parent, node = waiting.pop()
            children = self.ask(node, ATSPI + "Accessible", "GetChildren") or []
            waiting += [(node, tuple(child)) for child in reversed(children) if tuple(child) not in found]
            if parent:
                found[node] = dict(self.node(node), parent=parent)
        return found
