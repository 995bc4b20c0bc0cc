import Testing

@testable import SwitchwayScanning

/// Positions that GTK 4.18 reports, and those of the pixels. The numbers are from inside GTK 4.18.6 and libadwaita 1.7.
@Suite struct LostPaddingTests {
  private func moved(_ children: [Sketch], toolkit: String = "GTK") -> Tree {
    var tree = Sketch.window(children)
    tree.toolkit = toolkit
    tree.addLostPadding()
    return tree
  }

  /// The positions of the buttons, in the order of the tree.
  private func buttons(_ tree: Tree) -> [Rect] { tree.nodes.filter { $0.role == .pushButton }.map(\.extents) }

  private func box(_ extents: Rect, role: Role = .panel, _ children: [Sketch]) -> Sketch {
    Sketch(role, at: extents, children: children)
  }

  @Test("buttons of a header bar of libadwaita are where they are drawn, at both of its ends")
  func headerBar() {
    func bar(toolkit: String) -> Tree {
      let start = box(rect(-1, 0, 125, 34), [box(rect(-1, 0, 119, 34), [.button("Open", at: rect(-1, 0, 79, 34))])])
      let end = box(rect(593, 0, 194, 34), [box(rect(599, 0, 188, 34), [.button("Close", at: rect(753, 0, 34, 34))])])
      let bar = box(rect(-1, 0, 802, 40), [start, end])
      return moved([box(rect(0, 0, 800, 46), [box(rect(0, 0, 800, 40), [bar])])], toolkit: toolkit)
    }
    let tree = bar(toolkit: "GTK")
    #expect(buttons(tree) == [rect(6, 6, 79, 34), rect(760, 6, 34, 34)])
    #expect(
      tree.nodes.filter { $0.role == .pushButton }.map(\.reportedExtents) == [
        rect(-1, 0, 79, 34), rect(753, 0, 34, 34),
      ])
    #expect(buttons(bar(toolkit: "gtk")) == [rect(-1, 0, 79, 34), rect(753, 0, 34, 34)], "GTK 3 reports the padding")
  }

  @Test("entries of a popover have the padding of all boxes around them")
  func popover() {
    let entries = box(
      rect(0, 0, 186, 60), [.button("Save", at: rect(0, 0, 186, 30)), .button("Find", at: rect(0, 30, 186, 30))])
    let tree = moved([box(rect(0, 0, 200, 74), role: .menu, [box(rect(0, 0, 200, 74), [entries])])])
    #expect(buttons(tree) == [rect(7, 7, 186, 30), rect(7, 37, 186, 30)])
  }

  @Test("rows of a sidebar and tabs of a notebook, which do not fill their lists, have the padding of GTK's theme")
  func lists() {
    let row = Sketch.button("Home", at: rect(6, 46, 168, 36))
    #expect(buttons(moved([box(rect(0, 46, 180, 554), role: .list, [row])])) == [rect(6, 52, 168, 36)])
    let scrolled = Sketch.button("Home", at: rect(6, -46, 168, 1000))
    #expect(buttons(moved([box(rect(0, 46, 180, 554), role: .list, [scrolled])])) == [rect(6, -40, 168, 1000)])
    let plain = Sketch.button("Home", at: rect(0, 46, 180, 36))
    #expect(buttons(moved([box(rect(0, 46, 180, 554), role: .list, [plain])])) == [rect(0, 46, 180, 36)])
    let tab = Sketch.button("One", at: rect(13, 591, 70, 37))
    #expect(buttons(moved([box(rect(9, 591, 323, 37), role: .pageTabList, [tab])])) == [rect(13 + 4, 591, 70, 37)])
  }

  @Test("cells of a grid that they do not fill have the padding of its other direction")
  func grid() {
    let cells = [Sketch.button("a", at: rect(190, 46, 144, 132)), .button("b", at: rect(700, 46, 144, 132))]
    #expect(
      buttons(moved([box(rect(180, 46, 710, 504), role: .table, cells)]))
        == [rect(208, 64, 144, 132), rect(718, 64, 144, 132)])
  }

  @Test(
    "free space that is no padding moves nothing",
    arguments: [
      ("much of it", rect(0, 0, 300, 100), rect(0, 0, 60, 60)), ("odd", rect(0, 0, 100, 100), rect(0, 0, 89, 89)),
      ("below a column", rect(0, 0, 400, 526), rect(0, 0, 400, 520)),
      ("beside a column", rect(0, 0, 400, 526), rect(0, 0, 388, 526)),
      ("below the contents of a bar", rect(0, 0, 100, 60), rect(0, 0, 100, 48)),
      ("scrolled", rect(0, 0, 100, 100), rect(0, -50, 100, 300)),
      ("equal margins", rect(0, 0, 100, 100), rect(10, 10, 80, 80)),
    ])
  func freeSpace(_: String, _ container: Rect, _ content: Rect) {
    #expect(buttons(moved([box(container, [.button("a", at: content)])])) == [content])
  }

  @Test("an end of a header bar without buttons has a place, too")
  func emptyEnd() {
    let end = box(rect(747, 0, 40, 34), [box(rect(753, 0, 34, 34), [.button("Close", at: rect(753, 0, 34, 34))])])
    let tree = moved([box(rect(199, 0, 602, 46), [box(rect(199, 0, 0, 34), []), end])])
    #expect(buttons(tree) == [rect(760, 6, 34, 34)], "the demo of libadwaita 1.7")
  }

  @Test("the margin of the page of a stack counts once")
  func stackPage() {
    let keys = box(rect(24, 380, 336, 236), [.button("4", at: rect(24, 476, 64, 44))])
    let tree = moved([box(rect(0, 356, 360, 260), [box(rect(12, 368, 336, 236), [keys])])])
    #expect(buttons(tree) == [rect(12, 464, 64, 44)], "a key of GNOME Calculator 48")
  }

  @Test("a child that is not showing fills nothing")
  func hidden() {
    var hidden = Sketch.button("b", at: rect(0, 0, 98, 98))
    hidden.node.states = [.sensitive]
    let shown = rect(0, 0, 60, 60)
    #expect(buttons(moved([box(rect(0, 0, 100, 100), [.button("a", at: shown), hidden])])).first == shown)
  }

  @Test("any numbers and a tree without nodes are read")
  func extremes() {
    let far = rect(Rect.limit, -Rect.limit, Rect.limit, Rect.limit)
    #expect(moved([box(far, [.button("a", at: far)])]).nodes.count == 3)
    var empty = Tree(nodes: [], toolkit: "GTK")
    empty.addLostPadding()
    #expect(empty.nodes.isEmpty)
  }
}
