/// Names and titles of programs, in a form that is safe to show: one line of at most 200 bytes, with nothing that
/// controls a terminal or the direction of the text.
public enum CleanName {
  /// The longest name in bytes of UTF-8. Source: docs/design/desktop.md, "Reading a window".
  static let limit = 200
  /// The number of characters of a name that are examined. A name that begins with more than this many control
  /// characters is empty.
  public static let limitBefore = 2_048

  /// Cleans a name that is given as bytes, which should be UTF-8. Invalid bytes become U+FFFD.
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    text(of: String(decoding: Array(bytes.prefix(limitBefore)), as: UTF8.self))
  }

  /// Cleans a name: replaces white space of any kind by one blank, and removes control characters, escape sequences and
  /// direction marks.
  public static func text(of name: String) -> String {
    var clean = ""
    var size = 0
    var isBlankDue = false
    var rest = name.unicodeScalars.prefix(limitBefore)
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" || scalar == "\u{9B}" {
        skipEscape(scalar == "\u{9B}" ? "[" : rest.popFirst(), &rest)
      } else if scalar.properties.isWhitespace {
        isBlankDue = !clean.isEmpty
      } else if !steers(scalar) {
        size += UTF8.width(scalar) + (isBlankDue ? 1 : 0)
        guard size <= limit else { break }
        if isBlankDue { clean.append(" ") }
        clean.unicodeScalars.append(scalar)
        isBlankDue = false
      }
    }
    return clean
  }

  /// Whether it is a control character, a byte order mark, or a character that changes the direction of the text around
  /// it: U+061C, U+200E, U+200F, U+202A…U+202E, U+2066…U+2069. Joiners stay, because Persian and emoji need them.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Skips the remaining bytes of an escape sequence of a terminal. Source: ECMA-48, 5.4 and 5.6.
  private static func skipEscape(_ kind: Unicode.Scalar?, _ rest: inout Substring.UnicodeScalarView) {
    switch kind {
    case "[":
      rest = rest.drop { (0x20...0x3F).contains($0.value) }
      if let last = rest.first, (0x40...0x7E).contains(last.value) { rest.removeFirst() }
    case "]", "P", "X", "^", "_": rest = rest.drop { $0 != "\u{7}" && $0 != "\u{1B}" }
    default: break
    }
  }
}
