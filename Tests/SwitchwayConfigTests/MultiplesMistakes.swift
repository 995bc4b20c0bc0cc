/// Mistakes in `double`, `triple`, `unless` and `neighbours`.
enum MultiplesMistakes {
  static let all: [Mistake] = windows + together + lists

  private static let windows: [Mistake] = [
    Mistake(
      "a double that is a command", switches: "a: {input: box/button-1, double: menu}",
      "5:36: error: expected a mapping for 'double', found 'menu'",
      "help: write for example double: {within: 350ms, do: menu}"),
    Mistake(
      "a triple without a time", switches: "a: {input: box/button-1, triple: {do: menu}}",
      "5:28: error: missing key 'within' in 'triple'",
      "help: write for example triple: {within: 350ms, do: menu}"),
    Mistake(
      "a double without a command", switches: "a: {input: box/button-1, double: {within: 1s}}",
      "5:28: error: missing key 'do' in 'double'",
      "help: write for example double: {within: 350ms, do: menu}"),
    Mistake(
      "an unknown key in a double", switches: "a: {input: box/button-1, double: {within: 1s, do: menu, after: 1s}}",
      "5:59: error: unknown key 'after'",
      "help: the keys here are within, do"),
    Mistake(
      "a misspelt key in a triple", switches: "a: {input: box/button-1, triple: {withn: 1s, do: menu}}",
      "5:37: error: unknown key 'withn'",
      "help: did you mean 'within'?"),
    Mistake(
      "an unknown command of a double", switches: "a: {input: box/button-1, double: {within: 1s, do: mneu}}",
      "5:53: error: unknown command 'mneu'",
      "help: did you mean 'menu'?"),
    Mistake(
      "a double within no time", switches: "a: {input: box/button-1, steady: off, double: {within: 0, do: menu}}",
      "5:58: error: 'within' must be at least 1us, found '0'",
      "help: write a duration of at least 1us"),
    Mistake(
      "a triple within less than no time", switches: "a: {input: box/button-1, triple: {within: -1s, do: menu}}",
      "5:45: error: 'within' must be at least 1us, found '-1s'",
      "help: write a duration of at least 1us"),
    Mistake(
      "a double without a unit", switches: "a: {input: box/button-1, double: {within: 350, do: menu}}",
      "5:45: error: expected a duration such as 250ms, found '350'",
      "help: add a unit: 350ms"),
    Mistake(
      "a double as long as the dead time that every switch has",
      switches: "a: {input: box/button-1, double: {within: 150ms, do: menu}}",
      "5:45: error: 'within' of 'double' (150ms) is not longer than the 'ignore-repeat' of its switch (150ms), "
        + "so the gesture can never happen",
      "help: write a 'within' longer than 150ms, or a shorter 'ignore-repeat'"),
    Mistake(
      "a triple shorter than the dead time of a preset behind it",
      switches: "a: {input: box/button-1, triple: {within: 299ms, do: menu}, steady: tremor}",
      "5:71: error: 'within' of 'triple' (299ms) is not longer than the 'ignore-repeat' of its switch (300ms), "
        + "so the gesture can never happen",
      "help: write a 'within' longer than 300ms, or a shorter 'ignore-repeat'"),
    Mistake(
      "a double shorter than the dead time of a preset before it",
      switches: "a: {input: box/button-1, steady: {preset: tremor}, double: {within: 299ms, do: menu}}",
      "5:71: error: 'within' of 'double' (299ms) is not longer than the 'ignore-repeat' of its switch (300ms), "
        + "so the gesture can never happen",
      "help: write a 'within' longer than 300ms, or a shorter 'ignore-repeat'"),
    Mistake(
      "a dead time as long as the double before it",
      switches: "a: {input: box/button-1, double: {within: 400ms, do: menu}, steady: {ignore-repeat: 400ms}}",
      "5:87: error: 'within' of 'double' (400ms) is not longer than the 'ignore-repeat' of its switch (400ms), "
        + "so the gesture can never happen",
      "help: write a 'within' longer than 400ms, or a shorter 'ignore-repeat'"),
    Mistake(
      "a dead time that cannot be read hides nothing else",
      switches: "a: {input: box/button-1, double: {within: 120ms, do: menu}, steady: {ignore-repeat: 50}}",
      "5:87: error: expected a duration such as 250ms, found '50'",
      "help: add a unit: 50ms"),
    Mistake(
      "a double for very quick hands",
      switches: "a: {input: box/button-1, steady: quick, double: {within: 99ms, do: menu}}",
      "5:60: warning: for 'double', the next press must follow within 99 ms",
      "help: few people are that quick; 300ms to 500ms suits most"),
    Mistake(
      "a double for which presses wait long",
      switches: "a: {input: box/button-1, tap: next, double: {within: 350s, do: menu}}",
      "5:56: warning: for 'double', each press waits up to 350 s for the next",
      "help: 300ms to 500ms suits most"),
    Mistake(
      "a triple of another rhythm than its double",
      switches:
        "a: {input: box/button-1, double: {within: 350ms, do: menu}, triple: {within: 400ms, do: back}}",
      "5:80: warning: 'within' of 'triple' (400ms) differs from that of 'double' (350ms)",
      "help: write the same time in both, so that the presses keep one rhythm"),
  ]

