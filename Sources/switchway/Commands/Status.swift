import ArgumentParser
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway status`: what the daemon has now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Shows what the daemon has now.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard !output.json else {
      try StandardOutput.write(dialogue.state.text)
      return
    }
    try StandardOutput.write(UnreadWords.warnings(askingAt: daemon.socket))
    let config = try dialogue.demand("get", json: false) { $0.put(#","what":"config""#) }
    let text = StateWords.text(
      of: dialogue.state.value, hello: dialogue.hello.value, config: config.value["result"] ?? .null)
    try StandardOutput.write(Terminal.wrapped(text, hanging: StateWords.textColumn))
  }
}
