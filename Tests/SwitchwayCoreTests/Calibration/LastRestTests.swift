import SwitchwayCore
import SwitchwayTime
import Testing

/// A rest after the prompts of a calibration session.
@Suite("The last rest of a session") struct LastRestTests {
  /// Presses at every prompt, and what else is said. The prompts end at 77.5 s, the rest at 137.5 s.
  private func figures(rest contacts: String, hasRest: Bool = true) throws -> CalibrationFigures {
    var session = SessionText.session(once: 20)
    session.end = Instant(137_500_000)
    if hasRest { session.lastRest = Instant(77_500_000)..<session.end }
    let spans = SessionText.answers("400-600", to: 0..<20) + SessionText.spans(contacts, at: 80_000)
    let outcome = try Calibration.propose(session, [.init(contacts: spans)])[0]
    return try #require(outcome.proposal).figures
  }

  @Test("what comes in it is unwanted, however long it is")
  func noise() throws {
    let found = try figures(rest: "0-40 5000-5900")
    #expect(found.noise == 2)
    #expect(found.longestNoise == .milliseconds(900))
    #expect(found.medianPress == .milliseconds(200))
    #expect(found.answered == 20)
    // Without the rest, the longest contact of the last prompt's time is its press.
    #expect(try figures(rest: "0-40 5000-5900", hasRest: false).longestNoise == .milliseconds(200))
  }

  @Test("lists for a plot")
  func lists() throws {
    let found = try figures(rest: "0-40 5000-5020")
    #expect(found.noiseLengths == [.milliseconds(20), .milliseconds(40)])
    #expect(found.pressLengths.count == 20)
  }

  @Test("it lies between the last prompt and the end")
  func faults() {
    var session = SessionText.session(once: 3)
    let last = session.prompts[2].time
    session.lastRest = last..<session.end
    #expect(session.fault(switches: 1) == .lastRest)
    session.lastRest = (last + .milliseconds(1))..<session.end
    #expect(session.fault(switches: 1) == nil)
    session.lastRest = (last + .milliseconds(1))..<(session.end + .milliseconds(1))
    #expect(session.fault(switches: 1) == .lastRest)
  }
}
