import SwitchwayScanning
import Testing

/// docs/design/desktop.md, "What counts, and how it is grouped": rows, pages, and what ends them.
@Suite struct PageTests {
  /// Rows of buttons, each 40 by 20 pixels: `a1 a2 …`, `b1 …`.
  private func rows(_ counts: [Int]) -> [Sketch] {
    counts.enumerated().flatMap { row, count in
      let letter = Character(Unicode.Scalar(UInt8(97 + row)))
      return (0..<count).map { Sketch.button("\(letter)\($0 + 1)", at: rect($0 * 50, row * 30, 40, 20)) }
    }
  }

  private func page(_ sketches: [Sketch], role: Role = .frame, _ grouping: Grouping = .rows) -> String {
    Pages.make(of: Sketch.window(sketches, role: role), grouping: grouping).sketch
  }

  @Test("a window without items: the first page is the panel's bar", arguments: [Role.frame, .dialog, .menu])
  func empty(role: Role) {
    #expect(page([], role: role) == "panel")
    #expect(Pages.make(of: Tree(nodes: [])).sketch == "panel")
  }

  @Test("items of one page stand on the first page")
  func onePage() {
    #expect(page(rows([7])) == "a1 a2 a3 a4 a5 a6 a7 panel")
    #expect(page(rows([3, 3])) == "a1 a2 a3 b1 b2 b3 panel")
  }

  @Test("the first page ends with panel, that of a menu or dialog with close and panel")
  func ends() {
    #expect(page(rows([2])) == "a1 a2 panel")
    #expect(page(rows([2]), role: .menu) == "a1 a2 close panel")
    #expect(page(rows([2]), role: .dialog) == "a1 a2 close panel")
    let given = Pages.make(of: Sketch.window(rows([2])), window: .dialog)
    #expect(given.sketch == "a1 a2 close panel")
  }

  @Test("a dialog has six places besides what ends its first page")
  func dialog() {
    #expect(page(rows([6]), role: .dialog) == "a1 a2 a3 a4 a5 a6 close panel")
    #expect(page(rows([3, 4]), role: .dialog) == "[a1 a2 a3 out] [b1 b2 b3 b4 out] close panel")
  }

  @Test("a page of a group ends with out")
  func out() {
    #expect(page(rows([4, 4])) == "[a1 a2 a3 a4 out] [b1 b2 b3 b4 out] panel")
  }

  @Test("rows over seven are cut evenly")
  func longRows() {
    #expect(page(rows([8])) == "[a1 a2 a3 a4 out] [a5 a6 a7 a8 out] panel")
    #expect(page(rows([9, 3])) == "[a1 a2 a3 a4 out] [a5 a6 a7 a8 a9 out] [b1 b2 b3 out] panel")
  }

  @Test("rows under three dissolve")
  func shortRows() {
    #expect(page(rows([2, 6, 1])) == "a1 a2 [b1 b2 b3 b4 b5 b6 out] c1 panel")
  }

  @Test("blocks of rows, as many as the root of the places, evenly")
  func blocks() {
    let names = rows(Array(repeating: 1, count: 9)).map(\.node.name)
    #expect(page(rows(Array(repeating: 1, count: 9))) == "[a1 b1 c1 out] [d1 e1 f1 out] [g1 h1 i1 out] panel")
    #expect(names.count == 9)
    // Twelve rows: three blocks of four.
    let twelve = Pages.make(of: Sketch.window(rows(Array(repeating: 3, count: 12))), grouping: .rows)
    #expect(twelve.places.count == 4)
    #expect(twelve.sketch.hasPrefix("[[a1 a2 a3 out] [b1 b2 b3 out] [c1 c2 c3 out] [d1 d2 d3 out] out] ["))
    #expect(Cost(of: twelve).worstPresses == 3)
  }

  @Test("two items are in one row when each one's middle lies in the other's height")
  func sameRow() {
    let small = { (name: String, x: Int, y: Int) in Sketch.button(name, at: rect(x, y, 40, 10)) }
    let high = Sketch.button("high", at: rect(0, 0, 40, 20))
    let filler = rows([0, 0, 0, 4, 4])
    // The middle of "high" is at 10: in "near", from 6 to 16, but not in "below", from 11 to 21.
    let inRow = page([high, small("near", 50, 6), small("third", 100, 6)] + filler)
    #expect(inRow.hasPrefix("[high near third out]"))
    let outside = page([high, small("below", 50, 11), small("third", 100, 6)] + filler)
    #expect(outside.hasPrefix("high third below ["))
  }

