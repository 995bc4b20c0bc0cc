import SwitchwayTime

/// Decides whether a command is carried out, needs an answer first, or is refused.
///
/// It is a pure value: times come with the commands. At most one question is open, and it has no time limit. Reports
/// about a decision are appended as effects. A command that must be carried out is returned.
public struct CommandGate: Sendable {
  /// A command that waits for `confirm` or `reject`.
  public struct Question: Equatable, Sendable {
    /// Counts the questions of this run from 1.
    public var id: Int
    public var command: Command
  }

  /// The way in which a question ended. Raw values are the words on the wire.
  public enum Answer: String, CaseIterable, Sendable {
    case confirm, reject, dropped
  }

  /// The commands that need a confirmation.
  public var policy: PolicySettings.Confirmation
  /// The commands that still work while the screen is locked. Source: `policy` `when-locked`.
  public var whenLocked: [CommandSelector]
  private var lock = Muting()
  private var inhibition = Muting()
  private var panic = Muting()
  private var rest = Muting()
  /// The time when a pause (rest mode) ends by itself. `nil` if rest mode is off, or lasts until it is turned off.
  private(set) var restEnd: Instant?
  /// The open question. `nil` if none is open.
  public private(set) var question: Question?
  /// The number of questions that were asked.
  private(set) var asked = 0
  /// Phases that have begun and not ended.
  private var begun: Set<Command.PhaseOwner> = []

  /// A gate without modes or a question.
  public init(policy: PolicySettings.Confirmation = .destructive, whenLocked: [CommandSelector] = []) {
    self.policy = policy
    self.whenLocked = whenLocked
  }

  /// Whether the screen is locked. Then only `whenLocked` works.
  public var isLocked: Bool { lock.isOn }
  /// Whether a client's `inhibit` refuses commands.
  public var isInhibited: Bool { inhibition.isOn }
  /// Whether an emergency release has released everything. Presses do nothing then.
  public var hasPanicked: Bool { panic.isOn }
  /// Whether a question is open.
  public var isAsking: Bool { if case nil = question { false } else { true } }
  /// Whether presses make no commands at present, except `rest` and `attention`.
  public var isResting: Bool { rest.isOn }

  /// Records that the screen was locked or unlocked.
  public mutating func setLocked(_ isLocked: Bool, at time: Instant) { lock.turn(isLocked, at: time) }

  /// Records whether any client inhibits commands.
  public mutating func setInhibited(_ isInhibited: Bool, at time: Instant) { inhibition.turn(isInhibited, at: time) }

  /// Records that a panic began or ended.
  public mutating func setPanicked(_ hasPanicked: Bool, at time: Instant) { panic.turn(hasPanicked, at: time) }

  /// Decides about a command. Returns the command to carry out: if this command confirms a question, the command of
  /// that question. `nil` if there is none. Throws the reason if the command is refused.
  ///
  /// - Parameters:
  ///   - isOfOlderPage: whether it selects an item of a page that was announced before the open question.
  ///   - isStale: whether it will be refused when it is published, so that the question stays open.
  ///   - isForLock: whether it is for a client that shows a page for the locked screen.
  public mutating func handle(
    _ command: Command, isOfOlderPage: Bool = false, isStale: Bool = false, isForLock: Bool = false,
    into effects: inout [Effect]
  ) throws(RejectionReason) -> Command? {
    // An `end` is not a press of its own. The same holds for repeats of a command that needed an answer or was refused.
    if command.phase == .end { return command.phaseOwner.flatMap { begun.remove($0) } == nil ? nil : command }
    let reason = reason(against: command, isForLock: isForLock)
    let asks = policy.asks(command.word)
    if command.count > 1, reason != nil || asks { return nil }
    if let reason { throw reason }
    switch command.word.builtIn {
    case .attention:
      effects.append(.attention(command))
      return nil
    case .confirm, .reject:
      guard let open = question else { throw .question }
      effects.appendPerformed(command)
      let answer: Answer = command.word.builtIn == .confirm ? .confirm : .reject
      return self.answer(open, answer, at: command.accepted, into: &effects)
    case .again, .gestureMode, .passThrough, .profile, .rest, nil:
      // The daemon's own commands leave a question open, and so do commands that scan: The person can scan to Yes and
      // No.
      let isKept = (command.word.group == .daemon || command.word.group == .scan) && !isOfOlderPage
      if asks || !isKept && !isStale { dropQuestion(at: command.accepted, into: &effects) }
      guard asks else { return act(on: command, into: &effects) }
      asked += 1
      let new = Question(id: asked, command: command)
      question = new
      effects.append(.asked(new))
      return nil
    }
  }

