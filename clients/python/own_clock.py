#!/usr/bin/env python3
"""A front end for one switch with a clock of its own: it chooses what was lit when the person pressed."""
import time
import switchway

ITEMS, INTERVAL = ["yes", "no", "drink", "music", "help"], 1.0
client = switchway.Client(name="own-clock", claim=["select"], items=len(ITEMS))
start, shown = time.monotonic(), None
while True:
    now = time.monotonic()
    lit = ITEMS[int((now - start) / INTERVAL) % len(ITEMS)]
    if lit != shown:
        shown = lit
        print("> " + lit, flush=True)
    event = client.event(INTERVAL - (now - start) % INTERVAL)
    pressed = event["pressed"] / 1e6 - start if event and client.acts_on(event) else -1
    if pressed >= 0:  # A press that began before the first item was lit chooses nothing.
        print("chosen: " + ITEMS[int(pressed / INTERVAL) % len(ITEMS)], flush=True)
        start, shown = time.monotonic(), None
