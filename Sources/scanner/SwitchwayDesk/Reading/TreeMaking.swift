import SwitchwayScanning

extension Tree {
  /// Makes a tree of everything that is known below `root`, without the objects in `hidden` and their descendants. It
  /// has at most `Tree.limit` nodes, and each object only once.
  init(of root: Draft, in program: Program, hidden: Set<Reference> = []) {
    var nodes: [Node] = []
    var done = hidden
    var stack: [(draft: Draft, parent: Int?)] = [(root, nil)]
    while let (draft, parent) = stack.popLast(), nodes.count < Tree.limit {
      guard draft.isKnown, done.insert(draft.node.reference).inserted else { continue }
      var node = draft.node
      node.parent = parent
      let index = nodes.count
      nodes.append(node)
      for child in draft.children.reversed() { stack.append((child, index)) }
    }
    self.init(nodes: nodes, toolkit: program.toolkit)
    scalePages()
    moveRootPanes()
    if program.losesPadding { addLostPadding() }
  }

  /// The innermost menu or popover that is open inside this window, as a separate tree. `nil` if none is open.
  ///
  /// In GTK 3 and Qt, the menus of a menu bar are inside the window. Menus of a web page do not count, because they are
  /// often open all the time; only the menu of a combo box in a page does.
  var openPart: Tree? {
    var hasShownItem = Set<Int>()
    var isInPage = Set<Int>()
    for (index, node) in nodes.enumerated() {
      if [.documentWeb, .documentFrame].contains(node.role) || node.parent.map(isInPage.contains) == true {
        isInPage.insert(index)
      }
      if let parent = node.parent, node.states.contains(.showing), !node.extents.isEmpty { hasShownItem.insert(parent) }
    }
    let open = nodes.indices.last { index in
      let node = nodes[index]
      guard node.states.contains(.showing), hasShownItem.contains(index) else { return false }
      let box = node.parent.map { nodes[$0] }.flatMap { $0.role == .comboBox ? $0 : nil }
      switch node.role {
      case .menu, .popupMenu: return !isInPage.contains(index) || box?.states.contains(.expanded) == true
      // A combo box of Qt 5 does not report whether it is open, but the list of a closed one has no size.
      case .list: return toolkit == "Qt" && box != nil && !node.extents.isEmpty
      default: return node.isPanelOverWindow
      }
    }
    return open.flatMap { $0 == 0 ? nil : part(from: $0) }
  }

  private func part(from first: Int) -> Tree {
    var part = [nodes[first]]
    part[0].parent = nil
    // In `nodes`, the descendants of a node follow it directly.
    for var node in nodes[(first + 1)...] {
      guard let parent = node.parent, parent >= first else { break }
      node.parent = parent - first
      part.append(node)
    }
    return Tree(nodes: part, toolkit: toolkit)
  }
}

/// Makes a tree below `root` of drafts that know only their parents. Children are in the order of `drafts`; a parent
/// has the position of its first child.
func connect(_ drafts: [Draft], to root: Draft) {
  var byReference: [Reference: Draft] = [root.node.reference: root]
  for draft in drafts { byReference[draft.node.reference] = draft }
  var placed: Set<Reference> = [root.node.reference]
  for draft in drafts {
    var current = draft
    // Goes upwards until it finds an object that is already in the tree. A cycle ends at its first object, which then
    // has no parent.
    while placed.insert(current.node.reference).inserted, let parent = current.parent.flatMap({ byReference[$0] }) {
      parent.children.append(current)
      current = parent
    }
  }
}
