/// Large letters for the words that tell the person what to do, such as PRESS, so that they can be read across a room.
enum BigWord {
  static let height = 5
  fileprivate static let letters: [Character: [String]] = [
    "P": ["####", "#  #", "####", "#   ", "#   "],
    "R": ["####", "#  #", "####", "# # ", "#  #"],
    "E": ["####", "#   ", "### ", "#   ", "####"],
    "S": ["####", "#   ", "####", "   #", "####"],
    "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
    "W": ["#   #", "#   #", "# # #", "## ##", "#   #"],
    "I": ["#", "#", "#", "#", "#"],
    "C": ["####", "#   ", "#   ", "#   ", "####"],
    "H": ["#  #", "#  #", "####", "#  #", "#  #"],
    "O": ["####", "#  #", "#  #", "#  #", "####"],
    "L": ["#   ", "#   ", "#   ", "#   ", "####"],
    "D": ["### ", "#  #", "#  #", "#  #", "### "],
    "A": ["####", "#  #", "####", "#  #", "#  #"],
  ]

  /// Returns the number of columns of a word. Each `#` of a letter is drawn two columns wide.
  static func width(of word: String) -> Int {
    max(word.reduce(0) { $0 + 2 * (letters[$1]?[0].count ?? 0) + 2 } - 2, 0)
  }
}

extension Canvas {
  /// Draws a word in `BigWord`'s letters in the middle of the row. Draws it as plain text if the letters do not fit.
  mutating func putBigWord(_ word: String, row: Int, style: Style = []) {
    let width = BigWord.width(of: word)
    guard width <= columns else {
      putText(word, column: max((columns - ColumnWidth.of(word)) / 2, 0), row: row + 2, style: style)
      return
    }
    let block = appearance.hasBlocks ? "█" : "#"
    for line in 0..<BigWord.height {
      var column = (columns - width) / 2
      for part in word.compactMap({ BigWord.letters[$0]?[line] }) {
        for cell in part {
          if cell == "#" { putText(block + block, column: column, row: row + line, style: style) }
          column += 2
        }
        column += 2
      }
    }
  }
}
