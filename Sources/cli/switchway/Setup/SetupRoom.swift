import CLinuxInput
import Glibc
import Switchway
import SwitchwayProtocol

/// The events that `switchway setup` waits for: typed lines, lines of the daemon, signals, and the time.
final class SetupRoom {
  enum Event {
    /// A line of standard input, without its line feed.
    case line(String)
    /// An arrow key: −1 is up, 1 is down. It is reported only after `takeArrows`.
    case arrow(Int)
    /// Standard input has ended. This is reported once.
    case closed
    case daemon(DaemonDialogue.Line)
    case deadline
  }

  var dialogue: DaemonDialogue
  private let interrupts: Interrupts
  private var bytes: [UInt8] = []
  private var isClosed = false
  private var isClosedTold = false
  private var takesArrows = false

  /// The length, in bytes, at which a longer line is cut. It is much longer than any answer.
  private static let longest = 64 * 1_024

  init(_ dialogue: DaemonDialogue) throws(CommandFailure) {
    self.dialogue = dialogue
    self.dialogue.keepsEvents = true
    interrupts = try Interrupts()
  }

  deinit { endArrows() }

  /// Reports arrow keys from now on, until `endArrows`.
  func takeArrows() {
    takesArrows = true
    TerminalArrows.set(true)
  }

  /// Restores the terminal's settings from before `takeArrows`.
  func endArrows() {
    guard takesArrows else { return }
    takesArrows = false
    TerminalArrows.set(false)
  }

  static var now: Int64 { sw_monotonic_microseconds() }

  /// Waits for the next event, and returns it. Throws `SetupEnd.signal` on SIGINT (Ctrl-C), SIGTERM and SIGHUP.
  ///
  /// - Parameter time: the end of the wait, on CLOCK_MONOTONIC, in microseconds. `nil` means no end.
  func next(until time: Int64?) throws -> Event {
    while true {
      if let signal = interrupts.next() { throw SetupEnd.signal(signal) }
      // Answers that were typed in advance come before presses.
      if !isClosed, Readiness.isReadable(STDIN_FILENO) { readInput() }
      if takesArrows, let step = TerminalArrows.take(from: &bytes) { return .arrow(step) }
      if let line = takeLine() { return .line(line) }
      if dialogue.hasEvent {
        guard let line = try dialogue.event(within: 0), line.type != "bye" else {
          throw CommandFailure(.noDaemon, "the daemon has ended", help: "systemctl status, or: switchway doctor")
        }
        if line.type == "ping" { continue }
        return .daemon(line)
      }
      if isClosed, !isClosedTold {
        isClosedTold = true
        return .closed
      }
      if let time, time <= SetupRoom.now { return .deadline }
      let sources = [isClosed ? -1 : STDIN_FILENO, dialogue.descriptor, interrupts.descriptor]
      if Readiness.wait(sources, until: time)?[0] == true { readInput() }
    }
  }

  private func readInput() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > Self.longest { bytes[Self.longest...] = [UInt8(ascii: "\n")] }
    } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
      isClosed = true
    }
  }

  private func takeLine() -> String? {
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      guard isClosed, !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
    defer { bytes.removeSubrange(...feed) }
    return String(decoding: bytes[..<feed], as: UTF8.self)
  }

  /// Discards text that was typed on the terminal and not read yet, for example by a switch that is also a key.
  func forgetTyped() {
    tcflush(STDIN_FILENO, TCIFLUSH)
    bytes = []
  }
}

/// The reason why a setup ends early.
enum SetupEnd: Error {
  case signal(Int32)
  /// The person does not want to continue, or the input has ended.
  case left
}
