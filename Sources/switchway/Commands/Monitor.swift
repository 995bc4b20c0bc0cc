import ArgumentParser
import Glibc
import Switchway
import SwitchwayConnection
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway monitor`: shows what happens, live.
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
    // Ctrl-C is the usual way to end this command, and there is nothing to clean up.
    _ = signal(SIGINT) { _ in _exit(0) }
    let link = try DaemonLink.open(daemon.socket)
    let (hello, state) = try link.greetings()
    let request = TypingPause.request(true)
    if !output.json, TypingPause.isWanted { try link.post(LineBuffer.request(request.type, request.members)) }
    var words = EventWords()
    var first = [hello.bytes, state.bytes]
    while let line = try first.isEmpty ? next(of: link) : first.removeFirst() {
      let value = try? JSONValue.parse(line)
      if !output.json, let value, value["type"] == "ping" {
        try link.post(LineBuffer.request("pong", ["n": value["n"] ?? .null]))
        continue
      }
      let type = value?["type"]?.stringValue
      if output.json {
        try StandardOutput.stream(line + [UInt8(ascii: "\n")])
      } else if let value, let text = words.text(of: value) {
        try StandardOutput.stream(Terminal.wrapped(text + "\n", hanging: EventWords.textColumn))
        if type == "state" { try sayNextStep(value, hello.value) }
      }
      if type == "bye" { return }
    }
  }

  /// The next line, without its end; nil: the daemon has closed the connection.
  private func next(of link: DaemonLink) throws(CommandFailure) -> [UInt8]? {
    let ready = link.hasLine ? nil : Readiness.wait([link.descriptor], output: STDOUT_FILENO)
    if ready?[1] == true { throw .readerGone }
    return try link.take(within: nil)
  }

  /// If no device is read, prints what to do next.
  private func sayNextStep(_ state: JSONValue, _ hello: JSONValue) throws(CommandFailure) {
    guard let text = NextStep.text(state: state, hello: hello, socket: daemon.socket) else { return }
    let indent = String(repeating: " ", count: EventWords.textColumn)
    try StandardOutput.stream(Terminal.wrapped(indent + text + "\n", hanging: EventWords.textColumn))
  }
}
