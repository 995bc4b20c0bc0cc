import SwitchwayConfig
import SwitchwayCore

/// A change of a person's profile by a program. The text is changed with `SectionInsertion`, checked, and written as a
/// whole.
///
///     let change = try ProfileChange(path: path)
///     guard let text = SectionInsertion.set("bridge", "grid3", in: "policy", of: change.text) else { … }
///     let result = change.load(text)
///     if result.profile != nil { try change.write(text) }
struct ProfileChange {
  let file: EditedFile
  /// The file's contents, or the beginning of a new file. A new file extends the shipped profile with its name, if
  /// there is one.
  let text: String
  /// The present profile, or an empty one if no profile is usable.
  let before: Profile
  /// Whether the file or its draft exists and has errors.
  let isBroken: Bool
  private let places: ProfilePlaces

  /// Opens the file at `path`, which need not exist. If `switchway edit` has saved a draft, continues with the draft.
  init(path: String) throws(CommandFailure) {
    file = try EditedFile(path: path)
    let (name, others) = (file.profileName, ProfileInForce.store)
    let isShipped = others.place(of: name) != nil
    let fresh =
      "switchway: 1\n"
      + (isShipped ? "# The settings below change the profile that 'extends' names.\nextends: \(name)\n" : "")
    text = String(decoding: try file.start(or: Array(fresh.utf8)).bytes, as: UTF8.self)
    let draft = try file.readDraft()
    isBroken = (file.original != nil || draft != nil) && file.load(checked: Array(text.utf8)).profile == nil
    var present = file.load()
    // Without a usable file, the shipped profile is the present one. Errors in the file are reported when the changed
    // text is loaded.
    if present.profile == nil, isShipped { present = others.load(name) }
    before = present.profile ?? .empty
    places = present.places
  }

  /// Opens the file for a change that takes the person some time. Throws, before the person begins, if the file has
  /// errors or could not be written.
  ///
  /// - Parameters:
  ///   - isShownOnly: whether the change will be printed instead of written. Then the file need not be writable.
  ///   - errors: the message about a file that has errors.
  static func open(
    _ path: String, isShownOnly: Bool = false, errors: String = "has errors"
  ) throws(CommandFailure) -> ProfileChange {
    let change = try ProfileChange(path: path)
    if !isShownOnly { try change.file.refuseReadOnly(help: "--print shows the result and writes nothing") }
    guard !change.isBroken else {
      throw CommandFailure(
        .failed,
        Terminal.printable(change.load(change.text).text, keepsLines: true) + "\(Terminal.printable(path)): \(errors)",
        help: "fix it with 'switchway edit'")
    }
    return change
  }

  /// Returns the failure if a program cannot make the change. `entries`: the text that the person can add instead.
  private func byHand(_ entries: String, _ why: String) -> CommandFailure {
    CommandFailure(
      .failed, "\(Terminal.printable(file.path)): nothing is written: \(why)",
      help: "add this yourself ('switchway edit'):\n\n\(entries)")
  }

  /// Returns the changed text after checking it. Throws `byHand` if `text` is `nil`, or if its profile has errors or is
  /// not `isRight`.
  ///
  /// - Parameters:
  ///   - entries: the text that the person can add instead.
  ///   - why: the message if `text` is `nil`.
  ///   - fault: the beginning of the message if the profile has errors.
  func checked(
    _ text: String?, _ entries: String, or why: String, fault: String = "", isRight: (Profile) -> Bool
  ) throws(CommandFailure) -> String {
    guard let text else { throw byHand(entries, why) }
    let result = load(text)
    guard let after = result.profile else {
      throw byHand(entries, fault + Terminal.printable(result.text, keepsLines: true))
    }
    guard isRight(after) else { throw byHand(entries, "the change would also affect something else") }
    return text
  }

  /// Whether `after` has exactly the switches of `wanted`, in any order, and otherwise differs from `before` at most in
  /// its devices.
  func has(_ wanted: [SwitchDefinition], in after: Profile) -> Bool {
    func texts(_ switches: [SwitchDefinition], _ profile: Profile) -> [String] {
      switches.map { one in
        let inputs = one.inputs.map { "\(profile.devices[$0.device].name)/\(InputText.text(of: $0.selector))" }
        return "\(one.name) \(one.label) \(inputs) \(one.rest as Any) \(one.steadying) \(one.gestures)"
      }.sorted()
    }
    return texts(wanted, before) == texts(after.switches, after) && before.chords.count == after.chords.count
      && before.keyboard == after.keyboard && before.policy == after.policy
  }

  /// Whether the switch `name` comes from a profile that is shipped with the program.
  func isShipped(_ name: String) -> Bool {
    guard let shipped = ProfileStore.shippedDirectory(among: ProfileInForce.directories) else { return false }
    return places.switchEntry(name)?.file.hasPrefix(shipped + "/") ?? false
  }

  func load(_ text: String) -> LoadResult { file.load(checked: Array(text.utf8)) }

  /// Writes the file. Returns the path of the copy of the earlier contents, or `nil` if there was no file.
  @discardableResult
  func write(_ text: String) throws(CommandFailure) -> String? { try file.replace(with: Array(text.utf8)) }
}
