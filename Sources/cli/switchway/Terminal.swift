import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Writes text for people. Colours are used only where they can be seen. `printable` prevents a text from elsewhere,
/// such as a device's name, from moving the cursor.
enum Terminal {
  /// Whether standard output is a terminal that shows colours, and `NO_COLOR` is not set.
  static let hasColour =
    isatty(STDOUT_FILENO) == 1 && Appearance(environment: ProcessContext.current().environment).hasColour

  static func paint(_ text: String, _ style: Style) -> String {
    hasColour ? "\u{1B}[\(style.codes)m\(text)\u{1B}[0m" : text
  }

  /// The largest number of characters that `printable` returns. No message of the daemon is longer.
  private static let longest = 2_000

  /// Whether standard output or standard error is a terminal, and the language settings are not for UTF-8.
  static let isASCIIOnly: Bool =
    [STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 }
    && !Appearance(environment: ProcessContext.current().environment).isUTF8

  /// Returns `text` with `?` for every character that could move the cursor, is invisible, changes the writing
  /// direction, or cannot be shown by the terminal. Texts longer than `longest` are cut. With `keepsLines`, line feeds
  /// stay.
  static func printable(
    _ text: String, keepsLines: Bool = false, isASCIIOnly: Bool = Terminal.isASCIIOnly
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && scalar == "\n": result.append(scalar)
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        result.append("?")
      default: result.append(isASCIIOnly && !scalar.isASCII ? "?" : scalar)
      }
    }
    return String(result)
  }

  /// Prints a message on standard error. Prints nothing if `text` is empty.
  static func complain(_ text: String) {
    if !text.isEmpty { ask(message(text, width: errorWidth) + "\n") }
  }

  /// Prints a question on standard error. The answer is typed on the same line.
  static func ask(_ text: String) {
    var bytes = Array(text.utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Reads a line of standard input. Returns whether the answer is yes. The end of the input counts as no.
  static func readsYes() -> Bool { ["y", "Y", "yes"].contains(readLine() ?? "") }

  /// The number of columns of the terminal on standard output. `nil` if standard output is not a terminal; then lines
  /// are not broken.
  static let width = size(of: STDOUT_FILENO)?.columns

  /// The number of columns of the terminal on standard error, or `nil` if standard error is not a terminal.
  private static let errorWidth = size(of: STDERR_FILENO)?.columns

  /// Returns the size of the terminal. Returns `nil` if the descriptor is not a terminal, or the size is unknown.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard unsafe sw_terminal_size(descriptor, &columns, &rows) == 0, columns > 0 else { return nil }
    return (Int(columns), Int(rows))
  }

  /// Lines are broken only if at least this many columns are left for the text. Arbitrary.
  static let leastRoom = 20

  /// Returns `text` with lines of at most `width` columns. Lines are broken at blanks, and continue in column
  /// `hanging`. A word that is longer than a line is not broken.
  static func wrapped(_ text: String, hanging: Int, width: Int? = Terminal.width) -> String {
    guard let width, width >= hanging + leastRoom else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { wrapped($0, hanging: hanging, width: width) }.joined(separator: "\n")
  }

  /// Breaks the lines of an error message, or of a diagnostic with its help, with `wrapped`. A source line and the line
  /// with the caret below it are not broken; `DiagnosticRenderer` indents these two by four columns.
  static func message(_ text: String, width: Int? = Terminal.width) -> String {
    guard width != nil else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("    ") { return String(line) }
      return wrapped(String(line), hanging: line.hasPrefix("help: ") ? 6 : 2, width: width)
    }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, hanging: Int, width: Int) -> String {
    guard columns(line) > width else { return String(line) }
    // Several blanks in a row stay, because they align the columns of a table.
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

  /// Returns the number of columns that a text fills on the screen. Colours fill no column; every other character
  /// counts as one column, as in all tables of this command.
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
