import CLinuxInput
import Glibc

/// A folder with profiles, opened as a descriptor. Files are read, created and replaced only in this folder, even if
/// its path changes meanwhile, and links in it are never followed.
final class ProfileFolder {
  /// The kind of a folder's entry.
  enum Entry {
    case missing
    case folder(ProfileFolder)
    case link(target: String, owner: uid_t)
    /// Anything else: a file, a socket, a device.
    case other
  }

  /// The bytes of a file and its status.
  struct Contents {
    let bytes: [UInt8]
    let status: stat
  }

  /// Much larger than any usable profile.
  private static let largest = 16 * 1_024 * 1_024
  private static let newFolderMode: mode_t = 0o700

  private let descriptor: Int32
  let owner: uid_t
  let group: gid_t
  /// Whether users other than root can put files into it.
  let isOpenToOthers: Bool

  private init(descriptor: Int32) throws(CommandFailure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let failure = FileFailure.of("cannot look at a folder of", ".")
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    owner = status.st_uid
    group = status.st_gid
    isOpenToOthers = status.st_uid != 0 || status.st_mode & 0o022 != 0
  }

  /// Opens the root folder or the working folder: `/` or `.`.
  convenience init(start: String) throws(CommandFailure) {
    let descriptor = unsafe open(start, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure.of("cannot open", start) }
    try self.init(descriptor: descriptor)
  }

  deinit { close(descriptor) }

  // MARK: Looking

  /// The entry `name`; `path` is for messages.
  func entry(_ name: String, path: String) throws(CommandFailure) -> Entry {
    let entry = unsafe sw_open_entry(descriptor, name)
    guard entry >= 0 else {
      if entry == -ENOENT { return .missing }
      throw FileFailure.of("cannot open", path, code: -entry)
    }
    defer { close(entry) }
    var status = stat()
    guard unsafe fstat(entry, &status) == 0 else { throw FileFailure.of("cannot look at", path) }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return .link(target: try ProfileFolder.target(of: entry, path), owner: status.st_uid)
    case S_IFDIR:
      // Use the descriptor, because the name may have changed meanwhile.
      let folder = unsafe openat(entry, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if folder >= 0 { return .folder(try ProfileFolder(descriptor: folder)) }
      // A folder that may be entered but not listed.
      let passage = fcntl(entry, F_DUPFD_CLOEXEC, 0)
      guard passage >= 0 else { throw FileFailure.of("cannot open", path) }
      return .folder(try ProfileFolder(descriptor: passage))
    default: return .other
    }
  }

  private static func target(of link: Int32, _ path: String) throws(CommandFailure) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlinkat(link, "", &bytes, bytes.count)
    guard count > 0 else { throw FileFailure.of("cannot read the link", path) }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The contents of the regular file `name`; nil if it does not exist. A link is refused.
  func read(_ name: String, path: String) throws(CommandFailure) -> Contents? {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw FileFailure.link(path)
      default: throw FileFailure.of("cannot read", path)
      }
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure.of("cannot read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular(path) }
    return Contents(bytes: try ProfileFolder.bytes(of: file, path), status: status)
  }

  private static func bytes(of file: Int32, _ path: String) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= largest {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
      if count < 0, errno != EINTR { throw FileFailure.of("cannot read", path) }
    }
    throw CommandFailure(.failed, "\(Terminal.printable(path)): too large for a profile\nhelp: is it the right file?")
  }

  /// Whether files can be created in it.
  var isWritable: Bool { unsafe faccessat(descriptor, ".", W_OK, AT_EACCESS) == 0 }

  // MARK: Changing

  /// Creates the folder `name` for the owner of this one.
  func makeFolder(_ name: String, path: String) throws(CommandFailure) {
    guard unsafe mkdirat(descriptor, name, Self.newFolderMode) == 0 else {
      if errno == EEXIST { return }
      throw FileFailure.of("cannot make the folder", path)
    }
    if geteuid() == 0 { unsafe _ = fchownat(descriptor, name, owner, group, AT_SYMLINK_NOFOLLOW) }
  }

  /// Creates a file with an unpredictable name, these bytes, this owner and these access rights, and syncs it to the
  /// disk. Returns its name.
  func makeFile(
    _ bytes: [UInt8], beside name: String, owner: uid_t, group: gid_t, mode: mode_t, path: String
  ) throws(CommandFailure) -> String {
    var random = SystemRandomNumberGenerator()
    let copy = ".\(name).\(String(random.next(), radix: 36)).yaml"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(descriptor, copy, flags, 0o600)
    guard file >= 0 else { throw FileFailure.of("cannot write beside", path) }
    defer { close(file) }
    do throws(CommandFailure) {
      guard ProfileFolder.writeAll(bytes, to: file) else { throw FileFailure.of("cannot write the copy of", path) }
      // Only root can change a file's owner. A person's own file may have a group that they have left.
      if fchown(file, geteuid() == 0 ? owner : uid_t.max, group) != 0, geteuid() == 0 {
        throw FileFailure.of("cannot set the owner of the copy of", path)
      }
      guard fchmod(file, mode) == 0 else { throw FileFailure.of("cannot set the rights of the copy of", path) }
      guard fsync(file) == 0 else { throw FileFailure.of("cannot write the copy of", path) }
    } catch {
      remove(copy)
      throw error
    }
    return copy
  }

  /// Writes all bytes to an open file. Returns false, with `errno`, if that fails.
  static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe raw.baseAddress.map { unsafe Glibc.write(file, $0 + done, bytes.count - done) } ?? 0
      }
      if count >= 0 { done += count }
      if count < 0, errno != EINTR { return false }
    }
    return true
  }

  /// Replaces `name` with the file `copy` in one step and syncs the folder.
  func rename(_ copy: String, to name: String, path: String) throws(CommandFailure) {
    guard unsafe renameat(descriptor, copy, descriptor, name) == 0 else {
      let failure = FileFailure.of("cannot replace", path)
      remove(copy)
      throw failure
    }
    fsync(descriptor)
  }

  /// Removes the file, if it exists.
  func remove(_ name: String) { unsafe _ = unlinkat(descriptor, name, 0) }
}

/// Errors of file operations, for people.
enum FileFailure {
  /// `code`: the `errno` of the call that failed.
  static func of(_ what: String, _ path: String, code: Int32 = errno) -> CommandFailure {
    let isDenied = code == EACCES || code == EPERM || code == EROFS
    let help =
      switch code {
      case ENOSPC, EDQUOT: "make room on that disk"
      case EROFS: "that disk is mounted read-only: mount it for writing"
      default: "see that you may write there"
      }
    return CommandFailure(
      isDenied ? .permission : .failed,
      unsafe "\(what) \(Terminal.printable(path)): \(String(cString: strerror(code)))\n"
        + "help: \(help)")
  }

  static func notRegular(_ path: String) -> CommandFailure {
    CommandFailure(.failed, "\(Terminal.printable(path)): not a regular file\nhelp: put a plain text file in its place")
  }

  static func link(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(Terminal.printable(path)): a symbolic link, which is not followed here\nhelp: put a plain file in its place"
    )
  }
}
