import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// What the desk decides, as lines.
extension Engine {
  /// A client's `send`: as if a switch had made it. The reason where nothing becomes of it.
  public func send(_ command: ScanCommand, from client: EscapedText, at time: Instant) -> RejectionReason? {
    advance(to: time)
    var refusal: RejectionReason?
    decide { desk, verdicts in
      desk.handle(Command(command, from: ClientName(client), at: time), into: &verdicts)
      if case .rejected(_, let reason)? = verdicts.last { refusal = reason }
    }
    sink.flush()
    return refusal
  }

  /// A client answers the question of this id. False: it is not open.
  public func answer(_ id: Int, confirm: Bool, at time: Instant) -> Bool {
    advance(to: time)
    var isOpen = false
    decide { isOpen = $0.answer(id, confirm: confirm, at: time, into: &$1) }
    sink.flush()
    return isOpen
  }

  /// A client turns the rest on or off.
  public func setRest(_ isOn: Bool, at time: Instant) {
    advance(to: time)
    decide { $1.append($0.turnRest(isOn ? "on" : "off", at: time)) }
    sink.flush()
  }

  /// Clients hold presses back, or do no more.
  ///
  /// - Parameter time: nil in the midst of what the engine decides, where a client is gone that is told of it.
  public func setInhibited(_ isInhibited: Bool, at time: Instant?) {
    if let time { advance(to: time) }
    desk.setInhibited(isInhibited, at: time ?? latest)
  }

  /// Presses make no commands for now.
  public var isResting: Bool { desk.isResting }

  /// The question of a `state`.
  public var openQuestion: QuestionMessage? { desk.question.map { EventLines.message(of: $0) } }

  func perform(_ verdict: CommandDesk.Verdict) {
    line.clear()
    switch verdict {
    case .publish(let command): publish(command)
    case .ask(let question):
      switch question.command.source {
      case .press: recentPresses.noteQuestion(of: question.command)
      case .key(let key): keyboards.watch(key.press)
      case .client: break
      }
      sink.emit(lines.write(question, into: &line), line)
    case .answered(let question, let answer, let time):
      sink.emit(lines.write(answer, to: question, at: time, into: &line), line)
    case .rejected(let command, let reason): refuse(command, reason)
    case .rest(let isOn, let time):
      recognise()
      sink.emit(lines.write(.rest, isOn: isOn, at: time, into: &line), line)
    case .passThrough(let word, let time): passThrough(word, at: time)
    case .gestureMode(let command): gestureMode(command)
    case .type(let command): type(command)
    case .attention(let command): sink.emit(lines.writeAttention(command, into: &line), line)
    case .profile(let name, let time): profileRequest = ProfileRequest(name: name, time: time)
    }
  }

  /// A switch came up: the press that asked may be over with it.
  func noteRelease(of switchIndex: Int, at time: Instant) {
    desk.noteRelease(of: .press(.single(switchIndex)), at: time)
    guard case .press(.chord(let chord))? = desk.question?.command.phaseOwner,
      profile.chords[chord].parts.contains(switchIndex)
    else { return }
    desk.noteRelease(of: .press(.chord(chord)), at: time)
  }

  /// Tells that a command which a switch made does nothing. Of keys nothing is told, and a client is answered.
  func refuse(_ command: Command, _ reason: RejectionReason) {
    guard case .press(let press) = command.source else { return }
    line.clear()
    recentPresses.noteRefusal(of: command, reason)
    if statistics != nil { statistics?.noteRefusal(of: press, reason, on: today()) }
    sink.emit(lines.writeRefused(command, by: press, reason: reason, into: &line), line)
  }
}
