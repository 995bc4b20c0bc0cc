#!/usr/bin/python3
"""Says what is in the first text field of a program, as screen readers read it: `reader.py PROGRAM`."""
import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def children(node):
    found = (node.get_child_at_index(at) for at in range(node.get_child_count()))
    return [child for child in found if child]


def field(node):
    """The first text field below the node, or None."""
    for child in children(node):
        found = child if child.get_role() == Atspi.Role.TEXT else field(child)
        if found:
            return found


def main():
    found = text = None
    while True:
        try:
            programs = [one for one in children(Atspi.get_desktop(0)) if one.get_name() == sys.argv[1]]
            found = found or next(map(field, programs), None)
            now = Atspi.Text.get_text(found, 0, -1) if found else None
        except GLib.Error:
            now = text  # It is busy; at the next look, then.
        if now != text:
            text = now
            print(json.dumps({"text": text, "time": time.monotonic()}), flush=True)
        time.sleep(0.1)


main()
