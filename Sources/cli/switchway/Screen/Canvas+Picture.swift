extension Canvas {
  /// The content as a picture to print (SVG), without empty rows at its end. Its colours can be told apart without
  /// colour vision, and light bars are striped.
  var picture: String {
    var body = ""
    for row in 0..<usedRows {
      var column = 0
      while column < columns {
        let cell = cells[row * columns + column]
        if let light = lights[row * columns + column] {
          if light.lowerBound > 0 {
            body += Self.rectangle(column: column, row: row, eighths: 0..<light.lowerBound, fill: Self.fullInk)
          }
          if !light.isEmpty {
            body += Self.rectangle(column: column, row: row, eighths: light, fill: Self.stripes)
          }
          column += 1
          continue
        }
        if let block = Block(cell.text) {
          body += block.rectangle(column: column, row: row, colour: Self.ink(cell.style) ?? Self.fullInk)
          column += 1
          continue
        }
        // Each word has its own position, because programs that show the picture draw text with different widths.
        let end =
          cell.text == " "
          ? column + 1
          : (column + 1..<columns).first {
            let next = cells[row * columns + $0]
            return next.text == " " || next.style != cell.style || Block(next.text) != nil
          } ?? columns
        if cell.text != " " || cell.style.contains(.reverse) {
          body += word(cells[row * columns + column..<row * columns + end], column: column, row: row)
        }
        column = end
      }
    }
    let size = (columns * Self.cellWidth + 2 * Self.margin, usedRows * Self.cellHeight + 2 * Self.margin)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)" \
      font-family="DejaVu Sans Mono, monospace" font-size="13">
      <defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="#f6d6a8"/><rect width="3" height="6" fill="#c9791a"/></pattern></defs>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(body)</svg>

      """
  }

  /// Writes the picture to a file. After an error, the file still has its former contents.
  func writePicture(to path: String) throws(CommandFailure) {
    do throws(CommandFailure) {
      let file = try NewFile(path, replaces: true)
      try file.write(picture)
      try file.finish()
    } catch {
      throw CommandFailure(
        error.status, "\(Terminal.printable(path)): the picture cannot be written: \(error.message)")
    }
  }

  /// The sizes in pixels.
  private static let (cellWidth, cellHeight, margin) = (8, 18, 16)

  /// The colours of bars.
  private static let (fullInk, stripes) = ("#1f5fa8", "url(#stripes)")

  /// Returns the SVG of a rectangle that fills a part of a cell. `eighths` are parts of the cell's height, counted from
  /// its lower end.
  private static func rectangle(column: Int, row: Int, eighths: Range<Int>, width: Int = 8, fill: String) -> String {
    let (x, y) = (margin + column * cellWidth, Double(margin + row * cellHeight))
    let top = y + Double(cellHeight) - Double(cellHeight * eighths.upperBound) / 8
    let high = Double(cellHeight * eighths.count) / 8
    return "<rect x=\"\(x)\" y=\"\(top)\" width=\"\(width)\" height=\"\(high)\" fill=\"\(fill)\"/>\n"
  }

  /// Returns the colour of a style. `nil` means the usual colour.
  private static func ink(_ style: Style) -> String? {
    let colours: [(Style, String)] = [
      (.red, "#b3261e"), (.green, fullInk), (.yellow, "#8a5200"), (.dim, "#666666"),
    ]
    return colours.first { style.contains($0.0) }?.1
  }

  private func word(_ word: ArraySlice<Cell>, column: Int, row: Int) -> String {
    let style = word.first?.style ?? []
    let (x, y) = (Self.margin + column * Self.cellWidth, Self.margin + row * Self.cellHeight)
    let text = word.map(\.text).joined()
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let isReverse = style.contains(.reverse)
    let back = "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(word.count * Self.cellWidth)\" height=\"\(Self.cellHeight)\"/>\n"
    let weight = style.contains(.bold) ? " font-weight=\"bold\"" : ""
    let ink = isReverse ? "#ffffff" : Self.ink(style) ?? "#111111"
    return (isReverse ? back : "") + "<text x=\"\(x)\" y=\"\(y + 13)\" fill=\"\(ink)\"\(weight)>\(text)</text>\n"
  }

  /// A block element. It is drawn as a rectangle, so that there is no gap between it and its neighbours.
  private struct Block {
    /// The part of the cell that the block covers, in eighths.
    private var (width, height) = (8, 8)
    private var isLight = false

    /// Returns `nil` if the character is not a block element. Source: Unicode, "Block Elements", from 2580.
    init?(_ text: String) {
      guard let scalar = text.unicodeScalars.first?.value else { return nil }
      switch scalar {
      case 0x2581...0x2588: height = Int(scalar - 0x2580)
      case 0x2589...0x258F: width = Int(0x2590 - scalar)
      case 0x2591: isLight = true
      default: return nil
      }
    }

    func rectangle(column: Int, row: Int, colour: String) -> String {
      Canvas.rectangle(
        column: column, row: row, eighths: 0..<height, width: width, fill: isLight ? Canvas.stripes : colour)
    }
  }
}
