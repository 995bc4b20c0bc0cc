/// Diagnostics as people read them, in the GNU form that editors jump to:
///
///     profile.yaml:5:31: error: unknown command 'selct'
///         right: {input: box/button-2, tap: selct}
///                                           ^
///     help: did you mean 'select'?
public enum DiagnosticRenderer {
  /// The longest piece of a source line that is shown, in Unicode scalars; of a longer line, what is around the place.
  static let longestExcerpt = 120

  private static let indent = "    "

  /// The text of `diagnostic`, without a line feed at its end. `source` is the whole text of its file; nil or a line
  /// that is not there: the line and the caret are left out.
  public static func text(of diagnostic: Diagnostic, source: SourceText?) -> String {
    let place = "\(printable(diagnostic.file)):\(diagnostic.line):\(diagnostic.column)"
    var lines = ["\(place): \(diagnostic.severity.rawValue): \(printable(diagnostic.message))"]
    if let source, let line = source.line(diagnostic.line) {
      let (excerpt, caret) = excerpt(of: line, around: diagnostic.column)
      if !excerpt.isEmpty {
        lines.append(indent + excerpt)
        lines.append(indent + String(repeating: " ", count: caret) + "^")
      }
    }
    if !diagnostic.help.isEmpty { lines.append("help: " + printable(diagnostic.help)) }
    return lines.joined(separator: "\n")
  }

  /// The part of `line` that is shown, without the blanks before it, and where in it `column` (from 1) stands.
  private static func excerpt(of line: ArraySlice<Unicode.Scalar>, around column: Int) -> (String, Int) {
    var start = line.startIndex
    let target = min(line.startIndex + max(column - 1, 0), line.endIndex)
    // Few blanks at a time, so that a thousand diagnostics of one long line do not each look through all of it.
    func skipBlanks() {
      let furthest = min(start + longestExcerpt, target)
      while start < furthest, line[start] == " " || line[start] == "\t" { start += 1 }
    }
    skipBlanks()
    if target - start > longestExcerpt * 3 / 4 {
      start = target - longestExcerpt / 2
      skipBlanks()
    }
    let end = min(line.endIndex, start + longestExcerpt)
    return (printable(line[start..<end]), target - start)
  }

  /// Without anything that could move a terminal's cursor or turn its text round.
  private static func printable(_ text: String) -> String { printable(text.unicodeScalars) }

  private static func printable(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control: text.append(scalar == "\t" ? " " : "\u{FFFD}")
      case .format, .surrogate, .lineSeparator, .paragraphSeparator: text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
