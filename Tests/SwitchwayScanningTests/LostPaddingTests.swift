import Testing

@testable import SwitchwayScanning

/// Positions that GTK 4.18 reports, and those of the pixels. The numbers were read inside GTK 4.18.6, with libadwaita 1.7.
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

  @Test("free space that is no padding moves nothing")
  func freeSpace() {
    for space in [
      // much of it, an odd number of pixels, space below a column that fills its width, and scrolled contents
      (rect(0, 0, 100, 100), rect(0, 0, 60, 60)), (rect(0, 0, 100, 100), rect(0, 0, 89, 89)),
      (rect(0, 0, 100, 100), rect(0, 0, 100, 88)), (rect(0, 0, 100, 100), rect(0, -50, 100, 300)),
      // equal margins
      (rect(0, 0, 100, 100), rect(10, 10, 80, 80)),
    ] {
      #expect(buttons(moved([box(space.0, [.button("a", at: space.1)])])) == [space.1])
    }
    var hidden = Sketch.button("b", at: rect(0, 0, 98, 98))
    hidden.node.states = [.sensitive]
    #expect(
      buttons(moved([box(rect(0, 0, 100, 100), [.button("a", at: rect(0, 0, 60, 60)), hidden])])).first
        == rect(0, 0, 60, 60))
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
