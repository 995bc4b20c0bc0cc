/// What can never come true, and what cannot be left or reached.
enum NeverMistakes {
  static let all: [Mistake] = matches + keyboards + reach

  private static let matches: [Mistake] = [
    devices(
      "a pointer that nothing names", "mouse: {match: {kind: pointer, bus: usb}}",
      "4:25: warning: this never matches: a device of kind pointer matches only by its 'id', 'path' or whole 'name'",
      "help: add for example id: \"05f3:0232\"; 'switchway devices' shows it"),
    devices(
      "system and pointer nodes by a pattern", "mouse: {match: {name: \"*Mouse\", kind: [system, pointer]}}",
      "4:41: warning: this never matches: a device of kind system matches only by its 'id', 'path' or whole 'name'",
      "help: add for example id: \"05f3:0232\"; 'switchway devices' shows it"),
    devices("a pointer by its whole name", "mouse: {match: {name: A Mouse, kind: pointer}}"),
    devices("a pointer by its id", "mouse: {match: {id: \"05f3:*\", kind: pointer}}"),
    devices("a pointer or a pedal", "mouse: {match: {kind: [pointer, other]}}"),
    devices("a touch screen", "mouse: {match: {kind: touch}}"),
    devices(
      "a path of another folder", "mouse: {match: {path: /dev/input/event*}}",
      "4:25: warning: this never matches: a 'path' is a link in /dev/input/by-id or /dev/input/by-path",
      "help: write for example path: \"/dev/input/by-id/*-event-joystick\""),
    devices(
      "a path that is a name", "mouse: {match: {path: usb-Box-event-kbd}}",
      "4:25: warning: this never matches: a 'path' is a link in /dev/input/by-id or /dev/input/by-path",
      "help: write for example path: \"/dev/input/by-id/*-event-joystick\""),
    devices(
      "a path that is the folder", "mouse: {match: {path: /dev/input/by-id}}",
      "4:25: warning: this never matches: a 'path' is a link in /dev/input/by-id or /dev/input/by-path",
      "help: write for example path: \"/dev/input/by-id/*-event-joystick\""),
    devices("a path by its end", "mouse: {match: {path: \"*-event-joystick\"}}"),
    devices("a path in either folder", "mouse: {match: {path: \"/dev/input/by-*/usb-*\"}}"),
    devices("a path by its place", "mouse: {match: {path: /dev/input/by-path/pci-1}}"),
    devices(
      "an entry behind its own kind", "mouse: {match: {kind: pedal, name: \"A*\"}}",
      "4:3: warning: device 'mouse' never gets a device: 'box' matches all of them first",
      "help: write it before 'box', or make that match fewer devices"),
    devices(
      "a named pedal behind all pedals", "mouse: {match: {kind: pedal, id: \"05f3:0232\"}}",
      "4:3: warning: device 'mouse' never gets a device: 'box' matches all of them first",
      "help: write it before 'box', or make that match fewer devices"),
    devices("an entry behind one of its kinds", "mouse: {match: {kind: [pedal, joystick]}}"),
    devices("an entry of any kind behind one kind", "mouse: {match: {id: \"05f3:0232\"}}"),
    Mistake(
      "entries behind everything: what nobody takes by accident is left",
      """
      switchway: 1
      devices:
        all: {match: {name: "*"}}
        keys: {match: {kind: keyboard}}
        named: {match: {kind: keyboard, name: My Keyboard}}
        own: {match: {kind: keyboard, name: Switchway keyboard}}
        any: {match: {name: A Mouse}}
      switches: {a: {input: [all/button-1, keys/f1, named/f1, own/f1, any/btn_left], tap: select}}
      """,
      "4:3: warning: device 'keys' never gets a device: 'all' matches all of them first",
      "help: write it before 'all', or make that match fewer devices",
      "5:3: warning: device 'named' never gets a device: 'all' matches all of them first",
      "help: write it before 'all', or make that match fewer devices",
      "8:38: warning: 'keys/f1' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type",
      "8:47: warning: 'named/f1' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'named'; its other keys still type",
      "8:57: warning: 'own/f1' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'own'; its other keys still type"),
    Mistake(
      "the other side of a pedal's axis",
      switches: """
        a: {input: stick/abs_gas < -50%, tap: next}
        b: {input: stick/abs_brake -30%..-80%, tap: next}
        c: {input: stick/abs_pressure > 50%, tap: next}
        d: {input: stick/abs_z < -50%, tap: next}
        e: {input: stick/abs_gas < -60%, rest: 0, tap: next}
        """,
      "5:14: warning: 'stick/abs_gas < -50%' never presses: this axis rests at its lowest value, and has no other side",
      "help: write a level above 0, or say with 'rest' where it rests",
      "6:14: warning: 'stick/abs_brake -30%..-80%' never presses: "
        + "this axis rests at its lowest value, and has no other side",
      "help: write a level above 0, or say with 'rest' where it rests"),
  ]

