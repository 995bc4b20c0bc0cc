/// From a session of prompts to proposed parameters: pure, and never applied by itself.
///
/// A session has a few switches, some 20 prompts and some hundred contacts. The cost grows with prompts × contacts at
/// worst.
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
    /// When each press that a prompt asked for began.
    public var onsets: [Instant]
  }

  /// What a calibration says about a switch.
  public enum Outcome: Equatable, Sendable {
    case proposed(Proposal)
    case refused(Refusal)
  }

  /// Reads the session. An outcome a subject, in their order.
  ///
  /// - Throws: what makes no sense in the session itself.
  public static func propose(
    _ session: CalibrationSession, _ subjects: [Subject]
  ) throws(CalibrationSession.Fault) -> [Outcome] {
    if let fault = session.fault(switches: subjects.count) { throw fault }
    let begin = min(session.restStart, session.prompts.first?.time ?? session.restStart)
    let contacts = subjects.map { ClosedSpan.tidy($0.contacts, from: begin, to: session.end) }
    // A jammed contact is neither a press nor noise; what it hides is counted as prompts without an answer.
    let usable = contacts.map { spans in spans.filter { $0.length < CalibrationCheck.jam } }
    let findings = PromptReading.read(session, usable)
    let check = CalibrationCheck(session: session, contacts: contacts, findings: findings)
    let refusals = subjects.indices.map { check.refusal(of: $0) }
    let neighbours = NeighbourProposal.proposals(from: findings)
    let parameters = subjects.indices.map { index in
      let others = subjects.indices.filter { $0 != index && subjects[$0].isAxis == subjects[index].isAxis }
      return SteadyingProposal.parameters(
        for: findings[index], others: others.map { findings[$0].noise }, neighbour: neighbours[index],
        isAxis: subjects[index].isAxis)
    }
    return subjects.indices.map { index in
      if let refusal = refusals[index] { return .refused(refusal) }
      return .proposed(
        Proposal(
          steadying: parameters[index], sureness: check.sureness(of: index), figures: .init(findings[index]),
          onsets: findings[index].presses.map(\.onset)))
    }
  }
}
