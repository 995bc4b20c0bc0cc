/// Mistakes in the section `scan`.
enum ScanMistakes {
  static let all: [Mistake] = [
    Mistake(
      "a scan that is a word",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      scan: auto
      """,
      "4:1: warning: 'scan' is not acted on yet",
      "help: leave it: this version ignores it, a later one uses it",
      "4:7: error: expected a mapping for 'scan', found 'auto'",
      "help: write for example scan: {style: auto}"),
    Mistake(
      "an unknown key of scan",
      scan: """
        style: auto
        intervall: 1s
        """,
      "6:3: error: unknown key 'intervall'",
      "help: did you mean 'interval'?"),
    Mistake(
      "an unknown style", scan: "style: manual",
      "5:10: error: expected 'front-end', 'auto', 'step' or 'inverse' for 'style', found 'manual'",
      "help: write for example style: front-end"),
    Mistake(
      "a misspelt style", scan: "style: inverze",
      "5:10: error: expected 'front-end', 'auto', 'step' or 'inverse' for 'style', found 'inverze'",
      "help: did you mean 'inverse'?"),
    Mistake(
      "an interval without a unit",
      scan: """
        style: auto
        interval: 1
        """,
      "6:13: error: expected a duration such as 250ms, found '1'",
      "help: add a unit: 1ms"),
    Mistake(
      "an interval just too short",
      scan: """
        style: auto
        interval: 199999us
        """,
      "6:13: error: 'interval' must be from 200ms to 30s, found '199999us'",
      "help: write a duration from 200ms to 30s"),
    Mistake(
      "an interval just too long",
      scan: """
        style: auto
        interval: 30001ms
        """,
      "6:13: error: 'interval' must be from 200ms to 30s, found '30001ms'",
      "help: write a duration from 200ms to 30s"),
    Mistake(
      "a pause before its time",
      scan: """
        style: auto
        first-item-pause: -1s
        """,
      "6:21: error: 'first-item-pause' must be at least 0, found '-1s'",
      "help: write a duration of at least 0"),
    Mistake(
      "loops that are no number",
      scan: """
        style: auto
        loops: forever
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found 'forever'",
      "help: write for example loops: 3; with 0 it never rests"),
    Mistake(
      "too many loops",
      scan: """
        style: auto
        loops: 1001
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '1001'",
      "help: write for example loops: 3; with 0 it never rests"),
    Mistake(
      "loops below nothing",
      scan: """
        style: auto
        loops: -1
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '-1'",
      "help: write for example loops: 3; with 0 it never rests"),
    Mistake(
      "loops with a zero before them",
      scan: """
        style: auto
        loops: 03
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '03'",
      "help: write for example loops: 3; with 0 it never rests"),
    Mistake(
      "a reaction without a unit",
      scan: """
        style: auto
        reaction: fast
        """,
      "6:13: error: expected a duration such as 250ms, found 'fast'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "a reaction of a whole interval",
      scan: """
        style: auto
        interval: 300ms
        reaction: 300ms
        """,
      "7:13: warning: 'reaction' is as long as a whole 'interval' (300ms) or longer",
      "help: every press would go to an item before: write a shorter time"),
    Mistake(
      "a clock's numbers without a clock",
      scan: """
        interval: 2s
        loops: 3
        """,
      "5:3: warning: 'interval' has no effect: with 'style: front-end' Switchway keeps no clock",
      "help: add 'style: auto', 'step' or 'inverse', or take it out",
      "6:3: warning: 'loops' has no effect: with 'style: front-end' Switchway keeps no clock",
      "help: add 'style: auto', 'step' or 'inverse', or take it out"),
    Mistake(
      "a clock's numbers for a front end's own clock",
      scan: """
        style: front-end
        reaction: 100ms
        """,
      "6:3: warning: 'reaction' has no effect: with 'style: front-end' Switchway keeps no clock",
      "help: add 'style: auto', 'step' or 'inverse', or take it out"),
    Mistake(
      "stepping without next", scan: "style: step",
      "5:10: error: nothing gives 'next', by which 'style: step' moves on",
      "help: bind 'next' to a switch, or write 'style: auto'"),
    Mistake(
      "inverse scanning without next",
      scan: """
        interval: 1s
        style: inverse
        """,
      "6:10: error: nothing gives 'next', by which 'style: inverse' moves on",
      "help: bind 'next' to a switch, or write 'style: auto'"),
  ]
}