  /// `line` as a second entry of `devices`, at 4:3, which a switch uses.
  private static func devices(_ name: String, _ line: String, _ expected: String...) -> Mistake {
    Mistake(
      name,
      whole: """
        switchway: 1
        devices:
          box: {match: {kind: pedal}}
          \(line)
        switches: {ok: {input: [box/button-1, mouse/btn_left], tap: select}}

        """, expected)
  }

  private static let keyboards: [Mistake] = [
    Mistake(
      "keys weighed against their neighbours", keyboard: "steady: two-switch",
      "5:11: warning: 'two-switch' acts like 'gentle' on keyboards: keys are not compared with their neighbours",
      "help: write gentle; the presets tremor and steady reject more presses"),
    Mistake(
      "steadying that keyboards have not",
      keyboard: "steady: {preset: two-switch, neighbour: 50ms, neighbour-max: 300ms, stuck-after: 20s}",
      "5:20: warning: 'two-switch' acts like 'gentle' on keyboards: keys are not compared with their neighbours",
      "help: write gentle; the presets tremor and steady reject more presses",
      "5:32: warning: 'neighbour' has no effect on keyboards: "
        + "each key is filtered on its own, and may be held for a long time",
      "help: remove it",
      "5:49: warning: 'neighbour-max' has no effect on keyboards: "
        + "each key is filtered on its own, and may be held for a long time",
      "help: remove it",
      "5:71: warning: 'stuck-after' has no effect on keyboards: "
        + "each key is filtered on its own, and may be held for a long time",
      "help: remove it"),
    Mistake(
      "a Tab that repeats nothing", keyboard: "tab-repeat: yes\nbindings: {shift+tab: previous, tab+a: next}",
      "5:15: warning: 'tab-repeat' has no effect: nothing is bound to 'tab'",
      "help: bind it, for example tab: next, or remove 'tab-repeat'"),
    Mistake(
      "a sticky Tab that repeats", keyboard: "tab-repeat: yes\nsticky: yes\nbindings: {tab: next}",
      "5:15: warning: 'tab-repeat' has no effect: with 'sticky: yes' Tab alone is a modifier for the next key",
      "help: remove one of them"),
    Mistake("a Tab that repeats", keyboard: "tab-repeat: yes\nbindings: {tab: next}"),
    Mistake(
      "no way out of gesture mode",
      keyboard: """
        gesture-bindings: {key_esc: zoom(in), tab+g: zoom(out)}
        bindings: {tab+g: gesture-mode}
        """,
      "5:22: warning: in gesture mode, 'key_esc' and the keys bound to 'gesture-mode' do "
        + "something else, so no key leaves it",
      "help: leave one of them out here, or bind a chord to gesture-mode(off)"),
    Mistake(
      "no way out of a gesture mode that a held key enters",
      keyboard: "gesture-bindings: {esc: zoom(in)}\nhold-bindings: {f1: {after: 1s, do: gesture-mode}}",
      "5:22: warning: in gesture mode, 'esc' and the keys bound to 'gesture-mode' do something else, so no key "
        + "leaves it",
      "help: leave one of them out here, or bind a chord to gesture-mode(off)"),
    Mistake(
      "out of gesture mode by Escape",
      keyboard: "gesture-bindings: {tab+g: zoom(in)}\nbindings: {tab+g: gesture-mode}"),
    Mistake(
      "out of gesture mode by its own chord",
      keyboard: "gesture-bindings: {esc: zoom(in)}\nbindings: {tab+g: gesture-mode}"),
    Mistake(
      "out of gesture mode by another chord",
      keyboard: "gesture-bindings: {esc: zoom(in), tab+g: drag, f1: gesture-mode(off)}\nbindings: {tab+g: gesture-mode}"
    ),
    Mistake(
      "two spellings of one key count as one where the layout is known",
      keyboard: """
        layout: us
        bindings: {a: menu, b: menu, c: menu, d: menu, e: menu, f: menu, g: menu, "[": menu, shift+key_a: menu, \
        "{": menu}
        """),
    Mistake(
      "a ninth key that types, whatever it is called",
      keyboard: """
        layout: us
        bindings: {a: menu, b: menu, c: menu, d: menu, e: menu, f: menu, g: menu, key_a: next, h: menu, key_i: menu}
        """,
      "6:99: error: 'key_i' is one too many: at most 8 keys that type text can be bound or press switches",
      "help: add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+key_i"),
    Mistake(
      "what other programs call Caps Lock", keyboard: "modifier: caps",
      "5:13: error: unknown key 'caps'", "help: did you mean 'capslock'?"),
    Mistake(
      "a truth value of older YAML", keyboard: "sticky: off",
      "5:11: error: expected 'yes' or 'no' for 'sticky', found 'off'", "help: did you mean 'no'?"),
    Mistake(
      "Caps Lock as a switch", switches: "a: {input: box/caps, tap: next}",
      "5:14: error: unknown key, button or axis 'caps'", "help: did you mean 'capslock'?"),
    devices(
      "a grab by another word", "mouse: {match: {id: \"05f3:0232\"}, grab: on}",
      "4:43: error: expected 'auto', 'yes' or 'no' for 'grab', found 'on'", "help: did you mean 'yes'?"),
  ]

