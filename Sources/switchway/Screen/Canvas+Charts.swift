/// Bars and plots of block elements or braille patterns; of ASCII where the terminal lacks them.
extension Canvas {
  /// How a bar is filled. It does not depend on colours.
  enum Filling {
    case full, light

    fileprivate func text(_ hasBlocks: Bool) -> String {
      switch self {
      case .full: hasBlocks ? "█" : "#"
      case .light: hasBlocks ? "░" : "-"
      }
    }
  }

  /// A horizontal bar. `length` is in columns and may be a fraction: a full bar ends with a part of a block, other bars
  /// are rounded. A length above 0 takes at least a part of one column.
  mutating func bar(_ length: Double, column: Int, row: Int, filling: Filling = .full, style: Style = []) {
    guard length > 0, length.isFinite else { return }
    let length = min(length, Double(columns))
    let fill = filling.text(appearance.hasBlocks)
    guard appearance.hasBlocks, filling == .full else {
      for index in 0..<max(1, Int(length.rounded())) { put(fill, column: column + index, row: row, style: style) }
      return
    }
    let eighths = max(1, Int((length * 8).rounded()))
    for index in 0..<eighths / 8 { put(fill, column: column + index, row: row, style: style) }
    guard eighths % 8 > 0 else { return }
    put(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1], column: column + eighths / 8, row: row, style: style)
  }

  /// A column that grows upwards from the lower end of `bottom`. `height` is in rows and may be a fraction.
  mutating func column(
    _ height: Double, column: Int, bottom: Int, width: Int = 1, filling: Filling = .full, style: Style = []
  ) {
    guard height > 0, height.isFinite else { return }
    let height = min(height, Double(rows))
    let parts = appearance.hasBlocks && filling == .full ? 8 : 1
    let count = max(1, Int((height * Double(parts)).rounded()))
    let fill = String(repeating: filling.text(appearance.hasBlocks), count: width)
    for index in 0..<count / parts { put(fill, column: column, row: bottom - index, style: style) }
    guard count % parts > 0 else { return }
    let top = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"][count % parts - 1]
    put(String(repeating: top, count: width), column: column, row: bottom - count / parts, style: style)
  }

  /// A horizontal line.
  mutating func line(column: Int, row: Int, width: Int, style: Style = []) {
    guard width > 0 else { return }
    put(String(repeating: appearance.hasBlocks ? "─" : "-", count: width), column: column, row: row, style: style)
  }

  /// A mark of a limit, which crosses bars.
  mutating func mark(column: Int, row: Int, style: Style = []) {
    put(appearance.hasBlocks ? "│" : "|", column: column, row: row, style: style)
  }

  /// Draws the dots of a plot. Cells without a dot stay as they are.
  mutating func draw(_ plot: DotPlot, column: Int, row: Int, style: Style = []) {
    for y in 0..<plot.rows {
      for x in 0..<plot.columns {
        guard let text = plot.text(column: x, row: y, hasBlocks: appearance.hasBlocks) else { continue }
        put(text, column: column + x, row: row + y, style: style)
      }
    }
  }
}

/// A plot of dots: two columns and four rows of them in each cell.
struct DotPlot {
  /// In cells.
  let columns: Int
  let rows: Int
  /// The dots of each cell, as the braille patterns number them.
  private var cells: [UInt8]

  /// The number of dots in a row.
  var width: Int { columns * 2 }
  /// The number of dots in a column.
  var height: Int { rows * 4 }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
    cells = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// Sets a dot. The origin is at the upper left. Dots outside are ignored.
  mutating func set(x: Int, y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    // The lowest row of dots was added later to the braille patterns (Unicode, block 2800).
    let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + 3 * (x % 2)
    cells[y / 4 * columns + x / 2] |= 1 << UInt8(bit)
  }

  fileprivate func text(column: Int, row: Int, hasBlocks: Bool) -> String? {
    let dots = cells[row * columns + column]
    guard dots != 0 else { return nil }
    if hasBlocks { return Unicode.Scalar(0x2800 + UInt32(dots)).map(String.init) }
    let (upper, lower) = (dots & 0b0001_1011 != 0, dots & 0b1110_0100 != 0)
    return upper && lower ? ":" : upper ? "'" : "."
  }
}
