import ArgumentParser
import CLinuxInput
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
    var isLive = false
    var patience: Int64? = DaemonConnection.patience
    while let line = try connection.next(within: patience) {
      patience = nil
      let value = try? JSONValue.parse(line)
      let type = value?["type"]?.stringValue
      if type == "hello" { isLive = Self.isLive(value ?? .null) }
      if output.json {
        try StandardOutput.write(line + [UInt8(ascii: "\n")])
      } else if let value, let text = words.text(of: value) {
        try StandardOutput.write(Terminal.wrapped(text + "\n", hanging: EventWords.textColumn))
        if isLive, type == "state", value["devices"]?.arrayValue?.isEmpty ?? false { try sayNextStep(value) }
      }
      if type == "bye" { return }
    }
  }

  /// Whether the daemon's clock is the machine's. That of recordings that are played is their own, and devices come from
  /// them.
  private static func isLive(_ hello: JSONValue) -> Bool {
    guard let time = hello["time"]?.integerValue else { return false }
    return (time &- sw_monotonic_microseconds()).magnitude < 60_000_000
  }

  /// Nobody's presses can come: says what there is to be done, once. Not while another session is in front: then no
  /// device is to be there.
  private func sayNextStep(_ state: JSONValue) throws(CommandFailure) {
    guard state["modes"]?["active"] != .bool(false) else { return }
    let text = NextStep.text(among: (try? MachineDevices.all()) ?? [])
    let indent = String(repeating: " ", count: EventWords.textColumn)
    try StandardOutput.write(Terminal.wrapped(indent + text + "\n", hanging: EventWords.textColumn))
  }
}
