import SwitchwayScanning
import Testing

/// Pages of Chromium where the desktop's scale is not 1. The numbers are those of Chromium 156.
@Suite struct PageScaleTests {
  private func tree(_ view: Rect, _ page: Rect, _ button: Rect, toolkit: String = "Chromium") -> Tree {
    func node(_ index: Int, _ role: Role, _ extents: Rect) -> Node {
      let reference = Reference(bus: ":1.1", path: "/\(index)")
      return Node(reference: reference, parent: index == 0 ? nil : index - 1, role: role, extents: extents)
    }
    let flat = Rect(x: view.x, y: view.y, width: view.width, height: 0)
    var tree = Tree(
      nodes: [
        node(0, .frame, view), node(1, .panel, view), node(2, .panel, flat), node(3, .documentWeb, page),
        node(4, .pushButton, button),
      ], toolkit: toolkit)
    tree.nodes[4].lines = [button]
    tree.scalePages()
    return tree
  }

  @Test(
    "a page is brought into the pixels of its window, and what was reported stays known",
    arguments: [
      // X11, 2
      (
        Rect(x: 0, y: 66, width: 640, height: 332), Rect(x: 0, y: 132, width: 1280, height: 664),
        Rect(x: 302, y: 298, width: 406, height: 114), Rect(x: 151, y: 149, width: 203, height: 57)
      ),
      // X11, 1.5
      (
        Rect(x: 60, y: 86, width: 700, height: 444), Rect(x: 90, y: 129, width: 1050, height: 666),
        Rect(x: 316, y: 253, width: 305, height: 86), Rect(x: 211, y: 169, width: 203, height: 57)
      ),
      // sway, 1.5
      (
        Rect(x: 0, y: 56, width: 700, height: 444), Rect(x: 0, y: 112, width: 1400, height: 888),
        Rect(x: 302, y: 278, width: 406, height: 114), Rect(x: 151, y: 139, width: 203, height: 57)
      ),
    ] as [(Rect, Rect, Rect, Rect)])
  func scaled(_ view: Rect, _ page: Rect, _ button: Rect, _ expected: Rect) {
    let nodes = tree(view, page, button).nodes
    #expect(nodes[3].extents == view && nodes[4].extents == expected && nodes[4].lines == [expected])
    #expect(nodes[4].reportedExtents == button && nodes[2].reportedExtents == nil)
  }

  @Test("a page as large as its view, of another shape, or of another toolkit, is as it is reported")
  func unscaled() {
    let (view, button) = (Rect(x: 0, y: 56, width: 700, height: 444), Rect(x: 151, y: 139, width: 203, height: 57))
    let wide = Rect(x: 0, y: 56, width: 1400, height: 444)
    let large = Rect(x: 0, y: 112, width: 1400, height: 888)
    for (page, toolkit) in [(view, "Chromium"), (wide, "Chromium"), (large, "Qt")] {
      #expect(tree(view, page, button, toolkit: toolkit).nodes[4].extents == button)
    }
    #expect(tree(.zero, large, button).nodes[4].extents == button, "no view has a size")
  }

  @Test("what LibreOffice draws itself begins where the panel does that it fills, below the menu bar")
  func movedRootPane() {
    func tree(_ panel: Rect, _ pane: Rect, role: Role = .rootPane, toolkit: String = "gtk") -> Tree {
      var tree = Sketch.window([
        Sketch(.menuBar, at: rect(0, 0, 800, 26)),
        Sketch(
          .panel, at: panel, children: [Sketch(role, at: pane, children: [.button("Open", at: rect(4, 2, 44, 35))])]),
      ])
      tree.toolkit = toolkit
      tree.nodes[4].lines = [rect(4, 2, 44, 35)]
      tree.moveRootPanes()
      return tree
    }
    let (panel, pane, button) = (rect(0, 26, 800, 574), rect(0, 0, 800, 574), rect(4, 2, 44, 35))
    let moved = tree(panel, pane).nodes
    #expect(moved.map(\.extents) == [rect(0, 0, 800, 600), rect(0, 0, 800, 26), panel, panel, rect(4, 28, 44, 35)])
    #expect(moved.map(\.reportedExtents) == [nil, nil, nil, pane, button], "the program is asked by what it reported")
    #expect(moved[4].lines == [rect(4, 28, 44, 35)])
    for same in [
      tree(panel, panel), tree(panel, rect(0, 0, 800, 573)), tree(.zero, .zero), tree(panel, pane, role: .panel),
      tree(panel, pane, toolkit: "Qt"),
    ] {
      #expect(same.nodes[4].extents == button)
    }
  }
}
