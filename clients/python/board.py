#!/usr/bin/env python3
"""A front end in a few lines: a row of items, moved along by `next` and `previous`, chosen by `select`."""
import switchway

ITEMS = ["yes", "no", "drink", "music", "help"]
place = 0
client = switchway.Client(name="board", claim=["next", "previous", "select"], items=len(ITEMS))
for event in client.events():
    if event["type"] in ("connected", "disconnected"):
        print(event["type"], flush=True)
    elif client.acts_on(event) and event["command"] == "select":
        print("chosen: " + ITEMS[place], flush=True)
    elif client.acts_on(event):
        place = (place + (1 if event["command"] == "next" else -1)) % len(ITEMS)
        print("> " + ITEMS[place], flush=True)
