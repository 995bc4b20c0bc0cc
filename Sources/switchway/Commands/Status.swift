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
    let config = try dialogue.demand("get", json: false) { $0.put(#","what":"config""#) }
    try StandardOutput.write(
      StateWords.text(
        of: dialogue.state.value, hello: dialogue.hello.value, config: config.value["result"] ?? .null))
  }
}
