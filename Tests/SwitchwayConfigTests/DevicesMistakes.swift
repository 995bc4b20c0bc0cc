/// Mistakes at the top of a file and in `devices`.
enum DevicesMistakes {
  static let all: [Mistake] = [
    Mistake(
      "no version",
      """
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "1:1: error: missing key 'switchway'",
      "help: write 'switchway: 1' at the top"),
    Mistake(
      "a version of the future",
      """
      switchway: 2
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "1:12: error: expected version 1 of the format, found '2'",
      "help: write 'switchway: 1'"),
    Mistake(
      "an unknown key at the top",
      """
      switchway: 1
      device: {box: {match: {kind: pedal}}}
      """,
      "2:1: error: unknown key 'device'",
      "help: did you mean 'devices'?"),
    Mistake(
      "a key that is like no other",
      """
      switchway: 1
      colour: red
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:1: error: unknown key 'colour'",
      "help: the keys here are switchway, extends, label, devices, switches, chords, keyboard, scan, policy"),
    Mistake(
      "nothing that acts",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: next}}
      """,
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work"),
    Mistake(
      "only a version", "switchway: 1",
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work"),
    Mistake(
      "a label that is a list",
      """
      switchway: 1
      label: [a]
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:8: error: expected text for 'label', found a list",
      "help: write for example label: Left head switch"),
    Mistake(
      "a label with a control character",
      #"""
      switchway: 1
      label: "a\eb"
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """#,
      "2:8: error: a label is one line of at most 256 characters, without control characters",
      "help: write it in one line, for example label: Left head switch"),
    Mistake(
      "devices as a list",
      """
      switchway: 1
      devices: [box]
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:10: error: expected a mapping for 'devices', found a list",
      "help: write for example devices: {box: {match: {kind: switch-interface}}}"),
    Mistake(
      "a device that is a word",
      """
      switchway: 1
      devices: {box: pedal}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:16: error: expected a mapping for 'box', found 'pedal'",
      "help: write for example box: {match: {kind: switch-interface}}"),
    Mistake(
      "a name with a blank",
      """
      switchway: 1
      devices: {my box: {match: {kind: pedal}}}
      switches: {a: {input: my box/button-1, tap: select}}
      """,
      "2:11: error: 'my box' cannot be the name of a device",
      "help: a name is 1 to 64 of the characters A-Z a-z 0-9 - _"),
    Mistake(
      "no match",
      """
      switchway: 1
      devices:
        box: {grab: yes}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "3:3: error: missing key 'match' in device 'box'",
      "help: say which device it is, for example match: {kind: switch-interface}"),
    Mistake(
      "an empty match",
      """
      switchway: 1
      devices: {box: {match: {}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:17: error: 'match' matches nothing",
      "help: give at least one of name, id, uniq, phys, kind, bus, path"),
    Mistake(
      "an unknown key in a match",
      """
      switchway: 1
      devices: {box: {match: {names: "*", kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:25: error: unknown key 'names'",
      "help: did you mean 'name'?"),
    Mistake(
      "an unknown kind in a list",
      """
      switchway: 1
      devices: {box: {match: {kind: [pedal, footswitch, keybord]}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:39: error: expected 'keyboard', 'switch-interface', 'joystick', 'gamepad', 'pedal', 'pointer', 'touch', "
        + "'system' or 'other' for 'kind', found 'footswitch'",
      "help: write for example kind: keyboard",
      "2:51: error: expected 'keyboard', 'switch-interface', 'joystick', 'gamepad', 'pedal', 'pointer', 'touch', "
        + "'system' or 'other' for 'kind', found 'keybord'",
      "help: did you mean 'keyboard'?"),
    Mistake(
      "an empty list of kinds",
      """
      switchway: 1
      devices: {box: {match: {kind: []}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:31: error: 'kind' is an empty list",
      "help: write for example kind: switch-interface"),
    Mistake(
      "an id without a product",
      """
      switchway: 1
      devices: {box: {match: {id: 05f3}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:29: error: expected vendor:product in hexadecimal for 'id', found '05f3'",
      #"help: write for example id: "05f3:0232"; 'switchway devices' shows it"#),
    Mistake(
      "an id that is not hexadecimal",
      """
      switchway: 1
      devices: {box: {match: {id: "05f3:02g2"}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:29: error: expected vendor:product in hexadecimal for 'id', found '05f3:02g2'",
      #"help: write for example id: "05f3:0232"; 'switchway devices' shows it"#),
    Mistake(
      "an unknown bus",
      """
      switchway: 1
      devices: {box: {match: {bus: bluetoth}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:30: error: expected 'pci', 'usb', 'bluetooth', 'virtual', 'isa', 'i8042', 'i2c', 'host', 'spi', 'rmi', 'cec', "
        + "'intel-ishtp' or 'amd-sfh' for 'bus', found 'bluetoth'",
      "help: did you mean 'bluetooth'?"),
    Mistake(
      "an empty name in a match",
      """
      switchway: 1
      devices: {box: {match: {name: ""}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:31: error: expected text for 'name', found nothing",
      #"help: write for example name: "*Switch*""#),
    Mistake(
      "grab as a truth value",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}, grab: true}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:45: error: expected 'auto', 'yes' or 'no' for 'grab', found 'true'",
      "help: did you mean 'yes'?"),
    Mistake(
      "required in upper case",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}, required: Yes}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:49: error: expected 'yes' or 'no' for 'required', found 'Yes'",
      "help: did you mean 'yes'?"),
    Mistake(
      "an offset that is positive",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}, offset: 30ms}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:47: error: 'offset' must be from -2s to 0, found '30ms'",
      "help: write a duration from -2s to 0"),
    Mistake(
      "an offset of more than two seconds",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}, offset: -2.1s}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:47: error: 'offset' must be from -2s to 0, found '-2.1s'",
      "help: write a duration from -2s to 0"),
    Mistake(
      "two devices with one match",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, pad: {match: {kind: pedal}}}
      switches: {a: {input: [box/button-1, pad/button-1], tap: select}}
      """,
      "2:40: warning: device 'pad' never gets a device: 'box' matches the same devices first",
      "help: one entry matches several identical devices; remove this one"),
    Mistake(
      "two devices with one match, each for a switch of its own",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, pad: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}, b: {input: pad/button-1, tap: next}}
      """,
      "2:40: warning: device 'pad' never gets a device: 'box' matches the same devices first",
      "help: distinguish the devices in both entries by 'uniq', 'phys' or 'path', which 'switchway devices' shows"),
    Mistake(
      "two devices whose matches cannot be read",
      """
      switchway: 1
      devices: {box: {match: {kind: pedl}}, pad: {match: {id: box}}}
      switches: {a: {input: [box/button-1, pad/button-1], tap: select}}
      """,
      "2:31: error: expected 'keyboard', 'switch-interface', 'joystick', 'gamepad', 'pedal', 'pointer', 'touch', "
        + "'system' or 'other' for 'kind', found 'pedl'",
      "help: did you mean 'pedal'?",
      "2:57: error: expected vendor:product in hexadecimal for 'id', found 'box'",
      "help: write for example id: \"05f3:0232\"; 'switchway devices' shows it"),
    Mistake(
      "a device that no switch uses",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, pad: {match: {kind: gamepad}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:40: warning: no switch uses device 'pad'",
      "help: use it in an 'input', or remove it"),
    Mistake(
      "removing what is not inherited",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, pad: nothing}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:40: warning: there is no inherited 'pad' to remove",
      "help: remove the line"),
  ]
}
