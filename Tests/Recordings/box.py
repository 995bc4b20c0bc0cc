"""A device of a recording: what it has, and the text of what it does. Times are in microseconds."""
MS = 1000
SECOND = 1000 * MS

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC = 0, 1, 2, 3, 4
SYN_DROPPED = 3
MSC_SCAN = 4
BTN_0, BTN_1, BTN_LEFT, BTN_TRIGGER, BTN_THUMB = 0x100, 0x101, 0x110, 0x120, 0x121
ABS_X, ABS_Y, ABS_HAT0X, ABS_HAT0Y = 0x00, 0x01, 0x10, 0x11


class Chance:
    """Numbers that look random (a linear congruential generator, modulus 2^48)."""

    def __init__(self, text):
        self.state = 0
        for byte in text.encode():
            self.state = (self.state * 257 + byte) % (1 << 48)

    def between(self, low, high):
        """A whole number from low to high, both included."""
        self.state = (self.state * 25214903917 + 11) % (1 << 48)
        return low + (self.state >> 17) % (high - low + 1)


class Box:
    """A device with buttons, axes and movements, and the text of what it does. `scans`: whether its buttons have scan
    codes. `types`: the types that it declares, where they are not those of what it has."""

    def __init__(self, name, ids, keys, axes=(), about=(), relative=(), scans=False, types=None):
        self.scans = scans
        self.chance = Chance(name + " ".join(about))
        self.lines = ["# EVEMU 1.3"]
        self.lines += ["# " + line for line in about]
        self.lines += ["N: " + name, "I: %04x %04x %04x %04x" % ids, "P: " + bitmap((), 8)]
        own = [EV_SYN] + ([EV_KEY] if keys else []) + ([EV_ABS] if axes else [])
        own += ([EV_REL] if relative else []) + ([EV_MSC] if scans else [])
        self.lines.append("B: 00 " + bitmap(types or own, 8))
        codes = bitmap(keys, 96).split()
        self.lines += ["B: 01 " + " ".join(codes[i:i + 8]) for i in range(0, 96, 8)]
        if relative:
            self.lines.append("B: 02 " + bitmap(relative, 8))
        if axes:
            self.lines.append("B: 03 " + bitmap([axis[0] for axis in axes], 8))
        if scans:
            self.lines.append("B: 04 " + bitmap([MSC_SCAN], 8))
        self.lines += ["A: %02x %d %d 0 0 0" % axis for axis in axes]

    def frame(self, time, *events):
        """Events (type, code, value) at one time, and their report."""
        for event in events + ((EV_SYN, 0, 0),):
            self.lines.append("E: %s %04x %04x %d" % ((seconds(time),) + event))

    def key(self, time, code, value):
        self.frame(time, (EV_KEY, code, value))

    def tap(self, time, length, code):
        """A clean contact."""
        self.key(time, code, 1)
        self.key(time + length, code, 0)

    def press(self, time, length, code):
        """A contact of a worn switch: up to three openings or closings of 1 to 6 ms at either end. Returns its end."""
        self.key(time, code, 1)
        at = time
        for _ in range(self.chance.between(0, 3)):
            at += self.chance.between(1 * MS, 6 * MS)
            self.key(at, code, 0)
            at += self.chance.between(1 * MS, 6 * MS)
            self.key(at, code, 1)
        at = time + length
        self.key(at, code, 0)
        for _ in range(self.chance.between(0, 3)):
            at += self.chance.between(1 * MS, 6 * MS)
            self.key(at, code, 1)
            at += self.chance.between(1 * MS, 6 * MS)
            self.key(at, code, 0)
        return at

    def note(self, word, time, codes=()):
        """What evemu's own lines cannot say."""
        self.lines.append(" ".join(["#", word, seconds(time)] + ["%x" % code for code in codes]))

    def move(self, time, axis, *values, step=8 * MS):
        """An axis on its way: a value each 8 ms. Returns when it has come to the last."""
        for number, value in enumerate(values):
            self.frame(time + number * step, (EV_ABS, axis, value))
        return time + (len(values) - 1) * step

    def text(self):
        return "\n".join(self.lines) + "\n"


def bitmap(codes, size):
    raw = bytearray(size)
    for code in codes:
        raw[code // 8] |= 1 << code % 8
    return " ".join("%02x" % byte for byte in raw)


def seconds(time):
    return "%d.%06d" % (time // SECOND, time % SECOND)
