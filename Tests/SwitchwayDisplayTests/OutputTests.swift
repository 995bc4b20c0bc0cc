import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

@Suite struct OutputTests {
  private static func output(_ layout: Rect, _ width: Int, _ height: Int) -> Output {
    Output(name: "A", layout: layout, width: width, height: height, id: 1)
  }

  @Test(
    "the scale is found from both sizes, also where the desktop's is rounded",
    arguments: [(1_280, 1_280, 120), (1_280, 1_920, 180), (960, 1_920, 240), (1_092, 1_366, 150), (1_440, 1_920, 160)])
  func scale(_ logical: Int, _ real: Int, _ scale120: Int) {
    let output = Self.output(Rect(x: 0, y: 0, width: logical, height: 700), real, 700)
    #expect(output.scale120 == scale120)
  }

  @Test("a display that lies about its sizes gets a scale that can be used")
  func lies() {
    for (logical, real) in [(0, 100), (1, Rect.limit), (Rect.limit, 1), (Rect.limit, 0)] {
      let output = Self.output(Rect(x: 0, y: 0, width: logical, height: logical), real, real)
      #expect(30...1_200 ~= output.scale120)
      #expect(output.cover(Rect(x: 3, y: 3, width: 30, height: 30)).real.isEmpty == false)
    }
  }

  @Test("a rectangle of the desktop becomes the screen's own, each edge rounded")
  func real() {
    let output = Self.output(Rect(x: 1_280, y: 0, width: 1_280, height: 720), 1_920, 1_080)
    func real(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rect {
      output.real(Area(Rect(x: x, y: y, width: width, height: height))).rounded
    }
    #expect(real(1_283, 25, 1_274, 692) == Rect(x: 5, y: 38, width: 1_911, height: 1_038))
    #expect(real(1_279, -1, 2, 2) == Rect(x: -1, y: -1, width: 3, height: 3))
  }

  @Test("a surface covers its rectangle with whole pixels of both kinds", arguments: [120, 150, 160, 180, 240])
  func cover(_ scale120: Int) {
    let output = Self.output(Rect(x: 0, y: 0, width: 1_200, height: 1_200), 10 * scale120, 10 * scale120)
    #expect(output.scale120 == scale120)
    for offset in 0..<30 {
      let rect = Rect(x: offset, y: 7 * offset, width: 11 + offset, height: 40)
      let (logical, real) = output.cover(rect)
      #expect(real.intersection(rect) == rect)
      #expect(output.real(Area(logical)).rounded == real)
      #expect(real.x * 120 == logical.x * scale120 && real.right * 120 == logical.right * scale120)
      #expect(real.width < rect.width + 20 && real.height < rect.height + 20)
    }
  }
}
