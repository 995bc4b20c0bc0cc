import ArgumentParser
import SwitchwayConfig
import SwitchwayConnection
import SwitchwayCore
import SwitchwayJSON

/// `switchway profile [NAME|next|previous]`: shows the profile in force, or puts another one in force.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Shows the profile in force and all others, or puts another one in force.",
    discussion: """
      It lasts until the daemon ends. With --keep it is in force at the next start, too: 'extends: NAME' is written \
      into your default.yaml, and the rest of that file stays.
      """)

  @Argument(help: "A profile's name, 'next' or 'previous'; none: shows them.", completion: Completions.profiles)
  var name: String?

  @Flag(help: "Writes the choice into your default.yaml.")
  var keep = false

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if keep, name == nil { throw ValidationError("--keep: expected a profile's name") }
    if keep, name == "default" {
      throw ValidationError("--keep: 'default' is the profile that Switchway starts with already")
    }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(dialogue.state.value) }
    try set(name, &dialogue, json: output.json && !keep)
    guard keep else {
      guard !output.json else { return }
      return try StandardOutput.write(StateWords.profile(try inForce(&dialogue)) + "\n")
    }
    let chosen = try inForce(&dialogue)["name"]?.stringValue ?? name
    guard chosen != "default" else { throw CommandFailure(.failed, "'default' is what Switchway starts with already") }
    let path = try KeptChoice.profile(chosen)
    // Puts `default` in force, as the next start will do. It extends the choice, with the changes of the person's own
    // file.
    try set("default", &dialogue, json: output.json)
    guard !output.json else { return }
    try StandardOutput.write(
      "\(StateWords.profile(try inForce(&dialogue)))\nkept: '\(Terminal.printable(chosen))' in "
        + "\(Terminal.printable(path))\n")
  }

  private func set(_ name: String, _ dialogue: inout DaemonDialogue, json: Bool) throws(CommandFailure) {
    try dialogue.demand("set", ["profile": .string(name)], json: json)
  }

  private func inForce(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> JSONValue {
    try dialogue.get("state")["profile"] ?? .null
  }

  private func show(_ state: JSONValue) throws(CommandFailure) {
    let names = (state["profiles"]?.arrayValue ?? []).compactMap(\.stringValue)
    let profile = state["profile"] ?? .null
    let current = profile["name"]?.stringValue ?? ""
    guard output.json else {
      let store = ProfileInForce.store
      var rows = names.map { name in
        name == current
          ? "* " + StateWords.profile(profile)
          : "  " + StateWords.labelled(name, store.load(name).profile?.label)
      }
      if !names.contains(current) { rows.insert("* " + StateWords.profile(profile), at: 0) }
      return try StandardOutput.write(rows.map { $0 + "\n" }.joined())
    }
    let shown: JSONObject = ["name": .string(current), "label": profile["label"] ?? ""]
    let profiles = JSONValue.array(names.map { .string($0) })
    try StandardOutput.write(JSONValue.object(["profile": .object(shown), "profiles": profiles]).line)
  }
}
