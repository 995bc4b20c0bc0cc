import SwitchwayScanning
import Testing

@Suite struct RectTests {
  @Test("numbers of a program that lies are cut, and their sums do not overflow")
  func limits() {
    let rect = Rect(x: .max, y: .min, width: 1 << 31, height: -5)
    #expect(rect == Rect(x: Rect.limit, y: -Rect.limit, width: Rect.limit, height: 0))
    #expect(rect.right == 2 * Rect.limit)
    #expect(rect.area == 0 && rect.isEmpty)
  }

  @Test("an intersection is the part that both have; rectangles that only touch have none")
  func intersection() {
    let rect = Rect(x: 10, y: 10, width: 10, height: 10)
    #expect(rect.intersection(Rect(x: 15, y: 5, width: 20, height: 10)) == Rect(x: 15, y: 10, width: 5, height: 5))
    #expect(rect.intersection(Rect(x: 20, y: 10, width: 5, height: 5)).isEmpty)
  }

  @Test("a union ignores what is empty")
  func union() {
    let rect = Rect(x: 10, y: 10, width: 10, height: 10)
    #expect(rect.union(.zero) == rect)
    #expect(Rect.zero.union(rect) == rect)
    #expect(rect.union(Rect(x: 0, y: 12, width: 5, height: 20)) == Rect(x: 0, y: 10, width: 20, height: 22))
  }
}
