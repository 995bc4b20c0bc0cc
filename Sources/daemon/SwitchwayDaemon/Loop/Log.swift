import Glibc
import SwitchwayCore
import SwitchwayTime

/// The daemon's log for administrators: one line per event on stderr. Under systemd, stderr is the journal.
///
/// It never contains a key or a switch that was pressed. At most 20 lines are written in 10 s. Further lines are
/// counted, and the count is written with the next line that fits. Lines that stderr does not accept are also counted,
/// so the log never makes the daemon wait (`LogHelper`).
public struct Log {
  /// Severities of sd-daemon(3).
  public enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// Source: docs/design/safety.md, "The process".
  static let most = 20
  static let span = Microseconds.seconds(10)

  private let descriptor: Int32
  private let forJournal: Bool
  /// The times at which the lines of the last `span` were written, at most `most`.
  private var times: [Instant] = []
  private var leftOut = 0

  /// Writes to `descriptor`. `forJournal`: whether to put the level in front of each line, as the journal expects it.
  public init(descriptor: Int32 = STDERR_FILENO, forJournal: Bool) {
    self.descriptor = descriptor
    self.forJournal = forJournal
  }

  /// Writes a line: the event first, then `key=value`. `now` is needed for the limit.
  public mutating func write(_ level: Level, _ text: String, now: Instant) {
    times.removeAll { now - $0 >= Log.span }
    // The count of lost lines is a line of its own. It is only written together with a line that fits.
    guard times.count + (leftOut > 0 ? 2 : 1) <= Log.most else {
      leftOut += 1
      return
    }
    if leftOut > 0, put(.warning, "lines left out count=\(leftOut)", now) { leftOut = 0 }
    // If the count cannot be written, this line is also left out. Otherwise nobody would see that lines are missing
    // before it.
    if leftOut > 0 || !put(level, text, now) { leftOut += 1 }
  }

  /// Returns whether the line was written.
  private mutating func put(_ level: Level, _ text: String, _ now: Instant) -> Bool {
    times.append(now)
    // A text of several lines, such as an error and its help, is one line here.
    let text = text.split(separator: "\n").joined(separator: "; ")
    let line = (forJournal ? "<\(level.rawValue)>" : "switchwayd: ") + text + "\n"
    var bytes = Array(line.utf8)
    return unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } >= 0
  }
}

extension String {
  /// The text for `key=value`: in quotes if it contains a space, a quote or `=`.
  var quotedForLog: String {
    contains(where: { $0 == " " || $0 == "\"" || $0 == "=" })
      ? "\"" + self.split(separator: "\"").joined(separator: "'") + "\"" : self
  }
}
