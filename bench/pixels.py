"""Colours in a picture of a screen."""
import re


def box(picture, colour):
    """The rectangle around all that has this colour: left, top, right, bottom. `None` if nothing has it."""
    pixels, wanted = picture.convert("RGB").tobytes(), re.escape(bytes(colour))
    width, found = picture.width, None
    for y in range(picture.height):
        row = pixels[y * 3 * width:(y + 1) * 3 * width]
        at = [match.start() // 3 for match in re.finditer(wanted, row) if match.start() % 3 == 0]
        if at:
            found = found or [width, y, 0, 0]
            found = [min(found[0], at[0]), found[1], max(found[2], at[-1] + 1), y + 1]
    return found


def missed(rings, wanted):
    """By how many pixels each ring that touches a rectangle misses its edges: left, top, right, bottom.

    `rings`: x, y, width, height each. `wanted`: as `box` returns it.
    """
    edges = [(x, y, x + width, y + height) for x, y, width, height in rings]
    return [[abs(a - b) for a, b in zip(ring, wanted)] for ring in edges
            if wanted and ring[0] < wanted[2] and wanted[0] < ring[2] and ring[1] < wanted[3] and wanted[1] < ring[3]]
