/// Formats diagnostics for people. The form is that of GNU programs, from which editors can jump to the file and line:
///
///     profile.yaml:5:31: error: unknown command 'selct'
///         right: {input: box/button-2, tap: selct}
///                                           ^
///     help: did you mean 'select'?
public enum DiagnosticRenderer {
  /// The largest number of Unicode scalars of a source line that are shown. Of a longer line, the part around the
  /// position is shown.
  static let longestExcerpt = 120

  private static let indent = "    "

  /// Returns the text of `diagnostic`, without a line feed at the end. `source` is the text of its file. If `source` is
  /// `nil` or does not have the line, the line and the caret are left out.
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

  /// Returns the part of `line` to show, without leading blanks, and the index in this part that corresponds to
  /// `column` (counted from 1).
  private static func excerpt(of line: ArraySlice<Unicode.Scalar>, around column: Int) -> (String, Int) {
    var start = line.startIndex
    let target = min(line.startIndex + max(column - 1, 0), line.endIndex)
    // Only a limited number of blanks is skipped. Otherwise a thousand diagnostics about one long line would each scan
    // the whole line.
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

  /// Replaces characters that could move the cursor of a terminal or reverse its text.
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
