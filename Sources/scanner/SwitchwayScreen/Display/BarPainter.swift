import CScanDisplay
import SwitchwayScanning

/// The positions of the rectangles and texts of a bar.
struct BarPlan {
  /// A line of text in a rectangle. A line that does not fit is cut, and ends in an ellipsis.
  struct Line {
    let text: String
    let font: BarText
    let room: Rect
    let color: Color
  }

  /// White on nearly black: a contrast of 16 to 1.
  private static let ground: Color = 0x1E1E1E
  private static let text: Color = 0xFFFFFF
  /// The background of the highlighted label.
  private static let litGround: Color = 0x3A3A46
  private static let (black, white): (Color, Color) = (0x000000, 0xFFFFFF)
  /// The number of letters of each label that must fit. If they do not, the letters become smaller. Longer labels may
  /// be cut. Arbitrary.
  private static let readable = 14

  let layout: BarLayout
  /// The rectangles to fill. Later ones cover earlier ones.
  let pieces: [Piece]
  let lines: [Line]

  /// `width` and `height` are real pixels.
  init(bar: Bar, style: RingStyle, width: Int, height: Int, scale120: Int) {
    // The margin has room for the ring of a pressed label, and some more space.
    let margin = 2 * style.width(of: .pressed, scale120: scale120) + height / (bar.isKeyboard ? 32 : 8)
    // In this size, one line is a little more than half as high as the bar, and two lines are a little lower than a
    // keyboard.
    let usual = BarText(size: height * 2 / 5)
    var message = TextBlock([(bar.message ?? "")[...]], usual)
    if bar.isKeyboard || !bar.labels.isEmpty && message.width > width / 3 - 2 * margin {
      let size = height / (bar.isKeyboard ? 5 : 3)
      message = Self.fitting([Self.halves(bar.message ?? "")], size: size, width: width / 3 - 2 * margin)[0]
    }
    let first = bar.message == nil ? 0 : message.width + 2 * margin
    let room = width - min(first, width / 3) - 2 * margin * bar.labels.count
    var labels: [TextBlock]
    if bar.isKeyboard {
      labels = Self.fitting(bar.labels, size: height / 3, width: room)
    } else {
      let short = Self.fitting(bar.labels.map { String($0.prefix(Self.readable)) }, size: height * 2 / 5, width: room)
      labels = bar.labels.map { TextBlock([$0[...]], short[0].text) }
    }
    layout = BarLayout(
      width: width, height: height, message: first, labels: labels.map { $0.width + 2 * margin },
      fills: bar.isKeyboard)
    var pieces = [
      Piece(rect: Rect(x: 0, y: 0, width: width, height: height), color: bar.isHighContrast ? Self.black : Self.ground)
    ]
    var lines: [Line] = []
    if let lit = bar.lit, layout.cells.indices.contains(lit) {
      let cell = layout.cells[lit]
      var still = style
      still.moves = false
      let inner = cell.grown(by: -2 * style.width(of: bar.look, scale120: scale120))
      let ring = RingShape(around: inner, in: cell, look: bar.look, style: still, scale120: scale120)
      let ground = bar.isHighContrast ? Self.white : Self.litGround
      pieces += [Piece(rect: cell, color: ground)] + (ring?.pieces ?? [])
    }
    for (place, (cell, block)) in zip(layout.cells + [layout.message], labels + [message]).enumerated() {
      let color = bar.isHighContrast && place == bar.lit ? Self.black : Self.text
      for (index, line) in block.lines.enumerated() {
        let inset = bar.isKeyboard ? max(margin, (cell.width - line.width) / 2) : margin
        let top = height * index / block.lines.count
        let room = Rect(
          x: cell.x + inset, y: top, width: cell.width - inset - margin, height: height / block.lines.count)
        lines.append(Line(text: line.text, font: block.text, room: room, color: color))
      }
    }
    (self.pieces, self.lines) = (pieces, lines)
  }

  /// Makes blocks of texts of up to two lines. They have this size, or a smaller size in which each block fits into
  /// this width, but at least 10 pixels.
  static func fitting(_ texts: [String], size: Int, width: Int) -> [TextBlock] {
    var size = size
    while true {
      let text = BarText(size: size)
      let blocks = texts.map { TextBlock($0.split(separator: "\n", maxSplits: 1), text) }
      let need = blocks.reduce(0) { $0 + $1.width }
      if need <= width || size <= 10 { return blocks }
      size = max(10, min(size - 1, size * max(width, 0) / need))
    }
  }

  private static func halves(_ message: String) -> String {
    let blanks = message.indices.filter { message[$0] == " " }
    guard blanks.count > 3 else { return message }
    let middle = blanks[blanks.count / 2]
    return message[..<middle] + "\n" + message[message.index(after: middle)...]
  }
}

/// Paints a bar with the desktop's font.
struct BarPainter {
  let layout: BarLayout
  let pixels: Pixels

  /// `width` and `height` are real pixels.
  init(bar: Bar, style: RingStyle, width: Int, height: Int, scale120: Int) {
    let plan = BarPlan(bar: bar, style: style, width: width, height: height, scale120: scale120)
    var pixels = Pixels(width: width, height: height)
    pixels.fill(plan.pieces)
    for line in plan.lines { line.font.draw(line.text, in: line.room, color: line.color, on: &pixels) }
    (layout, self.pixels) = (plan.layout, pixels)
  }
}

/// Lines of text, one below the other, with their widths.
struct TextBlock {
  let text: BarText
  let lines: [(text: String, width: Int)]

  init(_ lines: [Substring], _ text: BarText) {
    self.text = text
    self.lines = lines.map { (String($0), text.width(of: String($0))) }
  }

  var width: Int { lines.map(\.width).max() ?? 0 }
}

/// Measures and draws lines of text in one size.
@safe final class BarText {
  private let text: OpaquePointer
  /// The size of the font, in real pixels, 6 or more.
  let size: Int

  /// `size` is the size of the font, in real pixels.
  init(size: Int) {
    self.size = max(size, 6)
    unsafe text = scan_text_make(Int32(clamping: self.size))
  }

  deinit { unsafe scan_text_end(text) }

  /// The width in real pixels.
  func width(of line: String) -> Int {
    unsafe bytes(line).withUnsafeBufferPointer { bytes in
      unsafe Int(scan_text_width(text, bytes.baseAddress, Int32(bytes.count)))
    }
  }

  func draw(_ line: String, in rect: Rect, color: Color, on pixels: inout Pixels) {
    guard !rect.isEmpty, !line.isEmpty else { return }
    let room = scan_rect(
      x: Int16(clamping: rect.x), y: Int16(clamping: rect.y), width: UInt16(clamping: rect.width),
      height: UInt16(clamping: rect.height))
    let bytes = bytes(line)
    let (width, height) = (Int32(pixels.width), Int32(pixels.height))
    unsafe scan_text_draw(text, bytes, Int32(bytes.count), room, color, &pixels.values, width, height)
  }

  private func bytes(_ line: String) -> [CChar] { Self.shown(line).utf8.map { CChar(bitPattern: $0) } }

  /// The text as it is shown: at most 200 characters, and with blanks instead of control characters.
  static func shown(_ line: String) -> String {
    let shown = line.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
    return String(String.UnicodeScalarView(shown))
  }
}
