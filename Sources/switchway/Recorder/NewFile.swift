import Glibc

/// A file that appears under its name only when it is whole. If it is never finished, nothing is left of it.
final class NewFile {
  let path: String
  private let draft: String
  private let replaces: Bool
  private let descriptor: Int32
  private var isFinished = false

  /// Begins the file beside its name.
  ///
  /// - Parameters:
  ///   - replaces: an existing file is replaced. Otherwise it is an error.
  ///   - mode: the access rights, from which the process's mask is taken.
  init(_ path: String, replaces: Bool, mode: mode_t = 0o666) throws(CommandFailure) {
    self.path = path
    self.replaces = replaces
    if !replaces, unsafe access(path, F_OK) == 0 { throw NewFile.exists(path) }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var random = SystemRandomNumberGenerator()
    draft = path[..<slash] + ".\(path[slash...]).\(String(random.next(), radix: 36))"
    descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFailure.of("cannot write", path) }
  }

  deinit {
    close(descriptor)
    if !isFinished { unsafe _ = unlink(draft) }
  }

  func write(_ text: String) throws(CommandFailure) {
    guard ProfileFolder.writeAll(Array(text.utf8), to: descriptor) else { throw FileFailure.of("cannot write", path) }
  }

  /// Gives the file its name.
  func finish() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw FileFailure.of("cannot write", path) }
    if !replaces {
      if unsafe link(draft, path) == 0 { return }
      if errno == EEXIST { throw NewFile.exists(path) }
      // Some file systems, such as those of memory sticks, have no second names.
      guard unsafe access(path, F_OK) != 0 else { throw NewFile.exists(path) }
    }
    guard unsafe rename(draft, path) == 0 else { throw FileFailure.of("cannot write", path) }
    isFinished = true
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed, "\(Terminal.printable(path)): exists already\nhelp: take another name, or replace it with --force")
  }
}
