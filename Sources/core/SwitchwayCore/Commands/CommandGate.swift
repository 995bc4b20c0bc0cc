import SwitchwayTime

/// Decides whether a command is carried out, needs an answer first, or is refused.
///
/// It is a pure value: the caller passes the time with each command. At most one question is open, and it has no time
/// limit. The gate appends its reports about a decision as effects, and returns a command that the caller must carry
/// out.
public struct CommandGate: Sendable {
  /// A command that waits for `confirm` or `reject`.
  public struct Question: Equatable, Sendable {
    /// The number of the question; the first question of a run has 1.
    public var id: Int
    public var command: Command
  }

  /// The way in which a question ended. Raw values are the words on the wire.
  public enum Answer: String, CaseIterable, Sendable {
    case confirm, reject, dropped
  }

  /// Which commands need a confirmation.
  public var policy: PolicySettings.Confirmation
  /// The commands that still work while the screen is locked, from `when-locked` in the profile's `policy`.
  public var whenLocked: [CommandSelector]
  private var lock = Muting()
  private var inhibition = Muting()
  private var panic = Muting()
  private var rest = Muting()
  /// The time when rest mode ends by itself. `nil` if rest mode is off, or lasts until it is turned off.
  private(set) var restEnd: Instant?
  /// The open question. `nil` if none is open.
  public private(set) var question: Question?
  /// The number of questions that were asked in this run.
  private(set) var asked = 0
  /// The phases whose `begin` was published and whose `end` was not yet.
  private var begun: Set<Command.PhaseOwner> = []

  /// A gate without modes or a question.
  public init(policy: PolicySettings.Confirmation = .destructive, whenLocked: [CommandSelector] = []) {
    self.policy = policy
    self.whenLocked = whenLocked
  }

  /// Whether the screen is locked. Then only the commands of `whenLocked` work, and commands for a client that shows a
  /// page for the locked screen.
  public var isLocked: Bool { lock.isOn }
  /// Whether a client has sent `inhibit`, so that commands are refused.
  public var isInhibited: Bool { inhibition.isOn }
  /// Whether the emergency release is in effect. Then presses do nothing.
  public var hasPanicked: Bool { panic.isOn }
  /// Whether a question is open.
  public var isAsking: Bool { if case nil = question { false } else { true } }
  /// Whether rest mode is on. Then presses make no commands except `rest` and `attention`.
  public var isResting: Bool { rest.isOn }

  /// Records that the screen was locked or unlocked.
  public mutating func setLocked(_ isLocked: Bool, at time: Instant) { lock.turn(isLocked, at: time) }

  /// Records whether at least one client inhibits commands.
  public mutating func setInhibited(_ isInhibited: Bool, at time: Instant) { inhibition.turn(isInhibited, at: time) }

  /// Records that an emergency release began or ended.
  public mutating func setPanicked(_ hasPanicked: Bool, at time: Instant) { panic.turn(hasPanicked, at: time) }

  /// Decides about a command. Returns the command to carry out: `command` itself or, if it confirms a question, the
  /// command of that question. Returns `nil` if nothing must be carried out now. Throws the reason if the command is
  /// refused.
  ///
  /// - Parameters:
  ///   - isOfOlderPage: whether the command selects an item of a page that was announced before the open question.
  ///   - isStale: whether the command will be refused when it is published. Then it leaves the question open.
  ///   - isForLock: whether the command is for a client that shows a page for the locked screen.
  public mutating func handle(
    _ command: Command, isOfOlderPage: Bool = false, isStale: Bool = false, isForLock: Bool = false,
    into effects: inout [Effect]
  ) throws(RejectionReason) -> Command? {
    // An `end` is not a new press: it passes if its `begin` passed. A repeat is not a new press either: if its command
    // is refused or needs an answer, the repeat is dropped without a report.
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
      // The daemon's own commands leave a question open. So do commands that scan, because the person must be able to
      // scan to Yes and No.
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
    // In rest mode, keys can still turn pass-through on, so that the keyboard types again whatever the switches do.
    if case .key = command.source, command.word.builtIn == .passThrough { return nil }
    return .rest
  }

  /// Carries out a command of the gate itself. Returns any other command, which the caller must carry out.
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

  /// Answers the question with this id for a client. Returns the command to carry out, or `nil` if there is none.
  /// Throws if no question with this id is open.
  public mutating func answer(
    _ id: Int, confirm: Bool, at time: Instant, into effects: inout [Effect]
  ) throws(RejectionReason) -> Command? {
    guard let open = question, open.id == id else { throw .question }
    return answer(open, confirm ? .confirm : .reject, at: time, into: &effects)
  }

  /// Stores the release of the press that asked the open question. If the person confirms the question, its command is
  /// then published with this release.
  ///
  /// - Parameter released: the time of the release, plus the device's offset.
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

  /// Turns rest mode on or off, and reports it even if it has not changed. `word` is `on` or `off`; any other word, or
  /// `nil`, toggles the mode.
  ///
  /// - Parameter end: the time when rest mode ends by itself, if it is on now. It replaces an earlier end.
  public mutating func turnRest(
    _ word: String?, until end: Instant? = nil, at time: Instant, into effects: inout [Effect]
  ) {
    rest.turn(word == "on" || (word != "off" && !isResting), at: time)
    restEnd = isResting ? end : nil
    effects.append(.mode(.rest, isResting, at: time))
  }

  /// Uses the policy of another profile. Drops the open question, and forgets the phases that began under the old
  /// profile.
  public mutating func use(_ policy: PolicySettings, at time: Instant, into effects: inout [Effect]) {
    self.policy = policy.confirmation
    whenLocked = policy.whenLocked
    begun.removeAll(keepingCapacity: true)
    dropQuestion(at: time, into: &effects)
  }
}

/// A state in which presses do nothing (the screen lock, an inhibition, a panic or rest mode), and the time for which
/// it lasts.
///
///     muted        ----########------
///     press            |  1 |  2        1 and 2 do nothing, however late they are decided
///                    0 |                0 began before: it counts if it is decided before or after, but not during it
///
/// So a press that is down when the state begins or ends is neither queued nor performed in part.
private struct Muting: Equatable, Sendable {
  /// Whether the state is on now.
  private(set) var isOn = false
  /// The times when the state last began and last ended.
  private var since = Instant(.max)
  private var until = Instant(.min)

  /// Begins or ends the state at `time`.
  mutating func turn(_ isOn: Bool, at time: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { since = time } else { until = time }
  }

  /// Whether a press that began at `began` began after the state did. `nil` stands for an input that is not a press:
  /// for it, the result is whether the state is on now.
  func includes(_ began: Instant?) -> Bool { began.map { since < $0 } ?? isOn }

  /// Whether the state prevents the effect of a press that began at `began`, or, if `began` is `nil`, of an input that
  /// is not a press.
  func holds(_ began: Instant?) -> Bool {
    if isOn { return true }
    guard let began else { return false }
    return since < began && began <= until
  }
}