  private static let together: [Mistake] = [
    Mistake(
      "a triple beside a press", switches: "a: {input: box/button-1, press: back, triple: {within: 1s, do: menu}}",
      "5:41: error: 'press' excludes other gestures, but there is also 'triple'",
      "help: keep 'press', or the other gestures"),
    Mistake(
      "a repeat beside a triple",
      switches: "a: {input: box/button-1, tap: next, triple: {within: 1s, do: menu}, repeat: {after: 1s, every: 1s}}",
      "5:71: error: 'repeat' and 'triple' exclude each other",
      "help: a held switch can do only one of them; remove the other"),
    Mistake(
      "nothing that acts, with a double",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, double: {within: 350ms, do: next}}}
      """,
      "1:1: error: no switch chooses anything",
      "help: give one tap: select; activate, choose, perform, key, attention and x- commands also work"),
  ]

  private static let lists: [Mistake] = [
    Mistake(
      "unless of an unknown switch", switches: "abc: {input: box/button-1, tap: next, unless: [abd]}",
      "5:50: error: unknown switch 'abd' in 'unless'",
      "help: did you mean 'abc'?"),
    Mistake(
      "unless of itself", switches: "a: {input: box/button-1, tap: next, unless: a}",
      "5:47: error: switch 'a' names itself in 'unless'",
      "help: name other switches, or remove it"),
    Mistake(
      "unless of a mapping", switches: "a: {input: box/button-1, tap: next, unless: {ok: yes}}",
      "5:47: error: expected a list of switches for 'unless', found a mapping",
      "help: write for example unless: [ok]"),
    Mistake(
      "unless without a value",
      switches: """
        a:
          input: box/button-1
          tap: next
          unless:
        """,
      "8:12: error: expected a list of switches for 'unless', found nothing",
      "help: write for example unless: [ok]"),
    Mistake(
      "unless of a list in a list", switches: "a: {input: box/button-1, tap: next, unless: [[ok]]}",
      "5:48: error: expected the name of a switch in 'unless', found a list",
      "help: write for example unless: [ok]"),
    Mistake(
      "unless of one switch twice", switches: "a: {input: box/button-1, tap: next, unless: [ok, ok]}",
      "5:52: warning: switch 'ok' is already in 'unless'",
      "help: remove it"),
    Mistake(
      "neighbours without a neighbour's time",
      switches: "a: {input: box/button-1, tap: next, neighbours: [ok]}",
      "5:39: warning: 'neighbours' has no effect: 'neighbour' of its switch is 0",
      "help: set it, for example steady: two-switch, or remove 'neighbours'"),
    Mistake(
      "neighbours that never wait",
      switches: "a: {input: box/button-1, tap: next, steady: two-switch, neighbours: [ok]}",
      "5:47: warning: 'neighbour' only delays this switch: there is no other switch to compare it with",
      "help: also set it for another switch, or remove it"),
    Mistake(
      "neighbours of far switches",
      switches: "a: {input: box/button-1, tap: next, neighbours: [left, a]}",
      "5:39: warning: 'neighbours' has no effect: 'neighbour' of its switch is 0",
      "help: set it, for example steady: two-switch, or remove 'neighbours'",
      "5:52: error: unknown switch 'left' in 'neighbours'",
      "help: write it under 'switches', or use one that is there: ok, a",
      "5:58: error: switch 'a' names itself in 'neighbours'",
      "help: name other switches, or remove it"),
  ]
}
