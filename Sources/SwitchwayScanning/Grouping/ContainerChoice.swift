/// Chooses which containers stay together.
///
/// One container after the other is tried, the outermost first, at most `tries`. It is a group of its own if that saves
/// steps. Else its rows follow each other, so that of two lists side by side first one is lit, then the other; all of
/// that together may cost a twentieth more steps than rows alone. Neither may cost a press.
struct ContainerChoice {
  /// Source: docs/design/desktop.md names tool bar, list, tab page and menu; the rest are programs' words for them.
  private static let roles: Set<Role> = [
    .toolBar, .list, .listBox, .pageTabList, .pageTab, .menu, .menuBar, .table, .tree, .treeTable, .scrollPane,
    .documentWeb, .grouping, .form, .landmark, .statusBar,
  ]
  /// Chosen: the pages of 1,000 items take some ten milliseconds.
  private static let mostTries = 24
  private static let mostTriedItems = 5_000
  /// The most containers that one item is in, the inner ones.
  private static let deepest = 12
  private static let fewest = 3

  private let items: [FoundItem]
  private let tree: Tree
  private let builder: PageBuilder
  /// Of each item the containers that it is in, from the inner to the outer, as indices of nodes.
  private let containers: [[Int]]

  init(_ items: [FoundItem], tree: Tree, builder: PageBuilder) {
    (self.items, self.tree, self.builder) = (items, tree, builder)
    containers = items.map { found in
      let above = sequence(first: found.index) { tree.nodes[$0].parent }.dropFirst()
      return Array(above.filter { Self.roles.contains(tree.nodes[$0].role) }.prefix(Self.deepest))
    }
  }

  func units() -> [Unit] {
    var chosen: [Int: Form] = [:]
    var best = Rows.units(of: items)
    var cost = Cost(of: builder.places(of: best))
    let mostSteps = cost.steps * 21 / 20
    for container in candidates().prefix(min(Self.mostTries, Self.mostTriedItems / items.count)) {
      for form in [Form.group, .run] {
        let units = makeUnits(chosen.merging([container: form]) { $1 })
        let other = Cost(of: builder.places(of: units))
        guard form == .group ? other.steps < cost.steps : other.steps <= mostSteps else { continue }
        guard other.presses <= cost.presses, other.worstPresses <= cost.worstPresses else { continue }
        (chosen[container], best, cost) = (form, units, other)
        break
      }
    }
    return best
  }

  private enum Form {
    case group
    /// Its rows follow each other on the page.
    case run
  }

  /// Containers of some, but not all items, as indices of nodes. Of two with the same items the outer one is enough.
  private func candidates() -> [Int] {
    var members: [Int: [Int]] = [:]
    for (item, containers) in containers.enumerated() {
      for container in containers { members[container, default: []].append(item) }
    }
    var seen: Set<[Int]> = []
    return members.filter { $0.value.count >= Self.fewest && $0.value.count < items.count }
      .sorted { $0.key < $1.key }.filter { seen.insert($0.value).inserted }.map(\.key)
  }

  /// Rows of what is in no chosen container, and each chosen one where its first item is.
  private func makeUnits(_ chosen: [Int: Form]) -> [Unit] {
    var owned: [Int?: [FoundItem]] = [:]
    var inner: [Int?: Set<Int>] = [:]
    for (item, containers) in zip(items, containers) {
      let owners = containers.filter { chosen[$0] != nil }
      owned[owners.first, default: []].append(item)
      for (index, owner) in owners.enumerated() {
        inner[index + 1 < owners.count ? owners[index + 1] : nil, default: []].insert(owner)
      }
    }
    func units(_ owner: Int?) -> [Unit] {
      var result = Rows.units(of: owned[owner] ?? [])
      for container in (inner[owner] ?? []).sorted() {
        let rows = units(container)
        let unit = Unit(
          row: rows.flatMap(\.items), units: rows, container: container, name: tree.nodes[container].name)
        let place = (unit.rect.y, unit.rect.x)
        result.insert(unit, at: result.firstIndex { ($0.rect.y, $0.rect.x) > place } ?? result.count)
      }
      return result.flatMap { unit in unit.container.map { chosen[$0] } == .run ? unit.units : [unit] }
    }
    return units(nil)
  }
}
