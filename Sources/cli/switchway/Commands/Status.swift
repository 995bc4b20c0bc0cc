import ArgumentParser

/// `switchway status`: shows the state of the daemon.
struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show the current profile, devices and switches.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard !output.json else {
      try StandardOutput.write(dialogue.stateText)
      return
    }
    let config = try dialogue.configuration()
    let unread = UnreadWords.warnings(askingAt: daemon.socket)
    try StandardOutput.write(Terminal.wrapped(unread, hanging: StateWords.textColumn))
    let (state, hello) = (dialogue.state, dialogue.hello)
    let next = unread.isEmpty ? NextStep.text(state: state, hello: hello, socket: daemon.socket) : nil
    let text = StateWords.text(of: state, hello: hello, config: config, next: next)
    try StandardOutput.write(Terminal.wrapped(text, hanging: StateWords.textColumn))
  }
}
