import CLinuxInput
import Glibc
import SwitchwayProtocol

/// A listening socket at its path, with a lock that shows that this process serves the socket.
///
/// The lock is a file beside the socket, with `.lock` added to its name. The file stays when the process ends: if it
/// were removed, two instances could each hold a lock of that name. A socket at the path that no process serves is
/// replaced. Any other file at the path stays.
public final class ListeningSocket {
  /// The largest number of connections that may wait to be accepted: twice the largest number of clients.
  private static let backlog: Int32 = 64

  /// Identifies a file: its file system and its inode.
  private struct FileIdentity: Equatable {
    let device: dev_t
    let inode: ino_t
    init(_ status: stat) {
      device = status.st_dev
      inode = status.st_ino
    }
  }

  private let socketPath: SocketPath
  private var directory: Int32 = -1
  private var lock: Int32 = -1
  /// The socket file that was bound. `nil` before it is bound, after `close()`, and after a failed `rebind`.
  private var bound: FileIdentity?
  private var isClosed = false

  /// The listening descriptor, which is non-blocking and closed on exec. −1 after `close()`.
  public private(set) var listener: Int32 = -1

  /// The path of the socket.
  public var path: String { socketPath.path }

  /// The path of the socket's directory, which can be watched to notice that the socket was removed.
  public var directoryPath: String {
    switch socketPath {
    case .own(let directory): return directory
    case .given(let path):
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  private var name: String {
    switch socketPath {
    case .own: SocketPath.name
    case .given(let path): path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
  }

  /// Checks the directory, takes the lock, and listens.
  public init(_ socketPath: SocketPath) throws(ListeningSocketError) {
    self.socketPath = socketPath
    do throws(ListeningSocketError) {
      try bindAll()
    } catch {
      release(removing: false)
      throw error
    }
  }

  deinit { release(removing: true) }

  /// Returns whether the socket has gone: it was removed or replaced by another file, or the last `rebind` failed.
  /// Always false after `close()`.
  public func wasRemoved() -> Bool {
    guard let bound else { return !isClosed }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    return FileIdentity(status) != bound
  }

  /// Binds the socket again, so `listener` changes. Also makes the runtime directory again if it has gone. If this
  /// throws, `wasRemoved()` stays true, and the call can be repeated.
  public func rebind() throws(ListeningSocketError) {
    guard !isClosed else { return }
    if listener >= 0 { Glibc.close(listener) }
    listener = -1
    bound = nil
    if directory >= 0 { Glibc.close(directory) }
    directory = -1
    try bindAll()
  }

  /// Stops listening. Removes the file at the path if it is still this socket.
  public func close() { release(removing: true) }

  private func release(removing: Bool) {
    isClosed = true
    if removing, bound != nil, !wasRemoved() { unsafe unlinkat(directory, name, 0) }
    bound = nil
    for descriptor in [listener, directory, lock] where descriptor >= 0 { Glibc.close(descriptor) }
    (listener, directory, lock) = (-1, -1, -1)
  }

  private func bindAll() throws(ListeningSocketError) {
    directory = try openDirectory()
    try takeLock()
    try clearPlace()
    let descriptor = unsafe sw_listen_at(path, Self.backlog)
    if descriptor == -ENAMETOOLONG {
      throw .unusable("\(path): the path is too long for a socket", help: "choose one of at most 107 bytes")
    }
    if descriptor == -EADDRINUSE { throw .inUse(path: path) }
    guard descriptor >= 0 else { throw .system(SystemFailure(call: "bind \(path)", code: -descriptor)) }
    listener = descriptor
    // The file is looked up through the descriptor of the checked directory. A directory that has replaced it at the
    // path does not count.
    var status = stat()
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      throw .unusable("\(path): the directory was changed while the socket was made", help: "start again")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw .unusable("\(path): this file system lets others use the socket", help: "choose another directory")
    }
    bound = FileIdentity(status)
  }

  // MARK: The directory

  private func openDirectory() throws(ListeningSocketError) -> Int32 {
    let path = directoryPath
    var flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    if case .own = socketPath {
      flags |= O_NOFOLLOW
      if unsafe mkdir(path, 0o700) < 0, errno != EEXIST {
        throw .system(SystemFailure(call: "make the directory \(path)", code: errno))
      }
    }
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == ENOTDIR {
        throw .unusable(
          "\(path): expected a directory, found something else or a link", help: "remove it, then start again")
      }
      throw .system(SystemFailure(call: "open the directory \(path)", code: errno))
    }
    var status = stat()
    do throws(ListeningSocketError) {
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw .system(SystemFailure(call: "look at the directory \(path)", code: errno))
      }
      try check(status, of: path)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks the owner and the mode of the directory. The daemon's own directory must belong to this user and be closed
  /// to everyone else. A directory that was given by the caller must only keep other users from replacing the socket:
  /// it belongs to this user or to root, and other users cannot write to it, or cannot change files of other users in
  /// it (the sticky bit, as in /tmp).
  private func check(_ status: stat, of path: String) throws(ListeningSocketError) {
    let mine = geteuid()
    switch socketPath {
    case .own:
      guard status.st_uid == mine else {
        throw .unusable(
          "\(path): the directory belongs to another user (uid \(status.st_uid))", help: "remove it, then start again")
      }
      guard status.st_mode & 0o077 == 0 else {
        throw .unusable(
          "\(path): others may enter the directory (mode \(octal(status.st_mode)))", help: "chmod 700 \(path)")
      }
    case .given:
      guard status.st_uid == mine || status.st_uid == 0 else {
        throw .unusable(
          "\(path): the directory belongs to another user (uid \(status.st_uid))",
          help: "choose a directory of your own")
      }
      guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
        throw .unusable(
          "\(path): others may write to the directory (mode \(octal(status.st_mode)))", help: "chmod go-w \(path)")
      }
    }
  }

  private func octal(_ mode: mode_t) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  // MARK: The lock, and files at the socket's path

  private func takeLock() throws(ListeningSocketError) {
    let lockName = name + ".lock"
    var there = stat()
    if lock >= 0, unsafe fstatat(directory, lockName, &there, AT_SYMLINK_NOFOLLOW) == 0 {
      var held = stat()
      if unsafe fstat(lock, &held) == 0, FileIdentity(held) == FileIdentity(there) { return }
    }
    let descriptor = unsafe openat(directory, lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == EISDIR || errno == ENXIO {
        throw .unusable("\(path).lock: expected a lock file, found something else", help: "remove it")
      }
      throw .system(SystemFailure(call: "open \(path).lock", code: errno))
    }
    let failure = sw_lock(descriptor)
    guard failure == 0 else {
      Glibc.close(descriptor)
      if failure == -EWOULDBLOCK { throw .inUse(path: path) }
      throw .system(SystemFailure(call: "lock \(path).lock", code: -failure))
    }
    if lock >= 0 { Glibc.close(lock) }
    lock = descriptor
  }

  /// Removes a socket at the path that no process serves. Throws if there is a live socket, or any other file.
  private func clearPlace() throws(ListeningSocketError) {
    var status = stat()
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .system(SystemFailure(call: "look at \(path)", code: errno))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .unusable(
        "\(path): expected a socket or nothing, found \(kind(of: status.st_mode))", help: "move it away")
    }
    guard status.st_uid == geteuid() else {
      throw .unusable("\(path): the socket belongs to another user (uid \(status.st_uid))", help: "remove it")
    }
    do throws(Connection.Failure) { _ = try Connection.open(path) } catch {
      switch error {
      case .system(ECONNREFUSED), .system(ENOENT): return try removeStale()
      case .system(let code) where code != EAGAIN:
        throw .system(SystemFailure(call: "check whether a daemon listens on \(path)", code: code))
      case .system, .unknownPeer, .foreign: break
      }
    }
    throw .inUse(path: path)
  }

  private func removeStale() throws(ListeningSocketError) {
    guard unsafe unlinkat(directory, name, 0) == 0 || errno == ENOENT else {
      throw .system(SystemFailure(call: "remove the stale \(path)", code: errno))
    }
  }

  private func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a directory"
    case S_IFLNK: "a link"
    case S_IFIFO: "a FIFO"
    default: "a device"
    }
  }
}
