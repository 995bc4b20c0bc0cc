import ArgumentParser
import SwitchwayConnection
import SwitchwayJSON

/// `switchway why`: shows the outcome of the last presses, one sentence for each.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what became of the last ten presses, and why.",
    discussion: "The oldest is first. Nothing is known of keys that were typed.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.pauseTyping()
    let words = PressWords(hello: dialogue.hello)
    // The member `days` is only for `stats`.
    let presses = try dialogue.get("statistics")["presses"] ?? []
    if output.json {
      try StandardOutput.write(JSONValue.object(["presses": presses]).line)
    } else {
      try StandardOutput.write(Terminal.wrapped(words.text(presses.arrayValue ?? []), hanging: 2))
    }
  }
}
