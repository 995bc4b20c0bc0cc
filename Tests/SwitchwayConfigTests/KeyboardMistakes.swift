/// Mistakes in the section `keyboard`.
enum KeyboardMistakes {
  static let all: [Mistake] = [
    Mistake(
      "a keyboard that is a word",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}}, box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      keyboard: tab
      """,
      "4:11: error: expected a mapping for 'keyboard', found 'tab'",
      "help: write for example keyboard: {bindings: {tab+z: actions}}"),
    Mistake(
      "an unknown key of keyboard", keyboard: "modifer: capslock",
      "5:3: error: unknown key 'modifer'",
      "help: did you mean 'modifier'?"),
    Mistake(
      "a device that is not there", keyboard: "devices: [key]",
      "5:13: error: unknown device 'key'",
      "help: did you mean 'keys'?"),
    Mistake(
      "a device that is no keyboard", keyboard: "devices: box",
      "5:12: warning: device 'box' is not a keyboard: its kind is pedal",
      "help: name an entry that matches kind: keyboard"),
    Mistake(
      "a device twice", keyboard: "devices: [keys, keys]",
      "5:19: warning: 'keys' is already in the list",
      "help: remove it"),
    Mistake(
      "no device in the list", keyboard: "devices: []",
      "5:12: error: 'devices' is an empty list",
      "help: name an entry of 'devices', or leave it out for all keyboards"),
    Mistake(
      "a device that is a list", keyboard: "devices: [[keys]]",
      "5:13: error: expected the name of a device for 'devices', found a list",
      "help: write for example devices: [keyboard]"),
    Mistake(
      "a keyboard that is not grabbed",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}, grab: no}, box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      keyboard: {devices: keys}
      """,
      "4:21: warning: device 'keys' is not grabbed, so it gives no commands",
      "help: remove 'grab: no'"),
    Mistake(
      "the only keyboard that is not grabbed",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}, grab: no}, box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      keyboard: {sticky: yes}
      """,
      "4:1: warning: 'keyboard' has no device: 'keys' is not grabbed, so it gives no commands",
      "help: remove 'grab: no' from device 'keys'"),
    Mistake(
      "no device that can be a keyboard",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      keyboard: {sticky: yes}
      """,
      "4:1: warning: 'keyboard' has no device: switches use every device of kind keyboard",
      "help: write for example keyboard: {match: {kind: keyboard}} under 'devices'"),
    Mistake(
      "a keyboard that is a switch already",
      """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}}}
      switches: {ok: {input: keys/f13, tap: select}}
      keyboard: {bindings: {tab+z: actions}}
      """,
      "3:24: warning: 'keys/f13' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'keys'; its other keys still type",
      "4:1: warning: 'keyboard' has no device: switches use every device of kind keyboard",
      "help: write for example keyboard: {match: {kind: keyboard}} under 'devices'"),
    Mistake(
      "a layout that is none", keyboard: "layout: fr(oss",
      "5:11: error: expected an XKB layout such as de or fr(oss), found 'fr(oss'",
      "help: write one layout, with its variant in brackets"),
    Mistake(
      "a layout that is a path", keyboard: "layout: ../symbols/us",
      "5:11: error: expected an XKB layout such as de or fr(oss), found '../symbols/us'",
      "help: write one layout, with its variant in brackets"),
    Mistake(
      "two layouts", keyboard: "layout: us,de",
      "5:11: error: expected an XKB layout such as de or fr(oss), found 'us,de'",
      "help: write one layout, with its variant in brackets"),
    Mistake(
      "a modifier that is no key", keyboard: "modifier: capslok",
      "5:13: error: unknown key 'capslok'",
      "help: did you mean 'capslock'?"),
    Mistake(
      "a modifier of two keys", keyboard: "modifier: ctrl",
      "5:13: error: 'ctrl' is two keys, and only one of them can be the 'modifier'",
      "help: name one of them: leftctrl or rightctrl"),
    Mistake(
      "a chord as modifier", keyboard: "modifier: ctrl+a",
      "5:13: error: expected one key for 'modifier', found 'ctrl+a'",
      "help: write for example capslock"),
    Mistake(
      "a modifier that types", keyboard: "modifier: space",
      "5:13: warning: 'space' types text; as 'modifier' it types nothing while a scanning program is connected",
      "help: use a key that types nothing, such as capslock"),
    Mistake(
      "a modifier that is a list", keyboard: "modifier: [tab]",
      "5:13: error: expected text for 'modifier', found a list",
      "help: write for example modifier: capslock"),
    Mistake(
      "an unknown preset", keyboard: "steady: trmor",
      "5:11: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', "
        + "'strong' or 'two-switch' for 'steady', found 'trmor'",
      "help: did you mean 'tremor'?"),
    Mistake(
      "an unknown word for unbound chords", keyboard: "unbound-chord: swalow",
      "5:18: error: expected 'swallow' or 'pass' for 'unbound-chord', found 'swalow'",
      "help: did you mean 'swallow'?"),
    Mistake(
      "a truth value of another language", keyboard: "sticky: true",
      "5:11: error: expected 'yes' or 'no' for 'sticky', found 'true'",
      "help: did you mean 'yes'?"),
    Mistake(
      "tab-repeat with times", keyboard: "tab-repeat: {after: 1s}",
      "5:15: error: expected 'yes' or 'no' for 'tab-repeat', found a mapping",
      "help: write for example tab-repeat: yes"),
  ]
}
