import ArgumentParser
import SwitchwayConfig
import SwitchwayConnection
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol
import SwitchwayReport

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
    if let file = profile.config {
      let found = try ProfileInForce.usable(file: file)
      var line = LineBuffer()
      Bindings.write(found.profile, bridge: found.profile.bridge, into: &line)
      if output.json { return try StandardOutput.write(line.text + "\n") }
      var whole = LineBuffer()
      ProfileExplanation.write(found.profile, found.places, bridge: found.profile.bridge, into: &whole)
      try show(ProfileInForce.parsed(line), ProfileInForce.parsed(whole))
    } else {
      var dialogue = try DaemonDialogue(socket: daemon.socket)
      let rows = try dialogue.get("bindings")
      if output.json { return try StandardOutput.write(rows.line) }
      try show(rows, dialogue.get("config")["in-force"] ?? .null)
    }
  }

  /// Prints the table. `whole`: what `ProfileExplanation` writes.
  private func show(_ bindings: JSONValue?, _ whole: JSONValue) throws {
    let rows = BindingWords.all(bindings?.arrayValue ?? [], switches: whole["switches"]?.arrayValue ?? [])
    let table = BindingWords.table(rows, holders: KeyHolders.of(rows, keyboard: whole["keyboard"] ?? .null))
    try StandardOutput.write(Terminal.wrapped(table, hanging: 8))
  }
}
