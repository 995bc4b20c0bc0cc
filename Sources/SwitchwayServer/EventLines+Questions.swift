import SwitchwayCore
import SwitchwayProtocol

// Questions and modes.
extension EventLines {
  /// Writes that a command waits to be confirmed.
  public func write(_ question: CommandDesk.Question, into line: inout LineBuffer) -> MessageType {
    line.writeQuestion(Self.message(of: question))
    return .question
  }

  /// Writes how a question ended.
  public func write(
    _ answer: CommandDesk.Answer, to question: CommandDesk.Question, at time: Instant, into line: inout LineBuffer
  ) -> MessageType {
    line.writeAnswer(id: Int64(question.id), answer: EscapedText(answer.rawValue), time: time.microseconds)
    return .question
  }

  /// Writes that presses make no commands for now, or do again.
  public func writeRest(_ isOn: Bool, at time: Instant, into line: inout LineBuffer) -> MessageType {
    writeMode("rest", isOn: isOn, at: time, into: &line)
  }

  /// Writes that a mode is on now, or off.
  public func writeMode(_ mode: String, isOn: Bool, at time: Instant, into line: inout LineBuffer) -> MessageType {
    line.writeMode(EscapedText(mode), isOn: isOn, time: time.microseconds)
    return .mode
  }

  /// As a `question` line and a `state` have it.
  public static func message(of question: CommandDesk.Question) -> QuestionMessage {
    QuestionMessage(
      id: Int64(question.id), command: EscapedText(question.made.command.name),
      arguments: EscapedList(question.made.command.arguments), pressed: question.made.pressed.microseconds)
  }
}
