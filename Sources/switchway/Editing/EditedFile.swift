import Glibc
import SwitchwayConfig

/// A profile's file that is to be changed. It is read, checked and replaced without following a link, whoever owns its
/// folder.
///
///     let file = try EditedFile(path: place)
///     let result = try file.load(checked: bytes, directories: directories)
///     if result.profile != nil { try file.replace(with: bytes) }
///
/// The new file has the owner, group and access rights of the old one; a new file belongs to the owner of its folder.
/// Only root may change a file in another user's folder. Drafts with errors are kept as `NAME.yaml.draft`.
struct EditedFile {
  /// The profile's path with links resolved: a link's target is replaced, not the link.
  let path: String
  /// The present contents; nil if the file does not exist.
  let original: [UInt8]?

  /// The path as given, which may be a link.
  private let wanted: String
  private let folder: ProfileFolder
  private let name: String
  private let owner: uid_t
  private let group: gid_t
  private let mode: mode_t

  var draft: String { path + ".draft" }
  private var draftName: String { name + ".draft" }
  /// The user whose access rights apply to reading by path: the folder's owner. In root's folders it is the file's
  /// owner.
  private var reader: uid_t { folder.owner == 0 ? owner : folder.owner }

  private static let newMode: mode_t = 0o644

  /// Opens the folder, or creates it if it does not exist; reads the file, if it exists.
  init(path wanted: String) throws(CommandFailure) {
    let found = try ProfilePath(wanted)
    self.wanted = wanted
    (folder, name) = (found.folder, found.name)
    path = found.isLinked ? try EditedFile.real(wanted) : wanted
    guard folder.owner == geteuid() || folder.owner == 0 || geteuid() == 0 else {
      throw CommandFailure(
        .permission,
        "\(Terminal.printable(path)): its folder belongs to another user (uid \(folder.owner))\n"
          + "help: edit it as that user, or as root")
    }
    guard let contents = try folder.read(name, path: path) else {
      original = nil
      owner = folder.owner == 0 ? geteuid() : folder.owner
      group = folder.owner == geteuid() || folder.owner == 0 ? getegid() : folder.group
      mode = EditedFile.newMode
      return
    }
    try EditedFile.admit(contents.status, in: folder, path)
    original = contents.bytes
    owner = contents.status.st_uid
    group = contents.status.st_gid
    let privateGroup = try OwnerRights.with(owner) { UserIdentity.current().privateGroup }
    // Without write access for others, with which the file would be refused.
    mode = contents.status.st_mode & 0o777 & ~(group == privateGroup ? 0o002 : 0o022)
  }

  /// Another user's file, or a hard link to one, could reveal what its owner may not read.
  private static func admit(_ status: stat, in folder: ProfileFolder, _ path: String) throws(CommandFailure) {
    let isKnown = [0, geteuid()].contains(status.st_uid)
    if geteuid() == 0, !folder.isOpenToOthers { return }
    guard isKnown || (geteuid() == 0 && status.st_uid == folder.owner) else {
      throw CommandFailure(
        .permission,
        "\(Terminal.printable(path)): belongs to another user (uid \(status.st_uid))\nhelp: edit it as that user")
    }
    guard geteuid() != 0 || status.st_nlink == 1 else {
      throw CommandFailure(
        .failed,
        "\(Terminal.printable(path)): has a second name (hard link), which root does not trust in this folder\n"
          + "help: put a copy in its place")
    }
  }

  private static func real(_ path: String) throws(CommandFailure) -> String {
    guard let real = unsafe realpath(path, nil) else {
      // The link's target does not exist yet.
      if errno == ENOENT { return path }
      throw FileFailure.of("cannot read", path)
    }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The bytes of an existing file, read as in `init`.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    guard let bytes = try EditedFile(path: path).original else {
      throw FileFailure.of("cannot read", path, code: ENOENT)
    }
    return bytes
  }

  /// Whether the file can be replaced. Checked before the person begins to work.
  var canReplace: Bool { folder.isWritable }

  /// What to edit: an earlier draft, the file itself, or `fallback`.
  func start(or fallback: [UInt8]) throws(CommandFailure) -> (bytes: [UInt8], isDraft: Bool) {
    if let draft = try readDraft() { return (draft, true) }
    return (original ?? fallback, false)
  }

  /// The earlier draft; nil if there is none.
  func readDraft() throws(CommandFailure) -> [UInt8]? {
    guard let contents = try folder.read(draftName, path: draft) else { return nil }
    try EditedFile.admit(contents.status, in: folder, draft)
    return contents.bytes
  }

  /// Whether `bytes` would change nothing.
  func isSame(_ bytes: [UInt8], as fallback: [UInt8]) -> Bool { bytes == original ?? fallback }

  // MARK: Checking

  /// The profile that `bytes` would give under the file's own name.
  ///
  /// - Parameter directories: where extended profiles are searched.
  func load(checked bytes: [UInt8], directories: [String]) throws(CommandFailure) -> LoadResult {
    let copy = try makeFile(bytes)
    defer { folder.remove(copy) }
    let slash = path.lastIndex(of: "/")
    return try load(slash.map { path[...$0] + copy } ?? copy, directories)
  }

  /// The profile that the draft would give.
  func loadDraft(directories: [String]) throws(CommandFailure) -> LoadResult { try load(draft, directories) }

  /// The present profile.
  func load(directories: [String]) throws(CommandFailure) -> LoadResult {
    try OwnerRights.with(reader) {
      let store = ProfileStore(file: wanted, directories: directories)
      return store.load(store.fileName ?? wanted)
    }
  }

  private func load(_ text: String, _ directories: [String]) throws(CommandFailure) -> LoadResult {
    try OwnerRights.with(reader) {
      let store = ProfileStore(draft: text, of: wanted, directories: directories)
      return store.load(store.fileName ?? wanted)
    }
  }

  // MARK: Changing

  /// Saves `bytes` as the draft, which the next edit opens.
  func keepDraft(_ bytes: [UInt8]) throws(CommandFailure) {
    try folder.rename(try makeFile(bytes), to: draftName, path: draft)
  }

  /// Saves the present contents as `NAME.yaml.before`. Returns its path; nil if there is no file yet.
  func keepBefore() throws(CommandFailure) -> String? {
    guard let original else { return nil }
    try folder.rename(try makeFile(original), to: name + ".before", path: path + ".before")
    return path + ".before"
  }

  func discardDraft() { folder.remove(draftName) }

  /// Replaces the profile with `bytes` in one step and removes the draft. Refuses if another program has changed the
  /// profile meanwhile.
  func replace(with bytes: [UInt8]) throws(CommandFailure) {
    guard try folder.read(name, path: path)?.bytes == original else {
      let kept = try readDraft() == nil ? "" : "; what you wrote is in \(Terminal.printable(draft))"
      throw CommandFailure(
        .failed,
        "\(Terminal.printable(path)): changed by another program meanwhile\(kept)\n"
          + "help: \(kept.isEmpty ? "try again" : "compare the two, then edit again")")
    }
    try folder.rename(try makeFile(bytes), to: name, path: path)
    discardDraft()
  }

  private func makeFile(_ bytes: [UInt8]) throws(CommandFailure) -> String {
    try folder.makeFile(bytes, beside: name, owner: owner, group: group, mode: mode, path: path)
  }
}
