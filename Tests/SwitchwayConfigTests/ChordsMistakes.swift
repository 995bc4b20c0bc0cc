/// Mistakes in `chords`.
enum ChordsMistakes {
  static let all: [Mistake] = names + values + between

  private static let names: [Mistake] = [
    Mistake(
      "a chord of one switch", chords: "a: {within: 120ms, do: escape}",
      "9:3: error: a chord needs at least two switches, found only 'a'",
      "help: join another with '+'; define what one switch does alone under 'switches'"),
    Mistake(
      "a chord with a plus too many", chords: "a+c+: {within: 120ms, do: escape}",
      "9:3: error: 'a+c+' cannot be a chord",
      "help: join the names of switches with '+': left+right"),
    Mistake(
      "a chord with blanks", chords: "a + c: {within: 120ms, do: escape}",
      "9:3: error: 'a + c' cannot be a chord",
      "help: join the names of switches with '+': left+right"),
    Mistake(
      "a chord of one switch twice", chords: "a+c+a: {within: 120ms, do: escape}",
      "9:3: error: switch 'a' is in the chord 'a+c+a' twice",
      "help: name each switch once"),
    Mistake(
      "a chord of an unknown switch", chords: "a+okk: {within: 120ms, do: escape}",
      "9:3: error: unknown switch 'okk' in the chord 'a+okk'",
      "help: did you mean 'ok'?"),
    Mistake(
      "a chord of a far switch", chords: "elbow+a: {within: 120ms, do: escape}",
      "9:3: error: unknown switch 'elbow' in the chord 'elbow+a'",
      "help: write it under 'switches', or use one that is there: ok, a, b, c"),
    Mistake(
      "a chord that misspells the switch that has nothing else",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        left: {input: box/button-1, tap: select}
        right: {input: box/button-2}
      chords: {left+rigth: {within: 120ms, do: escape}}
      """,
      "6:10: error: unknown switch 'rigth' in the chord 'left+rigth'",
      "help: did you mean 'right'?"),
    Mistake(
      "chords that are a list", chords: "- a+c",
      "9:3: error: expected a mapping for 'chords', found a list",
      "help: write for example chords: {left+right: {within: 120ms, do: escape}}"),
    Mistake(
      "chords under a misspelt key",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        left: {input: box/button-1, tap: select}
        right: {input: box/button-2}
      chord: {left+right: {within: 120ms, do: escape}}
      """,
      "6:1: error: unknown key 'chord'",
      "help: did you mean 'chords'?"),
  ]

  private static let values: [Mistake] = [
    Mistake(
      "a chord that is a command", chords: "a+c: escape",
      "9:8: error: expected a mapping for 'a+c', found 'escape'",
      "help: write for example a+c: {within: 120ms, do: escape}"),
    Mistake(
      "a chord without a time", chords: "a+c: {do: escape}",
      "9:3: error: missing key 'within' in 'a+c'",
      "help: write for example a+c: {within: 120ms, do: escape}"),
    Mistake(
      "a chord without a command", chords: "a+c: {within: 120ms}",
      "9:3: error: missing key 'do' in 'a+c'",
      "help: write for example a+c: {within: 120ms, do: escape}"),
    Mistake(
      "an unknown key in a chord", chords: "a+c: {within: 120ms, do: escape, hold: 1s}",
      "9:36: error: unknown key 'hold'",
      "help: the keys here are within, do"),
    Mistake(
      "an unknown command of a chord", chords: "a+c: {within: 120ms, do: escpe}",
      "9:28: error: unknown command 'escpe'",
      "help: did you mean 'escape'?"),
    Mistake(
      "a chord within no time", chords: "a+c: {within: 0ms, do: escape}",
      "9:17: error: 'within' must be at least 1us, found '0ms'",
      "help: write a duration of at least 1us"),
    Mistake(
      "a chord within a word", chords: "a+c: {within: soon, do: escape}",
      "9:17: error: expected a duration such as 250ms, found 'soon'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "a chord for very quick hands", chords: "a+c: {within: 19ms, do: escape}",
      "9:17: warning: all switches of 'a+c' must be pressed within 19 ms",
      "help: few people are that quick; 80ms to 200ms suits most"),
    Mistake(
      "a chord that makes every press wait", chords: "ok+c: {within: 1001ms, do: escape}",
      "9:18: warning: each press of 'ok+c' waits up to 1.001 s for the others",
      "help: 80ms to 200ms suits most"),
    Mistake(
      "a chord as long as a hold", chords: "a+c: {within: 1s, do: escape}",
      "9:17: warning: 'hold' of switch 'a' (1s) is reached before the chord 'a+c' is decided (1s)",
      "help: write an 'after' longer than 1s, or a shorter 'within'"),
    Mistake(
      "a chord with a press", chords: "b+c: {within: 120ms, do: escape}",
      "9:3: warning: 'press' of switch 'b' begins up to 0.12 s late: it waits for the chord 'b+c'",
      "help: use 'tap', or a switch that is part of no chord"),
  ]

  private static let between: [Mistake] = [
    Mistake(
      "a chord inside a later one",
      chords: """
        a+c: {within: 120ms, do: escape}
        c+ok+a: {within: 120ms, do: menu}
        """,
      "10:3: error: a chord inside a chord: to press 'c+ok+a' is also to press 'a+c'",
      "help: remove one of them, or give them switches of their own"),
    Mistake(
      "a chord inside an earlier one",
      chords: """
        c+ok+a: {within: 120ms, do: menu}
        a+c: {within: 120ms, do: escape}
        """,
      "10:3: error: a chord inside a chord: to press 'c+ok+a' is also to press 'a+c'",
      "help: remove one of them, or give them switches of their own"),
    Mistake(
      "a chord of switches that block each other",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        left: {input: box/button-1, tap: select, unless: [right]}
        right: {input: box/button-2, tap: next, unless: [left, up]}
        up: {input: box/button-3, tap: next}
      chords:
        left+right: {within: 120ms, do: menu}
        right+up: {within: 120ms, do: menu}
      """,
      "8:3: warning: the chord 'left+right' can never happen: 'left' and 'right' block each other with 'unless'",
      "help: remove one of them from the other's 'unless', or remove the chord"),
    Mistake(
      "a chord twice",
      chords: """
        a+c: {within: 120ms, do: menu}
        c+a: {within: 120ms, do: escape}
        """,
      "10:3: error: the chord 'c+a' is already defined: 'a+c' on line 9",
      "help: remove one of them"),
    Mistake(
      "a chord removed and written",
      chords: """
        a+c: nothing
        c+a: {within: 120ms, do: escape}
        """,
      "9:3: warning: there is no inherited 'a+c' to remove",
      "help: remove the line",
      "10:3: error: the chord 'c+a' is already defined: 'a+c' on line 9",
      "help: remove one of them"),
    Mistake(
      "a chord to remove that nobody wrote", chords: "a+c: nothing",
      "9:3: warning: there is no inherited 'a+c' to remove",
      "help: remove the line"),
    Mistake(
      "a switch whose only chord is removed",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        left: {input: box/button-1, tap: select}
        right: {input: box/button-2}
      chords: {left+right: nothing}
      """,
      "5:3: error: switch 'right' does nothing",
      "help: give it a gesture, for example tap: select",
      "6:10: warning: there is no inherited 'left+right' to remove",
      "help: remove the line"),
  ]
}
