"""Onboard writes a word by its own scanner: its mode Automatic, which takes one key."""
from daemon import Daemon
from onboard import ACTIVATE, INTERVAL, Onboard
from writer import Writer

PROFILE = """
switchway: 1
extends: one-switch
switches:
  main:
    steady: {preset: off, hold-duration: 100ms}
policy: {bridge: onboard}
"""


def go(desktop, report):
    daemon = Daemon(PROFILE)
    onboard = None
    try:
        desktop.wait_for_keyboard()
        with daemon.client() as client:
            onboard = Onboard("Autoscan", [ACTIVATE])
            with Writer(client, onboard.eyes, INTERVAL, is_clock=False) as person:
                # The scanner stands after each letter, and the first press starts it.
                onboard.write(desktop, report, person, "onboard-scanner", person.press)
    finally:
        if onboard:
            onboard.end()
        daemon.end()
