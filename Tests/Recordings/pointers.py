"""Recordings of pointers. Names, ids and what they declare are those of real devices. The hand that moves, scrolls,
clicks and presses a switch is a model: nobody's movements were recorded."""
from box import BTN_0, BTN_LEFT, EV_ABS, EV_KEY, EV_MSC, EV_REL, EV_SYN, MS, MSC_SCAN, SECOND, Box

USB, I8042 = 0x0003, 0x0011
X, Y, Z, RX, RZ, HWHEEL, DIAL, WHEEL, WHEEL_FINE, HWHEEL_FINE = 0, 1, 2, 3, 5, 6, 7, 8, 11, 12

# Name, ids, buttons, movements, button of the switch.
KNOWN = {
    "mouse-ps2": ("PS/2 Generic Mouse", (I8042, 0x0002, 0x0001, 0), 3, (X, Y), 2),
    "mouse-stick": ("TPPS/2 IBM TrackPoint", (I8042, 0x0002, 0x000a, 0), 3, (X, Y), 2),
    "mouse-trackball": (
        "Microsoft Microsoft Trackball Explorer\u00ae", (USB, 0x045e, 0x0024, 0x0100), 5, (X, Y, WHEEL), 3),
    "mouse-receiver": (
        "Microsoft Microsoft\u00ae Nano Transceiver v2.0 Mouse", (USB, 0x045e, 0x0745, 0x0111), 5,
        (X, Y, HWHEEL, WHEEL, WHEEL_FINE, HWHEEL_FINE), 4),
    "mouse-thumb": ("Logitech M570", (USB, 0x046d, 0x1028, 0x0111), 16, (X, Y, HWHEEL, WHEEL), 3),
    "mouse-scroll": ("HID 04b3:3103", (USB, 0x04b3, 0x3103, 0x0100), 3, (X, Y, Z, WHEEL), 2),
}
# Types that its description declares although it moves and has no axis.
WRONG_TYPES = {"Logitech M570": (EV_SYN, EV_KEY, EV_ABS)}


def click(box, time, button, value, *beside):
    """A button, with the scan code that the kernel's HID driver reports, and what happens in the same frame."""
    events = ((EV_MSC, MSC_SCAN, 0x90001 + button),) if box.scans else ()
    box.frame(time, *events + ((EV_KEY, BTN_LEFT + button, value),) + beside)


def pointer(name, ids, buttons, relative, switch):
    # PS/2 mice have no scan codes.
    box = Box(
        name, ids, range(BTN_LEFT, BTN_LEFT + buttons), relative=relative, scans=ids[0] == USB,
        types=WRONG_TYPES.get(name),
        about=("The hand moves, scrolls with all that turns, drags with the first button, and presses one button",
               "twice, once while it moves."))
    for step in range(40):
        dx, dy = box.chance.between(1, 9), box.chance.between(-9, -1)
        box.frame((500 + 8 * step) * MS, (EV_REL, X, dx), (EV_REL, Y, dy))
    for step, code in enumerate(relative[2:]):
        turn = box.chance.between(1, 3)
        fine = {WHEEL: WHEEL_FINE, HWHEEL: HWHEEL_FINE}.get(code)
        events = [(EV_REL, code, turn)] + ([(EV_REL, fine, 120 * turn)] if fine in relative else [])
        box.frame((1000 + 50 * step) * MS, *events)
    click(box, 1500 * MS, 0, 1)
    for step in range(20):
        box.frame((1600 + 8 * step) * MS, (EV_REL, X, -box.chance.between(1, 9)))
    click(box, 1900 * MS, 0, 0, (EV_REL, X, 1))
    click(box, 2500 * MS, switch, 1)
    click(box, 2650 * MS, switch, 0)
    click(box, 3500 * MS, switch, 1, (EV_REL, Y, 2))
    box.frame(3550 * MS, (EV_REL, X, 3))
    click(box, 3650 * MS, switch, 0, (EV_REL, Y, -2))
    box.frame(5 * SECOND)
    return box.text()


def mouse_box():
    box = Box(
        "Model Switch Mouse", (USB, 0, 0, 0x0100), range(BTN_LEFT, BTN_LEFT + 3), relative=(X, Y, WHEEL), scans=True,
        about=("A box with three sockets that is a mouse: the first two switches, then the third, which clicks.",))
    for time, button in ((500, 0), (1500, 1), (2500, 0), (3500, 2)):
        click(box, time * MS, button, 1)
        click(box, (time + 150) * MS, button, 0)
    box.frame(5 * SECOND)
    return box.text()


def chair():
    """A wheelchair's joystick that is a mouse: it sends while the stick is out, further out the faster."""
    box = Box(
        "Model Chair Mouse", (USB, 0, 1, 0x0100), range(BTN_LEFT, BTN_LEFT + 2), relative=(X, Y), scans=True,
        about=("Three pushes to the right that waver, two to the left, a tremble, a push that is too short, a click.",))

    def push(start, length, dx, dy=0):
        for step in range(length // 8):
            moves = ((X, dx + box.chance.between(-1, 1)), (Y, dy + box.chance.between(-1, 1)))
            box.frame((start + 8 * step) * MS, *((EV_REL, code, value) for code, value in moves if value))

    for start in (500, 2000, 3500):
        push(start, 400, 4)
    push(5000, 320, -4)
    push(6500, 320, -4)
    for step in range(40):
        box.frame((8000 + 8 * step) * MS, (EV_REL, X, 3 if step % 2 else -3))
    push(9500, 24, 3)
    click(box, 11000 * MS, 0, 1)
    click(box, 11200 * MS, 0, 0)
    box.frame(12 * SECOND)
    return box.text()


def knob():
    """A knob that turns and can be pressed."""
    box = Box(
        "Griffin PowerMate", (USB, 0x077d, 0x0410, 0x0400), [BTN_0], relative=(DIAL,),
        about=("Turned to the right click by click, then to the left, then pressed, then turned by one click.",))
    for start, turn, clicks in ((500, 1, 8), (3000, -1, 5)):
        for step in range(clicks):
            box.frame((start + 120 * step) * MS, (EV_REL, DIAL, turn))
    box.tap(5000 * MS, 150 * MS, BTN_0)
    box.frame(6500 * MS, (EV_REL, DIAL, 1))
    box.frame(8 * SECOND)
    return box.text()


def cap():
    """A 3D mouse, whose cap sends how far it is out of its place while it is."""
    box = Box(
        "3Dconnexion SpaceNavigator", (USB, 0x046d, 0xc626, 0x0110), [BTN_0, BTN_0 + 1], relative=range(X, RZ + 1),
        about=("The cap is pushed to the right, pulled up, and turned to the left; it never moves in one way only.",))
    for start, code, sign in ((500, X, 1), (2500, Z, -1), (4500, RZ, -1)):
        for step in range(50):
            out = min(step, 49 - step, 12)
            frame = [(EV_REL, code, sign * 20 * out)] if out else []
            frame += [(EV_REL, other, box.chance.between(-3, 3)) for other in (Y, RX)]
            box.frame((start + 8 * step) * MS, *(event for event in frame if event[2]))
    box.frame(7 * SECOND)
    return box.text()


MODELS = {name: (lambda known=known: pointer(*known)) for name, known in KNOWN.items()}
MODELS["mouse-box"] = mouse_box
MODELS["movement-chair"] = chair
MODELS["movement-knob"] = knob
MODELS["movement-cap"] = cap
