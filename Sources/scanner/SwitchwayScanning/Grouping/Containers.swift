/// The program's containers in which the items are (tool bars, lists and so on), and the texts in which links are.
struct Containers {
  /// The roles of containers. docs/design/desktop.md names tool bar, list, tab page and menu; the others are roles that
  /// programs use for similar parts.
  private static let roles: Set<Role> = [
    .toolBar, .list, .listBox, .pageTabList, .pageTab, .menu, .menuBar, .table, .tree, .treeTable, .scrollPane,
    .documentWeb, .grouping, .form, .landmark, .statusBar,
  ]
  /// The largest number of containers that are kept for one item. If it has more, only the innermost ones are kept.
  private static let deepest = 12

  /// For each item, the numbers (from 0) of the containers around it. If two containers have the same items, only one
  /// of them is listed. Containers that have only one item, or all items, are left out.
  let ofItems: [[Int]]
  /// For each item that is a link, the number of the text around it: links in the same text have the same number. `nil`
  /// for other items.
  let texts: [Int?]
  private let nodes: ArraySlice<Node>
  /// For each node, the number of items at or below it.
  private var counts: [Int]

  init(of items: [FoundItem], in tree: Tree) {
    nodes = tree.nodes.prefix(Tree.limit)
    counts = Array(repeating: 0, count: nodes.count)
    let above = items.map { Self.ancestors(of: $0, in: tree) }
    for ancestors in above { for node in ancestors { counts[node] += 1 } }
    var (numbers, found) = ([Int: Int](), [[Int]]())
    for ancestors in above {
      var (mine, last) = ([Int](), 1)
      let text = nodes[ancestors[0]].role == .link ? ancestors.dropFirst().first : nil
      for node in ancestors.dropFirst() where node == text || Self.roles.contains(nodes[node].role) {
        guard counts[node] > last, counts[node] < items.count, mine.count < Self.deepest else { continue }
        last = counts[node]
        mine.append(numbers[node] ?? numbers.count)
        if numbers[node] == nil { numbers[node] = numbers.count }
      }
      found.append(mine)
    }
    ofItems = found
    texts = items.map { $0.item.node.role == .link ? $0.item.node.parent : nil }
  }

  /// The indices of the item's node and of the nodes around it, from the innermost to the outermost.
  private static func ancestors(of item: FoundItem, in tree: Tree) -> [Int] {
    Array(sequence(first: item.index) { tree.nodes[$0].parent })
  }

  /// The name of the node that contains exactly these items. It is empty if no such node has a name.
  ///
  /// - Parameter items: the indices of the items' nodes.
  func name(of items: [Int]) -> String {
    guard var node = items.first else { return "" }
    for var other in items {
      // The later of two nodes is no ancestor of the other one, because parents come before their children.
      while node != other {
        guard let parent = nodes[max(node, other)].parent else { return "" }
        if node > other { node = parent } else { other = parent }
      }
    }
    while counts[node] == items.count, let parent = nodes[node].parent {
      if !nodes[node].name.isEmpty { return nodes[node].name }
      node = parent
    }
    return ""
  }
}
