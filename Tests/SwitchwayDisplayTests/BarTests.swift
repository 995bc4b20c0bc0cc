import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

@Suite struct BarTests {
  @Test("labels that fit have the width that they need")
  func fitting() {
    let layout = BarLayout(width: 800, height: 48, message: 0, labels: [90, 100, 80, 60, 100, 120, 90, 50])
    #expect(layout.message.isEmpty)
    #expect(layout.cells.map(\.width) == [90, 100, 80, 60, 100, 120, 90, 50])
    #expect(layout.cells.map(\.x) == [0, 90, 190, 270, 330, 430, 550, 640])
  }

  @Test("only the widest labels are cut, to one width")
  func cut() {
    let layout = BarLayout(width: 800, height: 48, message: 0, labels: [100, 900, 50, 600])
    #expect(layout.cells.map(\.width) == [100, 325, 50, 325])
    #expect(layout.cells.last?.right == 800)
  }

  @Test("eight long labels share 800 pixels, and a message has a third at most")
  func many() {
    let layout = BarLayout(width: 800, height: 48, message: 5_000, labels: Array(repeating: 400, count: 8))
    #expect(layout.message.width == 266)
    #expect(Set(layout.cells.map(\.width)) == [66])
    #expect(BarLayout(width: 800, height: 48, message: 5_000, labels: []).message.width == 800)
  }

  @Test("a click finds its label, and none beside them")
  func clicks() {
    let layout = BarLayout(width: 800, height: 48, message: 100, labels: [50, 60])
    let labels = [99, 100, 149, 150, 209, 210, -1, 5_000].map { layout.label(x: $0, y: 20) }
    #expect(labels == [nil, 0, 0, 1, 1, nil, nil, nil])
    #expect(layout.label(x: 120, y: 48) == nil)
  }

  @Test("a bar without room does no harm")
  func none() {
    let layout = BarLayout(width: 0, height: 0, message: 10, labels: [10, 20])
    #expect(layout.cells.map(\.area) == [0, 0])
  }

  @Test("the label that is lit has a ring in its cell; texts of any kind are painted")
  func painting() {
    let style = RingStyle()
    let labels = ["Café ☕", "", "a\u{0}b\n\u{1b}[2J", String(repeating: "w", count: 100_000)]
    let bar = Bar(labels: labels, lit: 0, message: "\u{202e}?")
    let painter = BarPainter(bar: bar, style: style, width: 800, height: 48, scale120: 120)
    let cell = painter.layout.cells[0]
    func pixel(_ x: Int, _ y: Int) -> UInt32 { painter.pixels.values[y * 800 + x] }
    #expect(pixel(cell.x, 24) == (0xFF00_0000 | style.outer) && pixel(cell.x + 4, 24) == (0xFF00_0000 | style.inner))
    #expect(pixel(cell.right - 1, 24) == (0xFF00_0000 | style.outer))
    // White letters, in the first label and in none of the empty one.
    func isWritten(_ rect: Rect) -> Bool {
      (rect.x..<rect.right).contains { x in (0..<48).contains { pixel(x, $0) == 0xFFFF_FFFF } }
    }
    #expect(isWritten(cell))
    #expect(!isWritten(painter.layout.cells[1]))
    #expect(painter.layout.cells.count == 4)
  }

  @Test("a name of many combining marks stays in its room")
  func marks() {
    let text = BarText(size: 20)
    var pixels = Pixels(width: 200, height: 200)
    let room = Rect(x: 50, y: 90, width: 100, height: 24)
    let marks = String(repeating: "\u{301}\u{316}", count: 90)
    text.draw("a" + marks, in: room, color: 0xFFFFFF, on: &pixels)
    let written = pixels.values.indices.filter { pixels.values[$0] != 0 }.map { ($0 % 200, $0 / 200) }
    #expect(!written.isEmpty)
    #expect(written.allSatisfy { room.x..<room.right ~= $0.0 && room.y..<room.y + room.height ~= $0.1 })
  }

  @Test("a keyboard is twice as high, and its keys share the whole width")
  func keyboard() {
    let layout = BarLayout(width: 800, height: 96, message: 0, labels: [100, 50, 250], fills: true)
    #expect(layout.cells.map(\.width) == [233, 183, 384] && layout.cells.last?.right == 800)
    #expect(BarLayout(width: 800, height: 96, message: 100, labels: [400, 900], fills: true).cells.last?.right == 800)
    #expect(BarLayout(width: 800, height: 96, message: 10, labels: [], fills: true).cells.isEmpty)
    #expect(Bar(height: 50, isKeyboard: true).fullHeight == 100)
  }

