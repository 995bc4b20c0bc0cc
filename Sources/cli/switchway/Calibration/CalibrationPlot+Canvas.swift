import SwitchwayCore
import SwitchwayText
import SwitchwayTime

// Draws the plot in a terminal.
extension CalibrationPlot {
  /// The largest number of columns of the plot. More columns would not make it clearer.
  private static let widest = 120
  private static let labelWidth = 5
  private static let verdictWidth = 19

  /// Draws the plot for a terminal with this many columns. The plot is at least 40 columns wide, and at most `widest`.
  func canvas(columns: Int, appearance: Appearance) -> Canvas {
    let width = min(max(columns, 40), Self.widest)
    var canvas = Canvas(columns: width, rows: prompts.count + rests.count + 40, appearance: appearance)
    var row = canvas.putParagraph(title, column: 0, row: 0, width: width, style: .bold)
    row = drawLegend(on: &canvas, row: row) + 1
    row = drawPrompts(on: &canvas, row: row) + 1
    row = draw(
      lengths, "How long it was pressed", ("prompted", "unprompted"), lengthWords, on: &canvas, row: row)
    if !gaps.presses.isEmpty || !gaps.others.isEmpty {
      row = draw(
        gaps, "How soon the next press came", ("prompted twice", "unprompted"), gapWords, on: &canvas, row: row + 1)
    }
    drawComparison(on: &canvas, row: row + 1)
    return canvas
  }

  /// The plot for reports, followed by a sentence about how reliable the proposal is.
  var report: Canvas {
    var canvas = canvas(columns: 100, appearance: Appearance(isUTF8: true, hasBlocks: true, hasColour: true))
    canvas.putParagraph(sureness, column: 0, row: canvas.usedRows + 1, width: canvas.columns)
    return canvas
  }

  /// Returns the character for a kind of contact. Each kind has its own character, so that the kinds also differ
  /// without colours.
  private static func mark(_ kind: Contact.Kind, _ appearance: Appearance) -> (text: String, style: Style) {
    switch kind {
    case .press: (appearance.hasBlocks ? "█" : "#", .green)
    case .ignored: (appearance.hasBlocks ? "░" : "-", [])
    case .extra: ("!", [.bold, .red])
    case .missed: ("x", [.bold, .red])
    }
  }

  private func drawLegend(on canvas: inout Canvas, row: Int) -> Int {
    let kinds = Set((prompts + rests).flatMap(\.contacts).map(\.kind)).union([.press, .ignored])
    var (column, row) = (0, row)
    for (kind, text) in Self.legend where kinds.contains(kind) {
      if column > 0, column + text.count + 3 > canvas.columns { (column, row) = (0, row + 1) }
      let mark = Self.mark(kind, canvas.appearance)
      column = canvas.putText(mark.text + mark.text, column: column, row: row, style: mark.style)
      column = canvas.putText(" \(text)", column: column, row: row) + 3
    }
    return row
  }

  private func drawPrompts(on canvas: inout Canvas, row: Int) -> Int {
    var row = row
    let width = canvas.columns - Self.labelWidth - Self.verdictWidth
    for prompt in prompts {
      draw(prompt, Self.verdict(prompt), width: width, on: &canvas, row: row)
      row += 1
    }
    let length = prompts.first?.length ?? 0
    canvas.putText("0 s", column: Self.labelWidth, row: row, style: .dim)
    for second in stride(from: Int64(1_000_000), through: length, by: 1_000_000) {
      let column = Self.labelWidth + Int(second) * width / Int(length)
      canvas.putText("\(second / 1_000_000) s", endingAt: column, row: row, style: .dim)
    }
    row += 1
    for rest in rests {
      draw(rest, Self.verdict(ofRest: rest), width: width, on: &canvas, row: row)
      row += 1
    }
    return row
  }

  private func draw(_ line: Row, _ verdict: String, width: Int, on canvas: inout Canvas, row: Int) {
    canvas.putText(line.label, endingAt: Self.labelWidth - 1, row: row)
    canvas.putText(
      String(repeating: canvas.appearance.hasBlocks ? "·" : ".", count: width), column: Self.labelWidth, row: row,
      style: .dim)
    let length = Double(max(line.length, 1))
    for contact in line.contacts {
      let mark = Self.mark(contact.kind, canvas.appearance)
      let first = min(Int(Double(contact.from) / length * Double(width)), width - 1)
      let last = min(max(Int((Double(contact.to) / length * Double(width)).rounded()), first + 1), width)
      canvas.putText(
        String(repeating: mark.text, count: last - first), column: Self.labelWidth + first, row: row,
        style: mark.style)
    }
    let isBad = line.count(.missed) + line.count(.extra) > 0
    canvas.putText(
      verdict, column: Self.labelWidth + width + 1, row: row, style: isBad ? [.bold] : [], width: Self.verdictWidth - 1)
  }

