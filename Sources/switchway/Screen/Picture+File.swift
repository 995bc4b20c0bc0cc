import Glibc

extension Picture {
  /// Writes the text of a picture to a file, as a draft that is renamed: an error leaves what was there before.
  static func write(_ svg: String, to path: String) throws(CommandFailure) {
    let draft = path + ".new"
    func failure() -> CommandFailure {
      CommandFailure(
        .failed,
        unsafe "\(Terminal.printable(path)): the picture cannot be written: \(String(cString: strerror(errno)))")
    }
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw failure() }
    var rest = Array(svg.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { break }
      rest = rest.dropFirst(max(count, 0))
    }
    let isWhole = rest.isEmpty && fsync(file) == 0
    let problem = failure()
    close(file)
    if isWhole {
      guard unsafe rename(draft, path) != 0 else { return }
      let problem = failure()
      unsafe _ = unlink(draft)
      throw problem
    }
    unsafe _ = unlink(draft)
    throw problem
  }
}