  @Test("a keyboard's labels and its message have two lines, in the middle")
  func twoLines() {
    let labels = ["q w e\nr t z", "x", "\n", "a\nb\nc", ""]
    let bar = Bar(labels: labels, lit: 1, message: "one two three four five", isKeyboard: true)
    let painter = BarPainter(bar: bar, style: RingStyle(), width: 800, height: 96, scale120: 120)
    func rows(_ cell: Rect) -> [Int] {
      (0..<96).filter { y in
        (cell.x..<cell.right).contains { painter.pixels.values[y * 800 + $0] == 0xFFFF_FFFF }
      }
    }
    let (both, middle) = (rows(painter.layout.cells[0]), rows(painter.layout.cells[1]))
    #expect(both.contains { $0 < 40 } && both.contains { $0 > 56 } && !both.contains(48))
    #expect(middle.contains(48) && !middle.contains { $0 < 24 })
    let message = rows(painter.layout.message)
    #expect(message.contains { $0 < 40 } && message.contains { $0 > 56 })
  }

  @Test("on a screen of 800 × 480 the keys are smaller, and none is cut")
  func small() {
    let groups = ["space\nshift …", "tea team\nteach", "q w e\nr t z", "u i o\np ü ß", "a s d\nf g", "h j k\nl ö ä"]
    let bar = Bar(labels: groups + ["y x c v\nb n m", "out"], isKeyboard: true)
    let painter = BarPainter(bar: bar, style: RingStyle(), width: 800, height: 96, scale120: 120)
    #expect(painter.layout.cells.last?.right == 800)
    // The room beside the margins, alone and beside a message.
    for room in [800 - 8 * 38, 534 - 8 * 38] {
      let widths = BarPlan.fitting(bar.labels, size: 32, width: room).map(\.width)
      #expect(widths.allSatisfy { $0 > 10 } && widths.reduce(0, +) <= room, "\(widths)")
    }
    #expect(BarPlan.fitting(["q"], size: 32, width: 800)[0].width > 15)
    for room in [-5, 0, 1] { #expect(BarPlan.fitting(bar.labels, size: 32, width: room).count == 8) }
  }

  @Test("on a screen of 800 × 480 the eight places of the bar are whole, with smaller letters; long titles are cut")
  func smallBar() {
    let places = ["Hilfe rufen", "Tastatur", "blättern", "zurück", "Fenster", "Programme", "System", "hinaus"]
    func cells(_ labels: [String], _ message: String? = nil) -> [Int] {
      let bar = Bar(labels: labels, lit: 0, message: message)
      return BarPainter(bar: bar, style: RingStyle(), width: 800, height: 48, scale120: 120).layout.cells.map(\.width)
    }
    // Cut cells have one width.
    #expect(Set(cells(places)).count > 5 && cells(places).reduce(0, +) <= 800)
    let titles = Array(repeating: String(repeating: "title ", count: 30), count: 7) + ["out"]
    #expect(cells(titles).allSatisfy { $0 > 40 } && cells(titles).reduce(0, +) <= 800)
    #expect(cells(places, "Editor cannot be started").reduce(0, +) <= 800)
  }

  @Test("with high contrast all is black or white, and the lit label is the other way round")
  func highContrast() {
    var bar = Bar(labels: ["one", "two"], lit: 1)
    bar.isHighContrast = true
    let painter = BarPainter(bar: bar, style: RingStyle(), width: 400, height: 48, scale120: 120)
    let (first, lit) = (painter.layout.cells[0], painter.layout.cells[1])
    func pixels(_ cell: Rect) -> [UInt32] {
      (cell.y + 12..<cell.bottom - 12).flatMap { y in
        (cell.x + 12..<cell.right - 12).map { painter.pixels.values[y * 400 + $0] }
      }
    }
    func share(_ color: UInt32, _ cell: Rect) -> Int {
      pixels(cell).count { $0 == color } * 100 / max(1, pixels(cell).count)
    }
    #expect(share(0xFF00_0000, first) > 50 && share(0xFFFF_FFFF, lit) > 50)
  }

  @Test("numbers out of range are brought into it")
  func limits() {
    let bar = Bar(labels: Array(repeating: "x", count: 99), lit: -4, height: 1)
    #expect(bar.labels.count == Bar.limit && bar.height == 24)
    _ = BarPainter(bar: bar, style: RingStyle(width: 99), width: 5, height: 1, scale120: 120)
    #expect(RingStyle(width: -1).width == 1 && RingStyle(width: 99).width == 20)
  }
}
