"""The devices of the walk, made as the kernel makes real ones: through /dev/uinput and /dev/uhid."""
import fcntl
import glob
import os
import struct
import time

EV_KEY, BTN_TRIGGER, BTN_THUMB, KEY_ENTER, KEY_SPACE = 1, 0x120, 0x121, 28, 57
EVENT = struct.Struct("llHHi")

# linux/uinput.h
SET_EVENT, SET_KEY, SETUP, CREATE = 0x40045564, 0x40045565, 0x405c5503, 0x5501


def wait_for(what, condition, seconds=300):
    """The first true value of a condition. The limit only catches what hangs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise SystemExit("waited in vain for %s" % what)


def read(path):
    try:
        with open(path) as file:
            return file.read().rstrip("\n")
    except OSError:
        return ""


def node_of(name):
    """The event node of the device with this name, when udev has looked at it."""
    def find():
        for path in glob.glob("/sys/class/input/event*"):
            event = os.path.basename(path)
            number = read(path + "/dev")
            if read(path + "/device/name") == name and os.path.exists("/run/udev/data/c" + number):
                return "/dev/input/" + event
        return None
    return wait_for("the event node of " + name, find)


class UInput:
    """A box with two buttons."""
    def __init__(self, name, keys):
        self.name = name
        self.file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.file, SET_EVENT, EV_KEY)
        for key in keys:
            fcntl.ioctl(self.file, SET_KEY, key)
        fcntl.ioctl(self.file, SETUP, struct.pack("HHHH80sI", 3, 0x1209, 0x5357, 1, name.encode(), 0))
        fcntl.ioctl(self.file, CREATE)
        self.node = node_of(name)

    def key(self, code, down):
        os.write(self.file, EVENT.pack(0, 0, EV_KEY, code, down) + EVENT.pack(0, 0, 0, 0, 0))

    def unplug(self):
        os.close(self.file)


class HID:
    """A HID device: the kernel's own drivers make events of its reports."""
    def __init__(self, name, product, description):
        self.name = name
        self.file = os.open("/dev/uhid", os.O_RDWR)
        create = struct.pack("<I128s64s64sHHIIII", 11, name.encode(), b"usb-walk/input0", b"", len(description), 3,
                             0x1209, product, 1, 0)
        os.write(self.file, create + bytes(description))
        self.node = node_of(name)
        # The kernel drops reports until the driver's probe is over; this write takes the lock that the probe holds.
        with open("/sys/class/input/%s/device/device/power/control" % os.path.basename(self.node), "w") as control:
            control.write("on")

    def send(self, *report):
        os.write(self.file, struct.pack("<IH", 12, len(report)) + bytes(byte & 0xff for byte in report))


# Generic Desktop, Keyboard: modifiers, a reserved byte, six usages (HID 1.11, appendix B.1).
KEYBOARD = [0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01,
            0x95, 0x08, 0x81, 0x02, 0x75, 0x08, 0x95, 0x01, 0x81, 0x01, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x15, 0x00,
            0x25, 0x65, 0x75, 0x08, 0x95, 0x06, 0x81, 0x00, 0xc0]


def pad(usage, buttons):
    """X and Y from -127 to 127, then buttons. `usage`: 4 is a joystick, 5 a gamepad."""
    return [0x05, 0x01, 0x09, usage, 0xa1, 0x01, 0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x02,
            0x81, 0x02, 0x05, 0x09, 0x19, 0x01, 0x29, buttons, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 8, 0x81, 0x02,
            0xc0]


class Box(UInput):
    def __init__(self):
        super().__init__("Two-Button Switch Interface", [BTN_TRIGGER, BTN_THUMB])

    def press(self, what, down):
        self.key({"first": BTN_TRIGGER, "second": BTN_THUMB}[what], int(down))


class KeyButton(HID):
    """One big button that says it is a whole keyboard, and types one key."""
    def __init__(self, name, product, usage):
        super().__init__(name, product, KEYBOARD)
        self.usage = usage

    def press(self, what, down):
        self.send(0, 0, self.usage if down else 0, 0, 0, 0, 0, 0)


class SpaceButton(KeyButton):
    def __init__(self):
        super().__init__("Big Button", 0x6b62, 0x2c)


class EnterButton(KeyButton):
    def __init__(self):
        super().__init__("Enter Button", 0x6b65, 0x28)


class Straw(HID):
    """Breath as X of a joystick: a puff to the right, a sip to the left."""
    def __init__(self):
        super().__init__("Sip and Puff Straw", 0x7370, pad(4, 8))

    def press(self, what, down):
        # A breath builds up.
        for part in (1, 2, 3, 4) if down else (3, 2, 1, 0):
            self.send({"puff": 1, "sip": -1}[what] * 25 * part, 0, 0)
            time.sleep(0.01)


# As `pad(5, 8)`, with a second stick (Rx and Ry) and a trigger (Z, from 0 to 255) before the buttons.
TRIGGER_PAD = pad(5, 8)[:8] + [
    0x09, 0x31, 0x09, 0x33, 0x09, 0x34, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x04, 0x81, 0x02,
    0x09, 0x32, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02] + pad(5, 8)[20:]


class Gamepad(HID):
    """Its trigger is an axis."""
    def __init__(self):
        super().__init__("USB Gamepad", 0x6770, TRIGGER_PAD)

    def press(self, what, down):
        for part in (120, 255) if down else (120, 0):
            self.send(0, 0, 0, 0, part, 0)
            time.sleep(0.01)


class Keyboard(HID):
    """A keyboard with all its keys."""
    def __init__(self):
        super().__init__("Office Keyboard", 0x6b64, KEYBOARD)

    def press(self, what, down):
        self.send(0, 0, {"tab": 0x2b, "z": 0x1d}[what] if down else 0, 0, 0, 0, 0, 0)
