import Glibc
import SwitchwayCore
import SwitchwayTime

/// The daemon's log for administrators: one line per event on stderr. Under systemd, stderr is the journal.
///
/// It does not contain which keys or switches are pressed, with one exception: a key that has been down for 10 s is
/// named, unless it types text. At most 20 lines are written in 10 s. Further lines are counted, and the count is
/// written with the next line that fits. Lines that stderr does not accept at once are also counted, so the log never
/// makes the daemon wait (`LogHelper`).
public struct Log {
  /// The severities of sd-daemon(3).
  public enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// The largest number of lines in each `span`. Source: docs/design/safety.md, "The process".
  static let most = 20
  static let span = Microseconds.seconds(10)

  private let descriptor: Int32
  private let forJournal: Bool
  /// The times of the lines that were written in the last `span`.
  private var times: [Instant] = []
  private var leftOut = 0

  /// Makes a log that writes to `descriptor`. `forJournal` says whether each line begins with its level in the
  /// journal's form.
  public init(descriptor: Int32 = STDERR_FILENO, forJournal: Bool) {
    self.descriptor = descriptor
    self.forJournal = forJournal
  }

  /// Writes a line, unless there were too many in the last `span` before `now`. `text` is an event, followed by details
  /// in the form `key=value`.
  public mutating func write(_ level: Level, _ text: String, now: Instant) {
    times.removeAll { now - $0 >= Log.span }
    // If lines were left out, their number is written first, in a separate line. So two lines must fit.
    guard times.count + (leftOut > 0 ? 2 : 1) <= Log.most else {
      leftOut += 1
      return
    }
    if leftOut > 0, put(.warning, "lines left out count=\(leftOut)", now) { leftOut = 0 }
    // If the number of lines that were left out cannot be written, this line is also left out. Otherwise nobody would
    // see that lines are missing before it.
    if leftOut > 0 || !put(level, text, now) { leftOut += 1 }
  }

  /// Writes a line at once. Returns false if stderr does not accept it.
  private mutating func put(_ level: Level, _ text: String, _ now: Instant) -> Bool {
    times.append(now)
    // A text of several lines, such as an error and its help, is written as one line.
    let text = text.split(separator: "\n").joined(separator: "; ")
    let line = (forJournal ? "<\(level.rawValue)>" : "switchwayd: ") + text + "\n"
    var bytes = Array(line.utf8)
    return unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } >= 0
  }
}

extension String {
  /// The text as the value in `key=value`: in quotes if it contains a space, a quote or `=`.
  var quotedForLog: String {
    contains(where: { $0 == " " || $0 == "\"" || $0 == "=" })
      ? "\"" + self.split(separator: "\"").joined(separator: "'") + "\"" : self
  }
}
