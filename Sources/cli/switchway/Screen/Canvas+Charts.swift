/// Draws bars of block elements, or of ASCII characters if the terminal cannot show block elements.
extension Canvas {
  /// How a bar is filled. The two fillings also differ without colours.
  enum Filling {
    case full, light

    fileprivate func text(_ hasBlocks: Bool) -> String {
      switch self {
      case .full: hasBlocks ? "█" : "#"
      case .light: hasBlocks ? "░" : "-"
      }
    }
  }

  /// Draws a horizontal bar. `length` is in columns and may be a fraction: a full bar ends with a part of a block, and
  /// other bars are rounded. A length above 0 fills at least a part of one column.
  mutating func bar(_ length: Double, column: Int, row: Int, filling: Filling = .full, style: Style = []) {
    guard length > 0, length.isFinite else { return }
    let length = min(length, Double(columns))
    let fill = filling.text(appearance.hasBlocks)
    guard appearance.hasBlocks, filling == .full else {
      for index in 0..<max(1, Int(length.rounded())) { putText(fill, column: column + index, row: row, style: style) }
      return
    }
    let eighths = max(1, Int((length * 8).rounded()))
    for index in 0..<eighths / 8 { putText(fill, column: column + index, row: row, style: style) }
    guard eighths % 8 > 0 else { return }
    putText(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1], column: column + eighths / 8, row: row, style: style)
  }

  /// Draws a vertical bar upwards from the lower end of the row `bottom`. `height` is in rows and may be a fraction.
  mutating func column(
    _ height: Double, column: Int, bottom: Int, width: Int = 1, filling: Filling = .full, style: Style = []
  ) {
    guard height > 0, height.isFinite else { return }
    let height = min(height, Double(rows))
    let parts = appearance.hasBlocks && filling == .full ? 8 : 1
    let count = max(1, Int((height * Double(parts)).rounded()))
    let fill = String(repeating: filling.text(appearance.hasBlocks), count: width)
    for index in 0..<count / parts { putText(fill, column: column, row: bottom - index, style: style) }
    guard count % parts > 0 else { return }
    let top = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"][count % parts - 1]
    putText(String(repeating: top, count: width), column: column, row: bottom - count / parts, style: style)
  }

  /// Draws a light vertical bar on top of a full one whose height is `base`. Together they fill at most `most` rows,
  /// and each fills at least a part of a row. In a terminal, the light bar fills whole rows, beginning with the first
  /// row that the full bar leaves free. A picture shows its exact height.
  mutating func column(
    _ height: Double, upon base: Double, most: Int, column: Int, bottom: Int, width: Int = 1, style: Style = []
  ) {
    guard height > 0, base >= 0 else { return }
    let parts = appearance.hasBlocks ? 8 : 1
    func count(_ height: Double) -> Int { Int((min(height, Double(most)) * Double(parts)).rounded()) }
    let lower = min(base > 0 ? max(count(base), 1) : 0, most * parts - 1)
    let upper = max(count(base + height), lower + 1)
    let first = min((lower + parts - 1) / parts, most - 1)
    let fill = String(repeating: Filling.light.text(appearance.hasBlocks), count: width)
    for index in lower / parts...max(first, (upper - 1) / parts) {
      let start = max(lower - index * parts, 0)
      let part = start..<max(start, min(upper - index * parts, parts))
      if index == first || index > first && part.count * 2 >= parts {
        putText(fill, column: column, row: bottom - index, style: style)
      }
      if appearance.hasBlocks { setLight(part, columns: column..<column + width, row: bottom - index) }
    }
  }

  mutating func line(column: Int, row: Int, width: Int, style: Style = []) {
    guard width > 0 else { return }
    putText(String(repeating: appearance.hasBlocks ? "─" : "-", count: width), column: column, row: row, style: style)
  }

  /// Draws a mark for a limit, which may cross a bar.
  mutating func mark(column: Int, row: Int, style: Style = []) {
    putText(appearance.hasBlocks ? "│" : "|", column: column, row: row, style: style)
  }
}
