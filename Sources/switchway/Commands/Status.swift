import ArgumentParser
import SwitchwayJSON

/// `switchway status`: what the daemon has now.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Shows what the daemon has now.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let dialogue = try DaemonDialogue(socket: daemon.socket)
    let text =
      output.json ? dialogue.state.text : StateWords.text(of: dialogue.state.value, hello: dialogue.hello.value)
    try StandardOutput.write(text)
  }
}
