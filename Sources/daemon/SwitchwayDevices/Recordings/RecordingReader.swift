import Glibc
import SwitchwayCore

/// Reads a recording in evemu's text format, line by line. Any input results in a recording or errors; all numbers are
/// checked.
struct RecordingReader {
  /// The largest number of errors that are reported. A file with more errors is probably not a recording.
  static let problemLimit = 20

  private let file: String
  private var header = RecordingHeader()
  private var timeline = RecordingTimeline()
  private var problems: [String] = []
  private var warnings: [String] = []

  static func read(_ bytes: [UInt8], file: String) throws(RecordingError) -> Recording {
    var reader = RecordingReader(file: file)
    reader.timeline.reserve(bytes.count)
    var line = 0
    let text = bytes.span
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let end = lineEnd(in: text, from: start) {
      line += 1
      let hasReturn = end > start && text[end - 1] == UInt8(ascii: "\r")
      let content = start..<(hasReturn ? end - 1 : end)
      start = end + 1
      do throws(Problem) { try reader.takeLine(content, of: text, line: line) } catch { reader.note(error, line: line) }
      if reader.problems.count == problemLimit { break }
    }
    if reader.problems.isEmpty {
      if start < text.count { reader.warn("the last line is cut off, and was not read", line: line + 1) }
      if reader.header.name == nil { reader.note(.missing("name", "N: NAME"), line: max(line, 1)) }
      if reader.header.ids == nil { reader.note(.missing("ids", "I: BUS VENDOR PRODUCT VERSION"), line: max(line, 1)) }
    }
    guard reader.problems.isEmpty else { throw .malformed(file: file, problems: reader.problems) }
    let items = reader.timeline.finish()
    return Recording(
      file: file, description: reader.header.description, capabilities: reader.header.capabilities,
      items: items, warnings: reader.warnings, start: reader.timeline.start ?? items.first?.time)
  }

  private init(file: String) { self.file = file }

  /// Returns the position of the line end after `start`, or `nil` if there is none.
  private static func lineEnd(in text: Span<UInt8>, from start: Int) -> Int? {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let end = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(end) - base
    }
  }

  private mutating func takeLine(_ line: Range<Int>, of text: Span<UInt8>, line number: Int) throws(Problem) {
    guard !line.isEmpty else { return }
    if let event = RecordingFields.event(line, of: text) {
      addEvent(event, line: number)
      return
    }
    if text[line.lowerBound] == UInt8(ascii: "#") {
      try takeComment(line.dropFirst(), of: text, line: number)
      return
    }
    var start = line.lowerBound
    while start < line.upperBound, RecordingFields.isBlank(text[start]) { start += 1 }
    if start == line.upperBound { return }
    guard start + 1 < line.upperBound, text[start + 1] == UInt8(ascii: ":") else { throw .unknownLine }
    let rest = start + 2..<line.upperBound
    let fields = RecordingFields(rest, hasComment: true)
    switch text[start] {
    case UInt8(ascii: "E"): try takeEvent(fields, of: text, line: number)
    case UInt8(ascii: "N"): try header.takeName(rest.map { text[$0] })
    case UInt8(ascii: "I"): try header.takeIDs(fields, of: text)
    case UInt8(ascii: "P"): try header.takeProperties(fields, of: text)
    case UInt8(ascii: "B"): try header.takeCapabilities(fields, of: text)
    case UInt8(ascii: "A"):
      let axis = try header.takeAxis(fields, of: text)
      if axis.minimum >= axis.maximum {
        warn("the axis's minimum is not below its maximum: it can press no switch", line: number)
      }
    case UInt8(ascii: "L"), UInt8(ascii: "S"): try RecordingHeader.checkState(fields, of: text)
    default: throw .unknownLine
    }
  }

  private mutating func takeEvent(_ fields: RecordingFields, of text: Span<UInt8>, line: Int) throws(Problem) {
    var fields = fields
    guard let time = fields.time(in: text) else { throw .time }
    guard let type = fields.hexadecimal(in: text, digits: 4), let code = fields.hexadecimal(in: text, digits: 4),
      let value = fields.decimal(in: text), fields.isAtEnd(of: text)
    else { throw .event }
    addEvent(InputEvent(time: time, type: type, code: code, value: value), line: line)
  }

  @inline(__always) private mutating func addEvent(_ event: InputEvent, line: Int) {
    if timeline.take(event) {
      warn("no `# STATE` after the SYN_DROPPED before this: assuming that no key is down", line: line)
    }
  }

  /// Reads a comment. The comments `UNPLUG`, `REPLUG` and `STATE`, and properties of the device, are Switchway's
  /// additions to evemu's format. Other comments are ignored.
  private mutating func takeComment(_ comment: Range<Int>, of text: Span<UInt8>, line: Int) throws(Problem) {
    var fields = RecordingFields(comment, hasComment: false)
    guard let range = fields.next(in: text) else { return }
    let word = String(decoding: range.map { text[$0] }, as: UTF8.self)
    if header.takeMatch(word, (range.upperBound..<comment.upperBound).map { text[$0] }) { return }
    guard ["UNPLUG", "REPLUG", "STATE"].contains(word) else { return }
    var peek = fields
    // Without a number after the word, it is an ordinary comment, such as `# STATE of the art`.
    if let first = peek.next(in: text).map({ text[$0.lowerBound] }), !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first),
      first != UInt8(ascii: "-")
    {
      return
    }
    guard let time = fields.time(in: text) else { throw .time }
    var down = KeySet()
    while !fields.isAtEnd(of: text) {
      guard let code = fields.hexadecimal(in: text, digits: 4), Int(code) < EventLimit.keyCodes else { throw .code }
      down.insert(code)
    }
    switch word {
    case "UNPLUG":
      guard down.isEmpty else { throw .unplugCodes }
      if !timeline.unplug(time) { warn("already unplugged: this line has no effect", line: line) }
    case "REPLUG":
      if !timeline.replug(time, down: down) { warn("not unplugged: this line has no effect", line: line) }
    default:
      if !timeline.state(time, down: down) { warn("unplugged: this line has no effect", line: line) }
    }
  }

  private mutating func note(_ problem: Problem, line: Int) {
    problems.append("\(file):\(line): error: \(problem.message)\n  help: \(problem.help)")
  }

  private mutating func warn(_ message: String, line: Int) {
    warnings.append("\(file):\(line): warning: \(message)")
  }

  /// An error in a line, and its remedy.
  struct Problem: Error {
    var message: String
    var help: String

    static let unknownLine = Problem(
      message: "not a line of a recording",
      help: "lines begin with N: I: P: B: A: L: S: E: or #; 'switchway record' makes recordings")
    static let time = Problem(
      message: "expected a time such as 12.345678",
      help: "write seconds, a point and six digits; times are not negative")
    static let event = Problem(
      message: "expected a type, a code and a value after the time",
      help: "as in `E: 12.345678 0001 0120 1`: type and code hexadecimal, value a decimal number of 32 bits")
    static let code = Problem(
      message: "expected the codes of the keys that are down, in hexadecimal, at most 2ff",
      help: "as in `# STATE 12.345678 120 121`")
    static let unplugCodes = Problem(
      message: "unexpected codes after the time", help: "`# UNPLUG` has only a time; `# REPLUG` also has codes")

    static func missing(_ what: String, _ form: String) -> Problem {
      Problem(message: "the recording does not say the device's \(what)", help: "add a line `\(form)` at the top")
    }
  }
}
