import Testing

@testable import SwitchwayCore

@Suite("How long a press must last") struct HoldDurationChoiceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    /// Lengths, ms.
    var presses: [Int64]
    var noise: [Int64]
    /// From one unasked contact to the next, ms.
    var gap: Int64 = 1_000
    var hold: Int64
    var testDescription: String { name }
  }

  static let presses = [Int64](repeating: 300, count: 20)
  static let rows: [Row] = [
    Row(name: "nothing to keep out", presses: presses, noise: [], hold: 0),
    Row(name: "one contact costs less than the waiting", presses: presses, noise: [100], hold: 0),
    Row(name: "two cost more", presses: presses, noise: [100, 100], hold: 120),
    Row(name: "but one train of two does not", presses: presses, noise: [100, 100], gap: 150, hold: 0),
    Row(name: "a microsecond more apart they are two", presses: presses, noise: [100, 100], gap: 151, hold: 120),
    Row(
      name: "one that is far longer than the others is let through", presses: presses,
      noise: [60, 60, 60, 60, 250], hold: 72),
    Row(
      name: "where all are as long as presses, nobody waits in vain", presses: presses,
      noise: [300, 320, 310], hold: 0),
    Row(name: "not below 40 ms", presses: presses, noise: [5, 5], hold: 40),
    Row(
      name: "not above 600 ms", presses: [Int64](repeating: 2_000, count: 20),
      noise: [Int64](repeating: 900, count: 40), hold: 0),
    Row(
      name: "up to there", presses: [Int64](repeating: 2_000, count: 20),
      noise: [Int64](repeating: 500, count: 40), hold: 600),
    Row(name: "no presses", presses: [], noise: [100, 100], hold: 120),
  ]

  @Test("presses lost, contacts let through, and waiting are weighed", arguments: rows)
  func table(row: Row) {
    var time: Int64 = 0
    let noise = row.noise.map { length in
      let span = ClosedSpan(start: Instant(time * 1_000), end: Instant((time + length) * 1_000))
      time += length + row.gap
      return span
    }
    let hold = HoldDurationChoice.best(
      presses: row.presses.map(Microseconds.milliseconds), noise: noise, others: [])
    #expect(hold == .milliseconds(row.hold))
  }
}
