"""Onboard writes a word, moved on by Switchway's clock: its mode Step, which takes a key for each step."""
from daemon import Daemon
from onboard import ACTIVATE, INTERVAL, STEP, Onboard
from writer import Writer

# Onboard cannot be moved back, so no press is set right: `reaction` is not set.
PROFILE = """
switchway: 1
extends: one-switch-desktop
switches:
  main:
    steady: {preset: off, hold-duration: 100ms}
scan: {interval: %gs}
policy: {bridge: onboard}
""" % INTERVAL


def go(desktop, report):
    daemon = Daemon(PROFILE)
    onboard = None
    try:
        desktop.wait_for_keyboard()
        with daemon.client() as client:
            onboard = Onboard("Stepscan", [STEP, ACTIVATE])
            with Writer(client, onboard.eyes, INTERVAL) as person:
                onboard.write(desktop, report, person, "onboard-clock")
    finally:
        if onboard:
            onboard.end()
        daemon.end()
