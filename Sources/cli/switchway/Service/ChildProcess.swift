import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Starts programs of the system, and waits for their end.
enum ChildProcess {
  /// Starts the program at `path`. No signal is blocked in it; SIGINT, SIGQUIT and SIGPIPE have their usual effect.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the program.
  ///   - streams: the program's descriptors, each with a descriptor of this process, or `nil` for `/dev/null`.
  ///   - isApart: whether the program gets its own process group.
  /// - Returns: the process ID, or the negative `errno` if the program cannot be started.
  static func start(
    _ path: String, _ arguments: [String], environment: [String: String] = ProcessContext.current().environment,
    streams: [(Int32, Int32?)] = [], isApart: Bool = false
  ) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, stream) in streams {
      if let stream {
        unsafe posix_spawn_file_actions_adddup2(&actions, stream, descriptor)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isApart ? POSIX_SPAWN_SETPGROUP : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, path, &actions, &attributes, words, variables)
    return failure == 0 ? child : -failure
  }

  /// Waits for the end of a process. Returns its exit status, or 128 plus the signal's number if a signal ended it. If
  /// the process cannot be waited for, returns `nil` and sets `errno`.
  static func wait(for process: pid_t) -> Int32? {
    var raw: Int32 = 0
    while unsafe waitpid(process, &raw, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }
}
