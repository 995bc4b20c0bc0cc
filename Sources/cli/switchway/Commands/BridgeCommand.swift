import ArgumentParser
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore

/// `switchway bridge [NAME|off]`: lets switches type the keys that a program knows, while no scanning program claims
/// their commands. `switchway bridge asterics`: serves AsTeRICS Grid, which needs no keys.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Type keys for programs without switch support.",
    discussion: """
      A bridge is a table of the keys that Switchway types while no scanning program handles a command. The choice \
      lasts until the profile changes or the daemon ends. With --keep it is permanent: 'policy: {bridge: NAME}' is \
      written into your file of the current profile; the rest of the file stays as it is. 'off --keep' writes \
      'bridge: none', also where the bridge comes from a profile that yours extends.
      'switchway bridge asterics' types nothing: it serves commands to pages of AsTeRICS Grid until you press Ctrl-C.
      """)

  @Argument(help: "The name of a bridge, 'off' or 'asterics'. Default: list them.", completion: Completions.bridges)
  var name: String?

  @Flag(help: "Also write the choice into your file of the current profile.")
  var keep = false

  @OptionGroup(title: "With 'asterics'") var asterics: AstericsOptions
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  /// The name that starts the server for AsTeRICS Grid instead of choosing a table of keys. A person's table with this
  /// name can be chosen only in the profile's `policy`.
  private static let stream = "asterics"

  func validate() throws {
    if name != Self.stream, !asterics.isEmpty {
      throw ValidationError("--port, --claim and --origin: only 'bridge asterics' has them")
    }
    if name == Self.stream, keep || output.json {
      throw ValidationError("--keep and --json: 'bridge asterics' has neither")
    }
    if keep, name == nil { throw ValidationError("--keep: expected the name of a bridge") }
  }

  func run() throws {
    if name == Self.stream {
      if ProfileInForce.store.bridgeNames().contains(Self.stream) {
        Terminal.complain("note: your table 'asterics' is not used here; 'policy: {bridge: asterics}' names it")
      }
      return try asterics.serve(socket: daemon.socket)
    }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(&dialogue) }
    try dialogue.demand(
      .set(Wire.Request.Setting(bridge: name == "off" ? nil : name)), json: output.json)
    if !output.json {
      try StandardOutput.write(
        name == "off" ? "switches type nothing\n" : "switches type keys: \(Terminal.printable(name))\n")
    }
    guard keep else { return }
    let kept = try KeptChoice.bridge(
      name == "off" ? nil : name, profile: dialogue.state.profile.name)
    try dialogue.demand(.reload)
    if !output.json { try StandardOutput.write("saved in \(Terminal.printable(kept.path))\n") }
  }

  private func show(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let current = try dialogue.configuration().inForce?.bridge
    let store = ProfileInForce.store
    let names = store.bridgeNames()
    guard output.json else {
      let rows = names.map { name in
        (name == current ? "* " : "  ") + StateWords.labelled(name, store.loadBridge(name).table?.label)
      }
      let missing = current.map { names.contains($0) ? [] : ["* " + Terminal.printable($0)] } ?? []
      return try StandardOutput.write((missing + rows).map { $0 + "\n" }.joined())
    }
    let bridges = JSONValue.strings(names)
    try StandardOutput.write(
      JSONValue.object(["bridge": current.map { .string($0) } ?? .null, "bridges": bridges]).line)
  }
}
