// What becomes of commands besides being published, and the modes that decide it.
extension LineBuffer {
  /// Appends a `question` line: a command waits for `confirm` or `reject`. `pressed` in µs.
  public mutating func writeQuestion(_ question: QuestionMessage) {
    put(#"{"type":"question","#)
    putMembers(of: question)
    end()
  }

  /// Appends the `question` line that ends one: `answer` is `confirm`, `reject` or `dropped`. `time` in µs.
  public mutating func writeAnswer(id: Int64, answer: EscapedText, time: Int64) {
    put(#"{"type":"question","id":"#, id)
    put(#","answer":"#, answer)
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

  /// Appends a `mode` line: the value it has now. `time` in µs.
  public mutating func writeMode(_ mode: EscapedText, isOn: Bool, time: Int64) {
    put(#"{"type":"mode","mode":"#, mode)
    put(#","on":"#, isOn)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `mode` line of a mode that is more than on or off. `time` in µs.
  public mutating func writeMode(_ mode: EscapedText, state: EscapedText, time: Int64) {
    put(#"{"type":"mode","mode":"#, mode)
    put(#","state":"#, state)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `key` line, which only a replay has: what is typed on the virtual keyboard. `time` in µs.
  public mutating func writeKey(_ code: EscapedText, down: Bool, time: Int64) {
    put(#"{"type":"key","code":"#, code)
    put(#","value":"#, Int64(down ? 1 : 0))
    put(#","time":"#, time)
    end()
  }

  /// The open question of a `state`.
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
