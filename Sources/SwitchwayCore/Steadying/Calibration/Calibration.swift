/// From a session of prompts to proposed parameters: pure, and never applied by itself.
///
/// A session has a few switches, some 20 prompts and some hundred contacts. The cost grows with prompts × contacts at
/// worst. Several sessions show more than one: a hand that is fresh does not show what it does when it is tired. A longer
/// rest shows more of what comes by itself.
public enum Calibration {
  /// A switch that is calibrated.
  public struct Subject: Equatable, Sendable {
    /// When it was closed, from a run without steadying, in any order.
    public var contacts: [ClosedSpan]
    /// Whether an axis (no hat) presses it: pressure lines have spikes even if the session showed none.
    public var isAxis: Bool

    public init(contacts: [ClosedSpan], isAxis: Bool = false) {
      self.contacts = contacts
      self.isAxis = isAxis
    }
  }

  /// A session, and what the switches did in it.
  public struct Sitting: Equatable, Sendable {
    public var session: CalibrationSession
    /// Of each switch, in the same order in every sitting.
    public var subjects: [Subject]

    public init(_ session: CalibrationSession, _ subjects: [Subject]) {
      self.session = session
      self.subjects = subjects
    }
  }

  /// How far a proposal can be trusted.
  public enum Sureness: String, CaseIterable, Sendable {
    /// Ten presses or more, and they can be told from all else.
    case high
    /// Enough presses, but few, or some prompts were not answered as asked.
    case medium
    /// Very few presses, many prompts without one, or presses and other contacts that look alike.
    case low
  }

  /// Why there is no proposal for a switch. Indices are those of the subjects.
  public enum Refusal: Equatable, Sendable {
    /// No prompt asked for it.
    case notPrompted
    /// Nothing came at its prompts.
    case noPresses
    /// Fewer than half of the prompts were answered, or fewer than three.
    case tooFewPresses(answered: Int, of: Int)
    /// It stayed closed for so long in all that most prompts could not be answered.
    case stuck(for: Microseconds)
    /// Its presses came at the other's prompts, and the other's at its own.
    case swapped(with: Int)
    /// Where it was asked for, the other was pressed.
    case otherPressed(Int)
  }

  /// What is proposed for a switch, and what was seen.
  public struct Proposal: Equatable, Sendable {
    public var steadying: SteadyingParameters
    public var sureness: Sureness
    public var figures: CalibrationFigures
    /// When each press that a prompt asked for began, of each sitting in the time of its own recording.
    public var onsets: [[Instant]]
  }

  /// What a calibration says about a switch.
  public enum Outcome: Equatable, Sendable {
    case proposed(Proposal)
    /// `sitting`: the first that nothing can be built upon.
    case refused(Refusal, sitting: Int)
  }

  /// Reads the sittings, each with the same switches. An outcome a switch, in their order: refused where one of the
  /// sittings that asked for the switch cannot be built upon, as it would spoil what the others say.
  ///
  /// - Throws: what makes no sense in the first session that makes none.
  public static func propose(_ sittings: [Sitting]) throws(CalibrationSession.Fault) -> [Outcome] {
    for sitting in sittings {
      if let fault = sitting.session.fault(switches: sitting.subjects.count) { throw fault }
    }
    guard let subjects = sittings.first?.subjects else { return [] }
    let readings = sittings.map(SittingReading.init)
    let findings = subjects.indices.map { index in CalibrationFindings(readings.map { $0.findings[index] }) }
    let neighbours = NeighbourProposal.proposals(from: findings)
    return subjects.indices.map { index in
      if let refused = refusal(of: index, readings) { return refused }
      let others = subjects.indices.filter { $0 != index && subjects[$0].isAxis == subjects[index].isAxis }
      let steadying = SteadyingProposal.parameters(
        for: findings[index], others: others.flatMap { findings[$0].noise }, neighbour: neighbours[index],
        isAxis: subjects[index].isAxis)
      return .proposed(
        Proposal(
          steadying: steadying, sureness: Sureness(findings[index], isJammed: readings.contains { $0.isJammed(index) }),
          figures: .init(findings[index]), onsets: readings.map { $0.findings[index].presses.map(\.onset) }))
    }
  }

  /// One sitting.
  public static func propose(
    _ session: CalibrationSession, _ subjects: [Subject]
  ) throws(CalibrationSession.Fault) -> [Outcome] {
    try propose([Sitting(session, subjects)])
  }

  private static func refusal(of index: Int, _ readings: [SittingReading]) -> Outcome? {
    let refusals = readings.map { $0.refusal(of: index) }
    for (sitting, refusal) in refusals.enumerated() {
      if let refusal, refusal != .notPrompted { return .refused(refusal, sitting: sitting) }
    }
    return refusals.contains(nil) ? nil : .refused(.notPrompted, sitting: 0)
  }
}
