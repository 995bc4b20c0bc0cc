import Glibc

/// A path that is in the hands of another user, and that root therefore neither reads nor writes.
///
/// A link in another user's folder, or a link of theirs, can lead anywhere: root would read for them what only root may
/// read, and write where only root may write. So a process of root uses only paths of which every part, and everything
/// that links on the way lead to, belongs to root. All other processes use any path, with the rights that they have.
public struct ForeignPath: Equatable, Sendable {
  public let path: String
  /// Who could change where the path leads, or `nil` for everybody, because of a folder that all may write to.
  public let owner: UInt32?

  /// As many as the kernel follows (path_resolution(7)).
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

  /// What is wrong.
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

  /// Nobody but root can change what this has looked at while it looks, because it stops at the first part that
  /// somebody else could change.
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
      // What is missing or out of reach is for the caller to report.
      guard unsafe lstat("\(done)/\(part)", &status) == 0 else { return .root }
      guard status.st_uid == 0 else { return .user(status.st_uid) }
      if status.st_mode & S_IFMT == S_IFLNK {
        // A descriptor of this process, such as /dev/stdin: who opened it had the right to.
        if waiting.isEmpty, done.hasPrefix("/proc/") { return .root }
        guard links < mostLinks, let target = target("\(done)/\(part)") else { return .root }
        links += 1
        if target.hasPrefix("/") { done = "" }
        waiting += parts(target)
        continue
      }
      // In a folder such as /tmp (sticky), nobody can move what belongs to root.
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

  /// Where a link leads, or `nil` if it is not a link.
  package static func target(_ link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
