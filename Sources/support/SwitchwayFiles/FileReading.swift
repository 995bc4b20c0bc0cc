import Glibc

/// Reads a profile file: a regular file of at most 256 KiB that only the user or root can write.
package enum FileReading {
  /// The largest size of a file that is allowed, in bytes: 256 KiB.
  package static let largest = 262_144

  package enum Outcome: Sendable {
    case bytes([UInt8])
    /// There is no such file.
    case missing
    /// The file is not read. `errno` is the error of the system call that has failed, or `nil` if the file breaks a
    /// rule for profile files.
    case refused(message: String, help: String, errno: Int32?)
  }

  /// Reads the file at `path`, if it can be read and is safe for `user`.
  package static func read(_ path: String, as user: UserIdentity) -> Outcome {
    guard !path.utf8.contains(0) else { return .missing }
    if let foreign = ForeignPath(path) {
      return refusal(ofOthersFile: path, user)
        ?? .refused(message: foreign.message, help: foreign.help, errno: EACCES)
    }
    // Without O_NONBLOCK, opening a FIFO would wait until another program writes to it.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return failure(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return failure(errno, path) }
    if let refusal = refusal(status, path, user) { return refusal }
    switch FileBytes.read(descriptor, largest: largest) {
    case .bytes(let bytes): return .bytes(bytes)
    // The file may have grown since `fstat`.
    case .tooLarge: return tooLarge
    case .failed(let code): return failure(code, path)
    }
  }

  /// The identity of a file. It is equal for all paths that lead to the same file.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// Returns the identity of the file at `path`, or `nil` if there is no such file.
  package static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  private static func failure(_ code: Int32, _ path: String) -> Outcome {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM:
      .refused(message: "no permission to read the file", help: readingHelp(path), errno: code)
    case ELOOP:
      .refused(
        message: "the file is a symbolic link in a loop", help: "replace it with a plain text file", errno: code)
    case ENXIO, ENODEV:
      .refused(message: "not a regular file", help: "replace it with a plain text file", errno: code)
    default:
      .refused(
        message: "cannot read the file: \(unsafe String(cString: strerror(code)))", help: "check that it can be read",
        errno: code)
    }
  }

  /// Returns advice on how to get permission to read the file at `path`.
  private static func readingHelp(_ path: String) -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_uid == geteuid() else {
      return "check that you may read it and enter every folder above it"
    }
    return "run: chmod u+r \(quoted(path))"
  }

  /// Checks the rules for profile files. Returns `nil` if the file follows them. Source: docs/design/profiles.md,
  /// "Reading".
  private static func refusal(_ status: stat, _ path: String, _ user: UserIdentity) -> Outcome? {
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .refused(
        message: "not a regular file", help: "replace it with a plain text file", errno: nil)
    }
    if status.st_uid != user.uid, status.st_uid != 0 {
      return .refused(
        message: "the file belongs to another user (\(status.st_uid))",
        help: "run: sudo chown \(user.uid) \(quoted(path)) && chmod go-w \(quoted(path))", errno: nil)
    }
    if status.st_mode & S_IWOTH != 0 {
      return .refused(
        message: "everybody can write to the file", help: "run: chmod go-w \(quoted(path))", errno: nil)
    }
    if status.st_mode & S_IWGRP != 0, status.st_gid != user.privateGroup {
      return .refused(
        message: "a group (\(status.st_gid)) can write to the file", help: "run: chmod g-w \(quoted(path))", errno: nil)
    }
    return status.st_size > largest ? tooLarge : nil
  }

  /// Returns the refusal if a process of root must not use the file, because another user could change it. The file is
  /// not opened.
  private static func refusal(ofOthersFile path: String, _ user: UserIdentity) -> Outcome? {
    var status = stat()
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard ForeignPath(folder) == nil, unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return refusal(status, path, user)
  }

  /// The refusal of a file that is larger than `largest`.
  package static let tooLarge = Outcome.refused(
    message: "the file is larger than 256 KiB",
    help: "a profile has a few kilobytes; check that this is the right file", errno: nil)

  /// Returns `path`, quoted for a shell if necessary.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._-+@%".utf8.contains(byte)
      }
    }
    if isPlain, !path.isEmpty { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
