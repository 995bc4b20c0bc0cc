/// What becomes of a command that was made: published, asked about, refused, or acted on by the daemon itself.
///
/// Pure: time comes with the command. One question is open at most; it has no time limit. Modes are the daemon's own:
/// whoever owns a desk tells what it says.
public struct CommandDesk: Sendable {
  /// A command with who made it.
  public struct Made: Equatable, Sendable {
    /// The press that made it.
    public enum Maker: Equatable, Sendable {
      case press(SwitchCommand)
      /// A client's `send`: when it was read.
      case client(at: Instant)
    }
    public var command: ScanCommand
    public var maker: Maker

    public init(_ command: ScanCommand, _ maker: Maker) {
      self.command = command
      self.maker = maker
    }

    /// When the press began.
    public var pressed: Instant {
      switch maker {
      case .press(let made): made.pressed
      case .client(let time): time
      }
    }

    /// When it was decided.
    public var accepted: Instant {
      switch maker {
      case .press(let made): made.accepted
      case .client(let time): time
      }
    }
  }

  /// A command that waits for `confirm` or `reject`.
  public struct Question: Equatable, Sendable {
    /// Counts the questions of this run from 1.
    public var id: Int
    public var made: Made
  }

  /// How a question ended. Raw values are the wire's words.
  public enum Answer: String, CaseIterable, Sendable {
    case confirm, reject, dropped
  }

  /// What is to be done, in order.
  public enum Verdict: Equatable, Sendable {
    /// `accepted` of a confirmed command is the confirming press's.
    case publish(Made)
    case ask(Question)
    case answered(Question, Answer, at: Instant)
    case rejected(Made, RejectionReason)
    /// A press asked for the mode, whether or not that changed it.
    case rest(Bool, at: Instant)
    case attention(Made)
    /// Another profile: a name, `next` or `previous`.
    case profile(String, at: Instant)
  }

  /// Which commands are asked about.
  public var policy: PolicySettings.Confirmation
  /// What still works while the screen is locked. Source: `policy` `when-locked`.
  public var whenLocked: [CommandSelector]
  /// The screen is locked: nothing but `whenLocked` works.
  public var isLocked = false
  /// Commands are held back, by a client's `inhibit`.
  public var isInhibited = false
  /// Presses make no commands for now, but for what is bound to `rest` or `attention`.
  public private(set) var isResting = false
  /// The question that waits; nil: none does.
  public private(set) var question: Question?
  private var asked = 0
  /// Phases whose `begin` was published.
  private var begun: Set<CommandOrigin> = []

  /// A desk with nothing on it.
  public init(policy: PolicySettings.Confirmation = .destructive, whenLocked: [CommandSelector] = []) {
    self.policy = policy
    self.whenLocked = whenLocked
  }

  /// Nothing stands in the way of a command that is not asked about.
  public var isOpenHanded: Bool { question == nil && !isResting && !isInhibited && !isLocked }

  /// A command was made: what is to be done is appended.
  public mutating func handle(_ made: Made, into verdicts: inout [Verdict]) {
    if case .press(let press) = made.maker {
      // Ends, and repeats of what was asked or refused, are no presses of their own.
      if press.phase == .end {
        if begun.remove(press.origin) != nil { verdicts.append(.publish(made)) }
        return
      }
      if press.count > 1, reason(against: made.command) != nil || policy.asks(made.command) { return }
    }
    if let reason = reason(against: made.command) {
      verdicts.append(.rejected(made, reason))
      return
    }
    switch made.command.name {
    case "attention": verdicts.append(.attention(made))
    case "confirm", "reject":
      if let open = question {
        answer(open, made.command.name == "confirm" ? .confirm : .reject, at: made.accepted, into: &verdicts)
      } else {
        verdicts.append(.rejected(made, .question))
      }
    default:
      // The daemon's own commands leave a question open.
      if made.command.group != .daemon || policy.asks(made.command) { drop(at: made.accepted, into: &verdicts) }
      if policy.asks(made.command) { ask(made, into: &verdicts) } else { act(on: made, into: &verdicts) }
    }
  }

  private func reason(against command: ScanCommand) -> RejectionReason? {
    if isLocked, !whenLocked.contains(where: { $0.contains(command) }) { return .inactive }
    if command.name == "attention" { return nil }
    if isInhibited { return .inhibited }
    return isResting && command.name != "rest" ? .rest : nil
  }

  private mutating func ask(_ made: Made, into verdicts: inout [Verdict]) {
    asked += 1
    let new = Question(id: asked, made: made)
    question = new
    verdicts.append(.ask(new))
  }

  /// Nothing more stands in its way.
  private mutating func act(on made: Made, into verdicts: inout [Verdict]) {
    switch made.command.name {
    case "rest": verdicts.append(turnRest(made.command.arguments.first, at: made.accepted))
    case "profile":
      if let name = made.command.arguments.first { verdicts.append(.profile(name, at: made.accepted)) }
    default:
      if case .press(let press) = made.maker, press.phase == .begin { begun.insert(press.origin) }
      verdicts.append(.publish(made))
    }
  }

  /// A client answers the question of this id. False: there is no such question.
  public mutating func answer(_ id: Int, confirm: Bool, at time: Instant, into verdicts: inout [Verdict]) -> Bool {
    guard let open = question, open.id == id else { return false }
    answer(open, confirm ? .confirm : .reject, at: time, into: &verdicts)
    return true
  }

  private mutating func answer(
    _ open: Question, _ answer: Answer, at time: Instant, into verdicts: inout [Verdict]
  ) {
    question = nil
    verdicts.append(.answered(open, answer, at: time))
    guard answer == .confirm else { return }
    var made = open.made
    if case .press(var press) = made.maker {
      press.accepted = time
      // Its press may be long over: no phase is begun that nothing would end.
      press.phase = .once
      made.maker = .press(press)
    }
    act(on: made, into: &verdicts)
  }

  /// Drops an open question: another command came, or the profile that it was bound in is no more.
  private mutating func drop(at time: Instant, into verdicts: inout [Verdict]) {
    guard let open = question else { return }
    question = nil
    verdicts.append(.answered(open, .dropped, at: time))
  }

  /// `word`: `on`, `off`, or else it is turned.
  public mutating func turnRest(_ word: String?, at time: Instant) -> Verdict {
    isResting = word == "on" || (word != "off" && !isResting)
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
