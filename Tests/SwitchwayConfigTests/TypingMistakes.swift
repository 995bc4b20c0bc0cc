/// Mistakes in keys that type: as inputs of switches, and in `key(…)`.
enum TypingMistakes {
  static let all: [Mistake] = [
    Mistake(
      "a key that types, of a keyboard",
      """
      switchway: 1
      devices:
        keys: {match: {kind: keyboard}}
        both: {match: {kind: [keyboard, pedal]}, grab: no}
      switches:
        a: {input: keys/space, tap: select}
        b: {input: [keys/f13, both/kp1], tap: select}
        c: {input: both/any, tap: select}
        d: {input: keys/button-2, tap: select}
      """,
      "6:14: error: 'keys/space' types text, so its device must be grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type",
      "7:15: warning: 'keys/f13' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type",
      "7:25: error: 'both/kp1' types text, so its device must be grabbed",
      "help: add grab: yes to device 'both'; on a keyboard, the keys that no switch uses still type; "
        + "on a switch box or pedal, they do nothing",
      "8:14: error: two switches on one input: 'both/any' also presses 'b'",
      "help: give each switch an input of its own",
      "8:14: error: 'both/any' may be a key that types text, so its device must be grabbed",
      "help: add grab: yes to device 'both'; on a keyboard, the keys that no switch uses still type; "
        + "on a switch box or pedal, they do nothing",
      "9:14: error: 'keys/button-2' may be a key that types text, so its device must be grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type"),
    Mistake(
      "keys that type text, of devices of any kind that are not grabbed",
      """
      switchway: 1
      devices:
        pad: {match: {kind: other}}
        foot: {match: {kind: pedal}, grab: no}
        game: {match: {kind: [gamepad, joystick]}}
        named: {match: {name: "Half*"}, grab: no}
        unknown: {match: {name: "Phone*"}}
        box: {match: {kind: [pedal, switch-interface]}}
      switches:
        a: {input: pad/kp5, tap: select}
        b: {input: foot/b, tap: select}
        c: {input: game/numeric_1, tap: select}
        d: {input: named/kpplus, tap: select}
        e: {input: [unknown/numeric_star, box/a, pad/button-2, pad/kpenter], tap: select}
      """,
      "10:14: error: 'pad/kp5' types text, so its device must be grabbed",
      "help: add grab: yes to device 'pad'; its other keys still type",
      "11:14: error: 'foot/b' types text, so its device must be grabbed",
      "help: add grab: yes to device 'foot'; its other keys then do nothing",
      "12:14: error: 'game/numeric_1' types text, so its device must be grabbed",
      "help: add grab: yes to device 'game'; its other keys then do nothing",
      "13:14: error: 'named/kpplus' types text, so its device must be grabbed",
      "help: add grab: yes to device 'named'; on a keyboard, the keys that no switch uses still type; "
        + "on a switch box or pedal, they do nothing",
      "14:58: warning: 'pad/kpenter' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'pad'; its other keys still type"),
    Mistake(
      "typing an unknown key", switches: "a: {input: box/button-1, tap: key(ctl+c)}",
      "5:33: error: unknown key 'ctl' in 'ctl+c'",
      "help: did you mean 'ctrl'?"),
    Mistake(
      "typing two keys at once", switches: "a: {input: box/button-1, press: key(a+b)}",
      "5:35: error: 'a' is not a modifier; only the last key of a chord can be another key",
      "help: the modifiers are shift, ctrl, alt, altgr, super, fn"),
    Mistake(
      "typing with Tab as a modifier", switches: "a: {input: box/button-1, tap: key(tab+z)}",
      "5:33: error: 'tab' is the key Tab here, not a modifier",
      "help: write for example ctrl+c, or only tab"),
    Mistake(
      "a destructive command that asks, without an answer", switches: "a: {input: box/button-1, tap: restart}",
      "5:33: warning: 'restart' asks for confirmation, and nothing is bound to 'confirm'",
      "help: also bind 'confirm', for example to tab+y, and 'reject'"),
  ]
}
