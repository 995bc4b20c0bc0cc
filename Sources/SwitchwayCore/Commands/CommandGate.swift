/// Decides whether a command is published, asked about, refused, or carried out by the daemon itself.
///
/// It is pure: times come with the commands. At most one question is open, and it has no time limit. Modes belong to
/// the daemon, so the owner of a gate reports their changes.
public struct CommandGate: Sendable {
  /// A command that waits for `confirm` or `reject`.
  public struct Question: Equatable, Sendable {
    /// Counts the questions of this run from 1.
    public var id: Int
    public var command: Command
  }

  /// How a question ended. Raw values are the words on the wire.
  public enum Answer: String, CaseIterable, Sendable {
    case confirm, reject, dropped
  }

  /// What the owner of the gate must do, in order.
  public enum Verdict: Equatable, Sendable {
    /// A confirmed command has the time of its confirmation as `accepted`.
    case publish(Command)
    case ask(Question)
    case answered(Question, Answer, at: Instant)
    case rejected(Command, RejectionReason)
    /// A command has set rest mode, whether or not that changed it.
    case rest(Bool, at: Instant)
    case attention(Command)
    /// Keys are passed through: `on`, `off`, `once`; otherwise toggled.
    case passThrough(String?, at: Instant)
    /// Gesture mode is set or toggled. The owner of the gate knows whether that is possible.
    case gestureMode(Command)
    /// The chord of the command is typed, held, or released.
    case type(Command)
    /// Another profile: a name, `next` or `previous`.
    case profile(String, at: Instant)
  }

  /// Which commands need a confirmation.
  public var policy: PolicySettings.Confirmation
  /// The commands that still work while the screen is locked. Source: `policy` `when-locked`.
  public var whenLocked: [CommandSelector]
  private var lock = Muting()
  private var inhibition = Muting()
  private var panic = Muting()
  private var rest = Muting()
  /// The open question. nil: none is open.
  public private(set) var question: Question?
  private var asked = 0
  /// Phases that were begun and have not ended.
  private var begun: Set<Command.PhaseOwner> = []

  /// A gate without modes or a question.
  public init(policy: PolicySettings.Confirmation = .destructive, whenLocked: [CommandSelector] = []) {
    self.policy = policy
    self.whenLocked = whenLocked
  }

  /// Whether the screen is locked. Only `whenLocked` works then.
  public var isLocked: Bool { lock.isOn }
  /// Whether a client's `inhibit` refuses commands.
  public var isInhibited: Bool { inhibition.isOn }
  /// Whether a panic has released everything. Presses do nothing then.
  public var hasPanicked: Bool { panic.isOn }
  /// Whether a question is open.
  @inline(__always) public var isAsking: Bool { if case .some = question { true } else { false } }
  /// Whether presses make no commands at present, except for `rest` and `attention`.
  public var isResting: Bool { rest.isOn }

  /// Records that the screen was locked or unlocked.
  public mutating func setLocked(_ isLocked: Bool, at time: Instant) { lock.turn(isLocked, at: time) }

  /// Records whether any client inhibits commands.
  public mutating func setInhibited(_ isInhibited: Bool, at time: Instant) { inhibition.turn(isInhibited, at: time) }

  /// Records that a panic began or ended.
  public mutating func setPanicked(_ hasPanicked: Bool, at time: Instant) { panic.turn(hasPanicked, at: time) }

  /// Whether a press that began then may make a command at once, if that command needs no confirmation.
  ///
  /// Inlined, and the question only looked at: the whole gate would be copied for each press.
  @inline(__always) public func admitsEverything(_ began: Instant) -> Bool {
    !isAsking && !rest.holds(began) && !inhibition.holds(began) && !lock.holds(began) && !panic.holds(began)
  }

