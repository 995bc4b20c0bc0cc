import ArgumentParser
import Glibc
import SwitchwayJSON

/// `switchway monitor`: what happens, live.
struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows what happens, live: a line an event.",
    discussion: "With --json, the lines of the socket as they come. Ends when the daemon does, or with Ctrl-C.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    // Ctrl-C is the usual end of it, and nothing is left half done.
    _ = signal(SIGINT) { _ in _exit(0) }
    let connection = try DaemonConnection.open(daemon.socket)
    var words = EventWords()
    var patience: Int64? = DaemonConnection.patience
    while let line = try connection.next(within: patience) {
      patience = nil
      let value = try? JSONValue.parse(line)
      let type = value?["type"]?.stringValue
      if output.json {
        try StandardOutput.write(line + [UInt8(ascii: "\n")])
      } else if let value, let text = words.text(of: value) {
        try StandardOutput.write(text + "\n")
      }
      if type == "bye" { return }
    }
  }
}
