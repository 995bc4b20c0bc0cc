import CLinuxInput
import Glibc
import ProgramFixtures

@testable import switchway

/// A program on a terminal of its own: what it shows, keys for it, and the terminal's settings.
final class PseudoTerminal {
  /// What the terminal shows.
  private(set) var shown: ScreenReader
  /// All bytes that came.
  private(set) var bytes: [UInt8] = []
  /// All that came, with its sequences.
  var text: String { String(decoding: bytes, as: UTF8.self) }
  let identifier: pid_t
  /// −1 once it is closed.
  private var terminal: Int32
  private var status: Int32?
  /// The settings before the program began.
  private let before: [UInt32]

  /// - Parameter environment: all of it; `TERM` and a language with UTF-8 are added where it lacks them.
  init(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws {
    shown = ScreenReader(columns: columns, rows: rows)
    // posix_openpt(3) and its companions are not in the Glibc module: see pts(4).
    terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, isLocked): (Int32, Int32) = (0, 0)
    guard terminal >= 0, unsafe ioctl(terminal, 0x4004_5431, &isLocked) == 0,
      unsafe ioctl(terminal, 0x8004_5430, &number) == 0
    else { throw ProgramError("no pseudo-terminal") }
    let own = "/dev/pts/\(number)"
    // The settings last while the terminal is open somewhere.
    let other = unsafe open(own, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(other) }
    before = PseudoTerminal.settings(of: terminal)
    let file = name.hasPrefix("/") ? name : "\(Program.folder)/\(name)"
    let all = environment.merging(["TERM": "xterm", "LANG": "C.UTF-8"]) { given, _ in given }
    // A program that looks first would find no size, and would not look again.
    try PseudoTerminal.resize(terminal, columns, rows)
    identifier = try PseudoTerminal.spawn(file, arguments, all, on: own)
  }

  deinit {
    hangUp()
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    _ = waitpid(identifier, nil, 0)
  }

  /// POSIX_SPAWN_SETSID of spawn.h.
  private static let setSession: Int16 = 0x80

  /// As the leader of a session, for which the first terminal that it opens is its own.
  private static func spawn(
    _ file: String, _ arguments: [String], _ environment: [String: String], on terminal: String
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    return try unsafe Program.spawn(file, arguments, environment, &actions, flags: setSession)
  }

  // MARK: The terminal

  /// Whether lines are edited, typed characters shown, and output translated as before the program began.
  var isAsBefore: Bool { PseudoTerminal.settings(of: terminal) == before }

  private static func settings(of terminal: Int32) -> [UInt32] {
    var settings = termios()
    unsafe _ = tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  func resize(_ columns: Int, _ rows: Int) throws {
    try PseudoTerminal.resize(terminal, columns, rows)
    shown = ScreenReader(columns: columns, rows: rows, isResized: true)
  }

  private static func resize(_ terminal: Int32, _ columns: Int, _ rows: Int) throws {
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    guard unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { throw ProgramError("no size") }
  }

  func type(_ keys: String) {
    var bytes = Array(keys.utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = write(terminal, $0.baseAddress, $0.count) }
  }

  /// As when the window is closed or the connection breaks.
  func hangUp() {
    if terminal >= 0 { _ = close(terminal) }
    terminal = -1
  }

  /// Takes what has come.
  func look() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var input = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while terminal >= 0, unsafe poll(&input, 1, 0) > 0 {
      let count = unsafe read(terminal, &chunk, chunk.count)
      guard count > 0 else { return }
      bytes += chunk[..<count]
      shown.feed(chunk[..<count])
    }
  }

  /// Waits until the screen has this text in one of its lines.
  func await(_ text: String) throws {
    do {
      try eventually("'\(text)'") {
        look()
        return shown.lines.contains { $0.contains(text) }
      }
    } catch {
      throw ProgramError("\(error), but:\n\(shown.lines.joined(separator: "\n"))")
    }
  }

  /// Waits for the end, and gives the exit status; 128 and the signal's number where one ended it.
  func end() throws -> Int32 {
    var raw: Int32 = 0
    try eventually("the end of the program") {
      look()
      return unsafe waitpid(identifier, &raw, WNOHANG) == identifier
    }
    look()
    let reason = raw & 0x7f
    status = reason == 0 ? (raw >> 8) & 0xff : 128 + reason
    return status ?? -1
  }
}
