/// Names and titles of programs, made fit for a screen: one line of at most 200 bytes, with nothing that steers a
/// terminal or the direction of the text.
enum CleanName {
  /// The longest name in bytes of UTF-8. Source: the design's "Reading a window".
  static let limit = 200
  /// What is looked at of a name. Chosen: a name that begins with more than this many control characters is empty.
  static let limitBefore = 2_048

  /// Cleans bytes that should be UTF-8. What is not becomes U+FFFD.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    text(of: String(decoding: Array(bytes.prefix(limitBefore)), as: UTF8.self))
  }

  /// White space of any kind becomes one blank; control characters, escape sequences and marks of direction go.
  static func text(of name: String) -> String {
    var clean = ""
    var size = 0
    var isBlankDue = false
    var escape = Escape.none
    for scalar in name.unicodeScalars.prefix(limitBefore) {
      if escape.takes(scalar) { continue }
      if scalar.properties.isWhitespace {
        isBlankDue = !clean.isEmpty
        continue
      }
      if steers(scalar) { continue }
      let width = UTF8.width(scalar) + (isBlankDue ? 1 : 0)
      guard size + width <= limit else { break }
      if isBlankDue { clean.append(" ") }
      clean.unicodeScalars.append(scalar)
      size += width
      isBlankDue = false
    }
    return clean
  }

  /// Control characters, and what turns the direction of the text around it: U+061C, U+200E, U+200F, U+202A…U+202E,
  /// U+2066…U+2069. Joiners stay: Persian and emoji need them.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Where in an escape sequence of a terminal the text is. Source: ECMA-48, 5.4 and 5.6.
  private enum Escape {
    case none
    /// After ESC. Can go to: command, text, none.
    case begun
    /// After ESC and `[`, until a byte from `@` to `~`.
    case command
    /// After ESC and one of `]PX^_`, until BEL or ESC.
    case text

    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
      let value = scalar.value
      switch self {
      case .none:
        guard value == 0x1B || value == 0x9B else { return false }
        self = value == 0x1B ? .begun : .command
      case .begun:
        switch scalar {
        case "[": self = .command
        case "]", "P", "X", "^", "_": self = .text
        case "\u{1B}": break
        default: self = .none
        }
      case .command:
        if (0x40...0x7E).contains(value) { self = .none }
        // Not a sequence after all: what follows is text.
        if !(0x20...0x7E).contains(value) {
          self = .none
          return takes(scalar)
        }
      case .text:
        if value == 0x07 { self = .none }
        if value == 0x1B { self = .begun }
      }
      return true
    }
  }
}