  private func reason(against command: Command, isForLock: Bool) -> RejectionReason? {
    let began = command.pressEdge
    if panic.holds(began) { return .panic }
    if lock.holds(began), !whenLocked.contains(where: { $0.contains(command.word) }),
      !isForLock || !lock.includes(began)
    {
      return .inactive
    }
    if command.word.builtIn == .attention { return nil }
    if inhibition.holds(began) { return .inhibited }
    if !rest.holds(began) || command.word.builtIn == .rest { return nil }
    // A keyboard must be able to type again, whatever the switches do.
    if case .key = command.source, command.word.builtIn == .passThrough { return nil }
    return .rest
  }

  /// Carries out a command of the gate itself. Returns a command that its owner must carry out.
  private mutating func act(on command: Command, into effects: inout [Effect]) -> Command? {
    switch command.word.builtIn {
    case .rest:
      effects.appendPerformed(command)
      turnRest(command.word.arguments.first, at: command.accepted, into: &effects)
      return nil
    case .profile:
      effects.appendPerformed(command)
      if let name = command.word.arguments.first { effects.append(.wantsProfile(name, at: command.accepted)) }
      return nil
    case .passThrough, .gestureMode: return command
    case .again, .attention, .confirm, .reject, nil:
      if command.phase == .begin, let owner = command.phaseOwner { begun.insert(owner) }
      return command
    }
  }

  /// Answers the question of this id for a client. Returns the command to carry out, or `nil` if there is none. Throws
  /// if there is no such question.
  public mutating func answer(
    _ id: Int, confirm: Bool, at time: Instant, into effects: inout [Effect]
  ) throws(RejectionReason) -> Command? {
    guard let open = question, open.id == id else { throw .question }
    return answer(open, confirm ? .confirm : .reject, at: time, into: &effects)
  }

  /// Records the end of the press that asked, so that its command has the release if the person confirms it.
  ///
  /// - Parameter released: with the device's offset.
  public mutating func noteRelease(of owner: Command.PhaseOwner, at released: Instant) {
    guard var open = question, open.command.phaseOwner == owner, open.command.released == nil else { return }
    open.command.released = released
    question = open
  }

  private mutating func answer(
    _ open: Question, _ answer: Answer, at time: Instant, into effects: inout [Effect]
  ) -> Command? {
    question = nil
    effects.append(.answered(open, answer, at: time))
    return answer == .confirm ? act(on: open.command.confirmed(at: time), into: &effects) : nil
  }

  /// Drops an open question, because another command was made or another profile became active.
  mutating func dropQuestion(at time: Instant, into effects: inout [Effect]) {
    guard let open = question else { return }
    question = nil
    effects.append(.answered(open, .dropped, at: time))
  }

  /// Sets rest mode, and reports it whether or not it changed. `word`: `on` or `off`; any other word toggles it.
  ///
  /// - Parameter end: when the mode ends by itself, if it is on now. An earlier end no longer counts.
  public mutating func turnRest(
    _ word: String?, until end: Instant? = nil, at time: Instant, into effects: inout [Effect]
  ) {
    rest.turn(word == "on" || (word != "off" && !isResting), at: time)
    restEnd = isResting ? end : nil
    effects.append(.mode(.rest, isResting, at: time))
  }

  /// Uses the policy of another profile. Drops the open question and the phases of the old profile.
  public mutating func use(_ policy: PolicySettings, at time: Instant, into effects: inout [Effect]) {
    self.policy = policy.confirmation
    whenLocked = policy.whenLocked
    begun.removeAll(keepingCapacity: true)
    dropQuestion(at: time, into: &effects)
  }
}

/// A reason why presses do nothing, and the time for which it applies.
///
///     muted        ----########------
///     press            |  1 |  2        1 and 2 do nothing, however late they are decided
///                    0 |                0 began before: it counts if it is decided before or after, but not during it
///
/// A press that is down when muting begins or ends is neither queued nor performed in part.
private struct Muting: Equatable, Sendable {
  /// Whether the reason applies now.
  private(set) var isOn = false
  /// The time when it last began to apply, and when it last ended.
  private var since = Instant(.max)
  private var until = Instant(.min)

  /// Begins or ends at `time`.
  mutating func turn(_ isOn: Bool, at time: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { since = time } else { until = time }
  }

  /// Whether a press that began at `began` began while the reason applied. `nil` means an input that is not a press.
  func includes(_ began: Instant?) -> Bool { began.map { since < $0 } ?? isOn }

  /// Whether it prevents the effect of a press that began at `began`. `nil` means an input that is not a press.
  func holds(_ began: Instant?) -> Bool {
    if isOn { return true }
    guard let began else { return false }
    return since < began && began <= until
  }
}
