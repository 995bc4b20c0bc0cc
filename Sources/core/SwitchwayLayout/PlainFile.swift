import Glibc

/// Reads files of other programs. Such a file may be anything, so reading it never waits, and has a limit.
enum PlainFile {
  /// The contents of a file. `nil` if it is not an ordinary file, is longer than `largest`, or cannot be read.
  ///
  /// - Parameter owners: the users who may own the file; `nil` means any user.
  static func bytes(of path: String, largest: Int, owners: Set<UInt32>? = nil) -> [UInt8]? {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest,
      owners?.contains(status.st_uid) ?? true
    else { return nil }
    // The limit is also checked here: files of /proc report a size of 0, and a file may grow while it is read.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= largest {
      let got = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<got])
    }
    return nil
  }
}
