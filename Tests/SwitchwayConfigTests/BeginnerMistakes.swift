/// Mistakes of people who write their first file: what they meant is said.
enum BeginnerMistakes {
  static let all: [Mistake] = values + layout

  private static let values: [Mistake] = [
    Mistake(
      "the beginning of a kind",
      """
      switchway: 1
      devices: {box: {match: {kind: switch}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:31: error: expected 'keyboard', 'switch-interface', 'joystick', 'gamepad', 'pedal', 'pointer', 'touch', "
        + "'system' or 'other' for 'kind', found 'switch'",
      "help: did you mean 'switch-interface'?"),
    Mistake(
      "a part of a second without its unit",
      switches: "a: {input: box/button-1, tap: next, steady: {hold-duration: 0.2}}",
      "5:63: error: expected a duration such as 250ms, found '0.2'",
      "help: add a unit: 0.2s or 200ms"),
    Mistake(
      "a part of a millisecond without its unit",
      switches: "a: {input: box/button-1, tap: next, steady: {hold-duration: 0.0002}}",
      "5:63: error: expected a duration such as 250ms, found '0.0002'",
      "help: add a unit: 0.0002s"),
    Mistake(
      "a whole number without its unit",
      switches: "a: {input: box/button-1, tap: next, steady: {hold-duration: 80}}",
      "5:63: error: expected a duration such as 250ms, found '80'",
      "help: add a unit: 80ms"),
    Mistake(
      "a level as a part of one",
      switches: "a: {input: stick/abs_x > 60%, release: 0.35, tap: next}",
      "5:42: error: expected a level such as 60%, found '0.35'",
      "help: write a percentage: 35%"),
    Mistake(
      "a press level as a part of one",
      switches: "a: {input: stick/abs_x < -0.6, tap: next}",
      "5:14: error: expected a level such as 60%, found '-0.6'",
      "help: write a percentage: -60%"),
    Mistake(
      "a level without its sign",
      switches: "a: {input: stick/abs_x > 60, tap: next}",
      "5:14: error: expected a level such as 60%, found '60'",
      "help: add the sign: 60%"),
    Mistake(
      "a comma in a time, inside braces",
      switches: "a: {input: box/button-1, hold: {after: 0,8s, do: menu}}",
      "5:42: error: expected a duration such as 250ms, found '0,8s'",
      "help: write 0.8s, with a point"),
    Mistake(
      "a comma in a time, on a line of its own",
      switches: """
        a:
          input: box/button-1
          hold:
            do: menu
            after: 0,8s
        """,
      "9:14: error: expected a duration such as 250ms, found '0,8s'",
      "help: write 0.8s, with a point"),
    Mistake(
      "a comma in a level",
      switches: "a: {input: stick/abs_x > 60%, release: 12,5%, tap: next}",
      "5:42: error: expected a level such as 60%, found '12,5%'",
      "help: write 12.5%, with a point"),
    Mistake(
      "a misspelt button",
      switches: "a: {input: box/buton-3, tap: next}",
      "5:14: error: unknown key, button or axis 'buton-3'",
      "help: did you mean 'button-3'?"),
    Mistake(
      "a button without its hyphen",
      switches: "a: {input: box/Button3, tap: next}",
      "5:14: error: unknown key, button or axis 'Button3'",
      "help: did you mean 'button-3'?"),
    Mistake(
      "a blank before the sign of a level",
      switches: "a: {input: stick/abs_x > 60 %, tap: next}",
      "5:14: error: expected a level such as 60%, found '60 %'",
      "help: write 60%"),
    Mistake(
      "a level with '>='",
      switches: "a: {input: stick/abs_x >= 60%, tap: next}",
      "5:14: error: expected a level such as 60%, found '= 60%'",
      "help: write 60%"),
    Mistake(
      "the quotes of a word processor",
      switches: "a: {input: box/button-1, tap: “next”}",
      "5:33: warning: '“' is not a quote in YAML; it is part of this text",
      "help: write a text in straight quotes: \"TEXT\"",
      "5:33: error: unknown command '“next”'",
      "help: did you mean 'next'?"),
    Mistake(
      "a name in the quotes of a word processor, which no device has",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal, name: „Box“}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:44: warning: '„' is not a quote in YAML; it is part of this text",
      "help: write a text in straight quotes: \"TEXT\""),
    Mistake(
      "a command with a comma in the quotes of a word processor",
      switches: "a: {input: box/button-1, tap: “scroll(down, page)”}",
      "5:33: warning: '“' is not a quote in YAML; it is part of this text",
      "help: write a text in straight quotes: \"TEXT\"",
      "5:33: error: the comma in '“scroll(down, page)”' ends the value inside brackets",
      "help: put it in quotes: \"scroll(down, page)\""),
    Mistake(
      "an apostrophe at the beginning",
      switches: "a: {input: box/button-1, label: ’s Ochtends, tap: next}"),
    Mistake(
      "a label of more than one line",
      """
      switchway: 1
      label: |
        Two
        lines
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "2:8: error: a label is one line of at most 256 characters, without control characters",
      "help: write it in one line, for example label: Left head switch"),
    Mistake(
      "nothing chooses",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        a: {input: box/button-1, tap: next}
        b: {input: box/button-2, tap: previous}
      """,
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work"),
  ]

  private static let layout: [Mistake] = [
    Mistake(
      "no space behind a colon, before another key",
      switches: """
        a:
          input:box/button-1
          tap: next
        """,
      "6:5: error: a space is missing after 'input:'",
      "help: write 'input: box/button-1'"),
    Mistake(
      "no space behind a colon, in the last line of a switch",
      switches: """
        a:
          tap: next
          input:box/button-1
        b: {input: box/button-2, tap: next}
        """,
      "7:5: error: a space is missing after 'input:'",
      "help: write 'input: box/button-1'"),
    Mistake(
      "no space behind a colon, in a switch of one line",
      switches: """
        a:
          input:box/button-1
        """,
      "6:5: error: a space is missing after 'input:'",
      "help: write 'input: box/button-1'"),
    Mistake(
      "no space behind a colon, inside braces",
      switches: "a: {input:box/button-1, tap: next}",
      "5:7: error: a space is missing after 'input:'",
      "help: write 'input: box/button-1'"),
    Mistake(
      "no space behind the first colon",
      """
      switchway:1
      devices: {box: {match: {kind: pedal}}}
      """,
      "1:1: error: a space is missing after 'switchway:'",
      "help: write 'switchway: 1'"),
    Mistake(
      "a device in the first column",
      """
      switchway: 1
      devices:
      box:
        match: {kind: pedal}
      switches:
        a: {input: box/button-1, tap: select}
      """,
      "3:1: error: 'box' is not indented enough",
      "help: indent by two: it belongs to 'devices'"),
    Mistake(
      "switches in the first column",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
      left: {input: box/button-1, tap: next}
      right: {input: box/button-2, tap: select}
      """,
      "4:1: error: 'left' is not indented enough",
      "help: indent by two: it belongs to 'switches'",
      "5:1: error: 'right' is not indented enough",
      "help: indent by two: it belongs to 'switches'"),
    Mistake(
      "a misspelt section behind one without a value",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      label:
      switchs: {a: {input: box/button-1, tap: select}}
      """,
      "3:7: error: expected text for 'label', found nothing",
      "help: write for example label: Left head switch",
      "4:1: error: unknown key 'switchs'",
      "help: did you mean 'switches'?"),
    Mistake(
      "keys of a switch in its own column",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        ok: {input: box/button-2, tap: select}
        left:
        input: box/button-1
        tap: next
      """,
      "6:3: error: 'input' is not indented enough",
      "help: indent by two: it belongs to 'left'",
      "7:3: error: 'tap' is not indented enough",
      "help: indent by two: it belongs to 'left'"),
    Mistake(
      "keys of a device in its own column",
      """
      switchway: 1
      devices:
        box:
        match: {kind: pedal}
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "4:3: error: 'match' is not indented enough",
      "help: indent by two: it belongs to 'box'"),
    Mistake(
      "a key of a device in its column, behind others",
      """
      switchway: 1
      devices:
        box:
          match: {kind: pedal}
        grab: yes
      switches: {a: {input: box/button-1, tap: select}}
      """,
      "5:3: error: 'grab' is not indented enough",
      "help: indent by two: it belongs to 'box'"),
    Mistake(
      "a gesture in the column of its switch, behind others",
      switches: """
        left:
          input: box/button-1
          tap: next
        hold: {after: 800ms, do: menu}
        """,
      "8:3: error: 'hold' is not indented enough",
      "help: indent by two: it belongs to 'left'"),
    Mistake(
      "a steadying in the column of its switch, behind others",
      switches: """
        left:
          input: box/button-1
          tap: next
        steady: {debounce: 12ms}
        """,
      "8:3: error: 'steady' is not indented enough",
      "help: indent by two: it belongs to 'left'"),
    Mistake(
      "a switch with the name of a gesture",
      switches: """
        left: {input: box/button-1, tap: next}
        hold: {input: box/button-2, tap: next}
        """),
  ]
}