  /// Decides about a command, and appends what must be done.
  ///
  /// - Parameter isOfOlderPage: it selects an item of a page that was announced before the open question.
  public mutating func handle(
    _ command: Command, isOfOlderPage: Bool = false, into verdicts: inout [Verdict]
  ) {
    // An `end` is not a press of its own. Nor are repeats of a command that was asked about or refused.
    if command.phase == .end {
      if let owner = command.phaseOwner, begun.remove(owner) != nil { verdicts.append(done(command)) }
      return
    }
    if command.count > 1, reason(against: command) != nil || policy.asks(command.word) { return }
    if let reason = reason(against: command) {
      verdicts.append(.rejected(command, reason))
      return
    }
    switch command.word.name {
    case "attention": verdicts.append(.attention(command))
    case "confirm", "reject":
      if let open = question {
        answer(open, command.word.name == "confirm" ? .confirm : .reject, at: command.accepted, into: &verdicts)
      } else {
        verdicts.append(.rejected(command, .question))
      }
    default:
      // The daemon's own commands leave a question open, and so do commands that scan: Yes and No can be scanned.
      let isKept = [.daemon, .scan].contains(command.word.group) && !isOfOlderPage
      if !isKept || policy.asks(command.word) { dropQuestion(at: command.accepted, into: &verdicts) }
      if policy.asks(command.word) { ask(command, into: &verdicts) } else { act(on: command, into: &verdicts) }
    }
  }

  private func reason(against command: Command) -> RejectionReason? {
    let began = command.pressEdge
    if panic.holds(began) { return .panic }
    if lock.holds(began), !whenLocked.contains(where: { $0.contains(command.word) }) { return .inactive }
    if command.word.name == "attention" { return nil }
    if inhibition.holds(began) { return .inhibited }
    if !rest.holds(began) || command.word.name == "rest" { return nil }
    // A keyboard must be able to type again, whatever the switches do.
    if case .key = command.source, command.word.name == "pass-through" { return nil }
    return .rest
  }

  private mutating func ask(_ command: Command, into verdicts: inout [Verdict]) {
    asked += 1
    let new = Question(id: asked, command: command)
    question = new
    verdicts.append(.ask(new))
  }

  /// Performs a command that nothing prevents.
  private mutating func act(on command: Command, into verdicts: inout [Verdict]) {
    switch command.word.name {
    case "rest": verdicts.append(turnRest(command.word.arguments.first, at: command.accepted))
    case "profile":
      if let name = command.word.arguments.first { verdicts.append(.profile(name, at: command.accepted)) }
    case "pass-through": verdicts.append(.passThrough(command.word.arguments.first, at: command.accepted))
    case "gesture-mode": verdicts.append(.gestureMode(command))
    default:
      if command.phase == .begin, let owner = command.phaseOwner { begun.insert(owner) }
      verdicts.append(done(command))
    }
  }

  private func done(_ command: Command) -> Verdict { command.word.group == .key ? .type(command) : .publish(command) }

  /// Answers the question of this id for a client. Returns false if there is no such question.
  public mutating func answer(_ id: Int, confirm: Bool, at time: Instant, into verdicts: inout [Verdict]) -> Bool {
    guard let open = question, open.id == id else { return false }
    answer(open, confirm ? .confirm : .reject, at: time, into: &verdicts)
    return true
  }

  /// Records the end of the press that asked, so that its command has the release if it is confirmed.
  ///
  /// - Parameter released: with the device's offset.
  public mutating func noteRelease(of owner: Command.PhaseOwner, at released: Instant) {
    guard var open = question, open.command.phaseOwner == owner, open.command.released == nil else { return }
    open.command.released = released
    question = open
  }

  private mutating func answer(
    _ open: Question, _ answer: Answer, at time: Instant, into verdicts: inout [Verdict]
  ) {
    question = nil
    verdicts.append(.answered(open, answer, at: time))
    guard answer == .confirm else { return }
    act(on: open.command.confirmed(at: time), into: &verdicts)
  }

  /// Drops an open question, because another command was made or another profile is in force.
  mutating func dropQuestion(at time: Instant, into verdicts: inout [Verdict]) {
    guard let open = question else { return }
    question = nil
    verdicts.append(.answered(open, .dropped, at: time))
  }

  /// Sets rest mode. `word`: `on` or `off`; otherwise toggled.
  public mutating func turnRest(_ word: String?, at time: Instant) -> Verdict {
    rest.turn(word == "on" || (word != "off" && !isResting), at: time)
    return .rest(isResting, at: time)
  }

  /// Uses the policy of another profile. Drops the open question and the phases of the old profile.
  public mutating func use(_ policy: PolicySettings, at time: Instant, into verdicts: inout [Verdict]) {
    self.policy = policy.confirmation
    whenLocked = policy.whenLocked
    begun.removeAll(keepingCapacity: true)
    dropQuestion(at: time, into: &verdicts)
  }
}
