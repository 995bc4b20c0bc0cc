#!/usr/bin/env python3
"""A front end for one switch: Switchway's clock moves along a row of items. Without a clock, `next` does."""
import contextlib
import switchway

ITEMS = ["yes", "no", "drink", "music", "help"]
place = 0
client = switchway.Client(name="board", claim=["next", "previous", "select"], items=len(ITEMS))
for event in client.events():
    if event["type"] in ("connected", "disconnected"):
        print(event["type"], flush=True)
    elif client.acts_on(event):
        step = {"next": 1, "previous": -1, "select": 0}[event["command"]]
        place = event.get("item", (place + step) % len(ITEMS))
        print(("> " if step else "chosen: ") + ITEMS[place], flush=True)
    if event["type"] == "connected" or client.acts_on(event) and event["command"] == "select":
        with contextlib.suppress(switchway.Error, OSError):  # Refused where the profile has no clock.
            client.scan(len(ITEMS), item=place)
