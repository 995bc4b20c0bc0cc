import ArgumentParser
import SwitchwayProtocol

/// `switchway why`: shows the outcome of the last presses, one sentence for each.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain what happened to the last ten presses.",
    discussion: "The oldest press comes first. Keys that type are not kept.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.pauseTyping()
    let words = PressWords(hello: dialogue.hello)
    // This command needs only the last presses from the statistics. Their member `days` is for `switchway stats`.
    let presses = try dialogue.statistics().presses
    if output.json {
      try StandardOutput.write(JSONValue.object(["presses": .array(presses.map(\.json))]).line)
    } else {
      try StandardOutput.write(Terminal.wrapped(words.text(presses), hanging: 2))
    }
  }
}
