import SwitchwayCore

// The plot as an SVG picture, for reports.
extension CalibrationPlot {
  private static let width = 900.0
  private static let left = 150.0
  private static let right = 760.0
  private static let rowHeight = 16.0

  var svg: String {
    let height = 70 + Double(prompts.count + rests.count) * Self.rowHeight + 30 + 2 * 114 + 90
    var picture = Picture(width: Int(Self.width), height: Int(height))
    picture.text(title, x: 10, y: 24, size: 16, isBold: true)
    var x = 10.0
    for (kind, text) in Self.legend {
      Self.draw(kind, x: x, width: 22, y: 38, on: &picture)
      picture.text(text, x: x + 28, y: 49)
      x += 50 + Double(text.count) * 7
    }
    var y = drawPrompts(on: &picture, y: 62)
    y = draw(lengths, "How long it was pressed", ("asked presses", "not asked"), lengthWords, on: &picture, y: y + 24)
    y = draw(
      gaps, "How soon the next press came", ("two asked presses", "not asked"), gapWords, on: &picture, y: y + 24)
    for (index, line) in comparison.enumerated() {
      picture.text(
        "\(line.text): \(line.presses) of \(change.presses) asked presses count, and \(line.others) "
          + (line.others == 1 ? "other" : "others"),
        x: 10,
        y: y + 30 + 18 * Double(index), isBold: index == 1)
    }
    picture.text(sureness, x: 10, y: y + 70)
    return picture.svg
  }

  private static func draw(_ kind: Contact.Kind, x: Double, width: Double, y: Double, on picture: inout Picture) {
    let width = max(width, 1.5)
    switch kind {
    case .press: picture.rectangle(x: x, y: y, width: width, height: 11)
    case .ignored: picture.rectangle(x: x, y: y, width: width, height: 11, .light)
    case .extra:
      picture.rectangle(x: x, y: y, width: width, height: 11, .limit)
      picture.text("!", x: x + width / 2, y: y + 10, anchor: "middle", size: 11, isBold: true)
    case .missed:
      picture.line(from: (x, y), to: (x + width, y + 11), .limit)
      picture.line(from: (x, y + 11), to: (x + width, y), .limit)
    }
  }

  private func drawPrompts(on picture: inout Picture, y: Double) -> Double {
    var y = y
    let width = Self.right - Self.left
    func draw(_ line: Row, _ words: String) {
      picture.text(line.label, x: Self.left - 8, y: y + 11, anchor: "end")
      picture.line(from: (Self.left, y + 12), to: (Self.right, y + 12))
      for contact in line.contacts {
        let scale = width / Double(max(line.length, 1))
        Self.draw(
          contact.kind, x: Self.left + Double(contact.from) * scale, width: Double(contact.to - contact.from) * scale,
          y: y, on: &picture)
      }
      picture.text(words, x: Self.right + 8, y: y + 11)
      y += Self.rowHeight
    }
    for prompt in prompts { draw(prompt, Self.verdict(prompt)) }
    picture.text("0 s", x: Self.left, y: y + 12, size: 11)
    picture.text("3 s", x: Self.right, y: y + 12, anchor: "end", size: 11)
    y += Self.rowHeight
    for rest in rests { draw(rest, Self.verdict(ofRest: rest)) }
    return y
  }

  private func draw(
    _ lengths: Lengths, _ title: String, _ names: (String, String), _ words: String, on picture: inout Picture,
    y: Double
  ) -> Double {
    picture.text(title, x: 10, y: y, isBold: true)
    let most = Self.roundedUp(max((lengths.presses + lengths.others).max() ?? 0, lengths.limit * 5 / 4, 100_000))
    let width = Self.right - Self.left
    func place(_ value: Int64) -> Double { Self.left + Double(value) / Double(most) * width }
    for (index, (name, values)) in [(names.0, lengths.presses), (names.1, lengths.others)].enumerated() {
      let base = y + 36 + 30 * Double(index)
      picture.text("\(name): \(values.count)", x: Self.left - 8, y: base, anchor: "end")
      picture.line(from: (Self.left, base), to: (Self.right, base))
      let bins = 90
      var counts = [Int](repeating: 0, count: bins)
      for value in values { counts[min(Int(Double(value) / Double(most) * Double(bins)), bins - 1)] += 1 }
      let highest = Double(max(counts.max() ?? 1, 1))
      for (bin, count) in counts.enumerated() where count > 0 {
        let height = 24 * Double(count) / highest
        picture.rectangle(
          x: Self.left + width * Double(bin) / Double(bins), y: base - height, width: width / Double(bins) - 1,
          height: height, index == 0 ? .full : .light)
      }
    }
    if lengths.limit > 0 {
      picture.line(from: (place(lengths.limit), y + 6), to: (place(lengths.limit), y + 70), .limit, isDashed: true)
      picture.text(DurationText.words(Microseconds(lengths.limit)), x: place(lengths.limit) + 4, y: y + 14, size: 11)
    }
    picture.text("0", x: Self.left, y: y + 80, size: 11)
    picture.text(DurationText.words(Microseconds(most)), x: Self.right, y: y + 80, anchor: "end", size: 11)
    picture.text(words, x: Self.left + 20, y: y + 82)
    return y + 90
  }
}
