#!/usr/bin/python3
"""Asks the programs of a session over its bus. Each line is a question in JSON: [name, path, interface, method, types,
arguments]; so is each answer: the values, or what went wrong as a text."""
import json
import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for line in sys.stdin:
    name, path, interface, method, types, arguments = json.loads(line)
    try:
        value = bus.call_sync(name, path, interface, method, GLib.Variant(types, tuple(arguments)), None, 0, 20000)
        answer = value.unpack()
    except GLib.Error as error:
        answer = error.message
    print(json.dumps(answer, default=str), flush=True)
