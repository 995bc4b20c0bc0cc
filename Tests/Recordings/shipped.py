"""Recordings for the profiles that are shipped: devices that are known by their ids, names and ranges, in hands that
press every switch of the profile, and some that do what a profile must not take for a press."""
from box import (
    ABS_HAT0X, ABS_HAT0Y, ABS_X, ABS_Y, BTN_0, BTN_TRIGGER, EV_ABS, EV_KEY, MS, SECOND, Box)

USB = 0x0003
BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_START = 0x130, 0x131, 0x133, 0x13b
BTN_DPAD_UP, BTN_DPAD_DOWN, BTN_DPAD_LEFT, BTN_DPAD_RIGHT = 0x220, 0x221, 0x222, 0x223
BTN_TRIGGER_HAPPY1 = 0x2c0
KEY_A, KEY_C, KEY_B = 30, 46, 48


def push(box, start, axis, end, rest=0, length=150 * MS):
    """A stick from its rest to `end` and back, in steps of a quarter."""
    way = [rest + (end - rest) * quarter // 4 for quarter in range(1, 5)]
    at = box.move(start, axis, *way)
    box.move(at + length, axis, *way[-2::-1], rest)


def joystick():
    box = Box(
        "Logitech Logitech Extreme 3D", (USB, 0x046d, 0xc215, 0x0110), range(BTN_TRIGGER, BTN_TRIGGER + 12),
        [(ABS_X, 0, 1023), (ABS_Y, 0, 1023), (0x05, 0, 255), (0x06, 0, 255), (ABS_HAT0X, -1, 1), (ABS_HAT0Y, -1, 1)],
        about=("The stick up, down, left, right; its hat likewise; trigger short, trigger held, thumb.",
               "Then a push that does not go far enough, a knock of 40 ms, a turn of the throttle, and a push",
               "across the corner, up a little before right."))
    push(box, 500 * MS, ABS_Y, 0, 512)
    push(box, 1500 * MS, ABS_Y, 1023, 512)
    push(box, 2500 * MS, ABS_X, 0, 512)
    push(box, 3500 * MS, ABS_X, 1023, 512)
    pushes = ((4500, ABS_HAT0Y, -1), (5000, ABS_HAT0Y, 1), (5500, ABS_HAT0X, -1), (6000, ABS_HAT0X, 1))
    for start, code, value in pushes:
        box.frame(start * MS, (EV_ABS, code, value))
        box.frame((start + 150) * MS, (EV_ABS, code, 0))
    box.tap(7000 * MS, 120 * MS, BTN_TRIGGER)
    box.tap(8000 * MS, 1000 * MS, BTN_TRIGGER)
    box.tap(9500 * MS, 120 * MS, BTN_TRIGGER + 1)
    box.move(10500 * MS, ABS_X, 600, 700, 800, 815, 700, 512)
    box.move(11500 * MS, ABS_Y, 100, 60, 40, 60, 512)
    box.move(12500 * MS, 0x06, 200, 100, 0, 128)
    for step in range(5):
        box.frame(13500 * MS + step * 8 * MS, (EV_ABS, ABS_X, 512 + 100 * step), (EV_ABS, ABS_Y, 512 - 110 * step))
    box.frame(13800 * MS, (EV_ABS, ABS_X, 512), (EV_ABS, ABS_Y, 512))
    box.frame(15 * SECOND)
    return box.text()


def joystick_pad():
    box = Box(
        "USB Gamepad", (USB, 0x0079, 0x0011, 0x0110), range(BTN_TRIGGER, BTN_TRIGGER + 10),
        [(ABS_X, 0, 255), (ABS_Y, 0, 255)],
        about=("A pad that calls itself a joystick: its cross reports 0, 127 and 255 and nothing between.",))
    for start, code, value in ((500, ABS_X, 255), (1000, ABS_X, 0), (1500, ABS_Y, 0), (2000, ABS_Y, 255)):
        box.frame(start * MS, (EV_ABS, code, value))
        box.frame((start + 150) * MS, (EV_ABS, code, 127))
    box.tap(3000 * MS, 120 * MS, BTN_TRIGGER)
    box.tap(3500 * MS, 120 * MS, BTN_TRIGGER + 1)
    box.frame(5 * SECOND)
    return box.text()


def gamepad():
    sides = [(code, -32768, 32767) for code in (0x00, 0x01, 0x03, 0x04)]
    box = Box(
        "Microsoft X-Box One S pad", (USB, 0x045e, 0x02ea, 0x0301),
        [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e],
        sorted(sides + [(0x02, 0, 1023), (0x05, 0, 1023), (ABS_HAT0X, -1, 1), (ABS_HAT0Y, -1, 1)]),
        about=("The cross as a hat, then the left stick; south, east, north, start.",
               "A trigger and, last, a left stick that is never still do nothing; the right stick moves."))
    for start, code, value in ((500, ABS_HAT0Y, -1), (1000, ABS_HAT0Y, 1), (1500, ABS_HAT0X, -1), (2000, ABS_HAT0X, 1)):
        box.frame(start * MS, (EV_ABS, code, value))
        box.frame((start + 120) * MS, (EV_ABS, code, 0))
    push(box, 2500 * MS, ABS_Y, -32768)
    push(box, 3500 * MS, ABS_Y, 32767)
    push(box, 4500 * MS, ABS_X, -32768)
    push(box, 5500 * MS, ABS_X, 32767)
    for start, code in ((6500, BTN_SOUTH), (7000, BTN_EAST), (7500, BTN_NORTH), (8000, BTN_START)):
        box.tap(start * MS, 110 * MS, code)
    push(box, 8500 * MS, 0x05, 1023)
    push(box, 9500 * MS, 0x03, 32767)
    for step in range(100):
        box.frame(10500 * MS + step * 8 * MS, (EV_ABS, ABS_X, box.chance.between(-4000, 4000)))
    box.frame(12 * SECOND)
    return box.text()


def gamepad_dpad():
    box = Box(
        "Sony PLAYSTATION(R)3 Controller", (USB, 0x054c, 0x0268, 0x8111),
        list(range(0x130, 0x13f)) + list(range(BTN_DPAD_UP, BTN_DPAD_RIGHT + 1)),
        [(0x00, 0, 255), (0x01, 0, 255), (0x02, 0, 255), (0x03, 0, 255), (0x04, 0, 255), (0x05, 0, 255)],
        about=("The cross as four buttons; the stick, whose middle is 128; south.",))
    for number, code in enumerate((BTN_DPAD_UP, BTN_DPAD_DOWN, BTN_DPAD_LEFT, BTN_DPAD_RIGHT)):
        box.tap((500 + 500 * number) * MS, 120 * MS, code)
    push(box, 3000 * MS, ABS_X, 255, 128)
    push(box, 4000 * MS, ABS_Y, 0, 128)
    box.tap(5000 * MS, 120 * MS, BTN_SOUTH)
    box.frame(6 * SECOND)
    return box.text()


def breath():
    box = Box(
        "Origin Instruments Corp. Breeze", (USB, 0x0000, 0x0000, 0x0100), [0x120, 0x121], [(ABS_X, -127, 127)],
        about=("Breath as one axis: a soft puff, a soft sip, a hard puff, a hard sip, each through what is softer.",
               "Then a spike, a breath that is too short, and a hard one that fades slowly."))
    soft = [8, 16, 24, 32, 40, 48, 56, 64, 70]
    hard = soft + [80, 90, 100, 110, 120, 125]

    def blow(start, way, length, sign):
        values = [value * sign for value in way]
        at = box.move(start * MS, ABS_X, *values)
        box.move(at + length * MS, ABS_X, *values[-2::-1], 0)

    blow(500, soft, 400, 1)
    blow(2000, soft, 400, -1)
    blow(3500, hard, 400, 1)
    blow(5000, hard, 400, -1)
    box.move(6500 * MS, ABS_X, 126, 0)
    blow(7500, soft, 60, 1)
    at = box.move(9000 * MS, ABS_X, *hard)
    box.move(at + 300 * MS, ABS_X, *range(120, -1, -2), step=20 * MS)
    box.frame(12 * SECOND)
    return box.text()


def breath_buttons():
    box = Box(
        "Seeed XIAO nRF52840", (USB, 0x2886, 0x8044, 0x0100), range(BTN_SOUTH, BTN_SOUTH + 8),
        [(ABS_X, 0, 255), (ABS_Y, 0, 255)],
        about=("Sips and puffs that the device has decided by itself: two sips, a puff.",))
    box.tap(500 * MS, 50 * MS, BTN_SOUTH)
    box.tap(1500 * MS, 50 * MS, BTN_SOUTH)
    box.tap(2500 * MS, 50 * MS, BTN_SOUTH + 1)
    box.frame(4 * SECOND)
    return box.text()


def pedals():
    box = Box(
        "VEC  VEC USB Footpedal", (USB, 0x05f3, 0x00ff, 0x0100), range(BTN_0, BTN_0 + 3),
        about=("Three pedals: left, middle, right; the right one twice again, too soon and not too soon.",))
    for number in range(3):
        box.tap((500 + 1000 * number) * MS, 280 * MS, BTN_0 + number)
    box.tap(3050 * MS, 120 * MS, BTN_0 + 2)
    box.tap(3480 * MS, 120 * MS, BTN_0 + 2)
    box.frame(5 * SECOND)
    return box.text()


def pedals_f14():
    box = Box(
        "Three Pedals", (USB, 0x05f3, 0x00ff, 0x0100), range(184, 187),
        about=("Three pedals of another firmware, which send F14, F15 and F16.",))
    for number in range(3):
        box.tap((500 + 1500 * number) * MS, 200 * MS, 184 + number)
    box.frame(6 * SECOND)
    return box.text()


def footswitch():
    box = Box(
        "PCsensor FootSwitch Keyboard", (USB, 0x3553, 0xb001, 0x0111), range(1, 164),
        about=("A pedal that is a keyboard: it types a, b and c, and repeats while it is down.",))
    for number, code in enumerate((KEY_A, KEY_B, KEY_C)):
        start = (500 + 1500 * number) * MS
        box.key(start, code, 1)
        for repeat in range(6):
            box.key(start + 250 * MS + repeat * 33 * MS, code, 2)
        box.key(start + 480 * MS, code, 0)
    box.frame(6 * SECOND)
    return box.text()


def buzzers():
    box = Box(
        "Namtai Wbuzz", (USB, 0x054c, 0x1000, 0x0100), range(BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY1 + 20),
        about=("The red buttons of the four handsets; then the first one's small buttons, which do nothing;",
               "then two handsets at once."))
    for number in range(4):
        box.tap((500 + 500 * number) * MS, 200 * MS, BTN_TRIGGER_HAPPY1 + 5 * number)
    for number in range(1, 5):
        box.tap((2500 + 300 * number) * MS, 150 * MS, BTN_TRIGGER_HAPPY1 + number)
    first, second = BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY1 + 5
    box.frame(5000 * MS, (EV_KEY, first, 1), (EV_KEY, second, 1))
    box.frame(5200 * MS, (EV_KEY, first, 0), (EV_KEY, second, 0))
    box.frame(6 * SECOND)
    return box.text()


MODELS = {
    "joystick": joystick, "joystick-pad": joystick_pad, "gamepad": gamepad, "gamepad-dpad": gamepad_dpad,
    "breath": breath, "breath-buttons": breath_buttons, "pedals": pedals, "pedals-f14": pedals_f14,
    "footswitch": footswitch, "buzzers": buzzers,
}
