import CLinuxInput
import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayFiles

/// A file that appears under its name only when it is whole and on the disk. If it is never finished, it is removed. If
/// the process is killed, a file whose name begins with a dot stays.
final class NewFile {
  let path: String
  /// The path of the file until it is finished.
  let draft: String
  private let replaces: Bool
  private let descriptor: Int32
  private var isFinished = false

  /// Makes an empty file under a temporary name, in the folder of `path`. Throws if something other than a regular file
  /// already has the name, such as the device `/dev/null`.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing file is replaced. If not, an existing file is an error.
  ///   - mode: the access rights, before the process's mask is applied.
  init(_ path: String, replaces: Bool, mode: mode_t = 0o666) throws(CommandFailure) {
    try refuseForeign(path)
    self.path = path
    self.replaces = replaces
    if !replaces, NewFile.isTaken(path) { throw NewFile.exists(path) }
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw FileFailure.notRegular(path, help: "use another name")
    }
    var random = SystemRandomNumberGenerator()
    draft = Folder.of(path) + ".\(Folder.name(of: path)).\(String(random.next(), radix: 36))"
    descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFailure.of("cannot write", path) }
  }

  deinit {
    close(descriptor)
    if !isFinished { unsafe _ = unlink(draft) }
  }

  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let code = WholeWrite.write(bytes[...], to: descriptor)
    guard code == 0 else { throw FileFailure.of("cannot write", path, code: code) }
  }

  /// Sets exactly these access rights. Also sets the group, if possible. It is not possible if the user is no longer in
  /// the group.
  func setRights(_ mode: mode_t, group: gid_t) throws(CommandFailure) {
    _ = fchown(descriptor, uid_t.max, group)
    guard fchmod(descriptor, mode) == 0 else { throw FileFailure.of("cannot set the permissions of", path) }
  }

  /// Writes everything to the disk, still under the temporary name.
  func flush() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw FileFailure.of("cannot write", path) }
  }

  func finish() throws(CommandFailure) {
    guard try publish() else { throw NewFile.exists(path) }
  }

  /// Gives the file its name. Returns false if another file has the name by now and must not be replaced.
  func publish() throws(CommandFailure) -> Bool {
    try flush()
    if replaces {
      guard unsafe rename(draft, path) == 0 else { throw FileFailure.of("cannot write", path) }
    } else {
      let failure = unsafe sw_rename_new(draft, path)
      if failure == -EEXIST { return false }
      guard failure == 0 else { throw FileFailure.of("cannot write", path, code: -failure) }
    }
    isFinished = true
    guard Folder.sync(Folder.of(path)) else { throw FileFailure.of("cannot write", path) }
    return true
  }

  /// Whether anything exists at `path`, even a link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed, "\(Terminal.printable(path)): already exists", help: "use another name, or replace it with --force")
  }
}

/// The operations of this program on folders.
enum Folder {
  /// Returns the folder of a path, with a slash at its end. It is empty for a name in the working folder.
  static func of(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  static func name(of path: String) -> String { String(path.dropFirst(of(path).count)) }

  /// Makes a folder, and the folders above it that are missing. Only this user has access to the new folders.
  static func make(_ path: String) throws(CommandFailure) {
    try refuseForeign(path)
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw FileFailure.of("cannot make the folder", path)
    }
    try make(String(path[..<slash]))
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileFailure.of("cannot make the folder", path)
    }
  }

  /// Removes a folder with all files in it. If it contains other folders, these stay, and so does the folder itself.
  static func remove(_ path: String) {
    for name in FolderNames.all(in: path) { unsafe _ = unlink("\(path)/\(name)") }
    unsafe _ = rmdir(path)
  }

  /// Writes the list of names in a folder to the disk. Returns false if this fails.
  static func sync(_ folder: String) -> Bool {
    let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that the user may write but not read cannot be opened. This does not count as a failure.
    guard descriptor >= 0 else { return errno == EACCES }
    defer { close(descriptor) }
    // EINVAL: the file system cannot sync folders.
    return fsync(descriptor) == 0 || errno == EINVAL
  }
}