  private static let nothing = [
    "1:1: error: no switch chooses anything",
    "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work",
  ]

  private static let reach: [Mistake] = [
    Mistake(
      "a keyboard without any device", whole: "switchway: 1\nkeyboard: {bindings: {f12: select}}\n",
      nothing + [
        "2:1: warning: 'keyboard' has no device: switches use every device of kind keyboard",
        "help: write for example keyboard: {match: {kind: keyboard}} under 'devices'",
      ]),
    Mistake(
      "a keyboard that is never grabbed",
      whole: """
        switchway: 1
        devices: {keys: {match: {kind: keyboard}, grab: no}}
        keyboard: {devices: keys, bindings: {f12: select}}

        """,
      nothing + [
        "3:21: warning: device 'keys' is not grabbed, so it gives no commands", "help: remove 'grab: no'",
      ]),
    Mistake(
      "the only keyboard that is never grabbed",
      whole: """
        switchway: 1
        devices: {keys: {match: {kind: keyboard}, grab: no}}
        keyboard: {bindings: {f12: select}}

        """,
      nothing + [
        "3:1: warning: 'keyboard' has no device: 'keys' is not grabbed, so it gives no commands",
        "help: remove 'grab: no' from device 'keys'",
      ]),
    Mistake(
      "what acts in a gesture mode that nothing enters",
      whole: """
        switchway: 1
        devices: {keys: {match: {kind: keyboard}}}
        keyboard: {bindings: {tab+a: next}, gesture-bindings: {f12: select}}

        """,
      nothing + [
        "3:37: warning: nothing is bound to 'gesture-mode', so these are never used",
        "help: bind it, for example tab+g: gesture-mode",
      ]),
    Mistake(
      "what acts in a gesture mode that is only left",
      whole: """
        switchway: 1
        devices: {keys: {match: {kind: keyboard}}}
        keyboard: {bindings: {tab+a: gesture-mode(off)}, gesture-bindings: {f11: gesture-mode, f12: select}}

        """,
      nothing + [
        "3:50: warning: nothing is bound to 'gesture-mode', so these are never used",
        "help: bind it, for example tab+g: gesture-mode",
      ]),
    Mistake(
      "what acts in a gesture mode that a switch enters",
      """
      switchway: 1
      devices: {keys: {match: {name: "*"}}, box: {match: {kind: system, id: "1:1"}}}
      switches: {a: {input: box/button-1, tap: gesture-mode}}
      keyboard: {gesture-bindings: {f12: select}}
      """),
  ]
}
