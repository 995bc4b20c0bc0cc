#!/usr/bin/python3
"""A person's eyes on the rings of switchway-scan: says, each time they change, around what they are.

A line is {"rings": [[x, y, width, height] …], "bar": […]}, from left to right: the inside of each ring above the bar,
and of what is lit on the bar. The bar is what the window manager keeps free at the bottom of the screen.
"""
import json
import re
import time

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402

INNER = bytes.fromhex("ffd800")
WIDTH = 4
RUNS = re.compile(b"(?:%s)+" % re.escape(INNER))


def boxes(picture):
    """The rectangles around what is connected of the rings' inner colour: [left, top, right, bottom]."""
    pixels, stride, width = picture.get_pixels(), picture.get_rowstride(), picture.get_width()
    found, last = [], []
    for y in range(picture.get_height()):
        row = pixels[y * stride:y * stride + 3 * width]
        now = []
        for run in RUNS.finditer(row) if INNER in row else ():
            if run.start() % 3:
                continue
            left, right = run.start() // 3, run.end() // 3
            touching = {id(box): box for box, low, high in last + now if low <= right and left <= high}
            parts = list(touching.values())
            box = parts[0] if parts else [left, y, right, y + 1]
            if not parts:
                found.append(box)
            for other in parts[1:]:
                box[:] = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
                found.remove(other)
                now = [(box if one is other else one, low, high) for one, low, high in now]
                last = [(box if one is other else one, low, high) for one, low, high in last]
            box[:] = min(box[0], left), min(box[1], y), max(box[2], right), y + 1
            now.append((box, left, right))
        last = now
    return found


def main():
    root = Gdk.get_default_root_window()
    screen = Gdk.Display.get_default().get_monitor(0)
    width, height = root.get_width(), root.get_height()
    said = None
    while True:
        area = screen.get_workarea()
        bar = area.y + area.height
        now = [inside(Gdk.pixbuf_get_from_window(root, 0, top, width, bottom - top)) if top < bottom else []
               for top, bottom in ((0, bar), (bar, height))]
        if now != said:
            print(json.dumps({"rings": now[0], "bar": now[1], "time": time.monotonic()}), flush=True)
            said = now
        time.sleep(0.1)


def inside(picture):
    """The insides of the rings in the picture."""
    return sorted([box[0] + WIDTH, box[1] + WIDTH, box[2] - box[0] - 2 * WIDTH, box[3] - box[1] - 2 * WIDTH]
                  for box in boxes(picture) if box[2] - box[0] > 3 * WIDTH and box[3] - box[1] > 3 * WIDTH)


if __name__ == "__main__":
    main()
