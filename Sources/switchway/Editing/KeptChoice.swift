import SwitchwayConfig
import SwitchwayCore

/// Writes a person's choice into their own file, so that it applies after the next start too.
enum KeptChoice {
  /// What was kept: the file, the copy of what it was, and the profile that it is now.
  struct Kept {
    let path: String
    let former: String?
    let profile: Profile
  }

  /// The path of the person's default.yaml, if it has settings that would be merged with another profile.
  static func ownSettings() throws(CommandFailure) -> String? {
    let change = try ProfileChange(path: path(of: "default"))
    guard change.file.original != nil, KeptProfile.hasSettings(change.text) else { return nil }
    return change.file.path
  }

  /// Makes the profile that Switchway starts with extend `name`.
  static func profile(_ name: String, _ way: KeptProfile.Way) throws(CommandFailure) -> Kept {
    let change = try ProfileChange(path: path(of: "default"))
    guard way == .add else {
      try change.file.refuseDraft()
      return try write(KeptProfile.alone(name), to: change)
    }
    guard let text = SectionInsertion.set("extends", name, in: nil, of: change.text) else {
      throw byHand(change, "extends: \(name)")
    }
    return try write(text, to: change)
  }

  /// Makes the profile `name` type by the table `bridge`.
  static func bridge(_ bridge: String, profile name: String) throws(CommandFailure) -> Kept {
    let change = try ProfileChange(path: path(of: name))
    let text = SectionInsertion.set("bridge", bridge, in: "policy", of: change.text)
    // One that cannot be loaded at all is reported later.
    guard let text, change.load(text).profile.map({ $0.bridge?.name == bridge }) ?? true else {
      throw byHand(change, "policy: {bridge: \(bridge)}")
    }
    return try write(text, to: change)
  }

  /// The path of a personal profile, which need not exist.
  private static func path(of name: String) throws(CommandFailure) -> String {
    let folder = try ProfileInForce.ownFolder()
    return "\(folder)/\(name).yaml"
  }

  /// Writes the file only if it is usable.
  private static func write(_ text: String, to change: ProfileChange) throws(CommandFailure) -> Kept {
    let result = change.load(text)
    guard let profile = result.profile else {
      let path = Terminal.printable(change.file.path)
      throw CommandFailure(
        .failed,
        Terminal.printable(result.text, keepsLines: true)
          + "\(path): not changed: with the choice in it, the file has these errors",
        help: "switchway edit \(change.file.profileName)")
    }
    let former = try change.write(text)
    return Kept(path: change.file.path, former: former, profile: profile)
  }

  private static func byHand(_ change: ProfileChange, _ line: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(Terminal.printable(change.file.path)): not changed: it is written in a way that a program cannot change "
        + "safely",
      help: "'switchway edit \(change.file.profileName)', and put in: \(line)")
  }
}
