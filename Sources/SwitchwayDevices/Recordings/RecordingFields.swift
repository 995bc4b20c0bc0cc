import SwitchwayCore

/// The fields of one line, taken from left to right.
struct RecordingFields {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  /// The next field, without the blanks around it; nil at the end.
  mutating func next() -> ArraySlice<UInt8>? {
    rest = rest.drop { RecordingFields.isBlank($0) }
    guard !rest.isEmpty else { return nil }
    let field = rest.prefix { !RecordingFields.isBlank($0) }
    rest = rest[field.endIndex...]
    return field
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool { rest.allSatisfy { RecordingFields.isBlank($0) } }

  /// A number in hexadecimal, of 1 to `digits` digits.
  mutating func hexadecimal(digits: Int) -> UInt16? {
    next().flatMap { RecordingFields.hexadecimal($0, digits: digits) }
  }

  /// A whole decimal number, perhaps negative, of 32 bits.
  mutating func decimal() -> Int32? {
    guard let field = next() else { return nil }
    let isNegative = field.first == UInt8(ascii: "-")
    guard let magnitude = RecordingFields.digits(field.dropFirst(isNegative ? 1 : 0)) else { return nil }
    return Int32(exactly: isNegative ? -magnitude : magnitude)
  }

  /// `seconds.microseconds`, the latter of exactly six digits.
  mutating func time() -> Instant? {
    guard let field = next(), let point = field.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let fraction = field[(point + 1)...]
    guard fraction.count == 6, let seconds = RecordingFields.digits(field[..<point]),
      let microseconds = RecordingFields.digits(fraction)
    else { return nil }
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge, whole <= RecordingFields.latest - microseconds else { return nil }
    return Instant(whole + microseconds)
  }

  /// 100,000 years, so that later deadlines still fit. Chosen.
  private static let latest: Int64 = 3_155_760_000_000_000_000

  private static func digits(_ field: ArraySlice<UInt8>) -> Int64? {
    guard !field.isEmpty, field.count <= 18 else { return nil }
    var value: Int64 = 0
    for byte in field {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func hexadecimal(_ field: ArraySlice<UInt8>, digits: Int) -> UInt16? {
    guard !field.isEmpty, field.count <= digits else { return nil }
    var value: UInt16 = 0
    for byte in field {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
