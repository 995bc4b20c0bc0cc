/// Finds what text copied from a web page often contains and profiles must not: lines of backticks, spaces of other
/// kinds, such as no-break spaces, and invisible characters.
enum PastedText {
  private enum Blank {
    case noBreak
    case otherSpace
    case invisible

    /// Returns `nil` for all other characters, also for the joiners of Persian and of emoji (U+200C, U+200D), which are
    /// parts of words.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "\u{a0}", "\u{2007}", "\u{202f}": self = .noBreak
      case "\u{200b}", "\u{2060}", "\u{feff}": self = .invisible
      case "\u{1680}", "\u{2000}"..."\u{200a}", "\u{205f}", "\u{3000}": self = .otherSpace
      default: return nil
      }
    }

    var message: String {
      switch self {
      case .noBreak: "this is a no-break space, which only looks like a space"
      case .otherSpace: "this is another kind of space, which only looks like a space"
      case .invisible: "there is an invisible character here"
      }
    }

    var help: String {
      switch self {
      case .noBreak, .otherSpace: "replace it with a space; text copied from a web page often has such characters"
      case .invisible: "delete it, or type the line again; text copied from a web page often has such characters"
      }
    }
  }

  /// The largest number of such places in a file that are reported. Further ones are probably of the same kind.
  private static let most = 20

  /// Reports these places. Returns whether there are any. If there are, the file is not read further.
  static func isReported(in source: SourceText, file: Int, findings: Findings) -> Bool {
    var count = 0
    var number = 1
    while let line = source.line(number), count < most {
      if let column = fence(line) {
        findings.error(
          file: file, Mark(line: number, column: column),
          "this line is markup of the page that the text was copied from, not part of a profile",
          help: "remove the line")
        count += 1
      } else if let (kind, column) = blank(line) {
        findings.error(file: file, Mark(line: number, column: column), kind.message, help: kind.help)
        count += 1
      }
      number += 1
    }
    return count > 0
  }

  /// Returns the column at which a line of backticks or tildes begins, or `nil` if the line is not one. A word may
  /// follow them.
  private static func fence(_ line: ArraySlice<Unicode.Scalar>) -> Int? {
    let text = line.drop { $0 == " " }
    guard let sign = text.first, sign == "`" || sign == "~" else { return nil }
    let rest = text.drop { $0 == sign }
    let isWord = rest.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
    return text.count - rest.count >= 3 && isWord ? text.startIndex - line.startIndex + 1 : nil
  }

  /// Returns the first space of another kind or invisible character that YAML does not accept, and its column. Spaces
  /// of other kinds are reported only where YAML needs a space: at the beginning of a line, or after a sign that ends a
  /// key, begins an entry or opens a bracket. Invisible characters are reported everywhere except in quotes.
  private static func blank(_ line: ArraySlice<Unicode.Scalar>) -> (Blank, column: Int)? {
    var before: Unicode.Scalar?
    var quote: Unicode.Scalar?
    var isBlankBefore = true
    for index in line.indices {
      let scalar = line[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if isBlankBefore, scalar == "#" {
        return nil
      } else if scalar == "\"" || scalar == "'",
        isBlankBefore || before.map({ "{[,:".unicodeScalars.contains($0) }) ?? true
      {
        quote = scalar
      } else if let kind = Blank(scalar),
        kind == .invisible || before.map({ ":,{[-".unicodeScalars.contains($0) }) ?? true
      {
        return (kind, index - line.startIndex + 1)
      }
      isBlankBefore = scalar == " " || scalar == "\t"
      if !isBlankBefore { before = scalar }
    }
    return nil
  }
}
