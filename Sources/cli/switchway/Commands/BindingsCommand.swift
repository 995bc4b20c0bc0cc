import ArgumentParser
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain

/// `switchway bindings`: shows what every switch, chord and key does now.
struct BindingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bindings",
    abstract: "Show what all switches, chords and keys do.",
    discussion: "With --config, shows the bindings of that file without asking the daemon.")

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    if let file = profile.config {
      let found = try ProfileInForce.usable(file: file)
      let rows = Bindings.of(found.profile, bridge: found.profile.bridge)
      if output.json { return try StandardOutput.write(JSONValue.array(rows.map(\.json)).line) }
      let whole = ProfileExplanation.of(found.profile, found.places, bridge: found.profile.bridge)
      try show(rows, whole)
    } else {
      var dialogue = try DaemonDialogue(socket: daemon.socket)
      let rows = try dialogue.get("bindings")
      if output.json { return try StandardOutput.write(rows.line) }
      try show(DaemonDialogue.bindings(rows), dialogue.configuration().inForce ?? Wire.Explanation())
    }
  }

  /// Prints the table of bindings. `whole` describes the whole profile.
  private func show(_ bindings: [Wire.Binding], _ whole: Wire.Explanation) throws {
    let rows = BindingWords.all(bindings, switches: whole.switches)
    let table = BindingWords.table(rows, holders: KeyHolders.of(rows, keyboard: whole.keyboard))
    try StandardOutput.write(Terminal.wrapped(table, hanging: 8))
  }
}
