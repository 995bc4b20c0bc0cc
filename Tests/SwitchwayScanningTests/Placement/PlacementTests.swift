import SwitchwayScanning
import Testing

/// Each sentence of docs/design/desktop.md, "Where an item is".
@Suite struct PlacementTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var frame = rect(0, 0, 800, 600)
    var content: [Rect] = []
    var window: Rect
    var screen: Rect?
    var item = rect(10, 20, 60, 30)
    let expected: Rect
  }

  static let cases = [
    Case(
      testDescription: "at the place of the window", window: rect(100, 50, 800, 600), expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "less the extents of the frame: a window that says where it is",
      frame: rect(300, 200, 800, 600), window: rect(100, 50, 800, 600), item: rect(310, 220, 60, 30),
      expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "less the shadow, where the frame is larger than the window",
      frame: rect(0, 0, 852, 652), content: [rect(26, 23, 800, 46), rect(26, 69, 800, 554)],
      window: rect(100, 50, 800, 600), item: rect(36, 43, 60, 30), expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "less the shadow, where children that are not shown are far away",
      frame: rect(0, 0, 852, 652), content: [rect(26, 23, 800, 600), rect(-1_048_576, -1_048_576, 1, 1)],
      window: rect(100, 50, 800, 600), item: rect(36, 43, 60, 30), expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "on X11, with borders of the window manager around it",
      frame: rect(99, 30, 802, 625), content: [rect(100, 50, 800, 600)], window: rect(100, 50, 800, 600),
      item: rect(110, 70, 60, 30), expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "on X11, with borders that its children lie on: Chromium",
      frame: rect(40, 20, 1200, 850), content: [rect(40, 20, 1200, 850)], window: rect(44, 20, 1192, 846),
      item: rect(50, 30, 60, 30), expected: rect(50, 30, 60, 30)),
    Case(
      testDescription: "on X11 with GDK_SCALE=2, with borders of the window manager around it",
      frame: rect(5, 35, 502, 313), content: [rect(154, 166, 203, 57)], window: rect(12, 91, 1000, 600),
      item: rect(154, 166, 203, 57), expected: rect(308, 333, 406, 114)),
    Case(
      testDescription: "a border is no shadow: the frame is as large as the window",
      content: [rect(5, 5, 790, 590)], window: rect(100, 50, 800, 600), expected: rect(110, 70, 60, 30)),
    Case(
      testDescription: "less the shadow at scale 2",
      frame: rect(0, 0, 852, 652), content: [rect(26, 23, 800, 46), rect(26, 69, 800, 554)],
      window: rect(100, 50, 1600, 1200), item: rect(36, 43, 60, 30), expected: rect(120, 90, 120, 60)),
    Case(
      testDescription: "times the real width by the frame's: GDK_SCALE=2",
      window: rect(0, 0, 1600, 1200), expected: rect(20, 40, 120, 60)),
    Case(
      testDescription: "at scale 1.5, where edges are rounded and not sizes",
      window: rect(0, 0, 1200, 900), item: rect(11, 21, 61, 31), expected: rect(17, 32, 91, 46)),
    Case(
      testDescription: "at scale 1.5, where the window is a pixel larger",
      content: [rect(1, 1, 798, 598)], window: rect(0, 0, 1201, 900), expected: rect(15, 30, 90, 45)),
    Case(
      testDescription: "clipped to the window", window: rect(100, 50, 800, 600), item: rect(780, -10, 60, 30),
      expected: rect(880, 50, 20, 20)),
    Case(
      testDescription: "clipped to its screen", window: rect(-50, 0, 800, 600), screen: rect(0, 0, 1280, 800),
      item: rect(20, 0, 60, 30), expected: rect(0, 0, 30, 30)),
    Case(
      testDescription: "on a screen left of the first one", window: rect(-900, 0, 800, 600),
      screen: rect(-1000, 0, 1000, 800), expected: rect(-890, 20, 60, 30)),
  ]

  private static func tree(_ frame: Rect, _ content: [Rect], _ items: [Rect]) -> Tree {
    let panels = content.map { Sketch(.panel, at: $0, states: [.showing, .sensitive]) }
    var tree = Sketch.window(panels + items.enumerated().map { .button("\($0.offset)", at: $0.element) })
    tree.nodes[0].extents = frame
    return tree
  }

  @Test("an item is", arguments: cases)
  func rects(_ row: Case) throws {
    let tree = Self.tree(row.frame, row.content, [row.item])
    // The item is no child of the frame: it would count as content.
    let panels = Tree(nodes: tree.nodes.dropLast())
    let placement = try #require(Placement(tree: panels, window: row.window, screen: row.screen))
    #expect(placement.rect(of: row.item) == row.expected)
  }

  @Test("where the window's place or the frame's size is not known, nobody knows where items are")
  func unknown() {
    let tree = Self.tree(rect(0, 0, 800, 600), [], [])
    #expect(Placement(tree: tree, window: nil, screen: nil) == nil)
    #expect(Placement(tree: tree, window: .zero, screen: nil) == nil)
    #expect(Placement(tree: Self.tree(.zero, [], []), window: rect(0, 0, 800, 600), screen: nil) == nil)
    #expect(Placement(tree: Tree(nodes: []), window: rect(0, 0, 800, 600), screen: nil) == nil)
  }

  @Test("the items of a menu lie outside of its title, and are clipped to the screen only")
  func menu() throws {
    var tree = Sketch.window([], role: .menu)
    tree.nodes[0].extents = rect(10, 0, 40, 25)
    let placement = try #require(Placement(tree: tree, window: rect(120, 50, 80, 50), screen: rect(0, 0, 300, 200)))
    #expect(placement.rect(of: rect(10, 25, 60, 20)) == rect(120, 100, 120, 40))
    #expect(placement.rect(of: rect(10, 65, 150, 20)) == rect(120, 180, 180, 20))
  }

  @Test("a menu of a program on X11 is where the place of its window tells, also outside of the window")
  func menuOfWindow() throws {
    let tree = Self.tree(rect(0, 0, 400, 300), [], [])
    let window = try #require(Placement(tree: tree, window: rect(100, 50, 800, 600), screen: nil))
    #expect(window.unclippedRect(of: rect(390, 290, 60, 20)) == rect(880, 630, 120, 40))
  }

  private func rings(_ items: [Rect], group: Range<Int>) throws -> [Rect] {
    let tree = Self.tree(rect(0, 0, 800, 600), [], items)
    let found = Pages.make(of: tree, grouping: .none).items.sorted { $0.indexInParent < $1.indexInParent }
    let placement = try #require(Placement(tree: tree, window: rect(100, 50, 800, 600), screen: nil))
    return placement.rings(of: .group(Group(places: found[group].map { .item($0) } + [.out])))
  }

  @Test("a group has one ring around all of its items")
  func group() throws {
    let items = [rect(0, 0, 40, 20), rect(50, 0, 40, 20), rect(100, 0, 40, 20)]
    #expect(try rings(items, group: 0..<2) == [rect(100, 50, 90, 20)])
  }

  @Test("a group of what lies outside of the window has no ring")
  func unseen() throws {
    let items = [rect(0, 0, 40, 20), rect(50, 0, 40, 20)]
    let tree = Self.tree(rect(0, 0, 800, 600), [], items)
    let placement = try #require(
      Placement(tree: tree, window: rect(100, 50, 800, 600), screen: rect(300, 0, 600, 600)))
    #expect(placement.rings(of: .group(Group(places: Pages.make(of: tree).items.map { .item($0) }))).isEmpty)
  }

  @Test("a link over several lines has a ring around each of them")
  func lines() throws {
    let lines = [rect(700, 10, 90, 20), rect(10, 30, 50, 20)]
    let link = Sketch(.link, "a", at: rect(10, 10, 780, 40), actions: ["jump"], lines: lines)
    let tree = Sketch.window([link])
    let placement = try #require(Placement(tree: tree, window: rect(0, 0, 800, 600), screen: nil))
    let page = Pages.make(of: tree)
    #expect(placement.rings(of: page.places[0]) == lines)
    // The first line is where the group is cut out: the ring does not reach into the next one.
    #expect(placement.rings(of: .group(Group(places: [page.places[0], .out]))) == [lines[0]])
  }

  @Test("what ends a page has no ring", arguments: [Place.out, .close, .panel])
  func ends(place: Place) throws {
    let tree = Self.tree(rect(0, 0, 800, 600), [], [])
    let placement = try #require(Placement(tree: tree, window: rect(0, 0, 800, 600), screen: nil))
    #expect(placement.rings(of: place).isEmpty)
  }

  @Test("numbers of a program that lies do no harm")
  func limits() throws {
    let far = rect(1 << 31, .min, 1 << 31, .max)
    for frame in [far, rect(.min, .min, 1, 1), rect(.max, .max, .max, .max)] {
      for window in [rect(0, 0, 1, 1), rect(.min, .max, .max, .max)] {
        let tree = Self.tree(frame, [far], [far])
        let placement = try #require(Placement(tree: tree, window: window, screen: rect(0, 0, 800, 600)))
        #expect(placement.rect(of: far).intersection(rect(0, 0, 800, 600)) == placement.rect(of: far))
      }
    }
  }
}
