@testable import switchway

/// A terminal that understands what `CanvasEncoder` and `Screen` write, and nothing else.
struct ScreenReader {
  let columns: Int
  let rows: Int
  /// A row's cells: the text and the parameters of its style.
  private(set) var cells: [[(text: String, style: String)]]
  private(set) var isAlternate = false
  private(set) var hasCursor = true
  /// Whether the program wants to know when its terminal comes to the front.
  private(set) var reportsFocus = false
  /// Sequences that are not understood.
  private(set) var faults: [String] = [] { didSet { if isResized { faults = [] } } }
  /// Until the screen is cleared, what comes may have been drawn for the size before.
  private var isResized: Bool
  private var column = 0
  private var row = 0
  private var style = "0"
  private var rest: [UInt8] = []

  init(columns: Int, rows: Int, isResized: Bool = false) {
    (self.columns, self.rows, self.isResized) = (columns, rows, isResized)
    cells = Array(repeating: Array(repeating: (" ", "0"), count: columns), count: rows)
  }

  /// The text of each row without the blanks at its end.
  var lines: [String] {
    cells.map { row in
      var text = row.map(\.text).joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Takes bytes. Half a sequence or character waits for the rest.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    while let count = take() { rest.removeFirst(count) }
  }

  private mutating func take() -> Int? {
    guard let first = rest.first else { return nil }
    guard first == 0x1B else { return character(first) }
    guard rest.count > 2, let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    control(String(decoding: rest[2..<end], as: UTF8.self), rest[end])
    return end + 1
  }

  private mutating func character(_ first: UInt8) -> Int? {
    if first < 0x20 {
      if first == 13 { column = 0 } else if first == 10 { row += 1 } else { faults.append("byte \(first)") }
      return 1
    }
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard rest.count >= count else { return nil }
    let text = String(decoding: rest.prefix(count), as: UTF8.self)
    let width = ColumnWidth.of(text)
    guard cells.indices.contains(row), column + max(width, 1) <= columns + (width == 0 ? 1 : 0) else {
      faults.append("outside: \(text) at \(column), \(row)")
      return count
    }
    if width == 0 {
      let base = cells[row][column - 1].text.isEmpty ? column - 2 : column - 1
      cells[row][base].text += text
    } else {
      if cells[row][column].text.isEmpty { cells[row][column - 1].text = " " }
      if column + width < columns, cells[row][column + width].text.isEmpty { cells[row][column + width].text = " " }
      cells[row][column] = (text, style)
      if width == 2 { cells[row][column + 1] = ("", style) }
    }
    column += width
    return count
  }

  private mutating func control(_ parameters: String, _ end: UInt8) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (parameters, Character(Unicode.Scalar(end))) {
    case ("2", "J"):
      cells = ScreenReader(columns: columns, rows: rows).cells
      isResized = false
    case ("", "K") where cells.indices.contains(row):
      for index in min(column, columns)..<columns { cells[row][index] = (" ", "0") }
    case (_, "H") where numbers.count == 2: (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case (_, "C") where numbers.count == 1: column += numbers[0]
    case (_, "m"): style = parameters
    case ("?1049", "h"), ("?1049", "l"): isAlternate = end == UInt8(ascii: "h")
    case ("?1004", "h"), ("?1004", "l"): reportsFocus = end == UInt8(ascii: "h")
    case ("?25", "h"), ("?25", "l"): hasCursor = end == UInt8(ascii: "h")
    default: faults.append("CSI \(parameters) \(Character(Unicode.Scalar(end)))")
    }
  }
}
