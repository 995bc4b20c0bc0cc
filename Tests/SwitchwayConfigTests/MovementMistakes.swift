/// Mistakes in movements as inputs.
enum MovementMistakes {
  private static func row(_ name: String, _ input: String, _ message: String, _ help: String) -> Mistake {
    Mistake(name, switches: "a: {input: box/\(input), tap: next}", "5:14: error: \(message)", "help: \(help)")
  }

  static let all: [Mistake] = [
    row(
      "a movement of nothing", "rel_x > 0 within 300ms",
      "a movement must be from 1 to 10000 counts, or from -1 to -10000 counts, found '0'",
      "write for example rel_x > 20 within 300ms, or < -20 for the other direction"),
    row(
      "a movement that is too far", "rel_x > 10001 within 300ms",
      "a movement must be from 1 to 10000 counts, or from -1 to -10000 counts, found '10001'",
      "write for example rel_x > 20 within 300ms, or < -20 for the other direction"),
    row(
      "a movement that no number holds", "rel_x > 99999999999 within 300ms",
      "a movement must be from 1 to 10000 counts, or from -1 to -10000 counts, found '99999999999'",
      "write for example rel_x > 20 within 300ms, or < -20 for the other direction"),
    row(
      "a movement without a time", "rel_x > 20",
      "'box/rel_x > 20' needs the time in which it moves that far", "write for example rel_x > 20 within 300ms"),
    row(
      "a movement without counts", "rel_wheel",
      "the movement 'rel_wheel' needs a number of counts and a time",
      "write for example rel_wheel > 20 within 300ms"),
    row(
      "a range of a movement", "rel_x 20..80 within 300ms",
      "the movement 'rel_x' needs a number of counts and a time", "write for example rel_x > 20 within 300ms"),
    row(
      "a movement in percent", "rel_x > 20% within 300ms", "expected a whole number of counts for 'rel_x', found '20%'",
      "a movement has no maximum, so no percentage: write for example rel_x > 20 within 300ms"),
    row(
      "a movement of half a count", "rel_x > 1.5 within 300ms",
      "expected a whole number of counts for 'rel_x', found '1.5'",
      "write for example rel_x > 20 within 300ms, or < -20 for the other direction"),
    row(
      "a movement that holds at rest", "rel_x < 20 within 300ms", "'< 20' is true while nothing moves",
      "write '< -20' or '> 20'"),
    row(
      "a movement that holds at rest, negative", "rel_x > -20 within 300ms", "'> -20' is true while nothing moves",
      "write '> 20' or '< -20'"),
    row(
      "a movement in no time", "rel_x > 20 within 0", "'within' must be from 0.01s to 2s, found '0'",
      "write a duration from 0.01s to 2s"),
    row(
      "a movement in too short a time", "rel_x > 20 within 9.999ms",
      "'within' must be from 0.01s to 2s, found '9.999ms'",
      "write a duration from 0.01s to 2s"),
    row(
      "a movement in too long a time", "rel_x > 20 within 2001ms", "'within' must be from 0.01s to 2s, found '2001ms'",
      "write a duration from 0.01s to 2s"),
    row(
      "a time without a unit", "rel_x > 20 within 300",
      "expected a duration such as 300ms after 'within', found '300'", "add a unit: 300ms"),
    row(
      "a time in words", "rel_x > 20 within soon",
      "expected a duration such as 300ms after 'within', found 'soon'",
      "write a number and its unit, us, ms, s or min: 300ms"),
    row(
      "another word for within", "rel_x > 20 in 300ms",
      "expected 'within' and a time after the counts of 'rel_x', found 'in 300ms'",
      "write for example rel_x > 20 within 300ms"),
    row(
      "more after the time", "rel_x > 20 within 300ms now",
      "expected 'within' and a time after the counts of 'rel_x', found 'within 300ms now'",
      "write for example rel_x > 20 within 300ms"),
    row(
      "an unknown movement", "rel_weel > 2 within 1s", "unknown key, button or axis 'rel_weel'",
      "did you mean 'rel_wheel'?"),
    row(
      "a position within a time", "abs_x > 60% within 300ms",
      "'abs_x' is a position, and only a movement has 'within'",
      "write for example abs_x > 60%, or a movement: rel_x > 20 within 300ms"),
    Mistake(
      "a movement that also moves the cursor",
      """
      switchway: 1
      devices: {ball: {match: {id: "1:2"}}}
      switches: {a: {input: ball/rel_x > 20 within 300ms, tap: select}}
      """,
      "3:23: warning: 'ball/rel_x > 20 within 300ms' also reaches the desktop: its device is not grabbed",
      "help: add grab: yes to device 'ball'; its other movements still reach the desktop"),
    Mistake(
      "two switches on one movement",
      switches: """
        a: {input: box/rel_x > 20 within 300ms, tap: next}
        b: {input: box/rel_x > 20 within 1s, tap: menu}
        """,
      "6:14: error: two switches on one input: 'box/rel_x > 20 within 1s' also presses 'a'",
      "help: give each switch an input of its own"),
    Mistake(
      "a release of a movement in percent",
      switches: "a: {input: box/rel_x > 20 within 300ms, release: 35%, tap: next}",
      "5:52: error: expected a duration such as 250ms, found '35%'",
      "help: write a number and its unit, us, ms, s or min: 250ms"),
    Mistake(
      "a release that is too short", switches: "a: {input: box/rel_x > 20 within 300ms, release: 10ms, tap: next}",
      "5:52: error: 'release' must be from 0.02s to 5s, found '10ms'", "help: write a duration from 0.02s to 5s"),
    Mistake(
      "a rest for a movement", switches: "a: {input: box/rel_x > 20 within 300ms, rest: 128, tap: next}",
      "5:43: warning: 'rest' has no effect: no input is an axis", "help: remove it"),
  ]
}
