import Glibc

/// Runs a program of the system and waits for its end.
enum OtherProgram {
  /// The exit status (128 plus the signal's number if a signal ended it) and the output.
  struct Answer: Equatable {
    var status: Int32
    var text: String

    var firstLine: String { String(text.prefix { $0 != "\n" }) }
  }

  /// The folders in which programs of the system are searched. The person's `PATH` is not used.
  private static let folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
  /// The size of output, in bytes, after which further output is dropped. It is many times the output of the programs
  /// that are run here.
  private static let most = 64 * 1_024

  /// Runs the program without input. Returns `nil` if it does not exist or cannot be started.
  static func run(_ name: String, _ arguments: [String]) -> Answer? {
    let paths = folders.map { folder in "\(folder)/\(name)" }
    guard let path = paths.first(where: { path in unsafe access(path, X_OK) == 0 }) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { _ = close(ends[0]) }
    // Messages are in English, so that everybody can look them up, and `PATH` has a fixed value.
    let child = ChildProcess.start(
      path, arguments, environment: ["PATH": folders.joined(separator: ":"), "LC_ALL": "C.UTF-8"],
      streams: [(STDIN_FILENO, nil), (STDOUT_FILENO, ends[1]), (STDERR_FILENO, ends[1])])
    _ = close(ends[1])
    guard child > 0 else { return nil }
    let text = read(from: ends[0])
    return ChildProcess.wait(for: child).map { Answer(status: $0, text: text) }
  }

  private static func read(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if bytes.count < most { bytes.append(contentsOf: chunk[..<count]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