  /// Draws two histograms, of prompted presses and of other contacts, and a line at the proposed limit.
  private func draw(
    _ lengths: Lengths, _ title: String, _ names: (String, String), _ words: String, on canvas: inout Canvas, row: Int
  ) -> Int {
    canvas.putText(title, column: 0, row: row, style: .bold)
    let series = [
      ("\(lengths.presses.count) \(names.0)", lengths.presses, Canvas.Filling.full),
      ("\(lengths.others.count) \(names.1)", lengths.others, Canvas.Filling.light),
    ].filter { !$0.1.isEmpty }
    let left = 21
    let width = canvas.columns - left - 1
    let most = Self.roundedUp(max((lengths.presses + lengths.others).max() ?? 0, lengths.limit * 5 / 4, 100_000))
    let limit = lengths.limit == 0 ? nil : left + Int(Double(lengths.limit) / Double(most) * Double(width))
    var row = row + 1
    for (name, values, filling) in series {
      var counts = [Int](repeating: 0, count: width)
      for value in values { counts[min(Int(Double(value) / Double(most) * Double(width)), width - 1)] += 1 }
      canvas.putText(name, column: 0, row: row + 1)
      let highest = Double(max(counts.max() ?? 1, 1))
      for (index, count) in counts.enumerated() where count > 0 {
        canvas.column(
          max(2 * Double(count) / highest, 0.5), column: left + index, bottom: row + 1, filling: filling,
          style: filling == .full ? .green : [])
      }
      if let limit { for line in row...row + 1 { canvas.mark(column: limit, row: line, style: .bold) } }
      row += 2
    }
    canvas.line(column: left, row: row, width: width, style: .dim)
    if let limit { canvas.mark(column: limit, row: row, style: .bold) }
    canvas.putText("0", column: left, row: row + 1, style: .dim)
    canvas.putText(DurationText.words(Microseconds(most)), endingAt: canvas.columns, row: row + 1, style: .dim)
    if let limit {
      let text = DurationText.words(Microseconds(lengths.limit))
      canvas.putText(
        text, column: min(max(limit - text.count / 2, left + 2), canvas.columns - text.count - 9), row: row + 1,
        style: .bold)
    }
    return canvas.putParagraph(words, column: left, row: row + 2, width: canvas.columns - left)
  }

  private func drawComparison(on canvas: inout Canvas, row: Int) {
    let first = 17
    let room = max((canvas.columns - first) / 2 - 12, 3)
    let second = first + room + 14
    let heads = ["prompted presses that count", "others that count"]
    let isNarrow = first + heads[0].count >= second
    canvas.putText(isNarrow ? "what counts" : "", column: 0, row: row, style: .bold)
    canvas.putText(isNarrow ? "prompted" : heads[0], column: first, row: row, style: .bold)
    canvas.putText(isNarrow ? "others" : heads[1], column: second, row: row, style: .bold)
    let most = Double(max(comparison.map(\.others).max() ?? 1, 1))
    for (index, line) in comparison.enumerated() {
      let lineRow = row + 1 + index
      canvas.putText(line.text, column: 0, row: lineRow)
      let end = canvas.putText("\(line.presses) of \(change.presses)", column: first, row: lineRow)
      canvas.bar(
        Double(room) * Double(line.presses) / Double(max(change.presses, 1)), column: max(end + 1, first + 9),
        row: lineRow, style: .green)
      canvas.putText("\(line.others)", column: second, row: lineRow)
      canvas.bar(
        Double(max(canvas.columns - second - 6, 1)) * Double(line.others) / most, column: second + 5, row: lineRow,
        filling: .light)
    }
  }

  /// Returns the smallest round number that is not below `value`: 1, 2 or 5 times a power of ten, and at least 100 000.
  static func roundedUp(_ value: Int64) -> Int64 {
    var unit: Int64 = 100_000
    while true {
      for factor in [1, 2, 5] as [Int64] where value <= unit * factor { return unit * factor }
      unit *= 10
    }
  }
}
