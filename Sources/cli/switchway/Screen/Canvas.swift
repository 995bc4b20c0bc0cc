/// The content of a terminal: rows of cells. Text outside of it, or text that does not fit, is cut off.
struct Canvas: Equatable {
  /// One column in one row. The right half of a wide character has an empty text.
  struct Cell: Equatable {
    var text = " "
    var style: Style = []
  }

  let columns: Int
  let rows: Int
  let appearance: Appearance
  /// The cells, row by row.
  private(set) var cells: [Cell]
  /// The parts of cells that light bars fill in a picture, by the index in `cells`. A part is in eighths from the
  /// cell's lower end. Below it, the cell belongs to the full bar. Terminals have no characters for this.
  private(set) var lights: [Int: Range<Int>] = [:]

  init(columns: Int, rows: Int, appearance: Appearance) {
    (self.columns, self.rows, self.appearance) = (max(columns, 0), max(rows, 0), appearance)
    cells = [Cell](repeating: Cell(), count: self.columns * self.rows)
  }

  /// Puts text at `column` and `row`, both from 0, and returns the column after it. Characters that could move the
  /// cursor, and characters that the terminal cannot show, become `?`.
  ///
  /// - Parameter width: the largest number of columns that the text may fill. A longer text is cut and ends with `…`.
  @discardableResult
  mutating func putText(_ text: String, column: Int, row: Int, style: Style = [], width: Int? = nil) -> Int {
    let room = min(width ?? .max, columns - column)
    guard (0..<rows).contains(row), column >= 0, room > 0 else { return column }
    var text = Terminal.printable(text, isASCIIOnly: !appearance.isUTF8)
    if ColumnWidth.of(text) > room { text = ColumnWidth.prefix(text, room - 1) + (appearance.isUTF8 ? "…" : ">") }
    var column = column
    for character in text {
      let size = ColumnWidth.of(character)
      if size > 0 { set(String(character), size, column, row, style) }
      column += size
    }
    return column
  }

  /// Puts text so that it ends before `column`.
  mutating func putText(_ text: String, endingAt column: Int, row: Int, style: Style = []) {
    putText(text, column: column - ColumnWidth.of(text), row: row, style: style)
  }

  /// Puts a text in lines of at most `width` columns, broken at blanks. Fills at most `most` rows. Returns the row
  /// after the text.
  @discardableResult
  mutating func putParagraph(
    _ text: String, column: Int, row: Int, width: Int, most: Int = .max, style: Style = []
  ) -> Int {
    let lines = ColumnWidth.lines(text, width)
    for (index, line) in lines.prefix(most).enumerated() {
      // If lines are left out, the last row ends with the sign for a text that is cut.
      let isCut = index == most - 1 && lines.count > most
      putText(
        isCut ? lines[index...].joined(separator: " ") : line, column: column, row: row + index, style: style,
        width: width)
    }
    return row + min(lines.count, most)
  }

  /// Copies all used rows of another canvas of the same width to this one, the first of them to `row`.
  mutating func putCanvas(_ other: Canvas, row: Int) {
    guard other.columns == columns, row >= 0 else { return }
    for index in 0..<min(other.usedRows, rows - row) * columns {
      cells[row * columns + index] = other.cells[index]
      lights[row * columns + index] = other.lights[index]
    }
  }

  /// Sets the part of these cells that a light bar fills in a picture. It is forgotten when a cell gets another text.
  mutating func setLight(_ part: Range<Int>, columns: Range<Int>, row: Int) {
    guard (0..<rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<self.columns) { lights[row * self.columns + column] = part }
  }

  /// Returns the text of a row, without the blanks at its end. For tests and plain output.
  func text(row: Int) -> String {
    var text = cells[row * columns..<(row + 1) * columns].map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All rows as text, each with a line feed, without empty rows at the end.
  var text: String { (0..<usedRows).map { text(row: $0) + "\n" }.joined() }

  /// The number of rows up to the last one that has a text.
  var usedRows: Int { ((0..<rows).last { !text(row: $0).isEmpty } ?? -1) + 1 }

  /// Returns the used rows as text with escape sequences for their styles, for printed results.
  func colouredText() -> String {
    (0..<usedRows).map { row in
      var result = ""
      var style: Style = []
      let last = (0..<columns).last { cells[row * columns + $0] != Cell() } ?? -1
      for cell in cells[row * columns..<row * columns + last + 1] {
        let wanted = appearance.hasColour ? cell.style : cell.style.subtracting(.colours)
        if wanted != style { result += "\u{1B}[\(wanted.parameters)m" }
        style = wanted
        result += cell.text
      }
      return result + (style.isEmpty ? "\n" : "\u{1B}[0m\n")
    }.joined()
  }

  private mutating func set(_ text: String, _ size: Int, _ column: Int, _ row: Int, _ style: Style) {
    let start = row * columns
    // If one half of a wide character is replaced, the whole character is removed.
    if column > 0, cells[start + column].text.isEmpty { cells[start + column - 1].text = " " }
    let after = column + size
    if after < columns, cells[start + after].text.isEmpty { cells[start + after].text = " " }
    cells[start + column] = Cell(text: text, style: style)
    lights[start + column] = nil
    if size == 2 { cells[start + column + 1] = Cell(text: "", style: style) }
  }
}
