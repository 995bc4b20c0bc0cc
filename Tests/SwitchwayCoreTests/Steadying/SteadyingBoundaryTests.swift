import Testing

@testable import SwitchwayCore

/// For every deadline of the machine: an edge one microsecond before it, at it, and one microsecond after it.
///
///     boundary            |
///     edge          -1 us v  +1 us      a deadline fires before an edge at its own time
@Suite("Both sides of every deadline") struct SteadyingBoundaryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var steadying: SteadyingParameters
    /// For the switches `a` and `b`; `{}` is replaced by the time of the edge.
    var timeline: String
    /// ms.
    var boundary: Int64
    /// Presses, rejections and reports of `stuck` that come first in all three cases.
    var common: [String] = []
    var before: [String]
    var at: [String]
    var after: [String]
    var testDescription: String { name }
  }

  private static func parameters(
    debounce: Int64 = 40, hold: Int64 = 0, ignore: Int64 = 150, most: Int64 = 3_000, override: Int64 = 0,
    rejoin: Int64 = 0, backdate: Int64 = 300, neighbour: Int64 = 0
  ) -> SteadyingParameters {
    SteadyingParameters(
      debounce: .milliseconds(debounce), holdDuration: .milliseconds(hold), ignoreRepeat: .milliseconds(ignore),
      ignoreRepeatMax: .milliseconds(most), override: .milliseconds(override), rejoin: .milliseconds(rejoin),
      backdateMax: .milliseconds(backdate), neighbour: .milliseconds(neighbour))
  }

  static let alone: [Case] = [
    Case(
      name: "debounce: an opening is a release", steadying: .gentle, timeline: "100v 200^ {}v 500^", boundary: 230,
      common: ["100 a down 100"], before: [], at: ["530 a rejected 230 repeat"],
      after: ["530 a rejected 230.001 repeat"]),
    Case(
      name: "ignore-repeat: the dead time ends", steadying: .gentle, timeline: "100v 200^ {}v 400^", boundary: 350,
      common: ["100 a down 100"], before: ["430 a rejected 349.999 repeat"], at: ["350 a down 350"],
      after: ["350.001 a down 350.001"]),
    Case(
      name: "ignore-repeat again, from the end of what was rejected", steadying: .gentle,
      timeline: "100v 200^ 300v 340^ {}v 600^", boundary: 490,
      common: ["100 a down 100", "370 a rejected 300 repeat"], before: ["630 a rejected 489.999 repeat"],
      at: ["490 a down 490"], after: ["490.001 a down 490.001"]),
    Case(
      name: "ignore-repeat-max: the dead time is no longer armed again", steadying: parameters(debounce: 10, most: 300),
      timeline: "100v 200^ 300v 320^ 400v 420^ {}v 540^", boundary: 500,
      common: ["100 a down 100", "330 a rejected 300 repeat", "430 a rejected 400 repeat"],
      before: ["550 a rejected 499.999 repeat"], at: ["500 a down 500"], after: ["500.001 a down 500.001"]),
    Case(
      name: "hold-duration: long enough", steadying: parameters(hold: 120), timeline: "100v {}^", boundary: 220,
      before: ["259.999 a rejected 100 too-short"], at: ["220 a down 100"], after: ["220 a down 100"]),
    Case(
      name: "hold-duration: an opening does not count", steadying: parameters(hold: 120),
      timeline: "100v 150^ 180v {}^", boundary: 250, before: ["289.999 a rejected 100 too-short"],
      at: ["250 a down 100"], after: ["250 a down 100"]),
    Case(
      name: "override: long enough", steadying: parameters(ignore: 300, override: 200),
      timeline: "100v 200^ 340v {}^", boundary: 540, common: ["100 a down 100"],
      before: ["579.999 a rejected 340 repeat"], at: ["540 a down 340"], after: ["540 a down 340"]),
    Case(
      name: "override-gap: far enough from the contact before", steadying: parameters(ignore: 300, override: 200),
      timeline: "100v 200^ {}v 600^", boundary: 330, common: ["100 a down 100"],
      before: ["640 a rejected 329.999 repeat"], at: ["530 a down 330"], after: ["530.001 a down 330.001"]),
    Case(
      name: "rejoin: too long ago", steadying: parameters(debounce: 20, hold: 60, rejoin: 50),
      timeline: "100v 130^ {}v 300^", boundary: 180, common: ["150 a rejected 100 too-short"],
      before: ["239.999 a down 100"], at: ["240 a down 100"], after: ["240.001 a down 180.001"]),
    Case(
      name: "backdate-max: too far back", steadying: parameters(debounce: 20, hold: 60, rejoin: 300, backdate: 80),
      timeline: "100v 130^ {}v 300^", boundary: 180, common: ["150 a rejected 100 too-short"],
      before: ["239.999 a down 100"], at: ["240 a down 100"], after: ["240.001 a down 180.001"]),
    Case(
      name: "stuck-after: jammed", steadying: .gentle, timeline: "100v {}^", boundary: 10_100,
      common: ["100 a down 100"], before: [], at: ["10100 a stuck 10000"], after: ["10100 a stuck 10000"]),
    Case(
      name: "neighbour: its own wait is over", steadying: parameters(neighbour: 70), timeline: "100v {}^",
      boundary: 170, before: ["209.999 a down 100"], at: ["170 a down 100"], after: ["170 a down 100"]),
  ]

  static let pairs: [Case] = [
    Case(
      name: "neighbour: too late to be a rival", steadying: parameters(debounce: 30, neighbour: 70),
      timeline: "a100v b{}v a900^ b900^", boundary: 170,
      before: ["419.999 b rejected 169.999 neighbour", "419.999 a down 100"],
      at: ["170 a down 100", "240 b down 170"], after: ["170 a down 100", "240.001 b down 170.001"]),
    Case(
      name: "neighbour-max: both still closed", steadying: parameters(debounce: 30, neighbour: 70),
      timeline: "a100v b120v a{}^ b900^", boundary: 340,
      before: ["369.999 a rejected 100 neighbour", "369.999 b down 120"],
      at: ["370 b rejected 120 neighbour", "370 a down 100"],
      after: ["370 b rejected 120 neighbour", "370 a down 100"]),
  ]

  @Test("each deadline", arguments: alone + pairs)
  func boundary(row: Case) {
    for (shift, expected) in [(-1, row.before), (0, row.at), (1, row.after)] as [(Int64, [String])] {
      let time = Rig.text(Instant(row.boundary * 1_000 + shift))
      var rig = Rig(
        [("a", 0x100), ("b", 0x101)].map { Rig.switchOf(named: $0.0, code: $0.1, row.steadying, .tapOnly) })
      let lines = rig.play(row.timeline.replacing("{}", with: time))
      let decided = lines.filter { $0.contains(" down ") || $0.contains(" rejected ") || $0.contains(" stuck ") }
      #expect(decided == row.common + expected, "an edge at \(time)")
    }
  }
}
