import Testing

@testable import SwitchwayScanning

/// docs/design/desktop.md, "What counts, and how it is grouped": where a window is cut.
@Suite struct RegionTests {
  private func region(_ rects: [Rect], containers: [[Int]]? = nil, texts: [Int?]? = nil) -> Region? {
    RegionCutter.region(
      of: rects, containers: containers ?? rects.map { _ in [] }, texts: texts ?? rects.map { _ in nil })
  }

  /// Items as numbers, what a row is cut into in brackets, what a heap is in braces.
  private func sketch(_ region: Region?) -> String {
    guard let region else { return "nothing" }
    guard !region.parts.isEmpty else { return "\(region.items[0])" }
    let parts = region.parts.map { sketch($0) }.joined(separator: " ")
    return region.kind == .row ? "[\(parts)]" : "{\(parts)}"
  }

  @Test("nothing, and one item")
  func few() {
    #expect(sketch(region([])) == "nothing")
    #expect(sketch(region([rect(0, 0, 1, 1)])) == "0")
  }

  @Test("the widest line comes first, and with it those of its direction that are at least half as wide")
  func widest() {
    // Two columns 61 pixels from each other, with rows 21 pixels from each other.
    let pair = { (y: Int) in [rect(0, y, 50, 10), rect(111, y, 50, 10)] }
    #expect(sketch(region(pair(0) + pair(31) + pair(62))) == "[[0 2 4] [1 3 5]]")
    // Frames do not count: lines of 22, 22 and 44 or 45 pixels.
    let list = { (last: Int) in [0, 30, 60, last].map { rect(0, $0, 50, 10) } }
    #expect(sketch(region(list(112))) == "[0 1 2 3]")
    #expect(sketch(region(list(113))) == "[[0 1 2] 3]")
  }

  @Test("of lines that are as wide those across come first")
  func across() {
    #expect(
      sketch(region([rect(0, 0, 10, 10), rect(20, 0, 10, 10), rect(0, 20, 10, 10), rect(20, 20, 10, 10)]))
        == "[[0 1] [2 3]]")
  }

  @Test("frames of neighbours may share two pixels, not three")
  func frames() {
    #expect(sketch(region([rect(0, 0, 40, 20), rect(38, 0, 40, 20), rect(0, 30, 78, 20)])) == "[[0 1] 2]")
    #expect(sketch(region([rect(0, 0, 40, 20), rect(0, 18, 40, 20)])) == "[0 1]")
    let over = region([rect(0, 0, 40, 20), rect(37, 0, 40, 20), rect(74, 0, 40, 20), rect(111, 0, 40, 20)])
    #expect(over?.kind == .heap)
  }

  @Test("a line that divides fewer containers comes first, however narrow it is")
  func containers() {
    let rects = [rect(0, 0, 40, 20), rect(45, 0, 40, 20), rect(0, 80, 40, 20), rect(45, 80, 40, 20)]
    #expect(sketch(region(rects)) == "[[0 1] [2 3]]")
    #expect(sketch(region(rects, containers: [[0], [1], [0], [1]])) == "[[0 2] [1 3]]")
  }

  @Test("a text is cut between its lines first, wherever the links in it are")
  func text() {
    // In two lines that share no pixel, but nearer to each other than the links of a line.
    let links = [rect(0, 0, 40, 20), rect(300, 0, 40, 20), rect(0, 24, 40, 20), rect(300, 24, 40, 20)]
    #expect(sketch(region(links)) == "[[0 2] [1 3]]")
    #expect(sketch(region(links, texts: [1, 1, 1, 1])) == "[[0 1] [2 3]]")
    // Of two texts beside each other the lines are not one line.
    #expect(sketch(region(links, texts: [1, 2, 1, 2])) == "[[0 2] [1 3]]")
  }

  @Test("an item that holds others stands by itself")
  func holder() {
    // A large one, two rows of two in it.
    let inner = [rect(10, 10, 40, 20), rect(10, 40, 40, 20), rect(110, 10, 40, 20), rect(110, 40, 40, 20)]
    #expect(sketch(region([rect(0, 0, 200, 100)] + inner)) == "{0 [1 3] [2 4]}")
  }

  @Test("where each line crosses an item, that which crosses the fewest is taken")
  func pinwheel() {
    // +-----+-+   No line goes through.
    // +-+---+ |
    // | | 4 | |
    // | +---+-+
    // +-+-----+
    let wheel = [
      rect(0, 0, 60, 20), rect(70, 0, 20, 60), rect(30, 70, 60, 20), rect(0, 30, 20, 60), rect(30, 30, 30, 30),
    ]
    let found = region(wheel)
    #expect(found?.kind == .heap && found?.items.sorted() == [0, 1, 2, 3, 4])
    #expect(found?.parts.first?.items.count == 1)
  }

  @Test("items at one place stay in their order, and so do those that hold each other")
  func pile() {
    #expect(sketch(region(Array(repeating: rect(5, 5, 20, 20), count: 4))) == "[0 1 2 3]")
    #expect(sketch(region((0..<4).map { rect($0 * 5, $0 * 5, 100 - $0 * 10, 100 - $0 * 10) })) == "[0 1 2 3]")
  }

  /// Ten thousand are more than any window has: see `Tree.limit`.
  @Test("ten thousand items that lie end in regions of a limited depth")
  func adversaries() {
    let count = 10_000
    let worlds: [(Int) -> Rect] = [
      { _ in rect(10, 10, 40, 20) }, { _ in .zero }, { rect($0 % 100 * 10, $0 / 100 * 10, 0, 0) },
      { rect($0 % 2 == 0 ? .min : .max, $0 % 3 == 0 ? 1 << 31 : .min, .max, .max) },
    ]
    for world in worlds {
      let found = region((0..<count).map(world))
      #expect(found?.items.sorted() == Array(0..<count))
      func depth(_ region: Region) -> Int { (region.parts.map(depth).max() ?? 0) + 1 }
      func widest(_ region: Region) -> Int { max(region.parts.count, region.parts.map(widest).max() ?? 0) }
      #expect(found.map(depth) ?? .max < 60 && found.map(widest) ?? .max <= Region.mostParts)
    }
  }

  @Test("a spiral of items is cut so deep and no deeper")
  func spiral() {
    let rects = (0..<400).map { turn in
      let (inset, side) = (turn / 4 * 20, 10_000 - turn / 4 * 40)
      switch turn % 4 {
      case 0: return rect(inset, inset, side - 20, 10)
      case 1: return rect(inset + side - 10, inset, 10, side - 20)
      case 2: return rect(inset + 20, inset + side - 10, side - 20, 10)
      default: return rect(inset, inset + 20, 10, side - 20)
      }
    }
    #expect(region(rects)?.items.sorted() == Array(0..<400))
  }
}
