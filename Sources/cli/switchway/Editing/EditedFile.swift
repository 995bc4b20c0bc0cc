import Glibc
import SwitchwayConfig
import SwitchwayFiles

/// A profile's file that is to be changed. It is read, checked and replaced.
///
///     let file = try EditedFile(path: path)
///     let result = file.load(checked: bytes)
///     if result.profile != nil { try file.replace(with: bytes) }
///
/// The new file has the group and the access rights of the old one. Root changes no file that belongs to another user
/// (`ForeignPath`). Drafts with errors are kept as `NAME.yaml.draft`.
struct EditedFile {
  /// The profile's path with links resolved: a link's target is replaced, not the link.
  let path: String
  /// The present contents, or `nil` if the file does not exist.
  let original: [UInt8]?

  /// The path as given, which may be a link.
  private let wanted: String
  /// The folders in which extended profiles are searched.
  private let directories = ProfileInForce.directories
  private let group: gid_t
  private let mode: mode_t

  var profileName: String { ProfileStore(file: wanted, directories: []).fileName ?? wanted }
  var draft: String { path + ".draft" }
  private var folder: String { Folder.of(path) }
  private var openedFolder: String { folder.isEmpty ? "." : folder }
  private var name: String { Folder.name(of: path) }

  private static let newMode: mode_t = 0o644
  /// The limit is the kernel's (path_resolution(7)).
  private static let mostLinks = 40

  /// Makes the folder if it does not exist; reads the file, if it exists.
  init(path wanted: String) throws(CommandFailure) {
    try refuseForeign(wanted)
    self.wanted = wanted
    path = try EditedFile.resolved(wanted)
    guard !Folder.name(of: path).isEmpty else { throw FileFailure.notRegular(path) }
    let folder = Folder.of(path)
    if folder.count > 1 { try Folder.make(String(folder.dropLast())) }
    var status = stat()
    guard unsafe stat(folder.isEmpty ? "." : folder, &status) == 0 else { throw FileFailure.of("cannot open", path) }
    guard [0, geteuid()].contains(status.st_uid) else {
      throw CommandFailure(
        .permission, "\(Terminal.printable(path)): its folder belongs to another user (uid \(status.st_uid))",
        help: "edit it as that user")
    }
    guard let contents = try EditedFile.contents(path) else {
      (original, group, mode) = (nil, getegid(), EditedFile.newMode)
      return
    }
    original = contents.bytes
    group = contents.status.st_gid
    // Others get no write access, because a file with it would be refused.
    let isPrivate = group == UserIdentity.current().privateGroup
    mode = contents.status.st_mode & 0o777 & ~(isPrivate ? 0o002 : 0o022)
  }

  /// The path after the links of the file itself are followed. The last target need not exist.
  private static func resolved(_ wanted: String) throws(CommandFailure) -> String {
    var path = wanted
    for _ in 0...mostLinks {
      guard let target = ForeignPath.target(path) else { return path }
      path = target.hasPrefix("/") ? target : Folder.of(path) + target
    }
    throw FileFailure.of("cannot open", wanted, code: ELOOP)
  }

  /// The contents of a file of this user or of root, or `nil` if there is none.
  private static func contents(_ path: String) throws(CommandFailure) -> FileContents? {
    guard let contents = try FileContents(path) else { return nil }
    guard [0, geteuid()].contains(contents.status.st_uid) else {
      throw CommandFailure(
        .permission, "\(Terminal.printable(path)): belongs to another user (uid \(contents.status.st_uid))",
        help: "edit it as that user")
    }
    return contents
  }

