import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Uses the whole terminal as a screen, and reads single keys.
///
/// The terminal is restored when `close` is called, when the process ends for any reason, and while it is stopped with
/// Ctrl-Z. Only one `Screen` exists at a time.
final class Screen {
  enum Event: Hashable {
    case key(Key)
    /// The screen must be drawn again: its size has changed, or other text was shown meanwhile.
    case stale
    /// The other descriptor is readable, or its other end is closed.
    case readable
    case deadline
    /// A signal should end the program: SIGINT (Ctrl-C), SIGTERM, SIGHUP or SIGQUIT. From then on, every call of `next`
    /// returns this signal.
    case ended(Int32)
  }

  /// How long to wait for more bytes after an Escape, in microseconds. The bytes of a key arrive together, except over
  /// slow connections. Arbitrary.
  private static let escapeWait: Int64 = 50_000

  let appearance: Appearance
  private(set) var columns = 80
  private(set) var rows = 24
  /// The content of the terminal, or `nil` if unknown.
  private var shown: Canvas?
  private var decoder = KeyDecoder()
  private var keys: [Key] = []
  /// The time at which the wait for more bytes after an Escape ends. `nil` if nothing is waited for.
  private var escapeEnd: Int64?

  /// Whether standard input and output are a terminal that can be used as a screen.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && Appearance.canMove(environment: ProcessContext.current().environment)
  }

  init() throws(CommandFailure) {
    appearance = Appearance(environment: ProcessContext.current().environment)
    let code = sw_terminal_enter(STDIN_FILENO, STDOUT_FILENO)
    guard code == 0 else {
      throw CommandFailure(.failed, unsafe "cannot use the terminal: \(String(cString: strerror(-code)))")
    }
    measure()
  }

  deinit { close() }

  /// Restores the terminal.
  func close() { sw_terminal_leave() }

  // MARK: Output

  /// Draws the screen. Only changes are sent to the terminal. If the terminal is smaller than `columns` and `rows`, a
  /// message says so instead.
  func show(atLeast columns: Int, _ rows: Int, _ draw: (inout Canvas) -> Void) throws(CommandFailure) {
    var canvas = Canvas(columns: self.columns, rows: self.rows, appearance: appearance)
    if self.columns < columns || self.rows < rows {
      canvas.putTooSmall(columns, rows)
    } else {
      draw(&canvas)
    }
    let bytes = CanvasEncoder.bytes(from: shown, to: canvas)
    shown = canvas
    try write(bytes)
  }

  func ring() throws(CommandFailure) { try write([7]) }

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard WholeWrite.write(bytes[...], to: STDOUT_FILENO, while: { sw_terminal_ended_by() == 0 }) == 0 else {
      throw lost()
    }
  }

  private func lost() -> CommandFailure {
    close()
    return CommandFailure(.failed, "the terminal is gone")
  }

  private func measure() {
    guard let size = Terminal.size(of: STDOUT_FILENO), size.rows > 0 else { return }
    // Limits the memory and time that a wrong size would cost. No screen has more columns and rows.
    (columns, rows) = (min(size.columns, 1_000), min(size.rows, 500))
  }

  // MARK: Input

  /// Waits for the next event, and returns it.
  ///
  /// - Parameters:
  ///   - descriptor: another descriptor to wait for, such as the daemon's connection.
  ///   - time: the end of the wait, on CLOCK_MONOTONIC, in microseconds. `nil` means no end.
  func next(_ descriptor: Int32? = nil, until time: Int64? = nil) throws(CommandFailure) -> Event {
    while true {
      let signal = sw_terminal_ended_by()
      if signal != 0 { return .ended(signal) }
      if sw_terminal_is_stale() == 1 {
        shown = nil
        measure()
        return .stale
      }
      if !keys.isEmpty { return .key(keys.removeFirst()) }
      let now = sw_monotonic_microseconds()
      if let end = escapeEnd, now >= end {
        keys = decoder.finish()
        escapeEnd = nil
        continue
      }
      if let time, now >= time { return .deadline }
      if try wait(descriptor, until: [time, escapeEnd].compactMap { $0 }.min()) { return .readable }
    }
  }

  /// Waits, and reads keys. Returns whether `descriptor` is readable and no key has arrived, because keys come first.
  private func wait(_ descriptor: Int32?, until time: Int64?) throws(CommandFailure) -> Bool {
    let sources = [STDIN_FILENO, sw_terminal_signals(), descriptor ?? -1]
    guard let ready = Readiness.wait(sources, until: time) else { return false }
    if ready[0] { try readKeys() }
    return ready[2] && !ready[0]
  }

  private func readKeys() throws(CommandFailure) {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      keys += decoder.feed(bytes[..<count])
      escapeEnd = decoder.isWaiting ? sw_monotonic_microseconds() + Self.escapeWait : nil
    } else if count == 0 || ![EINTR, EAGAIN].contains(errno), sw_terminal_ended_by() == 0 {
      throw lost()
    }
  }
}

extension Canvas {
  /// Says that the terminal is too small, in as many lines as it has.
  mutating func putTooSmall(_ columns: Int, _ rows: Int) {
    putParagraph(
      "Too small: this screen needs \(columns) columns and \(rows) lines.", column: 0, row: 0,
      width: self.columns, most: self.rows)
  }
}
