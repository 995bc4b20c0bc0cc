"""Onboard writes a word by its own scanner: its mode Automatic, which takes one key."""
from daemon import profile
from onboard import ACTIVATE, write


def go(desktop, report):
    profile_text = profile("one-switch", "policy: {bridge: onboard}")
    write(desktop, report, "onboard-scanner", profile_text, "Autoscan", [ACTIVATE], is_clock=False)
