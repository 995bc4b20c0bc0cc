#!/usr/bin/python3
"""What a program has, as it tells the accessibility bus: says, each time it changes, where what was asked for is.

`access.py PROGRAM KEY=ROLE:NAME[:INDEX] …`: INDEX counts those of this role and name that show, in the order of the
tree. A line is {"places": {KEY: [x, y, width, height]}, "states": {KEY: [word …]}, "values": {KEY: number}}. What
does not show is left out.
"""
import json
import math
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

WORDS = ("checked", "expanded", "focused", "selected", "sensitive")
# How often it looks at what it has found, s. A machine that is emulated has other work, too.
PAUSE = 0.3
# What tells that there may be something else to find, and how long after the last of it it looks for that, s.
EVENTS = "object:children-changed", "object:state-changed:showing", "window:"
QUIET = 0.5
# How long after that it looks once more for what it has not found, s: a browser tells of a page before it has it. At
# least so many times as long as it has looked: meanwhile nothing else is seen, and the program answers nobody else.
AGAIN = 10.0
TIMES = 5


def told(question, *arguments):
    """What the program answers; None where what is asked has gone, or the answer takes too long."""
    try:
        return question(*arguments)
    except GLib.Error:
        return None


def shown(node, depth=0):
    """What shows below the node, in the order of the tree."""
    for index in range(told(node.get_child_count) or 0)[:200]:
        child = told(node.get_child_at_index, index)
        states = child and told(child.get_state_set)
        if states and (depth < 2 or states.contains(Atspi.StateType.SHOWING)):
            yield child
            yield from shown(child, depth + 1)


def program(name):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        one = told(desktop.get_child_at_index, index)
        if one is not None and told(one.get_name) == name:
            return one
    return None


def items(name, wanted):
    """The items that are wanted and show now."""
    application, seen, found = program(name), {}, {}
    for node in shown(application) if application else ():
        # Entries of GTK 3's menus have blanks behind their names.
        kind = (told(node.get_role_name), (told(node.get_name) or "").strip())
        seen[kind] = seen.get(kind, -1) + 1
        found.update((key, node) for key in wanted.get(kind + (seen[kind],), ()))
    return found


def look(found):
    """The lines' contents now."""
    said = {"places": {}, "states": {}, "values": {}}
    for key, node in found.items():
        states, place = told(node.get_state_set), told(node.get_extents, Atspi.CoordType.SCREEN)
        if not states or not place or not states.contains(Atspi.StateType.SHOWING):
            continue
        said["places"][key] = [place.x, place.y, place.width, place.height]
        said["states"][key] = [word for word in WORDS if states.contains(getattr(Atspi.StateType, word.upper()))]
        if "Value" in (told(node.get_interfaces) or ()):
            said["values"][key] = told(Atspi.Value.get_current_value, node)
    return said


class Eyes:
    def __init__(self, name, wanted):
        self.name, self.wanted = name, wanted
        self.count = sum(map(len, wanted.values()))
        self.found, self.said = {}, None
        self.change()

    def change(self, _=None):
        self.next = time.monotonic() + QUIET

    def look(self):
        began = time.monotonic()
        if not self.found or began > self.next:
            self.found = items(self.name, self.wanted)
            end = time.monotonic()
            self.next = end + max(AGAIN, TIMES * (end - began)) if len(self.found) < self.count else math.inf
            began = end
        now = look(self.found)
        if now != self.said:
            print(json.dumps(dict(now, time=time.monotonic())), flush=True)
            self.said = now
        # On a slow machine the program has other things to do than to answer.
        GLib.timeout_add(int(1000 * max(PAUSE, 2 * (time.monotonic() - began))), self.look)


def main():
    wanted = {}
    for word in sys.argv[2:]:
        key, _, rest = word.partition("=")
        role, _, rest = rest.partition(":")
        name, mark, index = rest.rpartition(":")
        # A name may have colons itself.
        which = (name, int(index)) if mark and index.isdigit() else (rest, 0)
        wanted.setdefault((role, *which), []).append(key)
    Atspi.init()
    Atspi.set_timeout(2000, 10000)
    eyes = Eyes(sys.argv[1], wanted)
    listener = Atspi.EventListener.new(eyes.change)
    for event in EVENTS:
        listener.register(event)
    GLib.idle_add(eyes.look)
    GLib.MainLoop().run()


main()
