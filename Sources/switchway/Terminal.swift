import CLinuxInput
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
    var bytes = Array((message(text, width: errorWidth) + "\n").utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Says something on standard error whose answer is typed behind it.
  static func ask(_ text: String) {
    var bytes = Array(text.utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The columns of the terminal on standard output; nil: it is none, and lines are as long as they are.
  static let width = columns(of: STDOUT_FILENO)

  /// The same of standard error.
  private static let errorWidth = columns(of: STDERR_FILENO)

  private static func columns(of descriptor: Int32) -> Int? {
    let columns = sw_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }

  /// Less room for a text than this is not worth the breaking. Chosen.
  private static let leastRoom = 20

  /// The lines of `text`, each of at most `width` columns: broken at blanks, and gone on with in column `hanging`. A
  /// word that is longer than that stays whole.
  static func wrapped(_ text: String, hanging: Int, width: Int? = Terminal.width) -> String {
    guard let width, width >= hanging + leastRoom else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { wrapped($0, hanging: hanging, width: width) }.joined(separator: "\n")
  }

  /// An error message or a diagnostic with its help, each line of it broken as by `wrapped`. A line of source and the
  /// caret below it, which `DiagnosticRenderer` indents by four columns, stay as they are.
  static func message(_ text: String, width: Int? = Terminal.width) -> String {
    guard width != nil else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("    ") { return String(line) }
      return wrapped(String(line), hanging: line.hasPrefix("help: ") ? 6 : 2, width: width)
    }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, hanging: Int, width: Int) -> String {
    guard columns(line) > width else { return String(line) }
    // Several blanks stay: they are what aligns the columns of a table.
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    var result = String(words.first ?? "")
    var used = columns(words.first ?? "")
    for word in words.dropFirst() {
      let size = columns(word)
      if size > 0, used > hanging, used + 1 + size > width {
        while result.last == " " { result.removeLast() }
        result += "\n" + String(repeating: " ", count: hanging) + word
        used = hanging + size
      } else {
        result += " " + word
        used += 1 + size
      }
    }
    return result
  }

  /// What is seen of a text: colours take no room. One column a character, as in all tables here.
  private static func columns(_ text: Substring) -> Int {
    var count = 0
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        isEscape = scalar != "m"
      } else {
        count += 1
      }
    }
    return count
  }
}
