import SwitchwayProtocol

/// Messages about a command that needs a confirmation.
enum QuestionWords {
  /// Returns the question, such as `restart (restarts the machine): do it? y or n: `.
  static func asked(_ question: Wire.Question) -> String {
    let (name, arguments) = (question.command, question.arguments)
    let meaning = CommandWords.meaning(name, arguments)?.replacing(", after a question", with: "")
    let written = CommandWords.written(name, arguments)
    return Terminal.printable(written + (meaning.map { " (\($0))" } ?? "")) + ": do it? y or n: "
  }

  /// Returns the message if there is no terminal to ask on.
  static func dropped(_ question: Wire.Question) -> String {
    let command = Terminal.printable(CommandWords.written(question))
    return """
      '\(command)' was not done: it needs a confirmation, and there is no terminal to ask on, so the answer was no
      help: run it in a terminal, or answer the question from a program (see switchway-protocol(7))
      """
  }

  /// Returns the message if the person said no.
  static func refused(_ question: Wire.Question) -> String {
    "'\(Terminal.printable(CommandWords.written(question)))' was not done"
  }

  /// Returns the message if a switch or another program answered first. `answer`: `confirm`, `reject` or `dropped`, or
  /// `nil` if it is not known.
  static func answeredElsewhere(_ answer: String?) -> String {
    switch answer {
    case "confirm": "a switch or another program answered yes: the command is done"
    case "reject": "a switch or another program answered no: the command is not done"
    case "dropped": "another command came first, so the question was dropped: the command is not done"
    default: "a switch or another program answered the question"
    }
  }
}