  @Test("an item over twice the median height stands alone")
  func tall() {
    let tall = { (height: Int) in Sketch.button("tall", at: rect(0, 0, 40, height)) }
    let others = rows([0, 0, 3, 4])
    let row = (1...3).map { Sketch.button("r\($0)", at: rect($0 * 50, 10, 40, 20)) }
    #expect(page([tall(40)] + row + others).hasPrefix("[tall r1 r2 r3 out]"))
    #expect(page([tall(41)] + row + others).hasPrefix("tall [r1 r2 r3 out]"))
  }

  @Test("the order of reading: from top to bottom, in a row from left to right")
  func order() {
    #expect(page(rows([2, 2]).reversed()) == "a1 a2 b1 b2 panel")
  }

  @Test("items at the same place keep the program's order")
  func samePlace() {
    let names = (0..<6).map { "i\($0)" }
    #expect(page(names.map { .button($0, at: rect(0, 0, 40, 20)) }) == names.joined(separator: " ") + " panel")
  }

  @Test("a link over several lines is in the row of its first line")
  func linkLines() {
    let lines = [rect(200, 0, 40, 20), rect(0, 30, 40, 20)]
    let link = Sketch(.link, "link", at: rect(0, 0, 240, 50), actions: ["jump"], lines: lines)
    #expect(page(rows([3, 4]) + [link]) == "[a1 a2 a3 link out] [b1 b2 b3 b4 out] panel")
  }

  @Test("without groups the order of reading is cut evenly, whatever the rows are")
  func withoutGroups() {
    #expect(page(rows([2, 6, 1]), .none) == "[a1 a2 b1 out] [b2 b3 b4 out] [b5 b6 c1 out] panel")
  }

  @Test("a container is a group of its own where that saves steps and costs no further press")
  func container() {
    // A column of five in a list, beside other rows of two: geometry alone would mix them.
    let list = Sketch(
      .list, "List", at: rect(0, 0, 60, 300),
      children: (0..<3).map {
        .button("l\($0)", at: rect(0, $0 * 30, 40, 20))
      })
    let others = (0..<5).map { Sketch.button("o\($0)", at: rect(100, $0 * 30, 40, 20)) }
    let tree = Sketch.window([list] + others)
    let cost = { (grouping: Grouping) in Cost(of: Pages.make(of: tree, grouping: grouping)) }
    #expect(cost(.containers).steps <= cost(.rows).steps * 21 / 20)
    #expect(cost(.containers).presses <= cost(.rows).presses)
    #expect(Pages.make(of: tree, grouping: .containers).sketch.contains("[l0 l1 l2 out]"))
    #expect(!Pages.make(of: tree, grouping: .rows).sketch.contains("[l0 l1 l2 out]"))
  }

  @Test("of two lists side by side the rows of one are lit before those of the other")
  func twoLists() {
    let list = { (letter: String, x: Int) in
      Sketch(
        .list, at: rect(x, 0, 60, 600),
        children: (0..<16).map {
          .button("\(letter)\($0)", at: rect(x, $0 * 30, 40, 20))
        })
    }
    let names = Pages.make(of: Sketch.window([list("a", 0), list("b", 100)])).names
    #expect(names == (0..<16).map { "a\($0)" } + (0..<16).map { "b\($0)" })
  }

  @Test("a group has the name of its container, or the title of its first item")
  func groupNames() {
    let places = Pages.make(of: Sketch.window(rows([4, 4])), grouping: .rows).places
    guard case .group(let group) = places[0] else { return #expect(Bool(false), "no group") }
    #expect(group.name == "a1")
  }

  @Test("a step for each place up to the chosen one, a press for each page")
  func cost() {
    let cost = Cost(of: Pages.make(of: Sketch.window(rows([4, 4])), grouping: .rows))
    #expect(cost.items == 8)
    #expect(cost.steps == (1 + 1 + 1 + 1) + (1 + 2 + 3 + 4) + (2 + 2 + 2 + 2) + (1 + 2 + 3 + 4))
    #expect(cost.presses == 16 && cost.worstPresses == 2 && cost.worstSteps == 6)
  }
}
