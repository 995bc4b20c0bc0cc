import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// Bytes that a client has not taken yet: whole lines, but for the first, of which a part may have left.
///
/// A ring would save the moves; but a client that reads keeps this empty, and then it does nothing.
struct OutgoingQueue {
  /// The most that events may fill. Source: the protocol, 256 KiB. Answers may pass it by one answer (see `Client`).
  static let limit = 262_144

  /// A command that waits. An `end` is none of these: it is always sent.
  private struct Command {
    /// Where its line is in `bytes`.
    var place: Range<Int>
    let accepted: Instant
    let pressed: Int64
    /// nil: a client made it.
    let switchName: EscapedText?
  }

  private var bytes: [UInt8] = []
  private var start = 0
  /// Part of the first line has left.
  private var isMidLine = false
  private var commands: [Command] = []

  /// Bytes that wait.
  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// Whether events of `count` bytes fit.
  func hasRoom(for count: Int) -> Bool { self.count + count <= Self.limit }

  /// Takes what is left of `lines` after their first `taken` bytes.
  mutating func append(_ lines: [UInt8], after taken: Int) {
    // Moved only when half has left, so that a byte is moved at most once on the average.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      commands.removeAll { $0.place.lowerBound < start }
      for index in commands.indices {
        commands[index].place = commands[index].place.lowerBound - start..<commands[index].place.upperBound - start
      }
      start = 0
    }
    let isWhole = taken == 0 || lines[taken - 1] == UInt8(ascii: "\n")
    if isEmpty { isMidLine = !isWhole }
    let shift = bytes.count - taken
    bytes.append(contentsOf: lines[taken...])
    let rest = lines[taken...]
    let first = isWhole ? taken : rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? lines.count
    for line in Self.wholeLines(of: lines[first...]) where Self.type(of: line) == .command {
      if let command = Self.command(line, at: line.startIndex + shift..<line.endIndex + shift) {
        commands.append(command)
      }
    }
  }

  /// Gives what waits to `send`, which answers how many bytes it took.
  mutating func flush(_ send: (ArraySlice<UInt8>) -> Int) {
    let taken = send(bytes[start...])
    guard taken > 0 else { return }
    start += taken
    isMidLine = bytes[start - 1] != UInt8(ascii: "\n")
    if start >= bytes.count { clear() }
  }

  /// Gives the room back: clients that fell behind are rare.
  mutating func clear() {
    bytes = []
    start = 0
    isMidLine = false
    commands = []
  }

  // MARK: What is too late to be sent

  /// Commands that have waited for longer than `lifetime` are not sent any more. In their place comes that they were
  /// rejected, where `tells`.
  mutating func expire(at time: Instant, lifetime: Microseconds, tells: Bool) {
    guard commands.contains(where: { time - $0.accepted > lifetime }) else { return }
    let waiting = commands.filter { $0.place.lowerBound >= start }
    commands = []
    var kept: [UInt8] = []
    var done = start
    for var command in waiting {
      kept += bytes[done..<command.place.lowerBound]
      done = command.place.upperBound
      if time - command.accepted > lifetime {
        if tells { kept += Self.rejection(of: command, at: time).bytes }
      } else {
        let length = command.place.count
        kept += bytes[command.place]
        command.place = kept.count - length..<kept.count
        commands.append(command)
      }
    }
    kept += bytes[done...]
    bytes = kept
    start = 0
  }

  /// Throws events away and counts them. Answers stay, as does the rest of a line of which a part has left.
  mutating func dropEvents() -> Int64 {
    let first =
      isMidLine ? bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count : start
    var kept = Array(bytes[start..<first])
    var dropped: Int64 = 0
    for line in Self.wholeLines(of: bytes[first...]) {
      switch Self.type(of: line) {
      case .ok, .error, .bye, .missed, .hello, .state: kept += line
      case .ping: break
      default: dropped += 1
      }
    }
    bytes = kept
    start = 0
    commands = []
    return dropped
  }

  private static func wholeLines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest[rest.startIndex...end])
      rest = rest[(end + 1)...]
    }
    return lines
  }

  /// Every line of ours begins with its type.
  private static func type(of line: ArraySlice<UInt8>) -> MessageType? {
    let word = line.dropFirst(#"{"type":""#.utf8.count).prefix { $0 != UInt8(ascii: "\"") }
    return MessageType(rawValue: String(decoding: word, as: UTF8.self))
  }

  private static func command(_ line: ArraySlice<UInt8>, at place: Range<Int>) -> Command? {
    guard let message = try? JSONValue.parse(Array(line.dropLast())), message["phase"] != .string("end"),
      let accepted = message["accepted"]?.integerValue, let pressed = message["pressed"]?.integerValue
    else { return nil }
    return Command(
      place: place, accepted: Instant(accepted), pressed: pressed,
      switchName: message["source"]?["switch"]?.stringValue.map { EscapedText($0) })
  }

  private static func rejection(of command: Command, at time: Instant) -> LineBuffer {
    var line = LineBuffer(capacity: 128)
    line.writeRejected(
      switchName: command.switchName, pressed: command.pressed, time: time.microseconds,
      reason: EscapedText(RejectionReason.stale.rawValue))
    return line
  }
}
