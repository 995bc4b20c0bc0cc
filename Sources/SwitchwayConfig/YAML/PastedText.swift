/// Marks in a text that was copied from a page: fences of backticks, and no-break spaces that look like spaces.
enum PastedText {
  /// U+00A0, U+2007, U+202F; also the wide space of East Asian texts.
  private static let blanks: Set<Unicode.Scalar> = ["\u{a0}", "\u{2007}", "\u{202f}", "\u{3000}"]

  /// Reports at most this many marks of a file. All others are like them.
  private static let most = 20

  /// Reports these marks. Returns whether there are any: the rest of the text is then not read.
  static func isReported(in source: SourceText, file: Int, findings: Findings) -> Bool {
    var count = 0
    var number = 1
    while let line = source.line(number), count < most {
      if let column = fence(line) {
        findings.error(
          file: file, Mark(line: number, column: column),
          "this line is a mark of the page that the text was copied from, and no part of a profile",
          help: "take the line out")
        count += 1
      } else if let column = blank(line) {
        findings.error(
          file: file, Mark(line: number, column: column), "a no-break space stands here, which only looks like a space",
          help: "delete it and type a space; texts that are copied from a page have them")
        count += 1
      }
      number += 1
    }
    return count > 0
  }

  /// The column of a line of backticks or tildes, which may be followed by one word.
  private static func fence(_ line: ArraySlice<Unicode.Scalar>) -> Int? {
    let text = line.drop { $0 == " " }
    guard let sign = text.first, sign == "`" || sign == "~" else { return nil }
    let rest = text.drop { $0 == sign }
    let isWord = rest.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
    return text.count - rest.count >= 3 && isWord ? text.startIndex - line.startIndex + 1 : nil
  }

  /// The column of the first no-break space that stands where YAML wants a space: at the beginning of a line, or after
  /// a sign that ends a key, begins an entry or opens a bracket. Inside of texts it is right.
  private static func blank(_ line: ArraySlice<Unicode.Scalar>) -> Int? {
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
      } else if blanks.contains(scalar), before.map({ ":,{[-".unicodeScalars.contains($0) }) ?? true {
        return index - line.startIndex + 1
      }
      isBlankBefore = scalar == " " || scalar == "\t"
      if !isBlankBefore { before = scalar }
    }
    return nil
  }
}
