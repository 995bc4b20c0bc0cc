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
    /// Percent; a single level for `>`, two for a range.
    var level: Int64
    var high: Int64?
    var release: Int64?
    /// Values, and whether the axis is pressed after each.
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
    Row(
      name: "trigger of 0…1023", code: z, minimum: 0, maximum: 1_023, others: [3, 4], level: 50,
      walk: [(0, false), (511, false), (512, true), (342, true), (341, false)]),
    Row(
      name: "D-pad as a stick that only knows 0, 127 and 255", minimum: 0, maximum: 255, level: -50,
      walk: [(127, false), (0, true), (127, false), (255, false)]),
    Row(
      name: "… and its other side", minimum: 0, maximum: 255, level: 50,
      walk: [(127, false), (255, true), (127, false), (0, false)]),
    Row(
      name: "a wheel's pedal of 0…65535 that falls from its maximum", minimum: 0, maximum: 65_535, rest: 65_535,
      level: 50, walk: [(65_535, false), (32_768, false), (32_767, true), (43_690, false)]),
    Row(
      name: "rest next to the maximum is at that end", minimum: 0, maximum: 1_000, rest: 999, level: 50,
      walk: [(500, false), (499, true)]),
    Row(
      name: "two from an end is no end", minimum: 0, maximum: 1_000, rest: 2, level: -50,
      walk: [(2, false), (1, true), (0, true)]),
    Row(
      name: "jitter around the level presses once; around the release lets go once", minimum: -100, maximum: 100,
      level: 60, release: 40,
      walk: [(59, false), (60, true), (59, true), (60, true), (41, true), (40, false), (41, false), (59, false)]),
    Row(
      name: "drift below the level never presses", minimum: -128, maximum: 127, level: 20,
      walk: (-20...20).map { ($0, false) }),
    Row(
      name: "the far side lets go", minimum: -100, maximum: 100, level: 60, walk: [(100, true), (-100, false)]),
    Row(
      name: "pressure is one-sided by itself", code: 0x18, minimum: 0, maximum: 200, level: 50,
      walk: [(99, false), (100, true)]),
    Row(
      name: "brake is one-sided by itself", code: 0x0a, minimum: -100, maximum: 100, level: 50,
      walk: [(-1, false), (0, true)]),
    Row(
      name: "ABS_RZ beside ABS_RX and ABS_RY is a trigger, too", code: 0x05, minimum: 0, maximum: 255,
      others: [3, 4], level: 50, walk: [(127, false), (128, true)]),
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

  @Test("percentages have decimals, exact at the value and beside it")
  func decimals() {
    let condition = AxisCondition(
      code: Self.x, region: .beyond(AxisLevel(thousandths: 33_300)), release: AxisLevel(thousandths: 12_500))
    let axis = AxisDescription(code: Self.x, minimum: -1_000, maximum: 1_000)
    let gauge = AxisGauge(condition, axis: axis, among: [axis], rest: nil)
    #expect(!gauge.isPressed(at: 332, wasPressed: false))
    #expect(gauge.isPressed(at: 333, wasPressed: false))
    #expect(gauge.isPressed(at: 126, wasPressed: true))
    #expect(!gauge.isPressed(at: 125, wasPressed: true))
  }
}
