import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Calibrations of several sittings") struct SittingTests {
  private static let presses = SessionText.answers("600-900", to: 0..<15)
  private static let session = SessionText.session(once: 15)

  private func outcome(_ sittings: [ClosedSpan]...) throws -> Calibration.Outcome {
    try Calibration.propose(sittings.map { .init(Self.session, [.init(contacts: $0)]) })[0]
  }

  @Test("contacts that only one sitting shows count")
  func tired() throws {
    let touches = SessionText.spans("3000-3050 6000-6040")
    let fresh = try #require(try outcome(Self.presses).proposal)
    let both = try #require(try outcome(Self.presses, Self.presses + touches).proposal)
    #expect(fresh.steadying.holdDuration == .zero)
    #expect(both.steadying.holdDuration > .milliseconds(50))
    #expect(both.figures.prompts == 30 && both.figures.answered == 30 && both.figures.noise == 2)
    #expect(both.sureness == .high)
    let onsets = SessionText.answers("600-900", to: 0..<15).map(\.start)
    #expect(both.onsets == [onsets, onsets])
  }

  @Test("a single sitting gives the same result, and the same sitting twice the same lengths")
  func same() throws {
    let contacts = Self.presses + SessionText.answers("1000-1040", to: [3, 5, 7])
    let once = try #require(try outcome(contacts).proposal)
    let alone = try #require(try Calibration.propose(Self.session, [.init(contacts: contacts)])[0].proposal)
    #expect(once == alone)
    let twice = try #require(try outcome(contacts, contacts).proposal)
    #expect(twice.figures.shortestPress == once.figures.shortestPress)
    #expect(twice.figures.afters == 2 * once.figures.afters)
    #expect(twice.steadying == once.steadying)
  }

  @Test("contacts of two sittings at the same time form no train")
  func trains() throws {
    // 100 ms apart in one sitting they would be one train and cost less.
    let short = SessionText.answers("600-722", to: 0..<15)
    let one = try #require(
      try outcome(short + SessionText.spans("3000-3100 3200-3300 6000-6100 6200-6300"), short).proposal)
    let two = try #require(
      try outcome(
        short + SessionText.spans("3000-3100 6000-6100"), short + SessionText.spans("3200-3300 6200-6300")
      ).proposal)
    #expect(one.figures.noise == two.figures.noise)
    #expect(one.steadying.holdDuration < two.steadying.holdDuration)
  }

  @Test("an unusable sitting makes the others unusable and is named")
  func refused() throws {
    let outcomes = try Calibration.propose([
      .init(Self.session, [.init(contacts: Self.presses)]), .init(Self.session, [.init(contacts: [])]),
    ])
    #expect(outcomes == [.refused(.noPresses, sitting: 1)])
  }

  @Test("a switch that only one sitting asked for is calibrated by that sitting")
  func unprompted() throws {
    let both = SessionText.session(once: 16, switches: 2)
    let left = SessionText.answers("600-900", to: stride(from: 0, to: 16, by: 2))
    let right = SessionText.answers("600-900", to: stride(from: 1, to: 16, by: 2))
    let outcomes = try Calibration.propose([
      .init(Self.session, [.init(contacts: Self.presses), .init(contacts: [])]),
      .init(both, [.init(contacts: left), .init(contacts: right)]),
    ])
    #expect(outcomes.compactMap(\.proposal).map(\.figures.answered) == [23, 8])
    let never = try Calibration.propose([
      .init(Self.session, [.init(contacts: Self.presses), .init(contacts: [])]),
      .init(Self.session, [.init(contacts: Self.presses), .init(contacts: [])]),
    ])
    #expect(never[1] == .refused(.notPrompted, sitting: 0))
  }

  @Test("a faulty session refuses everything; no session gives no outcome")
  func faults() throws {
    let wrong = CalibrationSession(restStart: Instant(0), restEnd: Instant(0), end: Instant(1), prompts: [])
    #expect(throws: CalibrationSession.Fault.noPrompts) {
      try Calibration.propose([
        .init(Self.session, [.init(contacts: Self.presses)]), .init(wrong, [.init(contacts: Self.presses)]),
      ])
    }
    #expect(try Calibration.propose([]).isEmpty)
  }
}
