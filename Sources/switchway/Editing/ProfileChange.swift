import SwitchwayConfig
import SwitchwayCore
import SwitchwayDaemon

/// A change of a person's profile by a program: the file's text, or what a new file begins with, is changed with
/// `SectionInsertion`, checked, and written whole.
///
///     let change = try ProfileChange(path: place)
///     guard let text = SectionInsertion.set("bridge", "grid3", in: "policy", of: change.text) else { … }
///     let result = try change.load(text)
///     if result.profile != nil { try change.write(text) }
struct ProfileChange {
  /// The profile's name: the file's, without `.yaml`.
  let name: String
  let file: EditedFile
  /// What the file holds, or is begun with: then it extends the profile of its name that is shipped, if there is one.
  let text: String
  /// The profile as it is; an empty one where none can be used.
  let before: Profile
  /// There is a file, or a draft of one, and it has errors.
  let isBroken: Bool
  private let directories: [String]

  /// Opens the file at `place`, which need not be there. A draft that `switchway edit` has kept is gone on from.
  init(path place: String) throws(CommandFailure) {
    let process = ProcessPlace.current()
    directories = ProfileStore.defaultDirectories(environment: process.environment, executable: process.executable)
    name = ProfileStore(file: place, directories: []).fileName ?? place
    file = try EditedFile(path: place)
    let others = ProfileStore(directories: directories)
    let isShipped = others.place(of: name) != nil
    let fresh =
      "switchway: 1\n"
      + (isShipped ? "# What stands below changes the profile that is shipped.\nextends: \(name)\n" : "")
    text = String(decoding: try file.start(or: Array(fresh.utf8)).bytes, as: UTF8.self)
    let draft = try file.readDraft()
    let asWritten = try file.load(checked: Array(text.utf8), directories: directories)
    isBroken = (file.original != nil || draft != nil) && asWritten.profile == nil
    if let profile = try file.load(directories: directories).profile {
      before = profile
    } else {
      // Nothing is there yet, or nothing that can be used: then the result says what is wrong with it.
      before = isShipped ? others.load(name).profile ?? .empty : .empty
    }
  }

  /// What would be in force with `text` in the file.
  func load(_ text: String) throws(CommandFailure) -> LoadResult {
    try file.load(checked: Array(text.utf8), directories: directories)
  }

  /// Puts `text` in the file, whole or not at all.
  func write(_ text: String) throws(CommandFailure) { try file.replace(with: Array(text.utf8)) }
}
