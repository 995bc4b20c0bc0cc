/// How the items of a window are grouped. Raw values are those of the settings file.
public enum Grouping: String, Hashable, Sendable, CaseIterable {
  /// By geometry alone.
  case rows
  /// By geometry, and a container is a group where that saves steps and costs no further press.
  case containers
  /// In the order of reading, cut evenly, whatever the rows are.
  case none
}

/// Makes the pages of a window. Source: docs/design/desktop.md, "What counts, and how it is grouped".
public enum Pages {
  /// The first page, and below it all others. A window without items has one page of one place: `.panel`.
  ///
  /// - Parameter window: what is in front; nil: by the tree's first role.
  public static func make(
    of tree: Tree, window: WindowKind? = nil, grouping: Grouping = .containers
  ) -> Group {
    var tree = tree
    // Nothing is above the first node, whatever a program says.
    if tree.nodes.first?.parent != nil { tree.nodes[0].parent = nil }
    let window = window ?? WindowKind(of: tree)
    let ends: [Place] = window == .window ? [.panel] : [.close, .panel]
    let items = ItemFinder.items(of: tree)
    guard !items.isEmpty else { return Group(places: [.panel]) }
    let builder = PageBuilder(capacity: Group.limit - ends.count)
    let units =
      switch grouping {
      case .none: Rows.readingOrder(items).map { Unit(row: [$0]) }
      case .rows: Rows.units(of: items)
      case .containers: ContainerChoice(items, tree: tree, builder: builder).units()
      }
    return Group(name: tree.nodes.first?.name ?? "", places: builder.places(of: units) + ends)
  }
}
