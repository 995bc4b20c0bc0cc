"""A person's keyboard: all its keys by name, pressed through the kernel."""
import time

from devices import UInput

# linux/input-event-codes.h
ROWS = {1: "esc 1 2 3 4 5 6 7 8 9 0 - = backspace tab q w e r t y u i o p [ ] enter ctrl a s d f g h j k l ; ' ` shift",
        43: "\\ z x c v b n m , . / rightshift * alt space capslock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10",
        87: "f11 f12", 100: "altgr", 102: "home up pageup left right end down pagedown insert delete",
        125: "super", 127: "menu"}
CODES = {name: first + at for first, names in ROWS.items() for at, name in enumerate(names.split())}
# How long a key is held, s: a hand's own time.
HELD = 0.05


class Keyboard(UInput):
    def __init__(self, name="Trial Keyboard"):
        super().__init__(name, list(range(1, 89)) + list(range(96, 112)) + list(range(113, 120)) + [125, 126, 127])

    def chord(self, text, held=HELD):
        """`tab+shift+c`: each key goes down after the one before it, and all are let go of in the other order. `held`:
        how long all are down, s."""
        keys = [CODES[name] for name in text.split("+")]
        for key in keys[:-1]:
            self.key(key, 1)
            time.sleep(HELD)
        self.key(keys[-1], 1)
        time.sleep(held)
        for key in reversed(keys):
            self.key(key, 0)
            time.sleep(HELD)
