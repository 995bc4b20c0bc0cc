import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("When a new calibration is offered") struct RecalibrationGaugeTests {
  /// A number of presses, one every `every` s, each with a command at its closing, lasting 200 ms. After each of the
  /// first `rejected` ones, a contact that begins `after` ms after the release is rejected too.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var presses = 40
    var every: Int64 = 5
    var rejected: Int
    var after: Int64 = 100
    var reason = RejectionReason.repeated
    var told: RecalibrationGauge.Figures?
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "none", rejected: 0, told: nil),
    Row(name: "one in twenty is not more than 5 %", presses: 19, rejected: 1, told: nil),
    Row(
      name: "below twenty closings nothing is said; at the twentieth the first rejection counts too", rejected: 40,
      told: .init(closings: 20, rejected: 10)),
    Row(
      name: "too short counts", rejected: 40, reason: .tooShort, told: .init(closings: 20, rejected: 10)),
    Row(
      name: "a neighbour counts", rejected: 40, reason: .neighbour, told: .init(closings: 20, rejected: 10)),
    Row(name: "a lost device does not", rejected: 40, reason: .deviceLost, told: nil),
    Row(name: "a gesture that fits nothing does not", rejected: 40, reason: .noGesture, told: nil),
    Row(
      name: "1.5 times 200 ms after the release counts", rejected: 40, after: 300,
      told: .init(closings: 20, rejected: 10)),
    Row(name: "a millisecond later does not", rejected: 40, after: 301, told: nil),
    Row(name: "closings that are too far apart are never enough", every: 120, rejected: 40, told: nil),
  ]

  @Test("more than 5 % of at least twenty closings in ten minutes", arguments: rows)
  func table(row: Row) {
    var gauge = RecalibrationGauge()
    var told: [RecalibrationGauge.Figures] = []
    for press in 0..<row.presses {
      let start = Instant(Int64(press) * row.every * 1_000_000)
      gauge.closed(at: start)
      gauge.commanded(at: start)
      gauge.commanded(at: start + .milliseconds(200))
      guard press < row.rejected else { continue }
      let contact = start + .milliseconds(200 + row.after)
      gauge.closed(at: contact)
      if let figures = gauge.rejected(
        row.reason, start: contact, ignoreRepeat: .milliseconds(200), at: contact + .milliseconds(50))
      {
        told.append(figures)
      }
    }
    #expect(told == (row.told.map { [$0] } ?? []))
    #expect(gauge.hasTold == (row.told != nil))
  }

  @Test("exactly 5 % is not more")
  func bound() {
    var gauge = RecalibrationGauge()
    gauge.commanded(at: Instant(0))
    for _ in 0..<40 { gauge.closed(at: Instant(0)) }
    func reject() -> RecalibrationGauge.Figures? {
      gauge.rejected(.repeated, start: Instant(1), ignoreRepeat: .milliseconds(100), at: Instant(2))
    }
    #expect(reject() == nil)
    #expect(reject() == nil)
    #expect(reject() == .init(closings: 40, rejected: 3))
    #expect(reject() == nil)
  }

  @Test("closings ten minutes old do not count", arguments: [(569, true), (600, false)])
  func window(seconds: Int64, isTold: Bool) {
    var gauge = RecalibrationGauge()
    gauge.commanded(at: Instant(0))
    for _ in 0..<30 { gauge.closed(at: Instant(0)) }
    gauge.commanded(at: Instant(seconds * 1_000_000))
    var told: RecalibrationGauge.Figures?
    for _ in 0..<2 {
      let time = Instant(seconds * 1_000_000 + 1)
      gauge.closed(at: time)
      told =
        gauge.rejected(.repeated, start: time, ignoreRepeat: .milliseconds(100), at: time) ?? told
    }
    #expect((told != nil) == isTold)
  }

  @Test("rejections without an earlier command, and extreme times, change nothing")
  func strange() {
    var gauge = RecalibrationGauge()
    for time in [Int64.max, 0, Int64.min, -1, Int64.max] {
      gauge.closed(at: Instant(time))
      #expect(
        gauge.rejected(.repeated, start: Instant(time), ignoreRepeat: .seconds(2), at: Instant(time)) == nil)
    }
    gauge.commanded(at: Instant(.max))
    #expect(gauge.rejected(.repeated, start: Instant(0), ignoreRepeat: Microseconds(-1), at: Instant(0)) == nil)
    #expect(!gauge.hasTold)
  }
}
