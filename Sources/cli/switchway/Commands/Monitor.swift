import ArgumentParser
import Glibc
import Switchway
import SwitchwayProtocol

/// `switchway monitor`: shows presses and commands as they happen.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show presses and commands live.",
    discussion: """
      On a terminal it shows devices, switches, and each press as a bar; q, Escape or Ctrl-C ends it. Elsewhere, or \
      with --plain, it prints one line per event; with --json, the messages of the socket. It changes nothing, and \
      ends when the daemon does.
      """)

  @Flag(help: "Print one line per event, for screen readers.")
  var plain = false

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    if !plain, !output.json, Screen.isPossible {
      var monitor = try LiveMonitor(socket: daemon.socket)
      if let words = try monitor.run() { try StandardOutput.write(words + "\n") }
      return
    }
    // Ctrl-C is the usual way to end this command, and the command has nothing to clean up.
    _ = signal(SIGINT) { _ in _exit(0) }
    let link = try DaemonLink.open(daemon.socket)
    let (hello, state) = try link.greetings()
    if !output.json, TypingPause.isWanted { try link.post(TypingPause.request(true).line()) }
    var words = EventWords()
    var said = UnreadNotes()
    var first = [hello.bytes, state.bytes]
    while let line = try first.isEmpty ? next(of: link) : first.removeFirst() {
      let unread = UnreadMembers()
      let event = (try? JSONValue.parse(line)).flatMap { Wire.Event($0, unread: unread) }
      if output.json {
        try StandardOutput.stream(line + [UInt8(ascii: "\n")])
      } else if case .ping(let ping)? = event {
        try link.post(ping.pong)
      } else if let event {
        try StandardOutput.stream(Terminal.wrapped(words.text(of: event) + "\n", hanging: EventWords.textColumn))
        said.text(unread, of: event.type).map(Terminal.complain)
        if case .state(let state) = event { try sayNextStep(state, Wire.Hello(hello.value)) }
      }
      if case .bye? = event { return }
    }
  }

  /// Returns the next line without its line feed, or `nil` if the daemon has closed the connection.
  private func next(of link: DaemonLink) throws(CommandFailure) -> [UInt8]? {
    let ready = link.hasLine ? nil : Readiness.wait([link.descriptor], output: STDOUT_FILENO)
    if ready?[1] == true { throw .readerGone }
    return try link.take(within: nil)
  }

  /// If no device is read, prints what to do next.
  private func sayNextStep(_ state: Wire.State, _ hello: Wire.Hello) throws(CommandFailure) {
    guard let text = NextStep.text(state: state, hello: hello, socket: daemon.socket) else { return }
    let indent = String(repeating: " ", count: EventWords.textColumn)
    try StandardOutput.stream(Terminal.wrapped(indent + text + "\n", hanging: EventWords.textColumn))
  }
}
