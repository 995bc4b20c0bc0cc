#!/usr/bin/python3
"""A person's eyes on programs that do not say what they highlight: `eyes.py COLOUR NAME=X,Y …`.

Says, each time it changes, which of the points on the screen have the colour of the highlight (RRGGBB), as their names
joined by +; and when the picture between the points has changed.
"""
import json
import sys
import time
import zlib

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402

# How far a colour may be off, of 255: drawn edges are mixed.
NEAR = 24


def main():
    colour = bytes.fromhex(sys.argv[1])
    points = {}
    for word in sys.argv[2:]:
        name, _, place = word.partition("=")
        points[name] = [int(number) for number in place.split(",")]
    left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points.values()) for axis in (0, 1))
    root = Gdk.get_default_root_window()
    said = {}
    while True:
        picture = Gdk.pixbuf_get_from_window(root, left, top, right - left + 1, bottom - top + 1)
        pixels, stride, width = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()

        def lit(point):
            at = (point[1] - top) * stride + (point[0] - left) * width
            return all(abs(a - b) <= NEAR for a, b in zip(pixels[at:at + 3], colour))

        now = {"focus": "+".join(name for name, point in points.items() if lit(point)), "picture": zlib.crc32(pixels)}
        for word, value in now.items():
            if said.get(word) != value:
                print(json.dumps({word: value, "time": time.monotonic()}), flush=True)
        said = now
        time.sleep(0.1)


main()
