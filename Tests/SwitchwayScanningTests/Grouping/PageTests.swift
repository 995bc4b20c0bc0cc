import SwitchwayScanning
import Testing

/// docs/design/desktop.md, "What counts, and how it is grouped": pages, and what ends them.
@Suite struct PageTests {
  /// Rows of buttons, each 40 by 20 pixels: `a1 a2 …`, `b1 …`.
  private func rows(_ counts: [Int]) -> [Sketch] {
    counts.enumerated().flatMap { row, count in
      let letter = Character(Unicode.Scalar(UInt8(97 + row)))
      return (0..<count).map { Sketch.button("\(letter)\($0 + 1)", at: rect($0 * 50, row * 40, 40, 20)) }
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
    #expect(page(rows([1])) == "a1 panel")
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
    #expect(page(rows([3, 4]), role: .dialog) == "[a1 a2 a3 out] b1 b2 b3 b4 close panel")
  }

  @Test("a page of a group ends with out")
  func out() {
    #expect(page(rows([7, 7])) == "[a1 a2 a3 a4 out] [a5 a6 a7 out] [b1 b2 b3 out] b4 b5 b6 b7 panel")
  }

  @Test("the first page holds single items where that takes fewer steps and presses than groups alone")
  func singles() {
    #expect(page(rows([8])) == "[a1 a2 a3 out] a4 a5 a6 a7 a8 panel")
  }

  /// The cost of the cheapest pages of that many items one after the other, by all ways to cut them.
  private static func leastCost(_ items: Int) -> Int {
    var pages = [0, 0]
    func page(_ count: Int) -> Int {
      /// Of the rest of a page from this place on.
      func rest(_ left: Int, _ place: Int) -> Int {
        if left == 0 { return 0 }
        guard place < 7 else { return .max / 4 }
        return (1...left).lazy.filter { $0 < count }.map { group in
          group * (place + 1) + (group == 1 ? 0 : 2 * group + pages[group]) + rest(left - group, place + 1)
        }.min() ?? .max / 4
      }
      return rest(count, 0)
    }
    for count in stride(from: 2, through: items, by: 1) { pages.append(page(count)) }
    return pages[items]
  }

  @Test("of a row the pages are the cheapest that there are, a press as much as two steps", arguments: 2...15)
  func cheapest(count: Int) {
    let cost = Cost(of: Pages.make(of: Sketch.window(rows([count])), grouping: .rows))
    // The first press of each item leads to no group.
    #expect(cost.steps + 2 * (cost.presses - cost.items) == Self.leastCost(count))
  }

  @Test("the order of reading: from top to bottom, in a row from left to right")
  func order() {
    #expect(page(rows([2, 2]).reversed()) == "a1 a2 b1 b2 panel")
    for grouping in Grouping.allCases {
      let tree = Sketch.window(rows([5, 5, 5]).reversed())
      #expect(Pages.make(of: tree, grouping: grouping).names == rows([5, 5, 5]).map(\.node.name))
    }
  }

  @Test("items at the same place keep the program's order")
  func samePlace() {
    let names = (0..<6).map { "i\($0)" }
    #expect(page(names.map { .button($0, at: rect(0, 0, 40, 20)) }) == names.joined(separator: " ") + " panel")
  }

  @Test("a link over several lines is in the row of its first line")
  func linkLines() {
    let lines = [rect(200, 0, 40, 20), rect(0, 40, 40, 20)]
    let link = Sketch(.link, "link", at: rect(0, 0, 240, 60), actions: ["jump"], lines: lines)
    #expect(page(rows([3, 5]) + [link]) == "[a1 a2 a3 link out] b1 b2 b3 b4 b5 panel")
  }

  @Test("the links of a text are lit line by line, and paragraphs are not mixed")
  func textLines() {
    func paragraph(_ letter: String, x: Int) -> Sketch {
      let links = (0..<8).map { index in
        let extents = rect(x + index % 2 * 150, index / 2 * 24, 30, 20)
        return Sketch(.link, "\(letter)\(index)", at: extents, actions: ["jump"])
      }
      return Sketch(.paragraph, at: rect(x, 0, 190, 100), states: [.showing, .sensitive], children: links)
    }
    let names = Pages.make(of: Sketch.window([paragraph("a", x: 0), paragraph("b", x: 190)])).names
    #expect(names == (0..<8).map { "a\($0)" } + (0..<8).map { "b\($0)" })
  }

  @Test("without groups items are one after the other, whatever the rows are")
  func withoutGroups() {
    #expect(page(rows([2, 6, 1]), .none) == "[a1 a2 b1 out] b2 b3 b4 b5 b6 c1 panel")
  }

  private func list(_ letter: String, _ count: Int, x: Int, name: String = "") -> Sketch {
    Sketch(
      .list, name, at: rect(x, 0, 60, 600),
      children: (0..<count).map { .button("\(letter)\($0)", at: rect(x, $0 * 30, 40, 20)) })
  }

  @Test("a line that divides no container of the program goes before one that is wider")
  func container() {
    // Rows are further from each other than the lists: geometry alone goes by rows.
    let tree = Sketch.window([list("a", 4, x: 0), list("b", 4, x: 45)])
    #expect(Pages.make(of: tree).names == ["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"])
    #expect(Pages.make(of: tree, grouping: .rows).names == ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("of two lists side by side the rows of one are lit before those of the other")
  func twoLists() {
    let names = Pages.make(of: Sketch.window([list("a", 16, x: 0), list("b", 16, x: 60)])).names
    #expect(names == (0..<16).map { "a\($0)" } + (0..<16).map { "b\($0)" })
  }

  private func labels(_ page: Group) -> [String] { page.places.map(\.label) }

  @Test("a group has the name of its container")
  func containerName() {
    let page = Pages.make(of: Sketch.window([list("a", 3, x: 0, name: "Files"), list("b", 5, x: 60)]))
    #expect(labels(page) == ["Files", "b0", "b1", "b2", "b3", "b4", "panel"])
  }

  @Test("a group without a container says what is in it: a few items, else the first and the last")
  func itemNames() {
    let (first, few) = (["a1 – a5", "b1 – b5", "c1 – c5"], ["d1, d2", "d3", "d4", "d5", "panel"])
    #expect(labels(Pages.make(of: Sketch.window(rows([5, 5, 5, 5])))) == first + few)
    // All of one name, and without one.
    for (name, label) in [("more", "more"), ("", "push button")] {
      let buttons = rows([5, 5, 5, 5]).map { Sketch.button(name, at: $0.node.extents) }
      let three = Array(repeating: label, count: 3)
      #expect(labels(Pages.make(of: Sketch.window(buttons))) == three + ["\(label), \(label)"] + three + ["panel"])
    }
  }

  @Test("the name of a container of other items besides, and that of the window, is no group's")
  func otherNames() {
    let list = Sketch(.list, "List", at: rect(0, 0, 400, 400), children: rows([3, 5]))
    let page = Pages.make(of: Sketch.window([list]))
    #expect(labels(page) == ["a1, a2, a3", "b1", "b2", "b3", "b4", "b5", "panel"])
    #expect(page.name == "Window")
  }

  @Test("a step for each place up to the chosen one, a press for each page")
  func cost() {
    let cost = Cost(of: Pages.make(of: Sketch.window(rows([4, 4])), grouping: .rows))
    #expect(cost.items == 8)
    // Three in the first place, and five after it.
    #expect(cost.steps == (1 + 1 + 1) + (1 + 2 + 3) + (2 + 3 + 4 + 5 + 6))
    #expect(cost.presses == 3 * 2 + 5 && cost.worstPresses == 2 && cost.worstSteps == 6)
  }
}
