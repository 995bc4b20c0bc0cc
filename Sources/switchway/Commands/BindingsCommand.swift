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
    let found = try result()
    if output.json {
      try StandardOutput.write(found.text)
    } else {
      let rows = found.rows.arrayValue ?? []
      let holders = KeyHolders.of(rows, keyboard: found.keyboard)
      try StandardOutput.write(BindingWords.table(rows, holders: holders))
    }
  }

  /// What was found.
  private struct Result {
    var rows: JSONValue
    /// As `rows` came.
    var text: String
    /// The member `keyboard` of what `ProfileExplanation` writes.
    var keyboard: JSONValue
  }

  private func result() throws(CommandFailure) -> Result {
    if let file = profile.config {
      let found = try ProfileInForce.usable(file: file)
      var line = LineBuffer()
      Bindings.write(found.profile, bridge: found.profile.bridge, into: &line)
      var whole = LineBuffer()
      ProfileExplanation.write(found.profile, found.places, bridge: found.profile.bridge, into: &whole)
      return Result(
        rows: ProfileInForce.parsed(line), text: line.text + "\n",
        keyboard: ProfileInForce.parsed(whole)["keyboard"] ?? .null)
    }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let answer = try dialogue.demand("get", json: false) { $0.put(#","what":"bindings""#) }
    var result = Result(rows: answer.value["result"] ?? .null, text: answer.resultText, keyboard: .null)
    if !output.json {
      let config = try dialogue.demand("get", json: false) { $0.put(#","what":"config""#) }
      result.keyboard = config.value["result"]?["in-force"]?["keyboard"] ?? .null
    }
    return result
  }
}
