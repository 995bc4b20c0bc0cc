import SwitchwayCore
import SwitchwayProtocol

// Questions.
extension EventLines {
  /// Writes that a command waits to be confirmed.
  public func write(_ question: CommandGate.Question, into line: inout LineBuffer) -> LineHead {
    line.writeQuestion(Self.message(of: question))
    return LineHead(.question)
  }

  /// Writes how a question ended.
  public func write(
    _ answer: CommandGate.Answer, to question: CommandGate.Question, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    line.writeAnswer(id: Int64(question.id), answer: answer.rawValue, time: time.microseconds)
    return LineHead(.question)
  }

  /// The question as `question` and `state` lines contain it.
  public static func message(of question: CommandGate.Question) -> QuestionMessage {
    QuestionMessage(
      id: Int64(question.id), command: EscapedText(question.command.word.name),
      arguments: EscapedList(question.command.word.arguments), pressed: question.command.pressed.microseconds)
  }
}
