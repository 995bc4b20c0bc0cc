import CLinuxInput
import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayFiles

/// A file that appears under its name only when it is whole and on the disk. If it is never finished, nothing is left
/// of it, unless the process is killed: then a file with another name, which begins with a dot.
final class NewFile {
  let path: String
  /// Where the file is until it is finished.
  let draft: String
  private let replaces: Bool
  private let descriptor: Int32
  private var isFinished = false

  /// Begins the file beside its name.
  ///
  /// - Parameters:
  ///   - replaces: an existing file is replaced, and anything else, such as `/dev/null`, is an error. Otherwise an
  ///     existing file is an error, too.
  ///   - mode: the access rights, from which the process's mask is taken.
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

  /// Sets exactly these access rights, and this group if that is possible: it may be one that this user has left.
  func setRights(_ mode: mode_t, group: gid_t) throws(CommandFailure) {
    _ = fchown(descriptor, uid_t.max, group)
    guard fchmod(descriptor, mode) == 0 else { throw FileFailure.of("cannot set the permissions of", path) }
  }

  /// Puts everything on the disk, still under the other name.
  func flush() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw FileFailure.of("cannot write", path) }
  }

  func finish() throws(CommandFailure) {
    guard try publish() else { throw NewFile.exists(path) }
  }

  /// Gives the file its name. Returns false if it must not replace what has the name by now.
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

  /// Whether anything has the name, also a link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed, "\(Terminal.printable(path)): already exists", help: "use another name, or replace it with --force")
  }
}

/// What this program does with folders.
enum Folder {
  /// The folder of a path, with a slash at its end; empty: the working folder.
  static func of(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  static func name(of path: String) -> String { String(path.dropFirst(of(path).count)) }

  /// Makes a folder, and those above it, for this user alone.
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

  /// Removes a folder with all files in it. Folders in it stay, and this one with them.
  static func remove(_ path: String) {
    for name in FolderNames.all(in: path) { unsafe _ = unlink("\(path)/\(name)") }
    unsafe _ = rmdir(path)
  }

  /// Puts the names of a folder on the disk.
  static func sync(_ folder: String) -> Bool {
    let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder in which one may write, but not look.
    guard descriptor >= 0 else { return errno == EACCES }
    defer { close(descriptor) }
    // EINVAL: a file system that cannot sync folders.
    return fsync(descriptor) == 0 || errno == EINVAL
  }
}
