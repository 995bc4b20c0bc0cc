#!/usr/bin/python3
"""On a text console: says each byte that it gets, as a program that edits a line would get it."""
import json
import os
import sys
import termios
import time
import tty

tty.setraw(0, termios.TCSANOW)
print(json.dumps({"listening": True, "time": time.monotonic()}), flush=True)
while True:
    data = os.read(0, 64)
    if not data:
        sys.exit(1)
    print(json.dumps({"bytes": data.decode("latin-1"), "time": time.monotonic()}), flush=True)
