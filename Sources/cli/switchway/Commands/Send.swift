import ArgumentParser
import Glibc
import Switchway
import SwitchwayCore
import SwitchwayProtocol

/// `switchway send COMMAND [ARGS]`: sends a command as if a switch had made it.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send a command as if a switch had made it.",
    discussion: """
      'switchway send move left' and 'switchway send "move(left)"' are the same.
      A command that needs a confirmation, such as 'restart', asks on this terminal. Without a terminal, and with \
      --json, the answer is no, and the exit status is 1.
      """)

  @Argument(help: "A command of 'man switchway.yaml', or a program's own (x-NAME).", completion: Completions.commands)
  var command: String

  @Argument(help: "Its arguments.")
  var arguments: [String] = []

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let (name, arguments) = try words()
    if name == "confirm" || name == "reject" {
      throw CommandFailure(
        .failed,
        "'\(name)' cannot be sent: a question is answered with a switch, or in the terminal where it is asked",
        help: "assign '\(name)' to a switch, or answer in the terminal where 'switchway send' asks")
    }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.demand(.send(Wire.Request.Send(name, arguments)), json: output.json)
    if let question = dialogue.question, CommandWords.written(question) == CommandWords.written(name, arguments) {
      try answer(question, &dialogue)
    }
  }

  /// Asks the person who typed the command, and sends the answer. If there is no terminal to ask on, the answer is no:
  /// a question that stayed open would be answered by the next `confirm` of a switch.
  private func answer(_ question: Wire.Question, _ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let id = question.id ?? 0
    guard !output.json, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      try hand(on: false, id, &dialogue)
      throw CommandFailure(.failed, QuestionWords.dropped(question))
    }
    Self.catchInterrupts()
    Terminal.ask(QuestionWords.asked(question))
    guard let line = try dialogue.lineOfInput() else {
      Terminal.ask("\n")
      let text = QuestionWords.answeredElsewhere(dialogue.answer)
      guard dialogue.answer == "confirm" else { throw CommandFailure(.failed, text) }
      return try StandardOutput.write(text + "\n")
    }
    let isYes = ["y", "yes"].contains(line.lowercased())
    try hand(on: isYes, id, &dialogue)
    guard isYes else { throw CommandFailure(.failed, QuestionWords.refused(question)) }
  }

  /// Makes Ctrl-C end the wait for an answer. It then counts as no.
  private static func catchInterrupts() {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in }
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe _ = sigaction(number, &action, nil) }
  }

  /// Sends the answer. Throws if another client or a switch answered first, because that answer counts.
  private func hand(on isYes: Bool, _ id: Int64, _ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let answer = try dialogue.ask(.answer(Wire.Request.Answer(question: id, confirm: isYes)))
    guard answer.type == "error" else { return }
    throw CommandFailure(.failed, QuestionWords.answeredElsewhere(dialogue.answer))
  }

  /// Returns the name and the arguments of the command, which can be typed as `move left` or `move(left)`. The daemon
  /// decides whether they are valid.
  private func words() throws -> (String, [String]) {
    guard let open = command.firstIndex(of: "(") else { return (command, arguments) }
    guard arguments.isEmpty else {
      throw ValidationError("give the arguments in the brackets or after the command, not both")
    }
    do throws(CommandError) {
      let parsed = try CommandVocabulary.parse(command)
      return (parsed.name, parsed.arguments)
    } catch {
      guard command.hasSuffix(")") else { throw ValidationError("\(error.message)\nhelp: \(error.help)") }
    }
    let inside = command[command.index(after: open)...].dropLast()
    let pieces = inside.split(separator: ",", omittingEmptySubsequences: false)
    return (String(command[..<open]), pieces.map { String($0.drop { $0 == " " }) })
  }
}
