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
      "help: add a unit: 1s"),
    Mistake(
      "an interval of 0",
      scan: """
        style: auto
        interval: 0
        """,
      "6:13: error: 'interval' must be from 0.2s to 30s, found '0'",
      "help: write a duration from 0.2s to 30s"),
    Mistake(
      "an interval just too short",
      scan: """
        style: auto
        interval: 199999us
        """,
      "6:13: error: 'interval' must be from 0.2s to 30s, found '199999us'",
      "help: write a duration from 0.2s to 30s"),
    Mistake(
      "an interval just too long",
      scan: """
        style: auto
        interval: 30001ms
        """,
      "6:13: error: 'interval' must be from 0.2s to 30s, found '30001ms'",
      "help: write a duration from 0.2s to 30s"),
    Mistake(
      "a pause before its time",
      scan: """
        style: auto
        first-item-pause: -1s
        """,
      "6:21: error: 'first-item-pause' must be from 0 to 30s, found '-1s'",
      "help: write a duration from 0 to 30s"),
    Mistake(
      "a pause just too long",
      scan: """
        style: auto
        first-item-pause: 30001ms
        """,
      "6:21: error: 'first-item-pause' must be from 0 to 30s, found '30001ms'",
      "help: write a duration from 0 to 30s"),
    Mistake(
      "too many steps",
      scan: """
        style: auto
        steps: 1001
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'steps', found '1001'",
      "help: write for example steps: 30; with 0 it never stops"),
    Mistake(
      "an unknown word for what comes after a choice",
      scan: """
        style: auto
        after-select: stop
        """,
      "6:17: error: expected 'go-on' or 'rest' for 'after-select', found 'stop'",
      "help: write for example after-select: go-on"),
    Mistake(
      "loops that are no number",
      scan: """
        style: auto
        loops: forever
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found 'forever'",
      "help: write for example loops: 3; with 0 it never stops"),
    Mistake(
      "too many loops",
      scan: """
        style: auto
        loops: 1001
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '1001'",
      "help: write for example loops: 3; with 0 it never stops"),
    Mistake(
      "loops below nothing",
      scan: """
        style: auto
        loops: -1
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '-1'",
      "help: write for example loops: 3; with 0 it never stops"),
    Mistake(
      "loops with a zero before them",
      scan: """
        style: auto
        loops: 03
        """,
      "6:10: error: expected a whole number from 0 to 1000 for 'loops', found '03'",
      "help: write for example loops: 3; with 0 it never stops"),
    Mistake(
      "a reaction without a unit",
      scan: """
        style: auto
        reaction: fast
        """,
      "6:13: error: expected a duration such as 250ms, found 'fast'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "a reaction just too long for any",
      scan: """
        style: auto
        interval: 20s
        reaction: 1000001us
        """,
      "7:13: error: 'reaction' must be from 0 to 1s, found '1000001us'",
      "help: write a duration from 0 to 1s"),
    Mistake(
      "a reaction of a whole interval",
      scan: """
        style: auto
        interval: 300ms
        reaction: 300ms
        """,
      "7:13: error: 'reaction' (300ms) is not shorter than 'interval' (300ms)",
      "help: every press would choose an earlier item; write a little less than the person's fastest reaction"),
    Mistake(
      "an interval of a whole reaction, written after it",
      scan: """
        style: auto
        reaction: 300ms
        interval: 300ms
        """,
      "7:13: error: 'reaction' (300ms) is not shorter than 'interval' (300ms)",
      "help: every press would choose an earlier item; write a little less than the person's fastest reaction"),
    Mistake(
      "a reaction of 200 ms and of three tenths of an interval",
      scan: """
        style: auto
        interval: 666667us
        reaction: 200ms
        """,
      "6:13: note: 30 items take 21 s at most",
      "help: 0.67 s each, and 0.5 s more before the first step; change 'interval' for another pace"),
    Mistake(
      "a reaction over three tenths of an interval",
      scan: """
        style: auto
        interval: 600ms
        reaction: 181ms
        """,
      "6:13: note: 30 items take 19 s at most",
      "help: 0.6 s each, and 0.5 s more before the first step; change 'interval' for another pace",
      "7:13: warning: 'reaction' (181ms) is long compared with 'interval' (600ms): presses "
        + "can choose the previous item",
      "help: write a little less than the person's fastest reaction, not the average; 0.1s suits most"),
    Mistake(
      "the longest reaction",
      scan: """
        style: auto
        interval: 30s
        reaction: 1s
        """,
      "6:13: note: 30 items take 901 s at most",
      "help: 30 s each, and 0.5 s more before the first step; change 'interval' for another pace",
      "7:13: warning: 'reaction' (1s) is long compared with 'interval' (30s): presses can choose the previous item",
      "help: write a little less than the person's fastest reaction, not the average; 0.1s suits most"),
    Mistake(
      "a reaction over 200 ms",
      scan: """
        style: auto
        interval: 2s
        reaction: 201ms
        """,
      "6:13: note: 30 items take 61 s at most",
      "help: 2 s each, and 0.5 s more before the first step; change 'interval' for another pace",
      "7:13: warning: 'reaction' (0.201s) is long compared with 'interval' (2s): presses can choose the previous item",
      "help: write a little less than the person's fastest reaction, not the average; 0.1s suits most"),
    Mistake(
      "a clock's numbers without a clock",
      scan: """
        interval: 2s
        loops: 3
        """,
      "5:3: warning: 'interval' and 'loops' have no effect: with 'style: front-end' Switchway does not scan",
      "help: add 'style: auto', 'step' or 'inverse', or remove them"),
    Mistake(
      "a clock's numbers for a front end's own clock",
      scan: """
        style: front-end
        reaction: 100ms
        """,
      "6:3: warning: 'reaction' has no effect: with 'style: front-end' Switchway does not scan",
      "help: add 'style: auto', 'step' or 'inverse', or remove it"),
    Mistake("a front end's own clock", scan: "style: front-end"),
    Mistake(
      "stepping without next", scan: "style: step",
      "5:10: error: 'style: step' moves on with 'next' or 'previous', which nothing is bound to",
      "help: give a switch tap: next, or write 'style: auto'"),
    Mistake(
      "stepping with nothing else than previous",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: previous}}
      scan: {style: step}
      """,
      "4:15: note: an item is chosen 1 s after the last 'next' or 'previous'",
      "help: the switch must also have been released for as long; change 'interval' for more time"),
    Mistake(
      "inverse scanning with a tap that selects",
      scan: """
        interval: 1s
        style: inverse
        """,
      "5:13: note: 30 items take 31 s at most",
      "help: 1 s each, and 0.5 s more before the first step; change 'interval' for another pace"),
    Mistake(
      "inverse scanning that never rests: holding is stuck, where nobody says how many items there are",
      scan: """
        style: inverse
        steps: 0
        """,
      "5:10: note: 30 items take 31 s at most",
      "help: 1 s each, and 0.5 s more before the first step; change 'interval' for another pace",
      "6:10: warning: with 'steps: 0', switch 'ok' counts as stuck after it was held for 10 s, if no scanning "
        + "program says how many items there are", "help: write 'steps', or a longer 'stuck-after' of the switch"),
    Mistake(
      "inverse scanning whose second round ends before its first step",
      scan: """
        style: inverse
        interval: 10s
        """,
      "6:13: warning: if 'ok' is held for 10 s after the first round, it counts as stuck before the second "
        + "round moves on",
      "help: write a 'stuck-after' of several times 'interval', or 'loops: 1'",
      "6:13: note: 30 items take 301 s at most",
      "help: 10 s each, and 0.5 s more before the first step; change 'interval' for another pace"),
    Mistake(
      "the same with a shorter interval, a single round, or a switch that is never stuck",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      scan: {style: inverse, interval: 10s, steps: 0}
      switches: {a: {input: box/button-1, steady: {stuck-after: 0}, tap: select}}
      """,
      "3:34: note: 30 items take 301 s at most",
      "help: 10 s each, and 0.5 s more before the first step; change 'interval' for another pace"),
    Mistake(
      "a clock without a pause",
      scan: """
        style: auto
        interval: 0.2s
        first-item-pause: 0
        """,
      "6:13: note: 30 items take 6 s at most",
      "help: 0.2 s each; change 'interval' for another pace"),
    Mistake(
      "inverse scanning with other gestures of the switch, and of another one",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      scan: {style: inverse}
      switches:
        a:
          input: box/button-1
          tap: select
          hold: {after: 1s, do: menu}
          double: {within: 350ms, do: back}
          triple: {within: 350ms, do: nothing}
        b: {input: box/button-2, tap: menu, hold: {after: 1s, do: back}}
      """,
      "8:5: error: with 'style: inverse', switch 'a' cannot have 'hold': releasing it chooses",
      "help: remove 'hold', or write 'style: auto'",
      "9:5: error: with 'style: inverse', switch 'a' cannot have 'double': releasing it chooses",
      "help: remove 'double', or write 'style: auto'",
      "10:5: error: with 'style: inverse', switch 'a' cannot have 'triple': releasing it chooses",
      "help: remove 'triple', or write 'style: auto'"),
    Mistake(
      "inverse scanning with a switch that repeats and is part of a chord",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        a: {input: box/button-1, tap: select, repeat: {after: 1s, every: 1s}}
        b: {input: box/button-2, tap: select, hold: nothing}
        c: {input: box/button-3, tap: menu}
      chords:
        b+c: {within: 120ms, do: back}
      scan:
        interval: 1s
        style: inverse
      """,
      "11:10: error: with 'style: inverse', switch 'a' cannot have 'repeat': releasing it chooses",
      "help: remove 'repeat', or write 'style: auto'",
      "11:10: error: with 'style: inverse', switch 'b' cannot be part of the chord 'b+c': releasing it chooses",
      "help: remove the chord, or write 'style: auto'"),
    Mistake(
      "inverse scanning without a tap that selects",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, press: select}}
      scan: {style: inverse}
      """,
      "4:15: error: 'style: inverse' moves on and chooses with 'tap: select', which no switch has",
      "help: give a switch tap: select, or write 'style: auto'"),
    Mistake(
      "a clock without a choice",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: activate}}
      scan: {style: auto}
      """,
      "4:15: error: 'style: auto' chooses with 'select', which nothing is bound to",
      "help: give a switch tap: select"),
  ]
}
