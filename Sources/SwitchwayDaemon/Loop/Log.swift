import Glibc
import SwitchwayCore

/// What the daemon tells whoever looks after it: one line an event, on stderr, which under systemd is the journal.
///
/// Never a key, never a switch that was pressed. At most 20 lines in 10 s; what is left out is counted and told with
/// the next line that fits. So is what stderr does not take: it never makes the daemon wait (`LogHelper`).
public struct Log {
  /// Severities of sd-daemon(3).
  public enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// Source: the project's design, "The process".
  static let most = 20
  static let span = Microseconds.seconds(10)

  private let descriptor: Int32
  private let forJournal: Bool
  /// When the lines of the last `span` were written, at most `most`.
  private var times: [Instant] = []
  private var leftOut = 0

  /// A log to `descriptor`; `forJournal`: with the level in front, as the journal reads it.
  public init(descriptor: Int32 = STDERR_FILENO, forJournal: Bool) {
    self.descriptor = descriptor
    self.forJournal = forJournal
  }

  /// Writes a line: the event first, then `key=value`. `now`: for the limit.
  public mutating func write(_ level: Level, _ text: String, now: Instant) {
    times.removeAll { now - $0 >= Log.span }
    // What was left out is told in a line of its own, and only together with a line that fits.
    guard times.count + (leftOut > 0 ? 2 : 1) <= Log.most else {
      leftOut += 1
      return
    }
    if leftOut > 0, put(.warning, "lines left out count=\(leftOut)", now) { leftOut = 0 }
    // One that came after others which were not taken would hide that they are missing.
    if leftOut > 0 || !put(level, text, now) { leftOut += 1 }
  }

  /// Whether the line was taken.
  private mutating func put(_ level: Level, _ text: String, _ now: Instant) -> Bool {
    times.append(now)
    let line = (forJournal ? "<\(level.rawValue)>" : "switchwayd: ") + text + "\n"
    var bytes = Array(line.utf8)
    return unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } >= 0
  }
}

extension String {
  /// In quotes where it holds a space or a quote, for `key=value`.
  var quotedForLog: String {
    contains(where: { $0 == " " || $0 == "\"" || $0 == "=" })
      ? "\"" + self.split(separator: "\"").joined(separator: "'") + "\"" : self
  }
}
