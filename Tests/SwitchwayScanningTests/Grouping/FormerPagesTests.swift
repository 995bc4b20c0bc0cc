import SwitchwayScanning
import Testing

/// Pages stay alike when items come and go.
@Suite struct FormerPagesTests {
  private func tree(_ names: [[String]]) -> Tree {
    let rows = names.enumerated().flatMap { row, names in
      names.enumerated().filter { $0.element != "" }.map {
        Sketch.button($0.element, at: rect($0.offset * 50, row * 40, 40, 20))
      }
    }
    // Their references are those of their names: they stay the same where others come and go.
    var tree = Sketch.window(rows)
    for index in tree.nodes.indices.dropFirst() {
      tree.nodes[index].reference = Reference(bus: ":1.1", path: tree.nodes[index].name)
    }
    return tree
  }

  private func pages(_ trees: [Tree], grouping: Grouping = .containers) -> [String] {
    var former = FormerPages(grouping: grouping)
    return trees.map { former.pages(of: $0, window: .window, isWhole: true).sketch }
  }

  private static let letters = ["a", "b", "c", "d"].map { letter in (1...5).map { letter + "\($0)" } }

  private func letters(_ change: (inout [[String]]) -> Void) -> Tree {
    var letters = Self.letters
    change(&letters)
    return tree(letters)
  }

  @Test("an item that goes leaves its group, and all others stay")
  func gone() {
    let found = pages([
      letters { _ in }, letters { $0[1][2] = "" },
      letters {
        $0[1][2] = ""; $0[3][4] = ""
      },
    ])
    let rows = ["[a1 a2 a3 a4 a5 out]", "[b1 b2 b3 b4 b5 out]", "[c1 c2 c3 c4 c5 out]", "[d1 d2 out] d3 d4 d5 panel"]
    #expect(found[0] == rows.joined(separator: " "))
    #expect(found[1] == found[0].replacing("b3 ", with: ""))
    #expect(found[2] == found[1].replacing(" d5", with: ""))
  }

  @Test("an item that comes goes into the group that it is in, or is nearest to")
  func come() {
    let all = letters { _ in }
    let found = pages([letters { $0[1][2] = "" }, all, letters { $0[1].append("b6") }])
    #expect(found[1] == found[0].replacing("b2 ", with: "b2 b3 "))
    #expect(found[2] == found[1].replacing("b5 ", with: "b5 b6 "))
  }

  @Test("a group that becomes too large is made again, and no other")
  func full() {
    let found = pages([letters { _ in }, letters { $0[1] += ["b6", "b7"] }, letters { $0[1] += ["b6", "b7", "b8"] }])
    #expect(found[1] == found[0].replacing("b5 ", with: "b5 b6 b7 "))
    #expect(
      found[2] == found[0].replacing("b5 out", with: "b5 b6 b7 b8 out").replacing("b1 b2 b3", with: "[b1 b2 b3 out]"))
  }

  @Test("a group of which one item is left is that item")
  func lastOne() {
    let found = pages([letters { _ in }, letters { $0[2] = ["c1", "c2"] }, letters { $0[2] = ["c1"] }])
    #expect(found[1] == found[0].replacing("c2 c3 c4 c5", with: "c2"))
    #expect(found[2] == found[0].replacing("[c1 c2 c3 c4 c5 out]", with: "c1"))
  }

  @Test("where more than a quarter of the items come or go the pages are new")
  func quarter() {
    // 15 of 20 stay, then 14.
    let kept = letters { $0[0] = [] },
      other = letters {
        $0[0] = []; $0[3][0] = ""
      }
    let found = pages([letters { _ in }, kept])
    #expect(found[1] == "[b1 b2 b3 b4 b5 out] [c1 c2 c3 c4 c5 out] [d1 d2 out] d3 d4 d5 panel")
    #expect(pages([letters { _ in }, other])[1] == Pages.make(of: other).sketch)
  }

  @Test("where items have moved so that groups would lie over each other the pages are new")
  func moved() {
    let before = letters { _ in }
    let after = letters { ($0[0][0], $0[2][2]) = ($0[2][2], $0[0][0]) }
    #expect(pages([before, after])[1] == Pages.make(of: after).sketch)
  }

  @Test("each window has its own, and a window that was not read for long is forgotten")
  func windows() {
    func window(_ number: Int, _ names: [[String]]) -> Tree {
      var tree = tree(names)
      tree.nodes[0].reference = windowID(number)
      return tree
    }
    let few = ["a", "b", "c"].map { letter in (1...3).map { letter + "\($0)" } }
    var less = few
    less[1] = ["b1"]
    let fresh = Pages.make(of: tree(less)).sketch
    for others in [FormerPages.limit - 1, FormerPages.limit] {
      let trees = [window(0, few)] + (1...others).map { window($0, few) } + [window(0, less)]
      #expect((pages(trees).last == fresh) == (others == FormerPages.limit))
    }
  }

  @Test("a window of which only a part was read is not remembered")
  func parts() {
    let few = ["a", "b", "c"].map { letter in (1...3).map { letter + "\($0)" } }
    var less = few
    less[1] = ["b1"]
    for isWhole in [true, false] {
      var former = FormerPages(grouping: .containers)
      _ = former.pages(of: tree(few), window: .window, isWhole: isWhole)
      let page = former.pages(of: tree(less), window: .window, isWhole: true)
      #expect((page == Pages.make(of: tree(less))) == !isWhole)
    }
  }
}
