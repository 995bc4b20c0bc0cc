import Glibc

/// Runs a program of the system and waits for its end.
enum OtherProgram {
  /// The exit status (128 plus the signal's number if a signal ended it) and the output.
  struct Answer: Equatable {
    var status: Int32
    var text: String

    var firstLine: String { String(text.prefix { $0 != "\n" }) }
  }

  /// Folders of the system's programs; the person's `PATH` is not used.
  private static let folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
  /// Output beyond this is dropped. Chosen: many times what these programs print.
  private static let most = 64 * 1_024

  /// Runs the program without input; nil if it does not exist or cannot be started.
  static func run(_ name: String, _ arguments: [String]) -> Answer? {
    let paths = folders.map { folder in "\(folder)/\(name)" }
    guard let path = paths.first(where: { path in unsafe access(path, X_OK) == 0 }) else { return nil }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { _ = close(ends[0]) }
    let child = start([path] + arguments, output: ends[1])
    _ = close(ends[1])
    guard let child else { return nil }
    let text = read(from: ends[0])
    var raw: Int32 = 0
    while unsafe waitpid(child, &raw, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    let signal = raw & 0x7F
    return Answer(status: signal == 0 ? (raw >> 8) & 0xFF : 128 + signal, text: text)
  }

  private static func start(_ words: [String], output: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var pointers = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    // Messages in English, which everybody can look up, and a fixed `PATH`.
    let settings: [String] = ["PATH=" + folders.joined(separator: ":"), "LC_ALL=C.UTF-8"]
    var variables = unsafe settings.map { unsafe strdup($0) }
    unsafe variables.append(nil)
    defer {
      unsafe pointers.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var child: pid_t = 0
    guard unsafe posix_spawn(&child, words[0], &actions, nil, pointers, variables) == 0 else { return nil }
    return child
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
