import SwitchwayCore

/// Reads evemu's text line by line. Any input gives a recording or errors; no number is trusted.
struct RecordingReader {
  /// The most errors that are kept. A file with more is probably not a recording.
  static let problemLimit = 20

  private let file: String
  private var header = RecordingHeader()
  private var timeline = RecordingTimeline()
  private var problems: [String] = []
  private var warnings: [String] = []

  static func read(_ bytes: [UInt8], file: String) throws(RecordingError) -> Recording {
    var reader = RecordingReader(file: file)
    var line = 0
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += 1
      var text = rest[..<end]
      if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
      rest = rest[(end + 1)...]
      do throws(Problem) { try reader.take(text, line: line) } catch { reader.note(error, line: line) }
      if reader.problems.count == problemLimit { break }
    }
    if reader.problems.isEmpty {
      if !rest.isEmpty { reader.warn("the last line has no line end: cut, and not read", line: line + 1) }
      if reader.header.name == nil { reader.note(.missing("name", "N: NAME"), line: max(line, 1)) }
      if reader.header.ids == nil { reader.note(.missing("ids", "I: BUS VENDOR PRODUCT VERSION"), line: max(line, 1)) }
    }
    guard reader.problems.isEmpty else { throw .malformed(file: file, problems: reader.problems) }
    reader.timeline.finish()
    return Recording(
      file: file, description: reader.header.description, capabilities: reader.header.capabilities,
      items: reader.timeline.items, warnings: reader.warnings,
      start: reader.timeline.start ?? reader.timeline.items.first?.time)
  }

  private init(file: String) { self.file = file }

  private mutating func take(_ line: ArraySlice<UInt8>, line number: Int) throws(Problem) {
    if line.first == UInt8(ascii: "#") {
      try takeComment(line.dropFirst(), line: number)
      return
    }
    let content = line.drop { RecordingFields.isBlank($0) }
    if content.isEmpty { return }
    guard let colon = content.firstIndex(of: UInt8(ascii: ":")), colon == content.startIndex + 1 else {
      throw .unknownLine
    }
    let rest = content[(colon + 1)...]
    if content.first == UInt8(ascii: "N") {
      try header.takeName(rest)
      return
    }
    let fields = RecordingFields(rest.prefix { $0 != UInt8(ascii: "#") })
    switch content.first {
    case UInt8(ascii: "I"): try header.takeIDs(fields)
    case UInt8(ascii: "P"): try header.takeProperties(fields)
    case UInt8(ascii: "B"): try header.takeCapabilities(fields)
    case UInt8(ascii: "A"):
      let axis = try header.takeAxis(fields)
      if axis.minimum >= axis.maximum {
        warn("the axis's minimum is not below its maximum: it is never pressed", line: number)
      }
    case UInt8(ascii: "L"), UInt8(ascii: "S"): try RecordingHeader.checkState(fields)
    case UInt8(ascii: "E"): try takeEvent(fields, line: number)
    default: throw .unknownLine
    }
  }

  private mutating func takeEvent(_ fields: RecordingFields, line: Int) throws(Problem) {
    var fields = fields
    guard let time = fields.time() else { throw .time }
    guard let type = fields.hexadecimal(digits: 4), let code = fields.hexadecimal(digits: 4),
      let value = fields.decimal(), fields.isAtEnd
    else { throw .event }
    if timeline.take(InputEvent(time: time, type: type, code: code, value: value)) {
      warn("no `# STATE` after the SYN_DROPPED before this: taken as if nothing were down", line: line)
    }
  }

  /// A comment that is a word of ours and a time says what evemu's own lines cannot.
  private mutating func takeComment(_ text: ArraySlice<UInt8>, line: Int) throws(Problem) {
    var fields = RecordingFields(text)
    guard let word = fields.next().map({ String(decoding: $0, as: UTF8.self) }),
      ["UNPLUG", "REPLUG", "STATE"].contains(word)
    else { return }
    var peek = fields
    // `# STATE of the art` is just a comment.
    if let first = peek.next()?.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first), first != UInt8(ascii: "-") {
      return
    }
    guard let time = fields.time() else { throw .time }
    var down = KeySet()
    while !fields.isAtEnd {
      guard let code = fields.hexadecimal(digits: 4), Int(code) < EventLimit.keyCodes else { throw .code }
      down.insert(code)
    }
    switch word {
    case "UNPLUG":
      guard down.isEmpty else { throw .unplugCodes }
      if !timeline.unplug(time) { warn("unplugged already: this line does nothing", line: line) }
    case "REPLUG":
      if !timeline.replug(time, down: down) { warn("not unplugged: this line does nothing", line: line) }
    default:
      if !timeline.state(time, down: down) { warn("unplugged: this line does nothing", line: line) }
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
      help: "lines begin with N: I: P: B: A: L: S: E: or #; recordings are made by `evemu-record`")
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
      message: "unexpected codes after the time", help: "`# UNPLUG` takes a time only; `# REPLUG` takes codes too")

    static func missing(_ what: String, _ form: String) -> Problem {
      Problem(message: "the recording does not say the device's \(what)", help: "add a line `\(form)` at the top")
    }
  }
}
