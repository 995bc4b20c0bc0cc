/// What becomes of a command that was made: published, asked about, refused, or acted on by the daemon itself.
///
/// Pure: time comes with the command. One question is open at most; it has no time limit. Modes are the daemon's own:
/// whoever owns a desk tells what it says.
public struct CommandDesk: Sendable {
  /// A command that waits for `confirm` or `reject`.
  public struct Question: Equatable, Sendable {
    /// Counts the questions of this run from 1.
    public var id: Int
    public var command: Command
  }

  /// How a question ended. Raw values are the wire's words.
  public enum Answer: String, CaseIterable, Sendable {
    case confirm, reject, dropped
  }

  /// What is to be done, in order.
  public enum Verdict: Equatable, Sendable {
    /// `accepted` of a confirmed command is the confirming press's.
    case publish(Command)
    case ask(Question)
    case answered(Question, Answer, at: Instant)
    case rejected(Command, RejectionReason)
    /// A press asked for the mode, whether or not that changed it.
    case rest(Bool, at: Instant)
    case attention(Command)
    /// Keys pass: `on`, `off`, `once`, or else it is turned.
    case passThrough(String?, at: Instant)
    /// Keys are gestures, or are not, or else it is turned: whoever owns the desk knows whether that can be.
    case gestureMode(Command)
    /// Its chord is typed, or held, or let go of.
    case type(Command)
    /// Another profile: a name, `next` or `previous`.
    case profile(String, at: Instant)
  }

  /// Which commands are asked about.
  public var policy: PolicySettings.Confirmation
  /// What still works while the screen is locked. Source: `policy` `when-locked`.
  public var whenLocked: [CommandSelector]
  private var lock = Muting()
  private var inhibition = Muting()
  private var panic = Muting()
  private var rest = Muting()
  /// The question that waits; nil: none does.
  public private(set) var question: Question?
  private var asked = 0
  /// Phases whose `begin` was published.
  private var begun: Set<Command.PhaseOwner> = []

  /// A desk with nothing on it.
  public init(policy: PolicySettings.Confirmation = .destructive, whenLocked: [CommandSelector] = []) {
    self.policy = policy
    self.whenLocked = whenLocked
  }

  /// The screen is locked: nothing but `whenLocked` works.
  public var isLocked: Bool { lock.isOn }
  /// Commands are held back, by a client's `inhibit`.
  public var isInhibited: Bool { inhibition.isOn }
  /// Everything has been let go of: presses do nothing at all.
  public var hasPanicked: Bool { panic.isOn }
  /// Presses make no commands for now, but for what is bound to `rest` or `attention`.
  public var isResting: Bool { rest.isOn }

  /// The screen was locked, or unlocked.
  public mutating func setLocked(_ isLocked: Bool, at time: Instant) { lock.turn(isLocked, at: time) }

  /// Clients hold commands back, or do no more.
  public mutating func setInhibited(_ isInhibited: Bool, at time: Instant) { inhibition.turn(isInhibited, at: time) }

  /// Everything is let go of, or that is over.
  public mutating func setPanicked(_ hasPanicked: Bool, at time: Instant) { panic.turn(hasPanicked, at: time) }

  /// Nothing stands in the way of a command that is not asked about, of a press that began then.
  public func isOpenHanded(_ began: Instant) -> Bool {
    question == nil && !rest.holds(began) && !inhibition.holds(began) && !lock.holds(began) && !panic.holds(began)
  }

  /// A command was made: what is to be done is appended.
  public mutating func handle(_ command: Command, into verdicts: inout [Verdict]) {
    // Ends, and repeats of what was asked or refused, are no presses of their own.
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
      // The daemon's own commands leave a question open.
      if command.word.group != .daemon || policy.asks(command.word) { drop(at: command.accepted, into: &verdicts) }
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

  /// Nothing more stands in its way.
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

  /// A client answers the question of this id. False: there is no such question.
  public mutating func answer(_ id: Int, confirm: Bool, at time: Instant, into verdicts: inout [Verdict]) -> Bool {
    guard let open = question, open.id == id else { return false }
    answer(open, confirm ? .confirm : .reject, at: time, into: &verdicts)
    return true
  }

  /// The press that asked is over: its command is told so, if it is confirmed.
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

  /// Drops an open question: another command came, or the profile that it was bound in is no more.
  private mutating func drop(at time: Instant, into verdicts: inout [Verdict]) {
    guard let open = question else { return }
    question = nil
    verdicts.append(.answered(open, .dropped, at: time))
  }

  /// `word`: `on`, `off`, or else it is turned.
  public mutating func turnRest(_ word: String?, at time: Instant) -> Verdict {
    rest.turn(word == "on" || (word != "off" && !isResting), at: time)
    return .rest(isResting, at: time)
  }

  /// Another profile is in force: what it asks about, and nothing of the old one is open.
  public mutating func use(_ policy: PolicySettings, at time: Instant, into verdicts: inout [Verdict]) {
    self.policy = policy.confirmation
    whenLocked = policy.whenLocked
    begun.removeAll(keepingCapacity: true)
    drop(at: time, into: &verdicts)
  }
}
