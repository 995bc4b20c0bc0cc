import ArgumentParser
import Glibc
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
      into your default.yaml. If that file has settings of its own, say whether the profile comes in their place \
      (--replace) or is added to them (--add). What the file was is kept beside it.
      """)

  @Argument(help: "A profile's name, 'next' or 'previous'; none: shows them.", completion: Completions.profiles)
  var name: String?

  @Flag(help: "Writes the choice into your default.yaml.")
  var keep = false

  @Flag(help: "With --keep: in place of the settings in your default.yaml.")
  var replace = false

  @Flag(help: "With --keep: added to the settings in your default.yaml.")
  var add = false

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if keep, name == nil { throw ValidationError("--keep: expected a profile's name") }
    if replace || add, !keep { throw ValidationError("--\(replace ? "replace" : "add") is for --keep") }
    if replace, add { throw ValidationError("--replace, --add: expected one of the two") }
    if keep, name == "default" {
      throw ValidationError("--keep: 'default' is the profile that Switchway starts with already")
    }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(dialogue.state) }
    let way = keep ? try self.way(name) : .add
    try set(name, &dialogue, json: output.json && !keep)
    guard keep else {
      guard !output.json else { return }
      let now = StateWords.profile(try inForce(&dialogue))
      return try StandardOutput.write(now + "\n" + (ProfileNeeds.words(ProfileInForce.store.load(name).profile) ?? ""))
    }
    let chosen = try inForce(&dialogue)["name"]?.stringValue ?? name
    guard chosen != "default" else { throw CommandFailure(.failed, "'default' is what Switchway starts with already") }
    let kept: KeptChoice.Kept
    do throws(CommandFailure) {
      kept = try KeptChoice.profile(chosen, way)
    } catch {
      // What cannot be kept does not stay in force either.
      if let before = dialogue.state["profile"]?["name"]?.stringValue { try? set(before, &dialogue, json: false) }
      throw error
    }
    // Puts `default` in force, as the next start will do. It extends the choice, with the changes of the person's own
    // file.
    try set("default", &dialogue, json: output.json)
    guard !output.json else { return }
    try StandardOutput.write(
      "\(StateWords.profile(try inForce(&dialogue)))\nkept: '\(Terminal.printable(chosen))' in "
        + "\(Terminal.printable(kept.path))\n\(KeptProfile.words(kept.profile))\n"
        + (kept.former.map { FormerFile.words($0, of: kept.path) + "\n" } ?? ""))
  }

  /// What becomes of the settings in the person's file: given by an option, or asked on a terminal.
  private func way(_ name: String) throws(CommandFailure) -> KeptProfile.Way {
    if replace || add { return replace ? .replace : .add }
    guard let path = try KeptChoice.ownSettings() else { return .add }
    guard isatty(STDIN_FILENO) == 1, !output.json else {
      throw CommandFailure(
        .usage, "\(Terminal.printable(path)) has settings of its own; nothing is changed",
        help: "--keep --replace puts '\(Terminal.printable(name))' in their place, --keep --add adds it to them")
    }
    guard let way = KeptProfile.ask(name, path) else { throw CommandFailure(.failed, "nothing is changed") }
    return way
  }

  private func set(_ name: String, _ dialogue: inout DaemonDialogue, json: Bool) throws(CommandFailure) {
    try dialogue.demand("set", ["profile": .string(name)], json: json)
  }

  private func inForce(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> JSONValue {
    try dialogue.get("state")["profile"] ?? .null
  }

  private func show(_ state: JSONValue) throws(CommandFailure) {
    let names = state.strings("profiles")
    let profile = state["profile"] ?? .null
    let current = profile.text("name")
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
    let profiles = JSONValue.strings(names)
    try StandardOutput.write(JSONValue.object(["profile": .object(shown), "profiles": profiles]).line)
  }
}
