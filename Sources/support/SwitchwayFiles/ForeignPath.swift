import Glibc

/// A path that belongs to another user, and that root therefore neither reads nor writes.
///
/// A link in another user's folder, or a link of theirs, can lead anywhere: root would read for them what only root may
/// read, and write where only root may write. Therefore a process of root uses only paths of which every part, and
/// every target of a link on the way, belongs to root. All other processes use any path, with the rights that they
/// have.
public struct ForeignPath: Equatable, Sendable {
  public let path: String
  /// The user who could change the target of the path, or `nil` for everybody, because of a folder that all users may
  /// write to.
  public let owner: UInt32?

  /// The limit is the kernel's (path_resolution(7)).
  private static let mostLinks = 40

  /// `nil` if this process may use the path.
  public init?(_ path: String) {
    guard geteuid() == 0, !path.utf8.contains(0) else { return nil }
    switch ForeignPath.holder(of: path) {
    case .root: return nil
    case .user(let user): owner = user
    case .everybody: owner = nil
    }
    self.path = path
  }

  /// The problem.
  public var message: String {
    guard let owner else { return "root does not use this file because everybody can write to a folder above it" }
    return "root does not use this file because it, or its folder, belongs to \(ForeignPath.name(of: owner))"
  }

  /// How to fix it.
  public var help: String {
    guard let owner else {
      return "remove the write permission of other users there, or run this as the owner of the file"
    }
    return "run this as that user: sudo -u \(ForeignPath.name(of: owner)) \(ForeignPath.command)"
  }

  /// This program and its subcommand: `switchway edit`.
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

  /// Only root can change the parts that were checked, because the check stops at the first part that another user
  /// could change.
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
      // The caller reports parts that are missing or not accessible.
      guard unsafe lstat("\(done)/\(part)", &status) == 0 else { return .root }
      guard status.st_uid == 0 else { return .user(status.st_uid) }
      if status.st_mode & S_IFMT == S_IFLNK {
        // A descriptor of this process, such as /dev/stdin, is allowed, because the one who opened it had permission.
        if waiting.isEmpty, done.hasPrefix("/proc/") { return .root }
        guard links < mostLinks, let target = target("\(done)/\(part)") else { return .root }
        links += 1
        if target.hasPrefix("/") { done = "" }
        waiting += parts(target)
        continue
      }
      // In a folder such as /tmp (sticky), no user can move a file that belongs to root.
      let isOpen = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & (S_IWOTH | S_ISVTX) == S_IWOTH
      if isOpen { return .everybody }
      done += "/" + part
    }
    return .root
  }

  /// The components of a path, the last one first.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
  }

  private static func workingFolder() -> String {
    guard let folder = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder)
  }

  /// The target of a link, or `nil` if it is not a link.
  package static func target(_ link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
