import SwitchwayCore

/// Reads the fields of one line from left to right. Every call needs the text that contains the line.
struct RecordingFields {
  private var place: Int
  private let end: Int
  /// Whether the line ends at a `#`.
  private let hasComment: Bool

  /// - Parameters:
  ///   - line: the position of the fields in the text.
  ///   - hasComment: whether text after a `#` is ignored.
  init(_ line: Range<Int>, hasComment: Bool) {
    place = line.lowerBound
    end = line.upperBound
    self.hasComment = hasComment
  }

  /// Whether nothing but blanks is left.
  mutating func isAtEnd(of text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return place == end || isComment(in: text)
  }

  /// The next field, without surrounding blanks; nil at the end.
  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    skipBlanks(in: text)
    let start = place
    while !isAtSeparator(in: text) { place += 1 }
    return start < place ? start..<place : nil
  }

  /// A hexadecimal number of 1 to `digits` digits.
  mutating func hexadecimal(in text: Span<UInt8>, digits: Int) -> UInt16? {
    skipBlanks(in: text)
    let start = place
    // A local variable, as in `digits`. Writing the property for each byte would take most of the time.
    var at = start
    var value: UInt16 = 0
    // Reads one digit more than allowed, to notice numbers that are too long.
    let limit = min(end, start + digits + 1)
    while at < limit {
      let byte = text[at]
      let digit = byte &- UInt8(ascii: "0")
      // In ASCII, setting 0x20 converts a letter to lower case.
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      guard digit <= 9 || letter <= 5 else { break }
      value = value << 4 | UInt16(digit <= 9 ? digit : letter + 10)
      at += 1
    }
    place = at
    return at > start && at - start <= digits && isAtSeparator(in: text) ? value : nil
  }

  /// A decimal integer of 32 bits, possibly negative.
  mutating func decimal(in text: Span<UInt8>) -> Int32? {
    skipBlanks(in: text)
    let isNegative = place < end && text[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard let magnitude = digits(in: text), isAtSeparator(in: text) else { return nil }
    return Int32(exactly: isNegative ? -magnitude : magnitude)
  }

  /// `seconds.microseconds`, with exactly six digits after the point.
  mutating func time(in text: Span<UInt8>) -> Instant? {
    skipBlanks(in: text)
    guard let seconds = digits(in: text), place < end, text[place] == UInt8(ascii: ".") else { return nil }
    place += 1
    let start = place
    guard let microseconds = digits(in: text), place - start == 6, isAtSeparator(in: text) else { return nil }
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge, whole <= RecordingFields.latest - microseconds else { return nil }
    return Instant(whole + microseconds)
  }

  /// 100,000 years, so that later deadlines still fit. Chosen.
  private static let latest: Int64 = 3_155_760_000_000_000_000

  /// 1 to 18 decimal digits. What follows them is not checked.
  private mutating func digits(in text: Span<UInt8>) -> Int64? {
    let start = place
    let limit = min(end, start + 18)
    var at = start
    var value: Int64 = 0
    while at < limit {
      let digit = text[at] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int64(digit)
      at += 1
    }
    place = at
    return at > start ? value : nil
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while place < end, RecordingFields.isBlank(text[place]) { place += 1 }
  }

  private func isComment(in text: Span<UInt8>) -> Bool { hasComment && text[place] == UInt8(ascii: "#") }

  private func isAtSeparator(in text: Span<UInt8>) -> Bool {
    place == end || RecordingFields.isBlank(text[place]) || isComment(in: text)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
