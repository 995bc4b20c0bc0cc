import Glibc
import SwitchwayConnection

/// The person's text editor.
enum Editor {
  /// A shell command with the file as `$1`. `VISUAL` and `EDITOR` may contain options.
  static func command(environment: [String: String]) -> String {
    for name in ["VISUAL", "EDITOR"] {
      if let editor = environment[name], !editor.isEmpty { return "\(editor) \"$1\"" }
    }
    return #"if command -v sensible-editor >/dev/null; then exec sensible-editor "$1"; else exec vi "$1"; fi"#
  }

  /// Opens `file` and waits until the editor has ended without an error.
  static func open(_ file: String) throws(CommandFailure) {
    let command = command(environment: ProcessContext.current().environment)
    // Ctrl-C belongs to the editor meanwhile.
    let before = [signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN)]
    defer {
      _ = signal(SIGINT, before[0])
      _ = signal(SIGQUIT, before[1])
    }
    let status = try wait(for: start(["sh", "-c", command, "sh", file]))
    switch status {
    case 0: return
    case 126, 127:
      throw CommandFailure(
        .failed, "the editor cannot be started\nhelp: name one that is there, for example EDITOR=nano switchway edit")
    default:
      throw CommandFailure(.failed, "the editor ended with status \(status), so nothing is put in force")
    }
  }

  private static func start(_ words: [String]) throws(CommandFailure) -> pid_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // The editor must not inherit the ignored signals.
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&usual, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var pointers = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, "/bin/sh", nil, &attributes, pointers, environ)
    guard failure == 0 else {
      throw CommandFailure(.failed, unsafe "cannot start a shell for the editor: \(String(cString: strerror(failure)))")
    }
    return child
  }

  /// The exit status; 128 plus the signal's number if a signal ended the editor.
  private static func wait(for child: pid_t) throws(CommandFailure) -> Int32 {
    var raw: Int32 = 0
    while unsafe waitpid(child, &raw, 0) < 0 {
      guard errno == EINTR else {
        throw CommandFailure(.failed, unsafe "lost the editor: \(String(cString: strerror(errno)))")
      }
    }
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }
}
