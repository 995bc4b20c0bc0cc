/// Draws the last presses as bars, the newest first. The length of a bar shows how long the press lasted. Marks show
/// the limits of the switch.
struct PressChart {
  let state: MonitorState
  let clock: PressWords
  /// The present time on the daemon's clock, in microseconds.
  let now: Int64

  /// The times, in microseconds, that the full width of a bar can represent.
  private static let scales: [Int64] = [500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 30_000_000, 60_000_000]

  /// The columns at which the parts of a row begin.
  private struct Columns {
    let name: Int
    let nameWidth: Int
    let bar: Int
    let barWidth: Int
    /// The column before which the text for the length ends.
    let length: Int
    let words: Int
    let wordsWidth: Int

    init(width: Int, names: [String]) {
      name = 10
      nameWidth = min(max(names.map { ColumnWidth.of($0) }.max() ?? 0, 4), width < 100 ? 10 : 20)
      bar = name + nameWidth + 2
      barWidth = max((width - bar) * 2 / 5, 10)
      length = bar + barWidth + 8
      words = length + 2
      wordsWidth = max(width - words, 2)
    }
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    guard rows.count > 1 else { return }
    let shown = state.presses.suffix(rows.count - 1).reversed()
    let columns = Columns(width: canvas.columns, names: shown.map(\.name))
    let scale = scale(Array(shown))
    drawHead(on: &canvas, row: rows.lowerBound, columns, scale)
    var row = rows.lowerBound + 1
    if shown.isEmpty { canvas.putText("no press of a switch yet", column: columns.name, row: row, style: .dim) }
    for press in shown {
      guard row < rows.upperBound else { return }
      row = draw(press, on: &canvas, row: row, rows.upperBound, columns, scale)
    }
  }

  private func drawHead(on canvas: inout Canvas, row: Int, _ columns: Columns, _ scale: Int64) {
    canvas.putText("presses", column: 0, row: row, style: .dim)
    canvas.line(column: columns.name, row: row, width: columns.bar - columns.name - 1, style: .dim)
    let end = LengthWords.seconds(scale)
    canvas.putText("0", column: columns.bar, row: row, style: .dim)
    canvas.line(column: columns.bar + 2, row: row, width: columns.barWidth - end.count - 3, style: .dim)
    canvas.putText(end, endingAt: columns.bar + columns.barWidth, row: row, style: .dim)
    let legend = canvas.appearance.hasBlocks ? "█ counts ░ not │ limit · quiet" : "# counts - not | limit . quiet"
    let start = columns.words - 8
    canvas.putText(legend, column: start, row: row, style: .dim, width: canvas.columns - start)
  }

  /// Returns the shortest of `scales` in which three quarters of the presses and their limits fit. Longer bars are cut.
  private func scale(_ shown: [ShownPress]) -> Int64 {
    let lengths = shown.map { press in
      max(press.length(at: now), limits(of: press).holdDuration, limits(of: press).hold)
    }.sorted()
    guard !lengths.isEmpty else { return Self.scales[0] }
    let most = lengths[lengths.count * 3 / 4 - (lengths.count.isMultiple(of: 4) ? 1 : 0)]
    return Self.scales.first { $0 >= most } ?? most
  }

  private func limits(of press: ShownPress) -> PressLimits { state.limits[press.name] ?? PressLimits() }

  /// Draws a press, and returns the row after it.
  private func draw(
    _ press: ShownPress, on canvas: inout Canvas, row: Int, _ end: Int, _ columns: Columns, _ scale: Int64
  ) -> Int {
    canvas.putText(clock.time(press.pressed), column: 0, row: row, style: .dim)
    canvas.putText(press.name, column: columns.name, row: row, style: .bold, width: columns.nameWidth)
    drawBar(press, on: &canvas, row: row, columns, scale)
    let length = press.length(at: now)
    let shown = press.isDown && length >= 10_000_000 ? "\(length / 1_000_000) s" : LengthWords.measured(length)
    canvas.putText(shown, endingAt: columns.length, row: row)
    let most = min(columns.wordsWidth < 40 ? 3 : 2, end - row)
    return canvas.putParagraph(
      press.words, column: columns.words, row: row, width: columns.wordsWidth, most: most,
      style: Self.style(press))
  }

  private static func style(_ press: ShownPress) -> Style {
    switch press.outcome {
    case .command: .green
    case .rejected: .yellow
    case .waiting, .question: .bold
    case .accepted: []
    }
  }

  private func drawBar(
    _ press: ShownPress, on canvas: inout Canvas, row: Int, _ columns: Columns, _ scale: Int64
  ) {
    func extent(_ time: Int64) -> Double { Double(time) / Double(scale) * Double(columns.barWidth) }
    let limits = limits(of: press)
    let length = extent(press.length(at: now))
    let isCounted =
      switch press.outcome {
      case .rejected, .waiting: false
      case .accepted, .command, .question: true
      }
    let room = Double(columns.barWidth)
    if !press.isDown, isCounted, limits.ignoreRepeat > 0, length < room {
      let first = Int(length.rounded(.up))
      let last = min(Int(extent(press.length(at: now) &+ limits.ignoreRepeat)), columns.barWidth - 1)
      let dot = canvas.appearance.hasBlocks ? "·" : "."
      if first <= last {
        for column in first...last { canvas.putText(dot, column: columns.bar + column, row: row, style: .dim) }
      }
    }
    canvas.bar(
      min(length, room), column: columns.bar, row: row, filling: isCounted ? .full : .light, style: Self.style(press))
    if length > room {
      canvas.putText(canvas.appearance.hasBlocks ? "»" : ">", column: columns.bar + columns.barWidth, row: row)
    }
    for limit in [limits.holdDuration, limits.hold] where limit > 0 && extent(limit) < room {
      canvas.mark(column: columns.bar + Int(extent(limit)), row: row, style: .bold)
    }
  }
}
