import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

@Suite struct RingShapeTests {
  private static let screen = Rect(x: 0, y: 0, width: 1_280, height: 800)
  private static let item = Rect(x: 100, y: 200, width: 60, height: 30)
  private static let style = RingStyle()

  /// The colour of each pixel from `x` to the right: i inner, o outer, - none.
  private static func row(_ shape: RingShape, y: Int, from x: Int, count: Int) -> String {
    String(
      (x..<x + count).map { x -> Character in
        let colors = shape.pieces.filter { $0.rect.contains(x: x, y: y) }.map(\.color)
        #expect(colors.count <= 1, "two pieces at \(x), \(y)")
        return colors.isEmpty ? "-" : colors[0] == style.inner ? "i" : "o"
      })
  }

  @Test("the inner edge is the item's, and each colour has its width")
  func lit() throws {
    let shape = try #require(RingShape(around: Self.item, in: Self.screen, look: .lit, style: Self.style))
    #expect(shape.hole == Self.item)
    #expect(Self.row(shape, y: 215, from: 90, count: 12) == "--ooooiiii--")
    #expect(Self.row(shape, y: 215, from: 158, count: 12) == "--iiiioooo--")
    #expect(Self.row(shape, y: 199, from: 90, count: 12) == "--ooooiiiiii")
    #expect(Self.row(shape, y: 195, from: 90, count: 12) == "--oooooooooo")
    #expect(Self.row(shape, y: 191, from: 90, count: 12) == "------------")
  }

  @Test("a pressed ring is twice as thick, and its inner edge stays")
  func pressed() throws {
    let shape = try #require(RingShape(around: Self.item, in: Self.screen, look: .pressed, style: Self.style))
    #expect(shape.hole == Self.item)
    #expect(Self.row(shape, y: 215, from: 82, count: 20) == "--ooooooooiiiiiiii--")
  }

  @Test("the width grows with the scale, and is a pixel at least", arguments: [(120, 4), (180, 6), (240, 8), (30, 1)])
  func scale(_ scale120: Int, _ width: Int) throws {
    let shape = try #require(
      RingShape(around: Self.item, in: Self.screen, look: .lit, style: Self.style, scale120: scale120))
    #expect(shape.bounds == Self.item.grown(by: 2 * width))
  }

  @Test("a pending ring is dotted on all sides, in both colours")
  func pending() throws {
    let shape = try #require(RingShape(around: Self.item, in: Self.screen, look: .pending, style: Self.style))
    #expect(Self.row(shape, y: 199, from: 92, count: 32) == "ooooiiii--------iiiiiiii--------")
    #expect(Self.row(shape, y: 192, from: 92, count: 32) == "oooooooo--------oooooooo--------")
    let left = (200..<230).map { Self.row(shape, y: $0, from: 99, count: 1) }.joined()
    #expect(left.contains("i") && left.contains("-"))
  }

  @Test("a rejected ring has only its corners where nothing may move, and is whole where it shakes")
  func rejected() throws {
    var still = Self.style
    still.moves = false
    let shape = try #require(RingShape(around: Self.item, in: Self.screen, look: .rejected, style: still))
    #expect(Self.row(shape, y: 199, from: 92, count: 76).filter { $0 == "-" }.count == 26)
    #expect(Self.row(shape, y: 199, from: 92, count: 9) == "ooooiiiii")
    let moving = RingShape(around: Self.item, in: Self.screen, look: .rejected, style: Self.style)
    #expect(moving?.pieces == RingShape(around: Self.item, in: Self.screen, look: .lit, style: Self.style)?.pieces)
  }

  @Test("where the screen ends the ring lies inside the item")
  func edges() throws {
    let shape = try #require(RingShape(around: Self.screen, in: Self.screen, look: .lit, style: Self.style))
    #expect(shape.bounds == Self.screen)
    #expect(shape.hole == Self.screen.grown(by: -8))
    let corner = Rect(x: -20, y: 3, width: 50, height: 20)
    let cut = try #require(RingShape(around: corner, in: Self.screen, look: .lit, style: Self.style))
    #expect(cut.bounds == Rect(x: 0, y: 0, width: 38, height: 31))
    #expect(cut.hole == Rect(x: 8, y: 8, width: 22, height: 15))
  }

  @Test(
    "an item outside the screen has no ring, and one of any size has one inside the screen",
    arguments: [
      (Rect(x: 2_000, y: 0, width: 10, height: 10), false), (Rect(x: 5, y: 5, width: 0, height: 9), false),
      (Rect(x: .min, y: .min, width: .max, height: .max), false),
      (Rect(x: -5_000, y: -5_000, width: .max, height: .max), true), (Rect(x: 0, y: 0, width: 1, height: 1), true),
      (Rect(x: 1_279, y: 799, width: 9, height: 9), true),
    ])
  func strange(_ item: Rect, _ isSeen: Bool) {
    for look in [RingLook.lit, .pressed, .pending, .rejected] {
      let shape = RingShape(around: item, in: Self.screen, look: look, style: RingStyle(width: 20, moves: false))
      #expect((shape != nil) == isSeen)
      for piece in shape?.pieces ?? [] {
        #expect(piece.rect.intersection(Self.screen) == piece.rect && !piece.rect.isEmpty)
      }
    }
  }

  @Test("a screen that is smaller than a ring does no harm")
  func tiny() {
    let screen = Rect(x: 0, y: 0, width: 9, height: 5)
    let shape = RingShape(around: screen, in: screen, look: .pressed, style: Self.style)
    #expect(shape?.pieces.isEmpty == false)
  }

  @Test("the surfaces of a ring hold all of it, and a large one leaves out its middle")
  func surfaces() throws {
    for item in [Self.item, Rect(x: 100, y: 100, width: 900, height: 600)] {
      let shape = try #require(RingShape(around: item, in: Self.screen, look: .pending, style: Self.style))
      for piece in shape.pieces {
        let parts = shape.surfaces.map { $0.intersection(piece.rect).area }
        #expect(parts.reduce(0, +) == piece.rect.area)
      }
    }
    let large = try #require(
      RingShape(
        around: Rect(x: 100, y: 100, width: 900, height: 600), in: Self.screen, look: .lit, style: Self.style))
    #expect(large.surfaces.count == 4)
    #expect(large.surfaces.map(\.area).reduce(0, +) < 30_000)
  }
}
