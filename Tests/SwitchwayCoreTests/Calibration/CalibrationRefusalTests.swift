import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Sessions that cannot be used") struct CalibrationRefusalTests {
  private func outcome(_ session: CalibrationSession, _ spans: [ClosedSpan]...) throws -> [Calibration.Outcome] {
    try Calibration.propose(session, spans.map { .init(contacts: $0) })
  }

  @Test("no presses at all")
  func silence() throws {
    #expect(try outcome(SessionText.session(once: 15), [])[0].refusal == .noPresses)
  }

  @Test("with half of the prompts answered the result is not sure, with fewer there is none")
  func few() throws {
    let session = SessionText.session(once: 16)
    let half = try outcome(session, SessionText.answers("600-800", to: 0..<8))[0]
    #expect(half.proposal?.sureness == .low)
    let less = try outcome(session, SessionText.answers("600-800", to: 0..<7))[0]
    #expect(less.refusal == .tooFewPresses(answered: 7, of: 16))
    let two = try outcome(SessionText.session(once: 2), SessionText.answers("600-800", to: 0..<2))[0]
    #expect(two.refusal == .tooFewPresses(answered: 2, of: 2))
  }

  @Test("a jammed switch is reported if it hid the presses")
  func stuck() throws {
    let session = SessionText.session(once: 15)
    #expect(
      try outcome(session, SessionText.spans("2000-60000"))[0].refusal == .stuck(for: .milliseconds(58_000)))
    let jam = SessionText.spans("15500-26000") + SessionText.answers("600-800", to: 4..<15)
    let partly = try #require(try outcome(session, jam)[0].proposal)
    #expect(partly.sureness == .low)
    #expect(partly.figures.longestNoise == .zero)
  }

  @Test("two switches that are swapped")
  func swapped() throws {
    let session = SessionText.session(once: 16, switches: 2)
    let even = SessionText.answers("600-800", to: stride(from: 0, to: 16, by: 2))
    let odd = SessionText.answers("600-800", to: stride(from: 1, to: 16, by: 2))
    #expect(try outcome(session, odd, even).map(\.refusal) == [.swapped(with: 1), .swapped(with: 0)])
    #expect(try outcome(session, even, odd).compactMap(\.proposal).count == 2)
    // Also with tremor on the switch that was asked for.
    let tremor = SessionText.answers("500-560 700-760", to: 0..<16)
    #expect(try outcome(session, odd + tremor, even)[0].refusal == .swapped(with: 1))
  }

  @Test("the other switch is pressed all the time")
  func other() throws {
    let session = SessionText.session(once: 16, switches: 2)
    let all = SessionText.answers("600-800", to: 0..<16)
    let outcomes = try outcome(session, [], all)
    #expect(outcomes[0].refusal == .otherPressed(1))
    #expect(outcomes[1].proposal?.sureness == .low)
  }

  @Test("a switch that nobody asked for")
  func unprompted() throws {
    let outcomes = try outcome(
      SessionText.session(once: 15), SessionText.answers("600-800", to: 0..<15), SessionText.spans("100-200"))
    #expect(outcomes[0].proposal?.sureness == .high)
    #expect(outcomes[1].refusal == .notPrompted)
  }

  @Test("presses and other contacts of the same lengths are told apart with little certainty")
  func overlap() throws {
    let noise = SessionText.spans("1000-1210 3000-3220 5000-5150 7000-7250 9000-9230")
    let found = try #require(
      try outcome(SessionText.session(once: 15), noise + SessionText.answers("600-800", to: 0..<15))[0].proposal)
    #expect(found.sureness == .low)
  }

  @Test(
    "a faulty session is refused with the position of the fault",
    arguments: [
      (0, 15_000, 20_000, [(15_000, 0, 1)], nil),
      (0, 15_000, 20_000, [], CalibrationSession.Fault.noPrompts),
      (-1, 15_000, 20_000, [(15_000, 0, 1)], .timeOutOfRange),
      (0, Int64.max / 1_000, Int64.max / 1_000, [(15_000, 0, 1)], .timeOutOfRange),
      (16_000, 15_000, 20_000, [(17_000, 0, 1)], .restBackwards),
      (0, 15_000, 20_000, [(14_999, 0, 1)], .promptInRest(1)),
      (0, 15_000, 20_000, [(16_000, 0, 1), (16_000, 0, 1)], .promptNotAfterPrevious(2)),
      (0, 15_000, 20_000, [(16_000, 0, 1), (20_000, 0, 1)], .promptAfterEnd(2)),
      (0, 15_000, 20_000, [(16_000, 1, 1)], .unknownSwitch(1)),
      (0, 15_000, 20_000, [(16_000, -1, 1)], .unknownSwitch(1)),
      (0, 15_000, 20_000, [(16_000, 0, 0)], .count(1, 0)),
      (0, 15_000, 20_000, [(16_000, 0, 3)], .count(1, 3)),
    ] as [(Int64, Int64, Int64, [(Int64, Int, Int)], CalibrationSession.Fault?)])
  func faults(
    begin: Int64, rest: Int64, end: Int64, prompts: [(Int64, Int, Int)], expected: CalibrationSession.Fault?
  ) {
    let session = CalibrationSession(
      restStart: Instant(begin * 1_000), restEnd: Instant(rest * 1_000), end: Instant(end * 1_000),
      prompts: prompts.map { .init(time: Instant($0.0 * 1_000), switchIndex: $0.1, count: $0.2) })
    #expect(session.fault(switches: 1) == expected)
  }

  @Test(
    "prompts for holding come between the prompts and the last rest or the end",
    arguments: [
      ([(16_001, 0), (17_000, 0)], nil, nil),
      ([(16_000, 0)], nil, CalibrationSession.Fault.hold(1)),
      ([(17_000, 0), (17_000, 0)], nil, .hold(2)),
      ([(19_999, 0)], nil, nil),
      ([(20_000, 0)], nil, .hold(1)),
      ([(17_999, 0)], 18_000, nil),
      ([(18_000, 0)], 18_000, .hold(1)),
      ([(17_000, 1)], nil, .hold(1)),
      ([(17_000, -1)], nil, .hold(1)),
      ([(Int64.max / 1_000, 0)], nil, .timeOutOfRange),
    ] as [([(Int64, Int)], Int64?, CalibrationSession.Fault?)])
  func holdFaults(holds: [(Int64, Int)], rest: Int64?, expected: CalibrationSession.Fault?) {
    let session = CalibrationSession(
      restStart: Instant(0), restEnd: Instant(15_000_000), end: Instant(20_000_000),
      prompts: [.init(time: Instant(16_000_000), switchIndex: 0, count: 1)],
      holds: holds.map { .init(time: Instant($0.0 * 1_000), switchIndex: $0.1) },
      lastRest: rest.map { Instant($0 * 1_000)..<Instant(20_000_000) })
    #expect(session.fault(switches: 1) == expected)
  }

  @Test("a contact belongs to a prompt for holding from 0.1 s after it, up to the last rest")
  func holdWindows() {
    let session = CalibrationSession(
      restStart: Instant(0), restEnd: Instant(15_000_000), end: Instant(30_000_000),
      prompts: [.init(time: Instant(16_000_000), switchIndex: 0, count: 1)],
      holds: [(20, 0), (22, 1), (24, 0)].map { .init(time: Instant($0.0 * 1_000_000), switchIndex: $0.1) },
      lastRest: Instant(27_000_000)..<Instant(30_000_000))
    func spans(_ text: String) -> [ClosedSpan] { SessionText.spans(text) }
    #expect(session.holdLengths(of: 0, spans("20099-21000")) == [.zero, .zero])
    #expect(
      session.holdLengths(of: 0, spans("20100-20300 20400-21000 24500-29000")) == [
        .milliseconds(600), .milliseconds(4_500),
      ])
    #expect(
      session.holdLengths(of: 0, spans("22099-22199 22100-23000 27000-28000")) == [
        .milliseconds(100), .zero,
      ])
    #expect(
      session.withoutHolds(spans("20099-21000 20100-21000 26999-27500 27000-28000"))
        == spans(
          "20099-21000 27000-28000"))
    var plain = session
    plain.holds = []
    #expect(plain.withoutHolds(spans("20100-21000")) == spans("20100-21000"))
    #expect(session.window(of: 0) == Instant(16_100_000)..<Instant(20_100_000))
  }

  @Test("every session has an outcome")
  func hostile() throws {
    let edges = [Int64.min, -1, 0, 1, 15_000_000, 18_100_000, 60_500_000, Int64.max]
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let spans = (0..<40).map { _ in
        let start =
          Bool.random(using: &random)
          ? edges.randomElement(using: &random) ?? 0 : .random(in: 0...61_000_000, using: &random)
        let end =
          Bool.random(using: &random)
          ? edges.randomElement(using: &random) ?? 0
          : start.addingReportingOverflow(.random(in: -10...900_000, using: &random)).partialValue
        return ClosedSpan(start: Instant(start), end: Instant(end))
      }
      let session = SessionText.session(once: 12, twice: 3, switches: 2)
      let subjects = [
        Calibration.Subject(contacts: spans, isAxis: seed.isMultiple(of: 2)),
        Calibration.Subject(contacts: Array(spans.reversed())),
      ]
      let outcomes = try Calibration.propose(session, subjects)
      #expect(outcomes.count == 2, "seed \(seed)")
      for found in outcomes.compactMap(\.proposal) { check(found.steadying, "seed \(seed)") }
    }
  }

  private func check(_ found: SteadyingParameters, _ comment: Comment) {
    func isIn(_ value: Microseconds, _ range: ClosedRange<Int64>) -> Bool {
      value >= .milliseconds(range.lowerBound) && value <= .milliseconds(range.upperBound)
    }
    #expect(isIn(found.debounce, 0...150), comment)
    #expect(isIn(found.holdDuration, 0...2_000), comment)
    #expect(isIn(found.ignoreRepeat, 0...900), comment)
    #expect(found.override == .zero || isIn(found.override, 110...2_000), comment)
    #expect(isIn(found.neighbour, 0...150), comment)
    #expect(isIn(found.neighbourMax, 100...500), comment)
  }
}
