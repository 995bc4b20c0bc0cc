import SwitchwayConfig
import SwitchwayCore

/// Writes a person's choice into their own file, so that it also applies after the next start.
enum KeptChoice {
  /// The result: the path of the file, the path of the copy of its earlier contents (`nil` if there was no file), and
  /// the profile that the file has now.
  struct Kept {
    let path: String
    let former: String?
    let profile: Profile
  }

  /// Returns the path of the person's default.yaml if that file has settings that would be merged with another profile.
  /// Otherwise returns `nil`.
  static func ownSettings() throws(CommandFailure) -> String? {
    let change = try ProfileChange(path: path(of: "default"))
    guard change.file.original != nil, KeptProfile.hasSettings(change.text) else { return nil }
    return change.file.path
  }

  /// Changes the person's default.yaml, with which Switchway starts, so that it extends the profile `name`.
  static func profile(_ name: String, _ way: KeptProfile.Way) throws(CommandFailure) -> Kept {
    let change = try ProfileChange(path: path(of: "default"))
    let isAlone = way == .replace
    if isAlone { try change.file.refuseDraft() }
    let text = isAlone ? KeptProfile.alone(name) : SectionInsertion.set("extends", name, in: nil, of: change.text)
    return try write(text, to: change, byHand: "extends: \(name)")
  }

  /// Changes the person's file of the profile `name` so that switches type with the table `bridge`, or with none if it
  /// is `nil`. The choice also replaces a bridge that comes from an extended profile.
  static func bridge(_ bridge: String?, profile name: String) throws(CommandFailure) -> Kept {
    let change = try ProfileChange(path: path(of: name))
    let word = bridge ?? "none"
    let text = SectionInsertion.set("bridge", word, in: "policy", of: change.text)
    return try write(text, to: change, byHand: "policy: {bridge: \(word)}") { $0.bridge?.name == bridge }
  }

  /// Returns the path of the person's own file of a profile. The file need not exist.
  private static func path(of name: String) throws(CommandFailure) -> String {
    let folder = try ProfileInForce.ownFolder()
    return "\(folder)/\(name).yaml"
  }

  /// Writes the changed text, but only if it is a profile without errors and contains the choice.
  ///
  /// - Parameter line: the line that the person is asked to add if a program cannot: `text` is `nil`, or its profile is
  ///   not `isRight`.
  private static func write(
    _ text: String?, to change: ProfileChange, byHand line: String, isRight: (Profile) -> Bool = { _ in true }
  ) throws(CommandFailure) -> Kept {
    let (path, edit) = (Terminal.printable(change.file.path), "switchway edit \(change.file.profileName)")
    let result = text.map { change.load($0) }
    if let result, result.profile == nil {
      throw CommandFailure(
        .failed,
        Terminal.printable(result.text, keepsLines: true)
          + "\(path): not changed: with this choice, the file would have these errors", help: edit)
    }
    guard let text, let profile = result?.profile, isRight(profile) else {
      throw CommandFailure(
        .failed, "\(path): not changed: it is written in a way that a program cannot change safely",
        help: "run '\(edit)', and add: \(line)")
    }
    return Kept(path: change.file.path, former: try change.write(text), profile: profile)
  }
}
