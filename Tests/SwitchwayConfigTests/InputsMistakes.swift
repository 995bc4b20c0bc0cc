/// Mistakes in the inputs of switches.
enum InputsMistakes {
  static let all: [Mistake] = [
    Mistake(
      "no input", switches: "a: {tap: next}",
      "5:3: error: missing key 'input' in switch 'a'",
      "help: say what presses it, for example input: box/button-1"),
    Mistake(
      "an input without a device", switches: "a: {input: space, tap: next}",
      "5:14: error: expected DEVICE/CODE for 'input', found 'space'",
      "help: write for example box/button-1"),
    Mistake(
      "an input that is a mapping", switches: "a: {input: {box: space}, tap: next}",
      "5:14: error: expected DEVICE/CODE for 'input', found a mapping",
      "help: write for example box/button-1"),
    Mistake(
      "an empty list of inputs", switches: "a: {input: [], tap: next}",
      "5:14: error: 'input' is an empty list",
      "help: write for example input: box/button-1"),
    Mistake(
      "an unknown device", switches: "a: {input: bax/space, tap: next}",
      "5:14: error: unknown device 'bax'",
      "help: did you mean 'box'?"),
    Mistake(
      "an unknown device that is near none", switches: "a: {input: keyboard/f13, tap: next}",
      "5:14: error: unknown device 'keyboard'",
      "help: write it under 'devices', or use one that is there: box, stick"),
    Mistake(
      "an input where no device is given",
      """
      switchway: 1
      switches: {a: {input: box/space, tap: select}}
      """,
      "2:23: error: unknown device 'box'",
      "help: write it under 'devices', for example box: {match: {kind: switch-interface}}"),
    Mistake(
      "an unknown key", switches: "a: {input: box/spce, tap: next}",
      "5:14: error: unknown key, button or axis 'spce'",
      "help: did you mean 'space'?"),
    Mistake(
      "a button without btn_", switches: "a: {input: stick/trigger, tap: next}",
      "5:14: error: unknown key, button or axis 'trigger'",
      "help: did you mean 'btn_trigger'?"),
    Mistake(
      "a code past the last", switches: "a: {input: box/0x300, tap: next}",
      "5:14: error: unknown key, button or axis '0x300'",
      "help: write a name such as space or btn_trigger, 0x1d4, any, button-1 or abs_x > 60%"),
    Mistake(
      "a code that the kernel never sends", switches: "a: {input: box/0x0, tap: next}",
      "5:14: error: unknown key, button or axis '0x0'",
      "help: write a name such as space or btn_trigger, 0x1d4, any, button-1 or abs_x > 60%"),
    Mistake(
      "no code", switches: "a: {input: box/, tap: next}",
      "5:14: error: unknown key, button or axis ''",
      "help: write a name such as space or btn_trigger, 0x1d4, any, button-1 or abs_x > 60%"),
    Mistake(
      "button 0", switches: "a: {input: box/button-0, tap: next}",
      "5:14: error: expected a number from 1 to 768 in 'button-0'",
      "help: button-1 is the first key or button that the device has"),
    Mistake(
      "a button that is no number", switches: "a: {input: box/button-one, tap: next}",
      "5:14: error: expected a number from 1 to 768 in 'button-one'",
      "help: button-1 is the first key or button that the device has"),
    Mistake(
      "an unknown axis", switches: "a: {input: stick/abs_xx > 60%, tap: next}",
      "5:14: error: unknown key, button or axis 'abs_xx'",
      "help: did you mean 'abs_x'?"),
    Mistake(
      "an axis without a level", switches: "a: {input: stick/abs_x, tap: next}",
      "5:14: error: the axis 'abs_x' needs a level",
      "help: write for example abs_x > 60%"),
    Mistake(
      "a level without a percent sign", switches: "a: {input: stick/abs_x > 60, tap: next}",
      "5:14: error: expected a level such as 60%, found '60'",
      "help: add the sign: 60%"),
    Mistake(
      "a level that is no number", switches: "a: {input: stick/abs_x > much, tap: next}",
      "5:14: error: expected a level such as 60%, found 'much'",
      "help: write a percentage with at most three decimals: 60% or -12.5%"),
    Mistake(
      "a level with four decimals", switches: "a: {input: stick/abs_x > 60.0001%, tap: next}",
      "5:14: error: expected a level such as 60%, found '60.0001%'",
      "help: write a percentage with at most three decimals: 60% or -12.5%"),
    Mistake(
      "a level below 1 %", switches: "a: {input: stick/abs_x > 0.9%, tap: next}",
      "5:14: error: a level must be from 1% to 100%, or from -1% to -100%, found '0.9%'",
      "help: write for example 60%, or -60% for the other side"),
    Mistake(
      "a level above 100 %", switches: "a: {input: stick/abs_x < -100.001%, tap: next}",
      "5:14: error: a level must be from 1% to 100%, or from -1% to -100%, found '-100.001%'",
      "help: write for example 60%, or -60% for the other side"),
    Mistake(
      "a level with the wrong sign", switches: "a: {input: stick/abs_x > -60%, tap: next}",
      "5:14: error: '> -60%' is true while the axis is in its rest position",
      "help: write '> 60%' or '< -60%'"),
    Mistake(
      "a level with the other wrong sign", switches: "a: {input: stick/abs_x < 60%, tap: next}",
      "5:14: error: '< 60%' is true while the axis is in its rest position",
      "help: write '< -60%' or '> 60%'"),
    Mistake(
      "a key with a level", switches: "a: {input: box/space > 60%, tap: next}",
      "5:14: error: a key or button has no level: 'box/space > 60%'",
      "help: write only 'space', or name an axis: abs_x > 60%"),
    Mistake(
      "a range across the middle", switches: "a: {input: stick/abs_y -30%..80%, tap: next}",
      "5:14: error: the range '-30%..80%' is empty or crosses the middle",
      "help: write the level nearer to the rest position first, both on the same side: abs_y 30%..80%"),
    Mistake(
      "a range that is turned round", switches: "a: {input: stick/abs_y 80%..30%, tap: next}",
      "5:14: error: the range '80%..30%' is empty or crosses the middle",
      "help: write the level nearer to the rest position first, both on the same side: abs_y 30%..80%"),
    Mistake(
      "a range of nothing", switches: "a: {input: stick/abs_y 30%..30%, tap: next}",
      "5:14: error: the range '30%..30%' is empty or crosses the middle",
      "help: write the level nearer to the rest position first, both on the same side: abs_y 30%..80%"),
    Mistake(
      "a release above the press level", switches: "a: {input: stick/abs_x > 60%, release: 60.001%, tap: next}",
      "5:42: error: 'release' is above the press level, so the switch would be released at once",
      "help: write a level nearer to the rest position, or leave it out for two thirds of the press level"),
    Mistake(
      "a release on the other side", switches: "a: {input: stick/abs_x < -60%, release: 35%, tap: next}",
      "5:43: error: 'release' and the press level are on different sides of the rest position",
      "help: give it the sign of the first axis: -35%"),
    Mistake(
      "a release of nothing", switches: "a: {input: stick/abs_x > 60%, release: 0%, tap: next}",
      "5:42: error: a level must be from 1% to 100%, or from -1% to -100%, found '0%'",
      "help: write for example 60%, or -60% for the other side"),
    Mistake(
      "a release without a percent sign", switches: "a: {input: stick/abs_x > 60%, release: 35, tap: next}",
      "5:42: error: expected a level such as 60%, found '35'",
      "help: add the sign: 35%"),
    Mistake(
      "a release before the input that it lies above",
      switches: "a: {release: 61%, input: [stick/abs_y > 70%, stick/abs_x > 60%], tap: next}",
      "5:48: error: 'release' is above the press level, so the switch would be released at once",
      "help: write a level nearer to the rest position, or leave it out for two thirds of the press level"),
    Mistake(
      "a release before the input on the other side",
      switches: "a: {release: 35%, input: stick/abs_x < -60%, tap: next}",
      "5:28: error: 'release' and the press level are on different sides of the rest position",
      "help: give it the sign of the first axis: -35%"),
    Mistake(
      "a release above the level of the second axis",
      switches: "a: {input: [stick/abs_x > 60%, stick/abs_y > 30%], release: 35%, tap: next}",
      "5:63: error: 'release' is above the press level, so the switch would be released at once",
      "help: write a level nearer to the rest position, or leave it out for two thirds of the press level"),
    Mistake(
      "a release for a button", switches: "a: {input: box/button-1, release: 35%, tap: next}",
      "5:28: warning: 'release' has no effect: no input is an axis or a movement",
      "help: remove it"),
    Mistake(
      "a rest for a button", switches: "a: {input: box/button-1, rest: 128, tap: next}",
      "5:28: warning: 'rest' has no effect: no input is an axis",
      "help: remove it"),
    Mistake(
      "a rest that is no whole number", switches: "a: {input: stick/abs_x > 60%, rest: 12.5, tap: next}",
      "5:39: error: expected the axis's raw value at rest, a whole number, for 'rest', found '12.5'",
      "help: write the number that the device reports while nobody touches it, for example rest: 128"),
    Mistake(
      "a rest that no axis can have", switches: "a: {input: stick/abs_x > 60%, rest: 2147483648, tap: next}",
      "5:39: error: expected the axis's raw value at rest, a whole number, for 'rest', found '2147483648'",
      "help: write the number that the device reports while nobody touches it, for example rest: 128"),
    Mistake(
      "two switches on one button", switches: "a: {input: box/button-9, tap: next}",
      "5:14: error: two switches on one input: 'box/button-9' also presses 'ok'",
      "help: give each switch an input of its own"),
    Mistake(
      "two switches on one level, with different releases",
      switches: """
        a: {input: stick/abs_x > 60%, release: 50%, tap: next}
        b: {input: stick/abs_x > 60.0%, release: 20%, tap: next}
        """,
      "6:14: error: two switches on one input: 'stick/abs_x > 60.0%' also presses 'a'",
      "help: give each switch an input of its own"),
    Mistake(
      "two switches on one key by two names",
      switches: """
        a: {input: box/space, tap: next}
        b: {input: box/KEY_SPACE, tap: next}
        c: {input: box/0x39, tap: next}
        """,
      "6:14: error: two switches on one input: 'box/KEY_SPACE' also presses 'a'",
      "help: give each switch an input of its own",
      "7:14: error: two switches on one input: 'box/0x39' also presses 'a'",
      "help: give each switch an input of its own"),
    Mistake(
      "any key beside one of its keys", switches: "a: {input: box/any, tap: next}",
      "5:14: error: two switches on one input: 'box/any' also presses 'ok'",
      "help: give each switch an input of its own"),
    Mistake(
      "one input twice in a switch", switches: "a: {input: [box/space, box/key_space], tap: next}",
      "5:26: warning: 'box/key_space' already presses this switch",
      "help: remove it"),
    Mistake(
      "a key of a device that is not grabbed",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}}, box: {match: {kind: pedal}, grab: no}}
      switches:
        a: {input: keys/f13, tap: select}
        b: {input: box/space, tap: next}
        c: {input: box/any, tap: menu}
      """,
      "4:14: warning: 'keys/f13' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type",
      "5:14: error: 'box/space' types text, so its device must be grabbed",
      "help: add grab: yes to device 'box'; its other keys then do nothing",
      "6:14: error: two switches on one input: 'box/any' also presses 'b'",
      "help: give each switch an input of its own",
      "6:14: warning: 'box/any' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'box'; its other keys then do nothing"),
  ]
}
