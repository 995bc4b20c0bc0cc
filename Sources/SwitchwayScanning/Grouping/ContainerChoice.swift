/// Chooses which containers are groups of their own: those that save steps and cost no further press.
///
/// One container after the other is tried, the outermost first, at most `tries`: the pages with it are kept if they
/// are better than those without.
struct ContainerChoice {
  /// Source: the design names tool bar, list, tab page and menu; the rest are other programs' words for them.
  private static let roles: Set<Role> = [
    .toolBar, .list, .listBox, .pageTabList, .pageTab, .menu, .menuBar, .table, .tree, .treeTable, .scrollPane,
    .documentWeb, .grouping, .form, .landmark, .statusBar,
  ]
  /// Chosen: keeps 1,000 items within some milliseconds.
  private static let tries = 24
  private static let fewest = 3

  let items: [FoundItem]
  let tree: Tree
  let builder: PageBuilder

  func units() -> [Unit] {
    var chosen: [Int] = []
    var best = Rows.units(of: items)
    var cost = Cost(of: builder.places(of: best))
    for container in candidates().prefix(Self.tries) {
      let units = makeUnits(chosen + [container])
      let other = Cost(of: builder.places(of: units))
      guard other.steps < cost.steps, other.presses <= cost.presses, other.worstPresses <= cost.worstPresses else {
        continue
      }
      (chosen, best, cost) = (chosen + [container], units, other)
    }
    return best
  }

  /// Containers of some, but not all items, as indices of nodes.
  private func candidates() -> [Int] {
    var counts: [Int: Int] = [:]
    for found in items { for container in containers(of: found) { counts[container, default: 0] += 1 } }
    // Of two with the same items the outer one is enough.
    var seen: Set<[Int]> = []
    return counts.filter { $0.value >= Self.fewest && $0.value < items.count }.keys.sorted()
      .filter { container in
        seen.insert(items.indices.filter { containers(of: items[$0]).contains(container) }).inserted
      }
  }

  /// The indices of the containers that an item is in, from the inner to the outer.
  private func containers(of found: FoundItem) -> [Int] {
    var result: [Int] = []
    var index = tree.nodes[found.index].parent
    while let current = index {
      if Self.roles.contains(tree.nodes[current].role) { result.append(current) }
      index = tree.nodes[current].parent
    }
    return result
  }

  /// Rows of what is in no chosen container, and a unit for each chosen one where its first item is.
  private func makeUnits(_ chosen: [Int]) -> [Unit] {
    let owners = Dictionary(grouping: items) { found in containers(of: found).first(where: chosen.contains) }
    var units = Rows.units(of: owners[nil] ?? [])
    for container in chosen {
      guard let own = owners[container] else { continue }
      let unit = Unit(name: tree.nodes[container].name, units: Rows.units(of: own))
      let top = unit.rect
      let index = units.firstIndex { $0.rect.y > top.y || ($0.rect.y == top.y && $0.rect.x > top.x) } ?? units.count
      units.insert(unit, at: index)
    }
    return units
  }
}
