import Glibc

/// What is said to a person: colours where they can be seen, and no text of strangers that could move the cursor.
enum Terminal {
  /// Only on a terminal, and never with `NO_COLOR`.
  static let hasColour: Bool = unsafe isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil

  /// A few colours that every terminal has. Source: ECMA-48, SGR.
  enum Colour: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  static func paint(_ text: String, _ colour: Colour) -> String {
    hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The longest text that is shown of a stranger's message. Chosen: longer than any of the daemon's own.
  private static let longest = 2_000

  /// `text` without anything that moves the cursor, hides, or turns the direction round. Line feeds stay where
  /// `keepsLines`.
  static func printable(_ text: String, keepsLines: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && scalar == "\n": result.append(scalar)
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        result.append("?")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Says what is wrong, on standard error; nothing where there is nothing to say.
  static func complain(_ text: String) {
    guard !text.isEmpty else { return }
    var bytes = Array((text + "\n").utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Says something on standard error whose answer is typed behind it.
  static func ask(_ text: String) {
    var bytes = Array(text.utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
