/// Mistakes in `steady`.
enum SteadyMistakes {
  static let all: [Mistake] = [
    Mistake(
      "an unknown preset", switches: "a: {input: box/button-1, tap: next, steady: tremors}",
      "5:47: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', "
        + "'strong' or 'two-switch' for 'steady', found 'tremors'",
      "help: did you mean 'tremor'?"),
    Mistake(
      "a list instead of a preset", switches: "a: {input: box/button-1, tap: next, steady: [tremor]}",
      "5:47: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', "
        + "'strong' or 'two-switch' for 'steady', found a list",
      "help: write for example steady: off"),
    Mistake(
      "an unknown preset in a mapping", switches: "a: {input: box/button-1, tap: next, steady: {preset: calm}}",
      "5:56: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', "
        + "'strong' or 'two-switch' for 'preset', found 'calm'",
      "help: write for example preset: off"),
    Mistake(
      "an unknown parameter", switches: "a: {input: box/button-1, tap: next, steady: {ignore_repeat: 1s}}",
      "5:48: error: unknown key 'ignore_repeat'",
      "help: did you mean 'ignore-repeat'?"),
    Mistake(
      "a number without its unit", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 30}}",
      "5:58: error: expected a duration such as 250ms, found '30'",
      "help: add a unit: 30ms"),
    Mistake(
      "a number with a blank before its unit",
      switches: "a: {input: box/button-1, tap: next, steady: {debounce: 30 ms}}",
      "5:58: error: expected a duration such as 250ms, found '30 ms'",
      "help: leave out the space: 30ms"),
    Mistake(
      "a unit that is none", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 30msec}}",
      "5:58: error: expected a duration such as 250ms, found '30msec'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "a unit in upper case", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 30MS}}",
      "5:58: error: expected a duration such as 250ms, found '30MS'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "less than a microsecond", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 0.5us}}",
      "5:58: error: '0.5us' is not a whole number of microseconds",
      "help: write fewer decimals, for example 250ms"),
    Mistake(
      "debounce above its range", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 150.001ms}}",
      "5:58: error: 'debounce' must be from 0 to 150ms, found '150.001ms'",
      "help: write a duration from 0 to 150ms"),
    Mistake(
      "debounce below its range", switches: "a: {input: box/button-1, tap: next, steady: {debounce: -1ms}}",
      "5:58: error: 'debounce' must be from 0 to 150ms, found '-1ms'",
      "help: write a duration from 0 to 150ms"),
    Mistake(
      "hold-duration above its range", switches: "a: {input: box/button-1, tap: next, steady: {hold-duration: 2.1s}}",
      "5:63: error: 'hold-duration' must be from 0 to 2s, found '2.1s'",
      "help: write a duration from 0 to 2s"),
    Mistake(
      "ignore-repeat above its range", switches: "a: {input: box/button-1, tap: next, steady: {ignore-repeat: 2001ms}}",
      "5:63: error: 'ignore-repeat' must be from 0 to 2s, found '2001ms'",
      "help: write a duration from 0 to 2s"),
    Mistake(
      "ignore-repeat-max above its range",
      switches: "a: {input: box/button-1, tap: next, steady: {ignore-repeat-max: 1min}}",
      "5:67: error: 'ignore-repeat-max' must be from 0 to 10s, found '1min'",
      "help: write a duration from 0 to 10s"),
    Mistake(
      "stuck-after between its ranges", switches: "a: {input: box/button-1, tap: next, steady: {stuck-after: 999ms}}",
      "5:61: error: 'stuck-after' must be 0 or from 1s to 60s, found '999ms'",
      "help: write 0 or a duration from 1s to 60s"),
    Mistake(
      "override between its ranges", switches: "a: {input: box/button-1, tap: next, steady: {override: 109ms}}",
      "5:58: error: 'override' must be 0 or from 0.11s to 2s, found '109ms'",
      "help: write 0 or a duration from 0.11s to 2s"),
    Mistake(
      "neighbour-max below its range", switches: "a: {input: box/button-1, tap: next, steady: {neighbour-max: 0}}",
      "5:63: error: 'neighbour-max' must be from 100ms to 500ms, found '0'",
      "help: write a duration from 100ms to 500ms"),
    Mistake(
      "longer than a day", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 99999999999999999999s}}",
      "5:58: error: '99999999999999999999s' is longer than a day",
      "help: write a shorter time, for example 250ms"),
    Mistake(
      "parameters that lack another",
      switches: """
        a:
          input: box/button-1
          tap: next
          steady: {ignore-repeat: 0, override: 110ms, override-gap: 1ms, rejoin: 1ms, backdate-max: 1ms}
        b:
          input: box/button-2
          tap: next
          steady: {override-gap: 1ms, backdate-max: 1ms}
        """,
      "8:42: warning: 'override' has no effect: 'ignore-repeat' is 0",
      "help: set 'ignore-repeat', or remove 'override'",
      "8:68: warning: 'rejoin' has no effect: 'hold-duration' is 0, so no press is too short",
      "help: set 'hold-duration', or remove 'rejoin'",
      "12:14: warning: 'override-gap' has no effect: 'override' is 0",
      "help: set 'override', or remove 'override-gap'",
      "12:33: warning: 'backdate-max' has no effect: 'rejoin' is 0",
      "help: set 'rejoin', or remove 'backdate-max'"),
    Mistake(
      "parameters that contradict another",
      switches: """
        a:
          input: box/button-1
          tap: next
          steady: {hold-duration: 180ms, override: 150ms, rejoin: 120ms, backdate-max: 100ms}
        b:
          input: box/button-2
          tap: next
          steady: {preset: steady, backdate-max: 119.999ms, neighbour: 101ms, neighbour-max: 100ms}
        c: {input: box/button-3, tap: next, steady: {neighbour: 100ms, neighbour-max: 100ms}}
        d: {input: box/button-4, tap: next, steady: {preset: steady, backdate-max: 120ms, override: 120ms}}
        """,
      "8:29: note: a press must last 0.18 s",
      "help: this helps against brushing and tremor at rest; shorter presses do nothing",
      "8:46: warning: 'override' is shorter than 'hold-duration' (0.18 s): "
        + "a press soon after a release then counts even if it is shorter than 'hold-duration'",
      "help: make it at least as long",
      "8:82: warning: 'backdate-max' (100ms) is shorter than 'rejoin' (120ms) and limits it",
      "help: make it longer, or 'rejoin' shorter",
      "12:22: note: a press must last 0.12 s",
      "help: this helps against brushing and tremor at rest; shorter presses do nothing",
      "12:44: warning: 'backdate-max' (119.999ms) is shorter than 'rejoin' (120ms) and limits it",
      "help: make it longer, or 'rejoin' shorter",
      "12:88: warning: 'neighbour-max' is shorter than 'neighbour' (0.101 s)",
      "help: make it longer: it is how long two switches that both stay closed are compared",
      "14:56: note: a press must last 0.12 s",
      "help: this helps against brushing and tremor at rest; shorter presses do nothing"),
    Mistake(
      "a press that must last until it is stuck",
      switches: """
        a: {input: box/button-1, tap: next, steady: {hold-duration: 2s, stuck-after: 2s}}
        b: {input: box/button-2, tap: next, steady: {hold-duration: 2s, stuck-after: 2000.001ms}}
        c: {input: box/button-3, tap: next, steady: {hold-duration: 2s, stuck-after: 0}}
        """,
      "5:63: warning: a press must last 2 s",
      "help: most people's presses are shorter; 0 to 180ms suits most",
      "5:80: warning: 'stuck-after' is not longer than 'hold-duration' (2 s): each press is reported as stuck",
      "help: make it longer; 10s is the default",
      "6:63: warning: a press must last 2 s",
      "help: most people's presses are shorter; 0 to 180ms suits most",
      "7:63: warning: a press must last 2 s",
      "help: most people's presses are shorter; 0 to 180ms suits most"),
    Mistake(
      "a neighbour without another", switches: "a: {input: box/button-1, tap: next, steady: two-switch}",
      "5:47: warning: 'neighbour' only delays this switch: there is no other switch to compare it with",
      "help: also set it for another switch, or remove it"),
    Mistake(
      "a neighbour without another, in a mapping",
      switches: "a: {input: box/button-1, tap: next, steady: {neighbour: 1ms}}",
      "5:59: warning: 'neighbour' only delays this switch: there is no other switch to compare it with",
      "help: also set it for another switch, or remove it"),
    Mistake(
      "parameters that are off",
      switches: "a: {input: box/button-1, tap: next, steady: {override: 0, rejoin: 0, neighbour: 0}}"),
    Mistake(
      "presets whose presses must last",
      switches: """
        a: {input: box/button-1, tap: next, steady: steady}
        b: {input: box/button-2, tap: next, steady: {preset: strong}}
        c: {input: box/button-3, tap: next, steady: two-switch}
        d: {input: box/button-4, tap: next, steady: two-switch}
        """,
      "5:47: note: a press must last 0.12 s",
      "help: this helps against brushing and tremor at rest; shorter presses do nothing",
      "6:56: note: a press must last 0.18 s",
      "help: this helps against brushing and tremor at rest; shorter presses do nothing"),
    Mistake(
      "doubtful numbers",
      switches: """
        a:
          input: box/button-1
          tap: next
          steady: {debounce: 120ms, hold-duration: 500ms, ignore-repeat: 1s, ignore-repeat-max: 500ms}
        """,
      "8:24: warning: an opening shorter than 0.12 s does not count as a release",
      "help: two quick presses become one; 25ms to 60ms suits most",
      "8:46: warning: a press must last 0.5 s",
      "help: most people's presses are shorter; 0 to 180ms suits most",
      "8:68: warning: after a release, presses do nothing for 1 s",
      "help: 150ms to 500ms suits most; calibration goes no higher than 900ms",
      "8:91: warning: 'ignore-repeat-max' is shorter than 'ignore-repeat' (1 s), so ignored presses never prolong it",
      "help: leave it out, or make it longer"),
  ]
}
