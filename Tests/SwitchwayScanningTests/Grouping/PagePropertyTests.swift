import SwitchwayScanning
import Testing

/// What holds of the pages of every tree, whatever a program says.
@Suite struct PagePropertyTests {
  private static let sizes = [0, 1, 2, 3, 8, 40, 200, 1_000, 1_200]

  private func check(_ tree: Tree, window: WindowKind, grouping: Grouping) -> Bool {
    let page = Pages.make(of: tree, window: window, grouping: grouping)
    let references = page.items.map(\.reference)
    #expect(Set(references).count == references.count, "an item stands in two places")
    let ends: [Place] = references.isEmpty || window == .window ? [.panel] : [.close, .panel]
    #expect(page.places.suffix(ends.count) == ends[...], "the first page does not end as it must")
    checkBelow(page, isFirst: true)
    #expect(Pages.make(of: tree, window: window, grouping: grouping) == page, "the same tree gave two pages")
    return references.isEmpty
  }

  private func checkBelow(_ page: Group, isFirst: Bool) {
    #expect(page.places.count <= Group.limit, "a page has more than eight places")
    #expect(isFirst || page.places.count > 1, "a page has nothing but its end")
    #expect(isFirst || page.places.last == .out, "a page has no way out")
    #expect(page.places.filter { $0 == .out }.count == (isFirst ? 0 : 1))
    for case .group(let group) in page.places {
      #expect(group.items.count > 1, "a group of one item")
      checkBelow(group, isFirst: false)
    }
  }

  @Test(
    "every tree has sound pages, and all ways to group have the same items", arguments: RandomTree.seeds)
  func soundPages(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let size = Self.sizes[random.next(Self.sizes.count)]
    let isBroken = random.next(2) == 0
    let tree = isBroken ? random.brokenTree(count: size) : random.tree(count: size)
    for window in WindowKind.allCases {
      for grouping in Grouping.allCases { _ = check(tree, window: window, grouping: grouping) }
      let items = Grouping.allCases.map { Set(Pages.make(of: tree, window: window, grouping: $0).items) }
      #expect(Set(items).count == 1)
    }
  }

  @Test("random trees have items: the other tests look at something")
  func randomTreesHaveItems() {
    let counts = (1...20 as ClosedRange<UInt64>).map { seed in
      var random = RandomTree(seed: seed)
      return Pages.make(of: random.tree(count: 200)).items.count
    }
    #expect(counts.filter { $0 > 5 }.count > 10)
  }

  @Test("what lies beyond the first 1,000 nodes is ignored")
  func limit() {
    let buttons = (0..<1_500).map { Sketch.button("\($0)", at: rect($0 % 30 * 25, $0 / 30 * 11, 20, 10)) }
    let page = Pages.make(of: Sketch.window(buttons))
    #expect(page.items.count == Tree.limit - 1)
    #expect(Cost(of: page).worstPresses <= 6)
  }

  @Test("a node whose parent is not before it is ignored, with all that is below it")
  func badParents() {
    for parent in [nil, -1, 2, 3, 4, .max, .min] as [Int?] {
      var tree = Sketch.window([
        .button("good", at: rect(0, 0, 40, 20)),
        .button(
          "bad", at: rect(0, 30, 40, 20),
          [
            .button("below", at: rect(0, 60, 40, 20))
          ]),
      ])
      tree.nodes[2].parent = parent
      #expect(Pages.make(of: tree).names == ["good"])
    }
  }
}
