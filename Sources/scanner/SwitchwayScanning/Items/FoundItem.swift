/// An item with the values that grouping needs.
final class FoundItem: Sendable {
  let item: Item
  /// The index of the item's node in `Tree.nodes`.
  let index: Int
  /// The visible part of the item. For a link over several lines, it is the first visible line.
  let rect: Rect

  init(_ item: Item, index: Int, rect: Rect) { (self.item, self.index, self.rect) = (item, index, rect) }

  fileprivate func titled(_ title: String) -> FoundItem {
    guard item.node.name.isEmpty, item.kind != .text, item.kind != .value else { return self }
    var titled = item
    titled.title = title
    return FoundItem(titled, index: index, rect: rect)
  }
}

/// Finds the nodes of a tree that count as items. Source: docs/design/desktop.md, "What counts, and how it is grouped".
///
/// Nodes with the state "showing" count. GTK 4.8 reports only its windows as showing, and widgets as visible; so if no
/// node below the window is showing, visible nodes count instead. A node whose parent does not come before it in the
/// tree is ignored, together with its descendants. Nodes after the first `Tree.limit` are also ignored.
struct ItemFinder {
  private let nodes: ArraySlice<Node>
  private let shown: States
  /// For each node, the part of the window in which its children can be seen, inside all scroll panes around them.
  /// `nil` if the node and its descendants are not visible.
  private var clips: [Rect?] = []
  private var childCounts: [Int] = []
  private var found: [FoundItem] = []

  static func items(of tree: Tree) -> [FoundItem] {
    var finder = ItemFinder(nodes: tree.nodes.prefix(Tree.limit))
    for index in finder.nodes.indices { finder.visit(index) }
    let titles = finder.titles()
    return finder.withoutContainers().map { $0.titled(titles[$0.index]) }.withoutCellsOfSameRow(in: tree)
  }

  /// For each node, the text that people see: its name, otherwise the text of its label, otherwise the name of the
  /// first visible named node in it. The name of a picture is used only if no other node in it has a name.
  private func titles() -> [String] {
    var titles = nodes.map { $0.name.isEmpty ? $0.label : $0.name }
    for index in nodes.indices.reversed() where clips[index] != nil && !titles[index].isEmpty {
      guard let parent = nodes[index].parent, nodes[parent].name.isEmpty else { continue }
      let isPicture = nodes[index].role == .icon || nodes[index].role == .image
      if !isPicture || titles[parent].isEmpty { titles[parent] = titles[index] }
    }
    return titles
  }

  private init(nodes: ArraySlice<Node>) {
    self.nodes = nodes
    shown = nodes.dropFirst().contains { $0.states.contains(.showing) } ? .showing : .visible
    childCounts = Array(repeating: 0, count: nodes.count)
  }

  private mutating func visit(_ index: Int) {
    guard index > 0 else { return clips.append(nodes[0].windowClip) }
    let node = nodes[index]
    guard let parentIndex = node.parent, (0..<index).contains(parentIndex) else { return clips.append(nil) }
    let parent = nodes[parentIndex]
    let indexInParent = node.indexInParent ?? childCounts[parentIndex]
    childCounts[parentIndex] += 1
    guard let clip = clips[parentIndex], node.states.contains(shown), !node.isShut(of: parent), !node.isFlatBar else {
      return clips.append(nil)
    }
    clips.append(node.clipsItsChildren ? clip.intersection(node.extents) : clip)
    let seen = node.extents.intersection(clip)
    guard node.isUsable, let kind = node.kind(parent: parent), seen.area > 0, node.isHalf(seen) else { return }
    let item = Item(node: node, parent: parent.reference, indexInParent: indexInParent, kind: kind)
    let line = node.lines.lazy.map { $0.intersection(clip) }.first { !$0.isEmpty }
    found.append(FoundItem(item, index: index, rect: line ?? seen))
  }

  /// The found items without containers that contain other items. Such a container may have an action of its own: for
  /// example, a web page that listens for clicks.
  private func withoutContainers() -> [FoundItem] {
    var holders: Set<Int> = []
    for item in found {
      var ancestor = nodes[item.index].parent
      while let current = ancestor, holders.insert(current).inserted { ancestor = nodes[current].parent }
    }
    return found.filter { !($0.item.kind == .action && $0.item.node.role.isContainer && holders.contains($0.index)) }
  }
}

extension [FoundItem] {
  /// The items with only one cell of each row of a table, because a row is one choice. The first cell with a name
  /// represents the row; if no cell has a name, the first cell does. Cells with a check box, and cells of a
  /// spreadsheet, are separate items.
  fileprivate func withoutCellsOfSameRow(in tree: Tree) -> [FoundItem] {
    func row(_ found: FoundItem) -> [Int]? {
      guard found.item.node.role.isCell, !found.item.node.isToggle, found.item.kind != .text else { return nil }
      var table = found.item.node.parent
      while let index = table, tree.nodes[index].role.isCell { table = tree.nodes[index].parent }
      return [table ?? 0, found.item.node.extents.y]
    }
    var cells: [[Int]: FoundItem] = [:]
    for found in self {
      guard let row = row(found) else { continue }
      if cells[row]?.item.node.name.isEmpty != false, cells[row] == nil || !found.item.node.name.isEmpty {
        cells[row] = found
      }
    }
    return filter { found in row(found).map { cells[$0]?.index == found.index } ?? true }
  }
}

extension Node {
  /// The area in which items of this window can be visible: the window's extents. It is unlimited for a menu, whose
  /// extents may be those of its title, and for a window without extents.
  fileprivate var windowClip: Rect {
    extents.isEmpty || WindowKind(role: role) == .menu ? Rect.everywhere : extents
  }

  /// Whether the person can use the node now. LibreOffice reports its usable texts and cells as enabled and editable,
  /// but not as sensitive.
  fileprivate var isUsable: Bool {
    states.contains(.sensitive) || states.isSuperset(of: [.enabled, .editable])
  }

  /// Whether it is a menu bar without height, which is not visible, and neither are the objects in it. LibreOffice has
  /// such a bar in addition to the visible one of GTK.
  fileprivate var isFlatBar: Bool { role == .menuBar && extents.width > 0 && extents.height == 0 }

  /// Whether at least half of the node is visible. For an entry of a list only the height counts, because rows of Qt 5
  /// may be wider than their list.
  fileprivate func isHalf(_ seen: Rect) -> Bool {
    role == .listItem ? seen.height * 2 >= extents.height : seen.area * 2 >= extents.area
  }

  /// Whether children are visible only inside of this node: it is a scroll pane, a web page, or a list that scrolls
  /// itself.
  fileprivate var clipsItsChildren: Bool {
    guard !extents.isEmpty else { return false }
    switch role {
    case .scrollPane, .viewport, .documentWeb, .documentFrame: return true
    case .list, .listBox, .table, .tree, .treeTable: return interfaces.contains(.selection)
    default: return false
    }
  }

  /// Whether the combo box `parent` hides or disables this node: the node is the menu or list of a closed combo box, or
  /// any part of a disabled one. GTK 4 reports the parts of a disabled combo box as sensitive.
  fileprivate func isShut(of parent: Node) -> Bool {
    guard parent.role == .comboBox else { return false }
    if !parent.states.contains(.sensitive) { return true }
    guard !parent.states.contains(.expanded) else { return false }
    let menus: Set<Role> = [.menu, .popupMenu, .list, .listBox, .table, .tree, .treeTable, .window]
    return menus.contains(role)
  }
}
