"""Onboard writes a word, moved on by Switchway's clock: its mode Step, which takes a key for each step."""
from daemon import ONE_GESTURE, profile
from onboard import ACTIVATE, INTERVAL, STEP, write

# Onboard cannot be moved back, so no press is set right: `reaction` is not set.
PROFILE = profile("one-switch-desktop", *ONE_GESTURE, "scan: {interval: %gs}" % INTERVAL, "policy: {bridge: onboard}")


def go(desktop, report):
    write(desktop, report, "onboard-clock", PROFILE, "Stepscan", [STEP, ACTIVATE], is_clock=True)
