import CLinuxInput
import Glibc
import SwitchwayCore
import SwitchwayTime

/// Shows a calibration to a person: on a full screen, or as lines if there is no terminal for it or `--plain` is given.
final class CalibrationView {
  enum Event {
    case line(DaemonDialogue.Line)
    /// The person wants to end the last rest early.
    case skip
    /// Time has passed, or the screen must be drawn again.
    case redraw
    case interrupted
    case closed
  }

  private static let least = (columns: 50, rows: 16)
  /// The interval, in microseconds, at which the screen is drawn while bars move. The bars move slowly.
  private static let frame: Int64 = 200_000

  /// The full screen, or `nil` if lines are written instead.
  private let screen: Screen?
  private let interrupts: Interrupts?
  /// The times of the bells that are still to sound. The second of two bells comes a little later, so that it is heard
  /// separately.
  private var bells: [Int64] = []

  init(isPlain: Bool) throws(CommandFailure) {
    if !isPlain, Screen.isPossible {
      screen = try Screen()
      interrupts = nil
    } else {
      screen = nil
      interrupts = try Interrupts()
    }
  }

  /// Leaves the screen. After that, text is printed as usual, and Ctrl-C ends the process.
  func close() {
    screen?.close()
    interrupts?.stop()
  }

  // MARK: Waiting

  /// Waits for the next event: a line of the daemon, a key, an interruption, the time to draw or to ring, or the
  /// deadline. `deadline` is a time on the daemon's clock.
  func next(_ dialogue: inout DaemonDialogue, until deadline: Instant) throws(CommandFailure) -> Event {
    try ring()
    guard let screen else { return try nextLine(&dialogue, until: deadline) }
    if let line = try buffered(&dialogue) { return line }
    let now = sw_monotonic_microseconds()
    let time = ([dialogue.monotonic(deadline), now + Self.frame] + bells).min()
    switch try screen.next(dialogue.descriptor, until: time) {
    case .key(.character("s")), .key(.character("S")): return .skip
    case .key(.character("q")), .key(.character("Q")), .ended: return .interrupted
    case .readable: return try buffered(&dialogue) ?? .redraw
    case .key, .stale, .deadline: return .redraw
    }
  }

  private func buffered(_ dialogue: inout DaemonDialogue) throws(CommandFailure) -> Event? {
    switch try dialogue.next(or: [], until: dialogue.now) {
    case .line(let line): .line(line)
    case .closed: .closed
    case .time, .other: nil
    }
  }

  private func nextLine(_ dialogue: inout DaemonDialogue, until deadline: Instant) throws(CommandFailure) -> Event {
    let hasKeys = isatty(STDIN_FILENO) == 1
    let sources = (interrupts.map { [$0.descriptor] } ?? []) + (hasKeys ? [STDIN_FILENO] : [])
    switch try dialogue.next(or: sources, until: deadline.microseconds) {
    case .line(let line): return .line(line)
    case .closed: return .closed
    case .time: return .redraw
    case .other:
      if interrupts?.next() != nil { return .interrupted }
      return hasKeys && readLine() != nil ? .skip : .redraw
    }
  }

  // MARK: Showing

  /// Explains the calibration, and waits until the person wants to begin. Returns the plan that they want.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor of the daemon's connection.
  ///   - read: reads the daemon's lines, because the daemon would treat a client that does not read as frozen.
  func introduce(
    _ plan: CalibrationCourse.Plan, _ profile: Profile, _ descriptor: Int32, read: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> CalibrationCourse.Plan {
    let lines = CourseWords.introduction(plan, profile)
    guard let screen else {
      for line in lines { Terminal.complain(line) }
      return plan
    }
    let without = plan.twice > 0 ? "n: start, without double presses   " : ""
    let unheld = plan.holds.isEmpty ? "" : "h: start, without holds   "
    let keys = "Enter: start   \(without)\(unheld)q: cancel"
    while true {
      try screen.show(atLeast: Self.least.columns, Self.least.rows) { canvas in
        canvas.putText(CourseWords.title(plan, profile), column: 1, row: 0, style: .bold)
        var row = 2
        for line in lines {
          row = canvas.putParagraph(line, column: 1, row: row, width: canvas.columns - 2, most: canvas.rows - row - 2)
        }
        canvas.putText(keys, column: 1, row: canvas.rows - 1, style: .reverse)
      }
      switch try screen.next(descriptor) {
      case .readable: try read()
      case .key(.enter): return plan
      case .key(.character("n")), .key(.character("N")): return plan.withoutPairs
      case .key(.character("h")), .key(.character("H")): return plan.withoutHolds
      case .key(.character("q")), .key(.character("Q")), .key(.escape), .ended:
        throw CommandFailure(.failed, "calibration cancelled; nothing was changed")
      case .key, .stale, .deadline: continue
      }
    }
  }

  /// Begins a phase: sounds the bell once for each press that the phase asks for, and shows what the person should do.
  func begin(_ state: LiveCalibration.State, _ profile: Profile) throws(CommandFailure) {
    let now = sw_monotonic_microseconds()
    switch state.course.phase {
    case .prompt, .hold: bells = (0..<Int64(state.course.count)).map { now + 250_000 * $0 }
    case .rest, .lastRest, .done: break
    }
    if screen == nil, let line = CourseWords.cue(state.course, profile) { Terminal.complain(line) }
    try ring()
    try show(state, profile)
  }

  private func ring() throws(CommandFailure) {
    let now = sw_monotonic_microseconds()
    guard bells.contains(where: { $0 <= now }) else { return }
    bells.removeAll { $0 <= now }
    if let screen {
      try screen.ring()
    } else if isatty(STDERR_FILENO) == 1 {
      Terminal.ask("\u{7}")
    }
  }

  func show(_ state: LiveCalibration.State, _ profile: Profile) throws(CommandFailure) {
    guard let screen else { return }
    try screen.show(atLeast: Self.least.columns, Self.least.rows) { canvas in
      CourseScreen(state: state, profile: profile).draw(on: &canvas)
    }
  }
}
