import Glibc

/// Finds the folder of a profile by opening one folder after the other.
///
/// Links are followed as the kernel does, with one exception: root follows only links that root has created in root's
/// folders. Another user's link could lead anywhere by the time it is used.
struct ProfilePath {
  /// As many as the kernel follows (path_resolution(7)).
  private static let mostLinks = 40

  let folder: ProfileFolder
  /// The profile's own name in that folder; not a link.
  let name: String
  /// Whether the path itself was a link, so that the file is elsewhere.
  let isLinked: Bool

  /// Opens the folder of `path`. Missing folders are created for the owner of their parent.
  init(_ path: String) throws(CommandFailure) {
    var folder = try ProfileFolder(start: path.hasPrefix("/") ? "/" : ".")
    var waiting = ProfilePath.parts(path)
    var linksLeft = ProfilePath.mostLinks
    var isLinked = false
    while let part = waiting.popLast() {
      let entry = try folder.entry(part, path: path)
      switch entry {
      case .link(let target, let owner):
        guard linksLeft > 0 else { throw FileFailure.of("cannot open", path, code: ELOOP) }
        guard geteuid() != 0 || (owner == 0 && folder.owner == 0) else { throw ProfilePath.untrusted(path) }
        linksLeft -= 1
        if waiting.isEmpty { isLinked = true }
        if target.hasPrefix("/") { folder = try ProfileFolder(start: "/") }
        waiting += ProfilePath.parts(target)
      case .folder(let next): folder = next
      case .missing where !waiting.isEmpty:
        try folder.makeFolder(part, path: path)
        guard case .folder(let made) = try folder.entry(part, path: path) else {
          throw FileFailure.of("cannot open", path, code: ENOTDIR)
        }
        folder = made
      case .other where !waiting.isEmpty: throw FileFailure.of("cannot open", path, code: ENOTDIR)
      case .missing, .other:
        (self.folder, name, self.isLinked) = (folder, part, isLinked)
        return
      }
    }
    throw FileFailure.notRegular(path)
  }

  /// The components of a path, the last one first.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
  }

  private static func untrusted(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(Terminal.printable(path)): leads over a symbolic link of another user, which root does not follow\n"
        + "help: run it as that user, without sudo")
  }
}
