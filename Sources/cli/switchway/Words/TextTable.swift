/// Makes tables of texts for people.
enum TextTable {
  /// Returns the rows with aligned columns, each row with a line feed at its end.
  ///
  /// - Parameters:
  ///   - numbers: the columns that are aligned at their right.
  ///   - width: the width at which the last column is broken; `nil` means that it is not broken.
  static func text(_ table: [[String]], numbers: Range<Int> = 0..<0, width: Int? = nil) -> String {
    guard let head = table.first else { return "" }
    let widths = head.indices.map { column in table.map { ColumnWidth.of($0[column]) }.max() ?? 0 }
    // If the last column has too little space, it continues below the one before it.
    let beside = width.map { max($0 - Terminal.leastRoom, 0) } ?? .max
    let hanging = min(widths.dropLast().reduce(0) { $0 + $1 + 2 }, beside)
    return table.map { cells in
      let line = cells.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - ColumnWidth.of(cell))
        return numbers.contains(column) ? room + cell : cell + room
      }.joined(separator: "  ").trimmedAtEnd
      return Terminal.wrapped(line, hanging: hanging, width: width) + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