  /// The bytes of an existing file, read as in `init`.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    guard let bytes = try EditedFile(path: path).original else {
      throw FileFailure.of("cannot read", path, code: ENOENT)
    }
    return bytes
  }

  /// Throws if the file cannot be replaced. This is checked before the person begins to work.
  ///
  /// - Parameter help: what to do then.
  func refuseReadOnly(help: String) throws(CommandFailure) {
    guard unsafe faccessat(AT_FDCWD, openedFolder, W_OK, AT_EACCESS) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw CommandFailure(
        .permission, "\(Terminal.printable(path)): cannot be changed: no permission to write in its folder (\(reason))",
        help: help)
    }
  }

  /// Throws if the file has a draft.
  func refuseDraft() throws(CommandFailure) {
    guard try readDraft() == nil else {
      throw CommandFailure(
        .failed, "\(Terminal.printable(draft)): an earlier edit of this profile was not finished",
        help: "finish it with 'switchway edit', or remove that file")
    }
  }

  /// The text to edit: an earlier draft, the file itself, or `fallback`.
  func start(or fallback: [UInt8]) throws(CommandFailure) -> (bytes: [UInt8], isDraft: Bool) {
    if let draft = try readDraft() { return (draft, true) }
    return (original ?? fallback, false)
  }

  /// The earlier draft, or `nil` if there is none.
  func readDraft() throws(CommandFailure) -> [UInt8]? {
    try EditedFile.contents(draft)?.bytes
  }

  /// Whether `bytes` would change nothing.
  func isSame(_ bytes: [UInt8], as fallback: [UInt8]) -> Bool { bytes == original ?? fallback }

  // MARK: Checking

  /// The profile that `bytes` would give under the file's own name. Nothing is written.
  func load(checked bytes: [UInt8]) -> LoadResult {
    ProfileStore(bytes, of: wanted, directories: directories).load(profileName)
  }

  /// The profile that the draft would give.
  func loadDraft() -> LoadResult {
    ProfileStore(draft: draft, of: wanted, directories: directories).load(profileName)
  }

  func load() -> LoadResult { ProfileStore(file: wanted, directories: directories).load(profileName) }

  // MARK: Changing

  /// The copies of the file's earlier contents, the newest first.
  var formerFiles: [FormerFile] { FormerFile.all(of: name, among: FolderNames.all(in: openedFolder)) }

  /// The place of a copy of this file.
  func path(of copy: FormerFile) -> String { folder + copy.name }

  /// Saves `bytes` as the draft, which the next edit opens.
  func keepDraft(_ bytes: [UInt8]) throws(CommandFailure) {
    try written(bytes, as: draft, replaces: true).finish()
  }

  func discardDraft() { unsafe _ = unlink(draft) }

  /// Replaces the profile with `bytes` in one step and removes the draft. A copy of the former contents is kept beside
  /// it first (`FormerFile`). If that fails, or another program has changed the profile meanwhile, nothing is replaced.
  ///
  /// If a program is killed at any moment, the former or the new profile is there, and it is whole.
  ///
  /// - Parameter keepsFormer: whether the file belongs to a person, and is not one that this program has made for
  ///   itself.
  /// - Returns: the path of the copy, or `nil` if there is none.
  @discardableResult
  func replace(with bytes: [UInt8], keepsFormer: Bool = true) throws(CommandFailure) -> String? {
    let file = try written(bytes, as: path, replaces: true)
    try refuseChange()
    var kept: String?
    if let original, keepsFormer { kept = try keep(original) }
    try file.finish()
    discardDraft()
    guard let kept else { return nil }
    for old in FormerFile.surplus(of: name, among: FolderNames.all(in: openedFolder), kept: kept) {
      unsafe _ = unlink(folder + old)
    }
    return folder + kept
  }

  /// Throws if another program has changed the profile since it was read.
  private func refuseChange() throws(CommandFailure) {
    guard try EditedFile.contents(path)?.bytes != original else { return }
    let kept = try readDraft() == nil ? "" : "; your text is saved in \(Terminal.printable(draft))"
    throw CommandFailure(
      .failed, "\(Terminal.printable(path)): changed by another program meanwhile\(kept)",
      help: "\(kept.isEmpty ? "try again" : "compare the two, then edit again")")
  }

  /// Writes the former contents beside the file. Returns the name of the copy.
  private func keep(_ former: [UInt8]) throws(CommandFailure) -> String {
    let moment = FormerFile.time(time(nil))
    let names = FolderNames.all(in: openedFolder)
    let first = FormerFile.firstNumber(of: name, at: moment, among: names)
    for number in first..<first + FormerFile.mostTries {
      let kept = FormerFile(of: name, at: moment, number: number).name
      if try written(former, as: folder + kept, replaces: false).publish() { return kept }
    }
    throw FileFailure.of("cannot make", "\(path).before-\(moment)", code: EEXIST)
  }

  /// A file whose contents are on the disk, but which has no name yet.
  private func written(_ bytes: [UInt8], as path: String, replaces: Bool) throws(CommandFailure) -> NewFile {
    let file = try NewFile(path, replaces: replaces, mode: 0o600)
    try file.write(bytes)
    try file.setRights(mode, group: group)
    try file.flush()
    // Some network file systems and memory sticks report success and store less.
    guard try FileContents(file.draft)?.bytes == bytes else { throw FileFailure.of("cannot write", path, code: EIO) }
    return file
  }
}
