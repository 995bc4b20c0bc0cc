// Lines about commands that are not only published, and about modes.
extension LineBuffer {
  /// Appends a `question` line: a command waits for `confirm` or `reject`. `pressed` in µs.
  public mutating func writeQuestion(_ question: QuestionMessage) {
    put(#"{"type":"question","#)
    putMembers(of: question)
    end()
  }

  /// Appends the `question` line that ends a question. `answer` is `confirm`, `reject` or `dropped`. `time` in µs.
  public mutating func writeAnswer(id: Int64, answer: String, time: Int64) {
    put(#"{"type":"question","id":"#, id)
    put(#","answer":"#, word: answer)
    put(#","time":"#, time)
    end()
  }

  /// Appends an `attention` line: the person calls a helper. `pressed` in µs.
  public mutating func writeAttention(source: CommandSource, pressed: Int64) {
    put(#"{"type":"attention","source":"#)
    putSource(source)
    put(#","pressed":"#, pressed)
    end()
  }

  /// Appends a `mode` line with the present value of a mode. `time` in µs.
  public mutating func writeMode(_ mode: String, isOn: Bool, time: Int64) {
    put(#"{"type":"mode","mode":"#, word: mode)
    put(#","on":"#, isOn)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `mode` line for a mode with more values than on and off. `time` in µs.
  public mutating func writeMode(_ mode: String, state: String, time: Int64) {
    put(#"{"type":"mode","mode":"#, word: mode)
    put(#","state":"#, word: state)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `key` line for a key that is typed on the virtual keyboard. Only replays have these. `time` in µs.
  public mutating func writeKey(_ code: EscapedText, down: Bool, time: Int64) {
    put(#"{"type":"key","code":"#, code)
    put(#","value":"#, Int64(down ? 1 : 0))
    put(#","time":"#, time)
    end()
  }

  /// Appends the open question of a `state`. nil is `null`.
  mutating func putQuestion(_ question: QuestionMessage?) {
    guard let question else {
      put("null")
      return
    }
    put("{")
    putMembers(of: question)
    put("}")
  }

  private mutating func putMembers(of question: QuestionMessage) {
    put(#""id":"#, question.id)
    put(#","command":"#, question.command)
    put(#","args":"#, question.arguments)
    put(#","pressed":"#, question.pressed)
  }
}
