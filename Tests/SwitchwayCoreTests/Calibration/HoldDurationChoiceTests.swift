import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("How long a press must last") struct HoldDurationChoiceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    /// Lengths, ms.
    var presses: [Int64]
    var noise: [Int64]
    /// From one unwanted contact to the next, ms.
    var gap: Int64 = 1_000
    var hold: Int64
    var testDescription: String { name }
  }

  static let presses = [Int64](repeating: 300, count: 20)
  static let rows: [Row] = [
    Row(name: "nothing to keep out", presses: presses, noise: [], hold: 0),
    Row(
      name: "one contact makes another likely, which costs more than the waiting", presses: presses, noise: [100],
      hold: 120),
    Row(name: "it may be longer, but not by much", presses: presses, noise: [60], hold: 98),
    Row(
      name: "where presses are short, one train of four costs less than those that are lost",
      presses: [Int64](repeating: 116, count: 20), noise: [100, 100, 100, 100], gap: 150, hold: 0),
    Row(
      name: "a millisecond more apart, four single ones cost more", presses: [Int64](repeating: 116, count: 20),
      noise: [100, 100, 100, 100], gap: 151, hold: 81),
    Row(
      name: "one that is far longer than the others is let through", presses: presses,
      noise: [60, 60, 60, 60, 250], hold: 98),
    Row(
      name: "where all are as long as presses, nobody waits in vain", presses: presses,
      noise: [300, 320, 310], hold: 0),
    Row(name: "not below 40 ms", presses: presses, noise: [5, 5], hold: 40),
    Row(
      name: "not above 600 ms", presses: [Int64](repeating: 2_000, count: 20),
      noise: [Int64](repeating: 900, count: 40), hold: 0),
    Row(
      name: "up to there", presses: [Int64](repeating: 2_000, count: 20),
      noise: [Int64](repeating: 560, count: 40), hold: 600),
    Row(name: "no presses: nothing speaks against the longest", presses: [], noise: [100, 100], hold: 295),
  ]

  @Test("contacts after presses that no dead time can reject count as unwanted")
  func followers() {
    let presses = Self.presses.map(Microseconds.milliseconds)
    let alone = HoldDurationChoice.best(presses: presses, noise: [], others: [])
    #expect(alone == .zero)
    let kept = HoldDurationChoice.best(
      presses: presses, noise: [], followers: [.milliseconds(20), .milliseconds(25)], others: [])
    #expect(kept > .milliseconds(25) && kept < .milliseconds(70))
  }

  @Test(
    "where presses wait for a neighbour, only a longer hold-duration costs delay",
    arguments: [(0, 81), (40, 81), (75, 81), (100, 100)])
  func waiting(wait: Int64, hold: Int64) {
    let touch = ClosedSpan(start: Instant(0), end: Instant(40_000))
    let found = HoldDurationChoice.best(
      presses: Self.presses.map(Microseconds.milliseconds), noise: [[touch]], others: [], wait: .milliseconds(wait))
    #expect(found == .milliseconds(hold))
  }

  @Test("lost presses, accepted unwanted contacts and delay are weighed", arguments: rows)
  func table(row: Row) {
    var time: Int64 = 0
    let noise = row.noise.map { length in
      let span = ClosedSpan(start: Instant(time * 1_000), end: Instant((time + length) * 1_000))
      time += length + row.gap
      return span
    }
    let hold = HoldDurationChoice.best(
      presses: row.presses.map(Microseconds.milliseconds), noise: [noise], others: [])
    #expect(hold == .milliseconds(row.hold))
  }
}
