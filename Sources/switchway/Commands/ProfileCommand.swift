import ArgumentParser
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway profile [NAME|next|previous]`: which profile is in force, or another one.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Shows the profile in force and all others, or puts another one in force.")

  @Argument(help: "A profile's name, 'next' or 'previous'; none: shows them.")
  var name: String?

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(dialogue.state.value) }
    _ = try dialogue.demand("set", json: output.json) { line in
      line.put(#","profile":"#)
      line.put(EscapedText(name))
    }
    guard !output.json else { return }
    let now = try dialogue.demand("get", json: false) { $0.put(#","what":"state""#) }
    try StandardOutput.write(StateWords.profile(now.value["result"]?["profile"] ?? .null) + "\n")
  }

  private func show(_ state: JSONValue) throws(CommandFailure) {
    let names = (state["profiles"]?.arrayValue ?? []).compactMap(\.stringValue)
    let profile = state["profile"] ?? .null
    let current = profile["name"]?.stringValue ?? ""
    guard output.json else {
      var rows = names.map { ($0 == current ? "* " + StateWords.profile(profile) : "  " + Terminal.printable($0)) }
      if !names.contains(current) { rows.insert("* " + StateWords.profile(profile), at: 0) }
      return try StandardOutput.write(rows.map { $0 + "\n" }.joined())
    }
    var line = LineBuffer()
    line.put(#"{"profile":{"name":"#)
    line.put(EscapedText(current))
    line.put(#","label":"#)
    line.put(EscapedText(profile["label"]?.stringValue ?? ""))
    line.put(#"},"profiles":"#)
    line.put(EscapedList(names))
    line.end()
    try StandardOutput.write(line.bytes)
  }
}
