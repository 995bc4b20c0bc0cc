import Glibc

/// A path that another user could change, so that a process of root must not use it.
///
/// A link that belongs to another user, or that is in another user's folder, can lead to any file. By such a link, the
/// user could make root read or write files that only root may read or write. Therefore a process of root uses only
/// paths of which each part, and each target of a link on the way, belongs to root. All other processes may use any
/// path.
public struct ForeignPath: Equatable, Sendable {
  public let path: String
  /// The uid of the user who could change where the path leads. `nil` if everybody could, because all users may write
  /// to a folder of the path.
  public let owner: UInt32?

  /// The largest number of links that are followed. The kernel has the same limit (path_resolution(7)).
  private static let mostLinks = 40

  /// Checks a path. Returns `nil` if this process may use it.
  public init?(_ path: String) {
    guard geteuid() == 0, !path.utf8.contains(0) else { return nil }
    switch ForeignPath.holder(of: path) {
    case .root: return nil
    case .user(let user): owner = user
    case .everybody: owner = nil
    }
    self.path = path
  }

  /// The message that says why root does not use the path.
  public var message: String {
    guard let owner else { return "root does not use this file because everybody can write to a folder above it" }
    return "root does not use this file because it, or its folder, belongs to \(ForeignPath.name(of: owner))"
  }

  /// The message that says what the person can do.
  public var help: String {
    guard let owner else {
      return "remove the write permission of other users there, or run this as the owner of the file"
    }
    return "run this as that user: sudo -u \(ForeignPath.name(of: owner)) \(ForeignPath.command)"
  }

  /// The name of this program and its subcommand, such as `switchway edit`.
  private static var command: String {
    let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "switchway"
    guard let word = CommandLine.arguments.dropFirst().first,
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x2D }), !word.hasPrefix("-")
    else { return program }
    return "\(program) \(word)"
  }

  private static func name(of user: UInt32) -> String { UserIdentity.account(user)?.name ?? "'#\(user)'" }

  private enum Holder {
    case root
    case user(UInt32)
    case everybody
  }

  /// Finds who could change where a path leads, by checking its parts one after the other. It stops at the first part
  /// that another user could change, so only root can change the parts that were checked before.
  private static func holder(of path: String) -> Holder {
    var waiting = parts(path)
    if !path.hasPrefix("/") { waiting += parts(workingFolder()) }
    var done = ""
    var links = 0
    while let part = waiting.popLast() {
      if part == ".." {
        done = done.lastIndex(of: "/").map { String(done[..<$0]) } ?? ""
        continue
      }
      var status = stat()
      // If a part is missing or not accessible, the caller will get this error when it uses the path.
      guard unsafe lstat("\(done)/\(part)", &status) == 0 else { return .root }
      guard status.st_uid == 0 else { return .user(status.st_uid) }
      if status.st_mode & S_IFMT == S_IFLNK {
        // A descriptor of this process, such as /dev/stdin, is allowed, because the file was opened with permission.
        if waiting.isEmpty, done.hasPrefix("/proc/") { return .root }
        guard links < mostLinks, let target = target("\(done)/\(part)") else { return .root }
        links += 1
        if target.hasPrefix("/") { done = "" }
        waiting += parts(target)
        continue
      }
      // Folders with the sticky bit, such as /tmp, are allowed, because other users cannot move a file of root there.
      let isOpen = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH
      if isOpen { return .everybody }
      done += "/" + part
    }
    return .root
  }

  /// Returns the components of a path, the last one first.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
  }

  private static func workingFolder() -> String {
    guard let folder = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder)
  }

  /// Returns the target of a link, or `nil` if the path is not a link.
  package static func target(_ link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
