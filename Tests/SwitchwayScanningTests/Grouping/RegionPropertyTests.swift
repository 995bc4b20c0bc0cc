import Testing

@testable import SwitchwayScanning

/// What holds of the groups of windows whose items lie beside each other, and of the recorded ones.
@Suite struct RegionPropertyTests {
  /// A window that lines through its whole width or height divide into items, with gaps between them.
  private static func window(seed: UInt64) -> Tree {
    var random = RandomTree(seed: seed)
    var items: [Sketch] = []
    func divide(_ area: Rect) {
      let isWide = area.width > area.height * 3
      let length = isWide ? area.width : area.height
      guard length > 60, random.next(12) > 0, items.count < 150 else {
        return items.append(.button("\(items.count)", at: area))
      }
      let (at, gap) = (20 + random.next(length - 40), random.next(20))
      if isWide {
        divide(rect(area.x, area.y, at - gap / 2, area.height))
        divide(rect(area.x + at + (gap + 1) / 2, area.y, area.width - at - (gap + 1) / 2, area.height))
      } else {
        divide(rect(area.x, area.y, area.width, at - gap / 2))
        divide(rect(area.x, area.y + at + (gap + 1) / 2, area.width, area.height - at - (gap + 1) / 2))
      }
    }
    divide(rect(0, 0, 800, 600))
    return Sketch.window(items)
  }

  private static func rects(_ tree: Tree) -> [Reference: Rect] {
    Dictionary(uniqueKeysWithValues: ItemFinder.items(of: tree).map { ($0.item.reference, $0.rect) })
  }

  private static func pages(below page: Group) -> [Group] {
    [page]
      + page.places.flatMap { place -> [Group] in
        if case .group(let group) = place { pages(below: group) } else { [] }
      }
  }

  /// Each place of a page is above those that follow it, or to the left of them: so no two lie over each other.
  private func check(_ page: Group, _ tree: Tree, mayOverlap: Bool) {
    let rects = Self.rects(tree)
    for page in Self.pages(below: page) {
      let places = page.places.map { place -> (rect: Rect, isGroup: Bool) in
        let items = Group(places: [place]).items
        return (items.reduce(Rect.zero) { $0.union(rects[$1.reference] ?? .zero) }, items.count > 1)
      }.filter { !$0.rect.isEmpty }
      for (index, place) in places.enumerated() {
        for other in places[(index + 1)...] where !mayOverlap || place.isGroup && other.isGroup {
          let isBefore = place.rect.bottom <= other.rect.y + 2 || place.rect.right <= other.rect.x + 2
          #expect(isBefore, "\(place.rect) and then \(other.rect)")
        }
      }
    }
  }

  @Test("groups and items of a page lie beside each other, in the order of reading", arguments: RandomTree.seeds)
  func disjoint(seed: UInt64) {
    let tree = Self.window(seed: seed)
    for grouping in [Grouping.rows, .containers] {
      let page = Pages.make(of: tree, grouping: grouping)
      #expect(page.items.count == tree.nodes.count - 1)
      check(page, tree, mayOverlap: false)
    }
  }

  /// Some have items that lie over each other, as a button in a text.
  @Test("no two groups of a recorded window lie over each other", arguments: RecordedTreeTests.names)
  func recorded(name: String) throws {
    let tree = try RecordedTreeTests.recorded(name).tree
    for grouping in [Grouping.rows, .containers] {
      check(Pages.make(of: tree, grouping: grouping), tree, mayOverlap: true)
    }
  }

  private static func groups(_ page: Group) -> Set<Set<Reference>> {
    Set(pages(below: page).dropFirst().map(\.references))
  }

  /// Each item goes and comes back. Groups that hold it, or are below such a group when it comes, may change.
  private func checkStability(_ tree: Tree, every step: Int = 1) {
    for item in ItemFinder.items(of: tree).indices where item % step == 0 {
      let found = ItemFinder.items(of: tree)[item]
      var without = tree
      without.nodes[found.index].states = []
      // Where the row of a table has lost its cell, another one stands for it.
      guard ItemFinder.items(of: without).count < ItemFinder.items(of: tree).count else { continue }
      var former = FormerPages(grouping: .containers)
      let reference = found.item.reference
      let pages = [tree, without, tree].map {
        Self.groups(former.pages(of: $0, window: WindowKind(of: $0), isWhole: true))
      }
      for group in pages[0] where !group.contains(reference) {
        // A group of two of which one goes is none, and one of two groups is the other one.
        let isOnlyOther = pages[0].contains { $0.contains(reference) && $0.subtracting([reference]) == group }
        #expect(pages[1].contains(group) || isOnlyOther, "\(found.item.title) went, and a group without it changed")
      }
      for group in pages[1] where !pages[2].contains(group) {
        #expect(
          pages[2].contains { $0.contains(reference) && group.isSubset(of: $0) },
          "\(found.item.title) came, and a group changed that it is not in")
      }
    }
  }

  @Test("an item that goes or comes changes the groups that it is in", arguments: RecordedTreeTests.names)
  func stability(name: String) throws {
    checkStability(try RecordedTreeTests.recorded(name).tree)
  }

  @Test("an item that goes or comes changes the groups that it is in, in made-up windows", arguments: 1...6)
  func madeUp(seed: UInt64) {
    checkStability(Self.window(seed: seed), every: 5)
  }
}
