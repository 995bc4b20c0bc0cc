import SwitchwayCore
import SwitchwayTime

/// Reads the fields of one line from left to right. Each call gets the text that contains the line.
struct RecordingFields {
  private var place: Int
  private let end: Int
  /// Whether the text after a `#` is a comment, which is ignored.
  private let hasComment: Bool

  /// - Parameters:
  ///   - line: the range of the fields in the text.
  ///   - hasComment: whether text after a `#` is ignored.
  init(_ line: Range<Int>, hasComment: Bool) {
    place = line.lowerBound
    end = line.upperBound
    self.hasComment = hasComment
  }

  /// Returns whether only blanks or a comment are left.
  mutating func isAtEnd(of text: Span<UInt8>) -> Bool {
    skipBlanks(in: text)
    return place == end || isComment(in: text)
  }

  /// Returns the range of the next field, without surrounding blanks, or `nil` at the end.
  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    skipBlanks(in: text)
    let start = place
    while !isAtSeparator(in: text) { place += 1 }
    return start < place ? start..<place : nil
  }

  /// Reads a hexadecimal number of 1 to `digits` digits. Returns `nil` if the next field is not one.
  mutating func hexadecimal(in text: Span<UInt8>, digits: Int) -> UInt16? {
    skipBlanks(in: text)
    let start = place
    // The position is in a local variable, here and in `digits(in:)`, because writing the property for each byte would
    // take most of the time.
    var at = start
    var value: UInt16 = 0
    // One digit more than allowed is read, to notice numbers that are too long.
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

  /// Reads a decimal integer of 32 bits, which may be negative. Returns `nil` if the next field is not one.
  mutating func decimal(in text: Span<UInt8>) -> Int32? {
    skipBlanks(in: text)
    let isNegative = place < end && text[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard let magnitude = digits(in: text), isAtSeparator(in: text) else { return nil }
    return Int32(exactly: isNegative ? -magnitude : magnitude)
  }

  /// Reads a time, `seconds.microseconds`, with exactly six digits after the point. Returns `nil` if the next field is
  /// not one.
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

  /// Reads the event in a line that has exactly evemu's form, `E: 12.345678 0001 0120 1`, as nearly all lines of a
  /// recording. Returns `nil` if the line has another form and must be read field by field.
  static func event(_ line: Range<Int>, of text: Span<UInt8>) -> InputEvent? {
    unsafe text.extracting(line).withUnsafeBytes { bytes in
      guard bytes.count >= shortestEvent, unsafe bytes[0] == UInt8(ascii: "E"),
        unsafe bytes[1] == UInt8(ascii: ":"), unsafe bytes[2] == UInt8(ascii: " ")
      else { return nil }
      // The seconds have at most 12 digits here. From the point on, the line has at least 19 bytes: `.345678 0001 0120
      // 1`.
      var at = 3
      let latestPoint = min(15, bytes.count - 19)
      var time: Int64 = 0
      while at < latestPoint, let digit = unsafe digit(bytes[at]) {
        time = time &* 10 &+ digit
        at += 1
      }
      guard at > 3, unsafe bytes[at] == UInt8(ascii: "."), let fraction = unsafe sixDigits(bytes, at + 1) else {
        return nil
      }
      time = time &* 1_000_000 &+ fraction
      at += 6
      guard unsafe bytes[at + 1] == UInt8(ascii: " "), let type = unsafe hexadecimal(bytes, at + 2),
        unsafe bytes[at + 6] == UInt8(ascii: " "), let code = unsafe hexadecimal(bytes, at + 7),
        unsafe bytes[at + 11] == UInt8(ascii: " ")
      else { return nil }
      at += 12
      let isNegative = unsafe bytes[at] == UInt8(ascii: "-")
      if isNegative { at += 1 }
      guard at < bytes.count, bytes.count - at <= 9 else { return nil }
      var value: Int64 = 0
      while at < bytes.count {
        guard let digit = unsafe digit(bytes[at]) else { return nil }
        value = value &* 10 &+ digit
        at += 1
      }
      return InputEvent(
        time: Instant(time), type: type, code: code, value: Int32(truncatingIfNeeded: isNegative ? -value : value))
    }
  }

  /// The number of bytes of the shortest such line, `E: 0.000000 0000 0000 0`.
  private static let shortestEvent = 23

  @inline(__always) private static func digit(_ byte: UInt8) -> Int64? {
    let digit = byte &- UInt8(ascii: "0")
    return digit <= 9 ? Int64(digit) : nil
  }

  /// Reads a number of six digits. Eight bytes are read at once, and the last two are ignored.
  @inline(__always) @unsafe private static func sixDigits(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int64? {
    let eight = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    let digits = (UInt64(littleEndian: eight) ^ 0x3030_3030_3030) << 16
    guard (digits | (digits &+ 0x0606_0606_0606_0000)) & 0xF0F0_F0F0_F0F0_0000 == 0 else { return nil }
    // Each step joins neighbours: two digits to a pair, two pairs to a group of four, and the groups to the number.
    let pairs = (digits &* 2_561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return Int64((fours &* 42_949_672_960_001) >> 32)
  }

  /// Reads a number of four hexadecimal digits in lower case.
  @inline(__always) @unsafe private static func hexadecimal(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt16? {
    // If there are no letters, as in most numbers, the four bytes are read at once: their lower halves are the digits.
    let four = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    let digits = UInt32(bigEndian: four) ^ 0x3030_3030
    if (digits | (digits &+ 0x0606_0606)) & 0xF0F0_F0F0 == 0 {
      let pairs = (digits | digits >> 4) & 0x00FF_00FF
      return UInt16(truncatingIfNeeded: pairs | pairs >> 8)
    }
    var value: UInt16 = 0
    for place in start..<start + 4 {
      let byte = unsafe bytes[place]
      let digit = byte &- UInt8(ascii: "0")
      let letter = byte &- UInt8(ascii: "a")
      guard digit <= 9 || letter <= 5 else { return nil }
      value = value << 4 | UInt16(digit <= 9 ? digit : letter + 10)
    }
    return value
  }

  /// The latest time that is accepted, in µs: 100,000 years. Deadlines after it still fit into an integer. Arbitrary.
  private static let latest: Int64 = 3_155_760_000_000_000_000

  /// Reads a number of 1 to 18 decimal digits. Does not check what follows it. Returns `nil` if there is no such
  /// number.
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
