import ArgumentParser
import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore

/// `switchway profile [NAME|next|previous]`: shows the active profile, or changes to another one.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "List the profiles, or change to another one.",
    discussion: """
      The choice lasts until the daemon ends. With --keep it is permanent: 'extends: NAME' is written into your \
      default.yaml. If that file has settings of its own, --replace replaces them, and --add adds the profile to \
      them. The old file is kept beside the new one.
      --undo restores an earlier version of your default.yaml, or of the file of NAME. On a terminal you choose among \
      the versions that are kept.
      """)

  @Argument(help: "The name of a profile, 'next' or 'previous'. Default: list them.", completion: Completions.profiles)
  var name: String?

  @Flag(help: "Also write the choice into your default.yaml.")
  var keep = false

  @Flag(help: "With --keep: replace the settings in your default.yaml.")
  var replace = false

  @Flag(help: "With --keep: add the profile to the settings in your default.yaml.")
  var add = false

  @Flag(help: "Restore an earlier version of your file, and use it.")
  var undo = false

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if undo, keep || ["next", "previous"].contains(name) {
      throw ValidationError("--undo: expected no other option, and a profile's name or none")
    }
    if keep, name == nil { throw ValidationError("--keep: expected a profile's name") }
    if replace || add, !keep { throw ValidationError("--\(replace ? "replace" : "add") is for --keep") }
    if replace, add { throw ValidationError("--replace, --add: expected one of the two") }
    if keep, name == "default" {
      throw ValidationError("--keep: 'default' is already the profile that Switchway starts with")
    }
  }

  func run() throws {
    if undo { return try takeBack() }
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    guard let name else { return try show(dialogue.state) }
    let way = keep ? try self.way(name) : .add
    try set(name, &dialogue, json: output.json && !keep)
    guard keep else {
      guard !output.json else { return }
      let now = StateWords.profile(try inForce(&dialogue))
      return try StandardOutput.write(now + "\n" + (ProfileNeeds.words(ProfileInForce.store.load(name).profile) ?? ""))
    }
    let chosen = try inForce(&dialogue).name
    guard chosen != "default" else { throw CommandFailure(.failed, "Switchway already starts with 'default'") }
    let kept: KeptChoice.Kept
    do throws(CommandFailure) {
      kept = try KeptChoice.profile(chosen, way)
    } catch {
      // A choice that cannot be kept is undone.
      try? set(dialogue.state.profile.name, &dialogue, json: false)
      throw error
    }
    // Makes `default` the active profile, as the next start of the daemon will. `default` is the person's own file,
    // which now extends the chosen profile.
    try set("default", &dialogue, json: output.json)
    guard !output.json else { return }
    try StandardOutput.write(
      "\(StateWords.profile(try inForce(&dialogue)))\nsaved: '\(Terminal.printable(chosen))' in "
        + "\(Terminal.printable(kept.path))\n\(KeptProfile.words(kept.profile))\n"
        + (kept.former.map { FormerFile.words($0, of: kept.path).english + "\n" } ?? ""))
  }

  /// Restores an earlier version of the person's file. If a daemon runs, makes this version the active profile.
  private func takeBack() throws {
    let name = name ?? "default"
    guard CommandVocabulary.isName(name) else {
      throw CommandFailure(.usage, "'\(Terminal.printable(name))' cannot be a profile's name")
    }
    let version = try EarlierVersion(of: name)
    guard let copy = version.chosen(asks: isatty(STDIN_FILENO) == 1 && !output.json) else {
      throw CommandFailure(.failed, "nothing was changed")
    }
    let kept = try version.restore(copy)
    var words = "\(Terminal.printable(version.file.path)) was restored: it is as it was until \(copy.moment)\n"
    if var dialogue = try DaemonDialogue.ifRunning(daemon.socket) {
      try dialogue.demand(.reload)
      try set(name, &dialogue, json: output.json)
      words += StateWords.profile(try inForce(&dialogue)) + "\n"
    }
    guard !output.json else { return }
    if let kept {
      words += "The version before that is in \(Terminal.printable(kept)); to restore it: 'switchway profile --undo"
      words += (name == "default" ? "" : " \(name)") + "'.\n"
    }
    try StandardOutput.write(words)
  }

  /// Returns what to do with the settings that the person's file already has, as an option says or as the person
  /// answers on a terminal.
  private func way(_ name: String) throws(CommandFailure) -> KeptProfile.Way {
    if replace || add { return replace ? .replace : .add }
    guard let path = try KeptChoice.ownSettings() else { return .add }
    guard isatty(STDIN_FILENO) == 1, !output.json else {
      throw CommandFailure(
        .usage, "\(Terminal.printable(path)) has settings of its own; nothing was changed",
        help: "--keep --replace replaces them with '\(Terminal.printable(name))', --keep --add adds it to them")
    }
    guard let way = KeptProfile.ask(name, path) else { throw CommandFailure(.failed, "nothing was changed") }
    return way
  }

  private func set(_ name: String, _ dialogue: inout DaemonDialogue, json: Bool) throws(CommandFailure) {
    try dialogue.demand(.set(Wire.Request.Setting(profile: name)), json: json)
  }

  private func inForce(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> Wire.ProfileName {
    try dialogue.freshState().profile
  }

  private func show(_ state: Wire.State) throws(CommandFailure) {
    let (names, profile) = (state.profiles, state.profile)
    let current = profile.name
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
    let shown: JSONObject = ["name": .string(current), "label": .string(profile.label)]
    let profiles = JSONValue.strings(names)
    try StandardOutput.write(JSONValue.object(["profile": .object(shown), "profiles": profiles]).line)
  }
}
