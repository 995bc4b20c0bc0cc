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
      /// The press of a key.
      case key(KeyCommand)
      /// A client's `send`: when it was read, and when it was accepted: later, where it was asked about.
      case client(at: Instant, accepted: Instant)
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
      case .key(let made): made.pressed
      case .client(let time, _): time
      }
    }

    /// When the press that made it began; nil: it is no press.
    var began: Instant? {
      switch maker {
      case .press(let made): made.began
      case .key(let made): made.pressed
      case .client: nil
      }
    }

    /// When it was decided.
    public var accepted: Instant {
      switch maker {
      case .press(let made): made.accepted
      case .key(let made): made.accepted
      case .client(_, let time): time
      }
    }

    /// What the `begin` and the `end` of a phase have in common; nil where there are no phases.
    public var phaseOwner: PhaseOwner? {
      switch maker {
      case .press(let made): .press(made.origin)
      case .key(let made): .key(made.press)
      case .client: nil
      }
    }

    /// Whether it is done at once, begins or ends.
    public var phase: CommandPhase {
      switch maker {
      case .press(let made): made.phase
      case .key(let made): made.phase
      case .client: .once
      }
    }

    var count: Int {
      switch maker {
      case .press(let made): made.count
      case .key(let made): made.count
      case .client: 1
      }
    }

    /// The same press, for what comes of it at `time`.
    public func again(at time: Instant) -> Made {
      if case .client = maker { return Made(command, .client(at: time, accepted: time)) }
      return confirmed(at: time)
    }

    /// The same, confirmed at `time`. Its press may be long over: no phase is begun that nothing would end.
    func confirmed(at time: Instant) -> Made {
      var new = self
      switch maker {
      case .press(var made):
        made.accepted = time
        made.phase = .once
        new.maker = .press(made)
      case .key(var made):
        made.accepted = time
        made.phase = .once
        new.maker = .key(made)
      case .client(let read, _): new.maker = .client(at: read, accepted: time)
      }
      return new
    }
  }

  /// Whose a phase is.
  public enum PhaseOwner: Hashable, Sendable {
    case press(CommandOrigin)
    case key(KeyPressID)
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
    /// Keys pass: `on`, `off`, `once`, or else it is turned.
    case passThrough(String?, at: Instant)
    /// Keys are gestures, or are not, or else it is turned: whoever owns the desk knows whether that can be.
    case gestureMode(Made)
    /// Its chord is typed, or held, or let go of.
    case type(Made)
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
  private var begun: Set<PhaseOwner> = []

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
  public mutating func handle(_ made: Made, into verdicts: inout [Verdict]) {
    // Ends, and repeats of what was asked or refused, are no presses of their own.
    if made.phase == .end {
      if let owner = made.phaseOwner, begun.remove(owner) != nil { verdicts.append(done(made)) }
      return
    }
    if made.count > 1, reason(against: made) != nil || policy.asks(made.command) { return }
    if let reason = reason(against: made) {
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

  private func reason(against made: Made) -> RejectionReason? {
    let command = made.command
    let began = made.began
    if panic.holds(began) { return .panic }
    if lock.holds(began), !whenLocked.contains(where: { $0.contains(command) }) { return .inactive }
    if command.name == "attention" { return nil }
    if inhibition.holds(began) { return .inhibited }
    if !rest.holds(began) || command.name == "rest" { return nil }
    // A keyboard must be able to type again, whatever the switches do.
    if case .key = made.maker, command.name == "pass-through" { return nil }
    return .rest
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
    case "pass-through": verdicts.append(.passThrough(made.command.arguments.first, at: made.accepted))
    case "gesture-mode": verdicts.append(.gestureMode(made))
    default:
      if made.phase == .begin, let owner = made.phaseOwner { begun.insert(owner) }
      verdicts.append(done(made))
    }
  }

  private func done(_ made: Made) -> Verdict { made.command.group == .key ? .type(made) : .publish(made) }

  /// A client answers the question of this id. False: there is no such question.
  public mutating func answer(_ id: Int, confirm: Bool, at time: Instant, into verdicts: inout [Verdict]) -> Bool {
    guard let open = question, open.id == id else { return false }
    answer(open, confirm ? .confirm : .reject, at: time, into: &verdicts)
    return true
  }

  /// The press that asked is over: its command is told so, if it is confirmed.
  ///
  /// - Parameter released: with the device's offset.
  public mutating func noteRelease(of owner: PhaseOwner, at released: Instant) {
    guard var open = question, open.made.phaseOwner == owner else { return }
    switch open.made.maker {
    case .press(var made) where made.released == nil:
      made.released = released
      open.made.maker = .press(made)
    case .key(var made) where made.released == nil:
      made.released = released
      open.made.maker = .key(made)
    default: return
    }
    question = open
  }

  private mutating func answer(
    _ open: Question, _ answer: Answer, at time: Instant, into verdicts: inout [Verdict]
  ) {
    question = nil
    verdicts.append(.answered(open, answer, at: time))
    guard answer == .confirm else { return }
    act(on: open.made.confirmed(at: time), into: &verdicts)
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
