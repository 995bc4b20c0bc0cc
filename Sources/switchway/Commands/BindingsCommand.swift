import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDaemon
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway bindings`: what every switch, chord and key does now.
struct BindingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bindings",
    abstract: "Shows what every switch, chord and key does now.",
    discussion: "With --config, what they do by that key-remap file; no daemon is asked.")

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let (value, text) = try result()
    if output.json {
      try StandardOutput.write(text)
    } else {
      try StandardOutput.write(BindingWords.table(value.arrayValue ?? []))
    }
  }

  /// As it reads, and as it came.
  private func result() throws(CommandFailure) -> (JSONValue, String) {
    if let file = profile.config {
      let found = try ProfileInForce.usable(file: file)
      var line = LineBuffer()
      Bindings.write(found.profile, bridge: found.profile.bridge, into: &line)
      return (ProfileInForce.parsed(line), line.text + "\n")
    }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let answer = try dialogue.demand("get", json: false) { $0.put(#","what":"bindings""#) }
    return (answer.value["result"] ?? .null, answer.resultText)
  }
}
