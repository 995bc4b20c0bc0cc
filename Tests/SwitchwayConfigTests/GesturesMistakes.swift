/// Mistakes in the gestures of switches.
enum GesturesMistakes {
  static let all: [Mistake] = [
    Mistake(
      "an unknown command", switches: "a: {input: box/button-1, tap: selct}",
      "5:33: error: unknown command 'selct'",
      "help: did you mean 'select'?"),
    Mistake(
      "a command without its argument", switches: "a: {input: box/button-1, tap: move}",
      "5:33: error: 'move' needs an argument: 'up', 'down', 'left' or 'right'",
      "help: write for example 'move(up)'"),
    Mistake(
      "a command with a wrong argument", switches: "a: {input: box/button-1, tap: move(lft)}",
      "5:33: error: expected 'up', 'down', 'left' or 'right' in 'move(…)', found 'lft'",
      "help: did you mean 'left'?"),
    Mistake(
      "a command with too many arguments", switches: #"a: {input: box/button-1, tap: "select(1)"}"#,
      "5:33: error: 'select' takes no argument",
      "help: write only 'select'"),
    Mistake(
      "a command without its bracket", switches: "a: {input: box/button-1, tap: move(left}",
      "5:33: error: expected ')' at the end of 'move(left'",
      "help: close the bracket that 'move(' opens"),
    Mistake(
      "no command",
      switches: """
        a:
          input: box/button-1
          tap:
        """,
      "7:9: error: expected a command, found nothing",
      "help: write a command such as 'select'"),
    Mistake(
      "a list of commands", switches: "a: {input: box/button-1, tap: [next, select]}",
      "5:33: error: expected a command, found a list",
      "help: write a command such as select"),
    Mistake(
      "no gesture", switches: "a: {input: box/button-1}",
      "5:3: error: switch 'a' does nothing",
      "help: give it a gesture, for example tap: select"),
    Mistake(
      "only a gesture that is taken away", switches: "a: {input: box/button-1, hold: nothing}",
      "5:3: error: switch 'a' does nothing",
      "help: give it a gesture, for example tap: select"),
    Mistake(
      "a switch that is a word", switches: "a: select",
      "5:6: error: expected a mapping for 'a', found 'select'",
      "help: write for example a: {input: box/button-1, tap: next}"),
    Mistake(
      "a misspelt gesture", switches: "a: {input: box/button-1, tapp: next}",
      "5:28: error: unknown key 'tapp'",
      "help: did you mean 'tap'?"),
    Mistake(
      "a switch's name with a dot", switches: "a.b: {input: box/button-1, tap: next}",
      "5:3: error: 'a.b' cannot be the name of a switch",
      "help: a name is 1 to 64 of the characters A-Z a-z 0-9 - _"),
    Mistake(
      "press beside tap", switches: "a: {input: box/button-1, tap: next, press: select}",
      "5:39: error: 'press' excludes other gestures, but there is also 'tap'",
      "help: keep 'press', or the other gestures"),
    Mistake(
      "tap after press", switches: "a: {input: box/button-1, press: select, tap: next}",
      "5:43: error: 'press' excludes other gestures, but there is also 'tap'",
      "help: keep 'press', or the other gestures"),
    Mistake(
      "press beside hold and repeat",
      switches: """
        a:
          input: box/button-1
          hold: {after: 1s, do: menu}
          press: select
          repeat: {after: 1s, every: 1s}
        """,
      "8:5: error: 'press' excludes other gestures, but there is also 'hold'",
      "help: keep 'press', or the other gestures"),
    Mistake(
      "press of a destructive command", switches: "a: {input: box/button-1, press: delete}",
      "5:35: error: 'press' takes no destructive command, found 'delete'",
      "help: use tap: delete"),
    Mistake(
      "press of a command for the daemon", switches: "a: {input: box/button-1, press: profile(next)}",
      "5:35: error: 'press' takes no daemon command, found 'profile(next)'",
      "help: use tap: profile(next)"),
    Mistake(
      "press of nothing", switches: "a: {input: box/button-1, press: nothing}",
      "5:35: error: 'press' takes no daemon command, found 'nothing'",
      "help: leave 'press' out"),
    Mistake(
      "press of a safety command", switches: "a: {input: box/button-1, press: confirm}",
      "5:35: error: 'press' takes no safety command, found 'confirm'",
      "help: use tap: confirm"),
    Mistake(
      "a hold that is a command", switches: "a: {input: box/button-1, hold: menu}",
      "5:34: error: expected a mapping for 'hold', found 'menu'",
      "help: write for example hold: {after: 800ms, do: menu}"),
    Mistake(
      "a hold without a time", switches: "a: {input: box/button-1, hold: {do: menu}}",
      "5:28: error: missing key 'after' in 'hold'",
      "help: write for example hold: {after: 800ms, do: menu}"),
    Mistake(
      "a hold without a command", switches: "a: {input: box/button-1, hold: {after: 1s}}",
      "5:28: error: missing key 'do' in 'hold'",
      "help: write for example hold: {after: 800ms, do: menu}"),
    Mistake(
      "an unknown key in a hold", switches: "a: {input: box/button-1, hold: {after: 1s, do: menu, every: 1s}}",
      "5:56: error: unknown key 'every'",
      "help: the keys here are after, do"),
    Mistake(
      "a hold of negative length", switches: "a: {input: box/button-1, hold: {after: -1s, do: menu}}",
      "5:42: error: 'after' must be at least 0, found '-1s'",
      "help: write a duration of at least 0"),
    Mistake(
      "a hold at once", switches: "a: {input: box/button-1, tap: next, hold: {after: 0, do: menu}}",
      "5:53: warning: 'hold' comes at the same time as the press",
      "help: write a longer time, for example after: 800ms"),
    Mistake(
      "a hold shorter than its press",
      switches: "a: {input: box/button-1, steady: {hold-duration: 90ms}, hold: {after: 89ms, do: menu}}",
      "5:73: error: 'after' of 'hold' (89ms) is shorter than the 'hold-duration' of its switch (90ms)",
      "help: write an 'after' of 90ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "a press longer than its hold",
      switches: "a: {input: box/button-1, hold: {after: 89ms, do: menu}, steady: {hold-duration: 90ms}}",
      "5:83: error: 'after' of 'hold' (89ms) is shorter than the 'hold-duration' of its switch (90ms)",
      "help: write an 'after' of 90ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "a hold shorter than an axis's own press",
      switches: "a: {input: stick/abs_x > 50%, hold: {after: 79ms, do: menu}}",
      "5:47: error: 'after' of 'hold' (79ms) is shorter than the 'hold-duration' of its switch (80ms)",
      "help: write an 'after' of 80ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "a hold later than stuck", switches: "a: {input: box/button-1, tap: next, hold: {after: 10s, do: menu}}",
      "5:53: warning: the switch counts as stuck after 10 s, before 'hold' is reached",
      "help: write a shorter time, or a longer 'stuck-after' under 'steady'"),
    Mistake(
      "a repeat without a tap", switches: "a: {input: box/button-1, repeat: {after: 1s, every: 1s}, hold: nothing}",
      "5:3: error: missing key 'tap' in switch 'a': 'repeat' repeats it",
      "help: add for example tap: next",
      "5:3: error: switch 'a' does nothing",
      "help: give it a gesture, for example tap: select"),
    Mistake(
      "a repeat of nothing", switches: "a: {input: box/button-1, tap: nothing, repeat: {after: 1s, every: 1s}}",
      "5:42: error: 'repeat' has no tap to repeat",
      "help: bind 'tap' to a command"),
    Mistake(
      "a repeat beside a hold",
      switches: "a: {input: box/button-1, tap: next, repeat: {after: 1s, every: 1s}, hold: {after: 1s, do: menu}}",
      "5:71: error: 'repeat' and 'hold' exclude each other",
      "help: a held switch can do only one of them; remove the other"),
    Mistake(
      "a hold before a repeat",
      switches: "a: {input: box/button-1, tap: next, hold: {after: 1s, do: menu}, repeat: {after: 1s, every: 1s}}",
      "5:68: error: 'repeat' and 'hold' exclude each other",
      "help: a held switch can do only one of them; remove the other"),
    Mistake(
      "a repeat beside a double",
      switches: "a: {input: box/button-1, tap: next, double: {within: 1s, do: menu}, repeat: {after: 1s, every: 1s}}",
      "5:71: error: 'repeat' and 'double' exclude each other",
      "help: a held switch can do only one of them; remove the other"),
    Mistake(
      "a repeat without its keys", switches: "a: {input: box/button-1, tap: next, repeat: {}}",
      "5:39: error: missing key 'after' in 'repeat'",
      "help: write for example repeat: {after: 900ms, every: 600ms}",
      "5:39: error: missing key 'every' in 'repeat'",
      "help: write for example repeat: {after: 900ms, every: 600ms}"),
    Mistake(
      "a repeat that is too fast", switches: "a: {input: box/button-1, tap: next, repeat: {after: 1s, every: 9ms}}",
      "5:66: error: 'every' must be at least 10ms, found '9ms'",
      "help: write a duration of at least 10ms"),
    Mistake(
      "a repeat shorter than its press",
      switches: "a: {input: box/button-1, tap: next, repeat: {after: 9ms, every: 1s}, steady: {hold-duration: 10ms}}",
      "5:96: error: 'after' of 'repeat' (9ms) is shorter than the 'hold-duration' of its switch (10ms)",
      "help: write an 'after' of 10ms or more, or a shorter 'hold-duration'"),
    Mistake(
      "what is typed and what lets keys pass is right; the clock comes later",
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}, stick: {match: {kind: joystick}}}
      switches:
        ok: {input: [box/button-9, stick/button-9], tap: select}
        a:
          input: box/button-1
          tap: key(ctrl+c)
          double: {within: 350ms, do: pass-through(once)}
          unless: [ok]
          label: A
        b: {input: box/button-2, press: key(a)}
        c: {input: box/button-3, tap: pass-through, hold: {after: 1s, do: key(a)}}
      chords:
        a+c: {within: 120ms, do: key(b)}
      scan: {style: auto}
      policy: {confirm: never}
      keyboard: {modifier: tab}
      """,
      "15:15: note: 30 items take 31 s at most",
      "help: 1 s each, and 0.5 s more before the first step; change 'interval' for another pace",
      "17:1: warning: 'keyboard' has no device: switches use every device of kind keyboard",
      "help: write for example keyboard: {match: {kind: keyboard}} under 'devices'"),
  ]
}
