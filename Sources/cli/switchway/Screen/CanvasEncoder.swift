/// Writes the bytes that turn one content of a terminal into another. Only changed cells are sent.
struct CanvasEncoder {
  private var result = ""
  private var style: Style = []
  /// The place of the terminal's cursor, or `nil` if that is not certain.
  private var cursor: (column: Int, row: Int)?

  /// Returns the bytes to send. Source of all sequences: ECMA-48.
  ///
  /// - Parameter old: the content that the terminal shows. If it is `nil` or has another size, the content is unknown,
  ///   and the terminal is cleared first.
  static func bytes(from old: Canvas?, to new: Canvas) -> [UInt8] {
    var encoder = CanvasEncoder()
    var shown = Canvas(columns: new.columns, rows: new.rows, appearance: new.appearance)
    if let old, old.columns == new.columns, old.rows == new.rows {
      shown = old
    } else {
      encoder.result = "\u{1B}[0m\u{1B}[2J"
    }
    for row in 0..<new.rows { encoder.encode(row, from: shown, to: new) }
    if !encoder.style.isEmpty { encoder.result += "\u{1B}[0m" }
    return Array(encoder.result.utf8)
  }

  private mutating func encode(_ row: Int, from old: Canvas, to new: Canvas) {
    let cells = row * new.columns..<(row + 1) * new.columns
    guard old.cells[cells] != new.cells[cells] else { return }
    let blank = Canvas.Cell()
    // The row is blank from here on.
    let end = (new.cells[cells].lastIndex { $0 != blank } ?? cells.lowerBound - 1) + 1
    let hasMore = (end..<cells.upperBound).contains { old.cells[$0] != blank }
    var index = cells.lowerBound
    while index < end {
      if old.cells[index] == new.cells[index] {
        index += 1
        continue
      }
      // Starts at the beginning of a character, not in the middle of a wide one.
      while new.cells[index].text.isEmpty, index > cells.lowerBound { index -= 1 }
      index += put(new.cells[index], at: (index - cells.lowerBound, row), new)
    }
    guard hasMore else { return }
    move(to: (end - cells.lowerBound, row), new)
    set([], new)
    result += "\u{1B}[K"
  }

  /// Sends a cell, and returns the number of columns that it fills.
  private mutating func put(_ cell: Canvas.Cell, at target: (column: Int, row: Int), _ new: Canvas) -> Int {
    move(to: target, new)
    set(cell.style, new)
    result += cell.text
    let width = max(ColumnWidth.of(cell.text), 1)
    // Otherwise the place of the cursor is unknown: terminals disagree about the width of some characters, and a
    // character in the last column does not move the cursor.
    let isCertain = cell.text.unicodeScalars.allSatisfy {
      $0.value < 0x300 || (0x2500...0x259F).contains($0.value)
    }
    cursor = isCertain && target.column + width < new.columns ? (target.column + width, target.row) : nil
    return width
  }

  private mutating func move(to target: (column: Int, row: Int), _ new: Canvas) {
    if let cursor, cursor == target { return }
    if let cursor, cursor.row == target.row, cursor.column < target.column {
      result += "\u{1B}[\(target.column - cursor.column)C"
    } else {
      result += "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    }
    cursor = target
  }

  private mutating func set(_ wanted: Style, _ new: Canvas) {
    let wanted = new.appearance.hasColour ? wanted : wanted.subtracting(.colours)
    guard wanted != style else { return }
    result += "\u{1B}[\(wanted.parameters)m"
    style = wanted
  }
}
