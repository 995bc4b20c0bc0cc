import Testing

@testable import SwitchwayCore

@Suite("Levels of axes")
struct AxisGaugeTests {
  static let x: UInt16 = 0x00
  static let z: UInt16 = 0x02
  static let gas: UInt16 = 0x09
  static let hat: UInt16 = 0x10

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var code = AxisGaugeTests.x
    var minimum: Int32
    var maximum: Int32
    var others: [UInt16] = []
    var rest: Int32?
    /// Percent; above for `>`, a pair for a range.
    var level: Int64
    var high: Int64?
    var release: Int64?
    /// Values, and whether pressed after each.
    var walk: [(Int32, Bool)]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "centred, positive side, at the level and at the release", minimum: -100, maximum: 100, level: 60,
      release: 35,
      walk: [(0, false), (59, false), (60, true), (36, true), (35, false), (59, false), (100, true), (-100, false)]),
    Row(
      name: "centred, negative side", minimum: -100, maximum: 100, level: -60, release: -35,
      walk: [(0, false), (-59, false), (-60, true), (-36, true), (-35, false), (100, false)]),
    Row(
      name: "release is two thirds of the level, exactly", minimum: -300, maximum: 300, level: 50,
      walk: [(150, true), (101, true), (100, false)]),
    Row(
      name: "unsigned stick: the middle is a half", minimum: 0, maximum: 255, level: 100, release: 50,
      walk: [(254, false), (255, true), (192, true), (191, false)]),
    Row(
      name: "hat", code: hat, minimum: -1, maximum: 1, level: -50,
      walk: [(0, false), (-1, true), (0, false), (1, false)]),
    Row(
      name: "hat with a rest value in its middle stays centred", code: hat, minimum: -1, maximum: 1, rest: 0,
      level: -50, walk: [(0, false), (-1, true), (0, false), (1, false)]),
    Row(
      name: "gas pedal: one-sided by itself", code: gas, minimum: 0, maximum: 1_000, level: 50,
      walk: [(0, false), (499, false), (500, true), (334, true), (333, false)]),
    Row(
      name: "trigger on a pad: ABS_Z beside ABS_RX and ABS_RY", code: z, minimum: 0, maximum: 255, others: [3, 4],
      level: 50, walk: [(127, false), (128, true)]),
    Row(
      name: "ABS_Z without them is a centred stick", code: z, minimum: 0, maximum: 255, others: [3], level: 50,
      walk: [(128, false), (191, false), (192, true)]),
    Row(
      name: "a pedal that rests at its maximum", minimum: 0, maximum: 1_000, rest: 1_000, level: 60, release: 40,
      walk: [(1_000, false), (401, false), (400, true), (599, true), (600, false)]),
    Row(
      name: "rest next to an end is at that end", minimum: 0, maximum: 1_000, rest: 1, level: 50,
      walk: [(500, false), (501, true)]),
    Row(
      name: "rest between: each side scaled to its own end", minimum: 0, maximum: 1_000, rest: 200, level: -50,
      walk: [(101, false), (100, true)]),
    Row(
      name: "one-sided axes have no negative side", code: gas, minimum: 0, maximum: 10, level: -50,
      walk: [(0, false), (10, false)]),
    Row(
      name: "a range is pressed inside, both ends in it", minimum: 0, maximum: 100, rest: 0, level: 30, high: 80,
      release: 20,
      walk: [(29, false), (30, true), (80, true), (81, false), (80, true), (21, true), (20, false)]),
    Row(name: "min = max is never pressed", minimum: 5, maximum: 5, level: 1, walk: [(5, false), (100, false)]),
    Row(name: "min > max is never pressed", minimum: 5, maximum: -5, level: 1, walk: [(5, false), (-5, false)]),
    Row(
      name: "the whole range of 32 bits", minimum: .min, maximum: .max, level: 99,
      walk: [(0, false), (2_126_008_810, false), (2_126_008_812, true), (.min, false), (.max, true)]),
    Row(
      name: "a rest value outside the range is taken as its end", minimum: 0, maximum: 100, rest: 10_000, level: 50,
      walk: [(100, false), (51, false), (50, true)]),
  ]

  @Test("press and release, at the level and beside it", arguments: rows)
  func row(_ row: Row) {
    let low = AxisLevel(thousandths: row.level * 1_000)
    let region: AxisCondition.Region =
      row.high.map { .within(low: low, high: AxisLevel(thousandths: $0 * 1_000)) } ?? .beyond(low)
    let condition = AxisCondition(
      code: row.code, region: region,
      release: row.release.map { AxisLevel(thousandths: $0 * 1_000) } ?? low.twoThirds)
    let axis = AxisDescription(code: row.code, minimum: row.minimum, maximum: row.maximum)
    let others = row.others.map { AxisDescription(code: $0, minimum: -10, maximum: 10) }
    let gauge = AxisGauge(condition, axis: axis, among: [axis] + others, rest: row.rest)
    var isPressed = false
    for (value, expected) in row.walk {
      isPressed = gauge.isPressed(at: value, wasPressed: isPressed)
      #expect(isPressed == expected, "at \(value)")
    }
  }
}
