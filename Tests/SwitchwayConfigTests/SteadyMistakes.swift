/// Mistakes in `steady`.
enum SteadyMistakes {
  static let all: [Mistake] = [
    Mistake(
      "an unknown preset", switches: "a: {input: box/button-1, tap: next, steady: tremors}",
      "5:47: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', 'strong' or 'two-switch' for 'steady', found 'tremors'",
      "help: did you mean 'tremor'?"),
    Mistake(
      "a list instead of a preset", switches: "a: {input: box/button-1, tap: next, steady: [tremor]}",
      "5:47: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', 'strong' or 'two-switch' for 'steady', found a list",
      "help: write for example steady: off"),
    Mistake(
      "an unknown preset in a mapping", switches: "a: {input: box/button-1, tap: next, steady: {preset: calm}}",
      "5:56: error: expected 'off', 'quick', 'gentle', 'tremor', 'spasm', 'steady', 'strong' or 'two-switch' for 'preset', found 'calm'",
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
      "5:58: error: '0.5us' is no whole number of microseconds",
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
      "5:58: error: 'override' must be 0 or from 110ms to 2s, found '109ms'",
      "help: write 0 or a duration from 110ms to 2s"),
    Mistake(
      "neighbour-max below its range", switches: "a: {input: box/button-1, tap: next, steady: {neighbour-max: 0}}",
      "5:63: error: 'neighbour-max' must be from 100ms to 500ms, found '0'",
      "help: write a duration from 100ms to 500ms"),
    Mistake(
      "longer than a day", switches: "a: {input: box/button-1, tap: next, steady: {debounce: 99999999999999999999s}}",
      "5:58: error: '99999999999999999999s' is longer than a day",
      "help: write a shorter time, for example 250ms"),
    Mistake(
      "parameters without effect yet",
      switches: """
        a:
          input: box/button-1
          tap: next
          steady: {override: 110ms, override-gap: 1ms, rejoin: 1ms, backdate-max: 1ms, neighbour: 1ms, neighbour-max: 100ms}
        """,
      "8:14: warning: 'override' has no effect yet",
      "help: leave it: the other parameters apply",
      "8:31: warning: 'override-gap' has no effect yet",
      "help: leave it: the other parameters apply",
      "8:50: warning: 'rejoin' has no effect yet",
      "help: leave it: the other parameters apply",
      "8:63: warning: 'backdate-max' has no effect yet",
      "help: leave it: the other parameters apply",
      "8:82: warning: 'neighbour' has no effect yet",
      "help: leave it: the other parameters apply",
      "8:98: warning: 'neighbour-max' has no effect yet",
      "help: leave it: the other parameters apply"),
    Mistake(
      "parameters that are off",
      switches: "a: {input: box/button-1, tap: next, steady: {override: 0, rejoin: 0, neighbour: 0}}"),
    Mistake(
      "presets without all effects yet",
      switches: """
        a: {input: box/button-1, tap: next, steady: steady}
        b: {input: box/button-2, tap: next, steady: {preset: strong}}
        c: {input: box/button-3, tap: next, steady: two-switch}
        """,
      "5:47: warning: 'rejoin' of the preset 'steady' has no effect yet",
      "help: leave it: the rest of the preset applies",
      "5:47: note: a press must last 0.12 s",
      "help: right for brushes and tremor at rest; shorter presses do nothing",
      "6:56: warning: 'rejoin' of the preset 'strong' has no effect yet",
      "help: leave it: the rest of the preset applies",
      "6:56: note: a press must last 0.18 s",
      "help: right for brushes and tremor at rest; shorter presses do nothing",
      "7:47: warning: 'neighbour' of the preset 'two-switch' has no effect yet",
      "help: leave it: the rest of the preset applies"),
    Mistake(
      "doubtful numbers",
      switches: """
        a:
          input: box/button-1
          tap: next
          steady: {debounce: 120ms, hold-duration: 500ms, ignore-repeat: 1s, ignore-repeat-max: 500ms}
        """,
      "8:24: warning: an opening shorter than 0.12 s is no release",
      "help: two quick presses become one; 25ms to 60ms does for most",
      "8:46: warning: a press must last 0.5 s",
      "help: most people's presses are shorter; 0 to 180ms does for most",
      "8:68: warning: after a release, presses do nothing for 1 s",
      "help: 150ms to 500ms does for most; calibration goes no higher than 900ms",
      "8:91: warning: 'ignore-repeat-max' is shorter than 'ignore-repeat' (1 s), so ignored presses never prolong it",
      "help: leave it out, or make it longer"),
  ]
}
