import SwitchwayTime

/// Proposes steadying parameters from calibration sessions, in which a person presses switches at prompts. Pure: it
/// only proposes, and changes nothing.
///
/// A session has a few switches, about 20 prompts and some hundred contacts. The cost grows at worst with prompts ×
/// contacts. Several sessions show more about a person than a single one, because a tired hand acts differently from a
/// fresh one. A session with a longer rest shows more unwanted contacts.
public enum Calibration {
  /// A switch to calibrate.
  public struct Subject: Equatable, Sendable {
    /// The times in which the switch was closed, recorded without steadying, in any order.
    public var contacts: [ClosedSpan]
    /// Whether an axis (not a hat) presses the switch. The proposal then allows for spikes, because pressure sensors
    /// have them even if the session showed none.
    public var isAxis: Bool

    public init(contacts: [ClosedSpan], isAxis: Bool = false) {
      self.contacts = contacts
      self.isAxis = isAxis
    }
  }

  /// A session, and the contacts of the switches in it.
  public struct Sitting: Equatable, Sendable {
    public var session: CalibrationSession
    /// One subject for each switch, in the same order in every session.
    public var subjects: [Subject]

    public init(_ session: CalibrationSession, _ subjects: [Subject]) {
      self.session = session
      self.subjects = subjects
    }
  }

  /// The degree to which a proposal can be trusted.
  public enum Sureness: String, CaseIterable, Sendable {
    /// At least eight prompts and nine tenths of all were answered, none of them late, and the presses are longer than
    /// the unwanted contacts (a single unwanted contact is ignored).
    case high
    /// Fewer than eight prompts were answered, some were answered late or not at all, or some unwanted contacts were as
    /// long as presses.
    case medium
    /// Fewer than five prompts were answered, or fewer than three quarters; the switch was jammed; or many unwanted
    /// contacts were as long as presses.
    case low
  }

  /// The reason why there is no proposal for a switch. The indices refer to `Sitting.subjects`.
  public enum Refusal: Equatable, Sendable {
    /// No prompt asked for the switch.
    case notPrompted
    /// The switch had no contact at its prompts.
    case noPresses
    /// Fewer than three prompts were answered, or fewer than half of them.
    case tooFewPresses(answered: Int, of: Int)
    /// The switch stayed closed so long in total that most prompts could not be answered.
    case stuck(for: Microseconds)
    /// The switch was pressed at the prompts for the other one, and the other one at the prompts for this switch.
    case swapped(with: Int)
    /// The other switch was pressed at the prompts for this one.
    case otherPressed(Int)
  }

  /// The proposal for a switch, and the measurements.
  public struct Proposal: Equatable, Sendable {
    public var steadying: SteadyingParameters
    public var sureness: Sureness
    public var figures: CalibrationFigures
    /// For each session, the beginnings of the presses that prompts asked for. Times are times of the session's
    /// recording.
    public var onsets: [[Instant]]
  }

  /// The result of a calibration for one switch.
  public enum Outcome: Equatable, Sendable {
    case proposed(Proposal)
    case refused(Refusal, sitting: Int)
  }

  /// Reads the sessions, each with the same switches, and returns an outcome for each switch, in order. A switch is
  /// refused if any session that asked for it cannot be used, because that session would spoil the others.
  ///
  /// - Throws: the first fault of the first faulty session.
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
      let proposal = SteadyingProposal(
        findings: findings[index], others: others.flatMap { findings[$0].noise }, neighbour: neighbours[index],
        isAxis: subjects[index].isAxis)
      return .proposed(
        Proposal(
          steadying: proposal.parameters,
          sureness: Sureness(findings[index], isJammed: readings.contains { $0.isJammed(index) }),
          figures: .init(findings[index]), onsets: readings.map { $0.findings[index].presses.map(\.onset) }))
    }
  }

  /// Proposes from a single session.
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
