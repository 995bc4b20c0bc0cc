import ArgumentParser
import SwitchwayConfig
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway bridge [NAME|off]`: switches type the keys that a program knows, while no front end claims their commands.
struct BridgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bridge",
    abstract: "Lets switches type the keys that a program knows, while no front end claims their commands.",
    discussion: "Lasts until another profile comes into force, or the daemon ends; 'policy: {bridge: NAME}' lasts.")

  @Argument(help: "The name of a table, or 'off'; none: shows them.")
  var name: String?

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(&dialogue) }
    _ = try dialogue.demand("set", json: output.json) { line in
      line.put(#","bridge":"#)
      line.put(orNull: name == "off" ? nil : EscapedText(name))
    }
    guard !output.json else { return }
    try StandardOutput.write(
      name == "off" ? "switches type nothing\n" : "switches type by \(Terminal.printable(name))\n")
  }

  private func show(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let answer = try dialogue.demand("get", json: false) { $0.put(#","what":"config""#) }
    let current = answer.value["result"]?["in-force"]?["bridge"]?.stringValue
    let names = ProfileInForce.load(file: nil).store.bridgeNames()
    guard output.json else {
      let rows = names.map { ($0 == current ? "* " : "  ") + Terminal.printable($0) }
      let missing = current.map { names.contains($0) ? [] : ["* " + Terminal.printable($0)] } ?? []
      return try StandardOutput.write((missing + rows).map { $0 + "\n" }.joined())
    }
    var line = LineBuffer()
    line.put(#"{"bridge":"#)
    line.put(orNull: current.map { EscapedText($0) })
    line.put(#","bridges":"#)
    line.put(EscapedList(names))
    line.end()
    try StandardOutput.write(line.bytes)
  }
}
