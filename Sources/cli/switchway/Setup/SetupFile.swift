import Glibc
import SwitchwayConfig
import SwitchwayProtocol

/// The profile file that setup writes, and the trial of its text before that.
///
/// The trial is a profile of its own, so that the person's file stays as it is until they agree. `undo` removes all
/// files and folders that were made.
final class SetupFile {
  static let trialName = "setup-trial"

  let file: EditedFile
  private let folder: String
  /// Folders that did not exist before, the outermost first.
  private var made: [String] = []
  private var isTrialWritten = false
  /// The profile that was active before the trial.
  private var before: String?
  /// The path that the person gave, or `nil` for the profile `default`.
  let given: String?
  /// The option that commands in advice need to use the same file: ` --config FILE`, or nothing.
  var option: String { given.map { " --config " + SetupFile.word($0) } ?? "" }

  /// - Parameter given: the path of the file; `nil` means the profile `default` of this person.
  init(_ given: String?) throws(CommandFailure) {
    self.given = given
    let own = try ProfileInForce.ownFolder()
    try refuseForeign(own)
    folder = own
    let path = given ?? "\(own)/default.yaml"
    let missing = SetupFile.missing(above: "\(own)/x")
    made = missing + SetupFile.missing(above: path).filter { !missing.contains($0) }
    do throws(CommandFailure) {
      file = try EditedFile(path: path)
      try file.refuseDraft()
      try file.refuseReadOnly(help: "run setup as the owner of the profile, or make them the owner of the folder")
    } catch {
      SetupFile.remove(made)
      throw error
    }
  }

  /// Returns a path, quoted for a shell if necessary.
  static func word(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+,:@%".unicodeScalars.contains($0)
    }
    return Terminal.printable(isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'")
  }

  private static func missing(above path: String) -> [String] {
    var missing: [String] = []
    var parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    while !parts.isEmpty {
      let folder = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
      guard unsafe access(folder, F_OK) != 0 else { break }
      missing.insert(folder, at: 0)
      parts.removeLast()
    }
    return missing
  }

  private static func remove(_ folders: [String]) { for folder in folders.reversed() { unsafe _ = rmdir(folder) } }

  /// Returns the change that `text` would make to the file, line by line.
  func difference(to text: String) -> String {
    TextDifference(from: String(decoding: file.original ?? [], as: UTF8.self), to: text).whole
  }

  /// Checks `text` as the contents of the file. Throws if the file would have errors. Returns the profile with its
  /// warnings and notes.
  func check(_ text: String) throws(CommandFailure) -> LoadResult {
    let result = file.load(checked: Array(text.utf8))
    guard result.profile != nil else { throw ProfileInForce.refusal(of: result) }
    return result
  }

  func isSame(_ text: String) -> Bool { file.original == Array(text.utf8) }

  // MARK: The present contents

  /// The answers that the file already contains, or `nil` if there is no file yet. Throws the reason if setup cannot
  /// start from the file.
  func former() throws -> FormerSetup? {
    guard let original = file.original else { return nil }
    guard let text = String(validating: original, as: UTF8.self) else {
      throw SetupRefusal(message: "it is not UTF-8")
    }
    guard let profile = file.load().profile else {
      throw SetupRefusal(
        message: "it has errors; 'switchway check\(given.map { " " + SetupFile.word($0) } ?? "")' shows them")
    }
    return try FormerSetup(profile, text: text)
  }

  /// Returns the text of the file with these answers. Throws `SetupRefusal` if they cannot be written into this file.
  func changed(by setup: Setup) throws -> String {
    guard let text = SetupProfile(setup).text else {
      throw SetupRefusal(message: Phrase(key: SectionInsertion.otherForm))
    }
    let result = file.load(checked: Array(text.utf8))
    guard let profile = result.profile else {
      throw SetupRefusal(message: "\n\(Terminal.printable(result.text, keepsLines: true))")
    }
    guard let after = try? FormerSetup(profile, text: text), after.answers(as: setup) else {
      throw SetupRefusal(message: "another setting in it, such as 'extends', overrides them")
    }
    return text
  }

  func isInForce(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> Bool {
    try dialogue.configuration().files.first.map { $0 == file.path } ?? false
  }

  // MARK: The trial

  /// Ends the trial of an earlier setup that was killed. Returns false if there was none.
  func endFormerTrial(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> Bool {
    let isInForce = dialogue.state.profile.name == SetupFile.trialName
    if isInForce { try dialogue.demand(.set(Wire.Request.Setting(profile: "default"))) }
    return unsafe unlink("\(folder)/\(SetupFile.trialName).yaml") == 0 || isInForce
  }

  /// Makes `text` active as a separate profile.
  func beginTrial(_ text: String, _ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    if before == nil { before = try dialogue.freshState().profile.name }
    let trial = try EditedFile(path: "\(folder)/\(SetupFile.trialName).yaml")
    isTrialWritten = true
    try trial.replace(with: Array(text.utf8), keepsFormer: false)
    try dialogue.demand(.reload)
    try dialogue.demand(.set(Wire.Request.Setting(profile: SetupFile.trialName)))
  }

  /// Ends the trial and makes the earlier profile active again.
  func endTrial(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    guard isTrialWritten else { return }
    let old = before == SetupFile.trialName ? nil : before
    defer { removeTrial() }
    try dialogue.demand(.set(Wire.Request.Setting(profile: old ?? "default")))
  }

  private func removeTrial() {
    unsafe _ = unlink("\(folder)/\(SetupFile.trialName).yaml")
    isTrialWritten = false
  }

  /// Ends the trial, as far as the daemon still answers, and removes the folders that were made.
  func undo(_ dialogue: inout DaemonDialogue) {
    try? endTrial(&dialogue)
    SetupFile.remove(made)
  }

  /// Writes the file and makes it active instead of the trial. Returns the path of a copy of the former contents, or
  /// `nil` if the file is new or unchanged.
  func keep(_ text: String, _ dialogue: inout DaemonDialogue) throws(CommandFailure) -> String? {
    let former = isSame(text) ? nil : try file.replace(with: Array(text.utf8))
    made = []
    try dialogue.demand(.reload)
    try dialogue.demand(.set(Wire.Request.Setting(profile: file.profileName)))
    removeTrial()
    return former
  }
}
