import ArgumentParser
import SwitchwayCore
import SwitchwayProtocol

/// `switchway send COMMAND [ARGS]`: publishes a command as if a switch had made it.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publishes a command as if a switch had made it.",
    discussion: "'switchway send move left' and 'switchway send \"move(left)\"' are the same.")

  @Argument(help: "A command of the vocabulary, or a front end's own (x-NAME).")
  var command: String

  @Argument(help: "Its arguments.")
  var arguments: [String] = []

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let (name, arguments) = try words()
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    _ = try dialogue.demand("send", json: output.json) { line in
      line.put(#","command":"#)
      line.put(EscapedText(name))
      line.put(#","args":"#)
      line.put(EscapedList(arguments))
    }
  }

  /// The name and the arguments, whichever way they were written. Whether they are a command is the daemon's to say.
  private func words() throws -> (String, [String]) {
    guard let open = command.firstIndex(of: "(") else { return (command, arguments) }
    guard arguments.isEmpty else {
      throw ValidationError("give the arguments in the brackets or after the command, not both")
    }
    do throws(CommandError) {
      let parsed = try CommandVocabulary.parse(command)
      return (parsed.name, parsed.arguments)
    } catch {
      guard command.hasSuffix(")") else { throw ValidationError("\(error.message)\n\(error.help)") }
    }
    let inside = command[command.index(after: open)...].dropLast()
    let pieces = inside.split(separator: ",", omittingEmptySubsequences: false)
    return (String(command[..<open]), pieces.map { String($0.drop { $0 == " " }) })
  }
}
