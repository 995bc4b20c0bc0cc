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
  /// The path of the profile's file, with links resolved, so that a link's target is replaced and the link stays.
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
  /// The largest number of links that are followed. It is the same as the kernel's limit (path_resolution(7)).
  private static let mostLinks = 40

  /// Reads the file if it exists. Makes its folder if that does not exist.
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
    // Other users get no write access, because Switchway refuses a profile that other users can write.
    let isPrivate = group == UserIdentity.current().privateGroup
    mode = contents.status.st_mode & 0o777 & ~(isPrivate ? 0o002 : 0o022)
  }

  /// Returns the path of the file to which `wanted` leads if it is a link, otherwise `wanted`. The file need not exist.
  private static func resolved(_ wanted: String) throws(CommandFailure) -> String {
    var path = wanted
    for _ in 0...mostLinks {
      guard let target = ForeignPath.target(path) else { return path }
      path = target.hasPrefix("/") ? target : Folder.of(path) + target
    }
    throw FileFailure.of("cannot open", wanted, code: ELOOP)
  }

  /// Returns the contents of a file, or `nil` if there is no file. Throws if the file belongs to neither this user nor
  /// root.
  private static func contents(_ path: String) throws(CommandFailure) -> FileContents? {
    guard let contents = try FileContents(path) else { return nil }
    guard [0, geteuid()].contains(contents.status.st_uid) else {
      throw CommandFailure(
        .permission, "\(Terminal.printable(path)): belongs to another user (uid \(contents.status.st_uid))",
        help: "edit it as that user")
    }
    return contents
  }

  /// Returns the bytes of an existing file, after the same checks as in `init`.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    guard let bytes = try EditedFile(path: path).original else {
      throw FileFailure.of("cannot read", path, code: ENOENT)
    }
    return bytes
  }

  /// Throws if the file cannot be replaced. This is checked before the person begins to work.
  ///
  /// - Parameter help: the advice in the error.
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

  /// Returns the text to edit: the earlier draft, otherwise the file's contents, otherwise `fallback`.
  func start(or fallback: [UInt8]) throws(CommandFailure) -> (bytes: [UInt8], isDraft: Bool) {
    if let draft = try readDraft() { return (draft, true) }
    return (original ?? fallback, false)
  }

  /// Returns the earlier draft, or `nil` if there is none.
  func readDraft() throws(CommandFailure) -> [UInt8]? {
    try EditedFile.contents(draft)?.bytes
  }

  /// Whether `bytes` is equal to the file's contents or, if the file does not exist, to `fallback`.
  func isSame(_ bytes: [UInt8], as fallback: [UInt8]) -> Bool { bytes == original ?? fallback }

  // MARK: Checking

  /// Loads the profile as if the file contained `bytes`. Nothing is written.
  func load(checked bytes: [UInt8]) -> LoadResult {
    ProfileStore(bytes, of: wanted, directories: directories).load(profileName)
  }

  /// Loads the profile as if the file contained the draft.
  func loadDraft() -> LoadResult {
    ProfileStore(draft: draft, of: wanted, directories: directories).load(profileName)
  }

  func load() -> LoadResult { ProfileStore(file: wanted, directories: directories).load(profileName) }

  // MARK: Changing

  /// The copies of the file's earlier contents, the newest first.
  var formerFiles: [FormerFile] { FormerFile.all(of: name, among: FolderNames.all(in: openedFolder)) }

  /// Returns the path of a copy of this file.
  func path(of copy: FormerFile) -> String { folder + copy.name }

  /// Saves `bytes` as the draft, which the next edit opens.
  func keepDraft(_ bytes: [UInt8]) throws(CommandFailure) {
    try written(bytes, as: draft, replaces: true).finish()
  }

  func discardDraft() { unsafe _ = unlink(draft) }

  /// Replaces the profile with `bytes` in one step and removes the draft. Before that, writes a copy of the former
  /// contents beside it (`FormerFile`). If the copy cannot be written, or another program has changed the profile
  /// meanwhile, nothing is replaced.
  ///
  /// If this process is killed at any moment, the file has either the former or the new contents, and they are
  /// complete.
  ///
  /// - Parameter keepsFormer: whether to keep a copy of the former contents. It is false for a file that this program
  ///   has made for itself.
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

  /// Writes a copy of the former contents beside the file. Returns the name of the copy.
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

  /// Writes a new file to the disk, with these contents. It does not have its name yet.
  private func written(_ bytes: [UInt8], as path: String, replaces: Bool) throws(CommandFailure) -> NewFile {
    let file = try NewFile(path, replaces: replaces, mode: 0o600)
    try file.write(bytes)
    try file.setRights(mode, group: group)
    try file.flush()
    // The contents are read again, because some network file systems and memory sticks report success but store less.
    guard try FileContents(file.draft)?.bytes == bytes else { throw FileFailure.of("cannot write", path, code: EIO) }
    return file
  }
}
