import SwitchwayScanning

/// An object while it is being read.
final class Draft {
  var node: Node
  /// How many children the program says it has. nil: not asked yet.
  var childCount: Int?
  /// What the program names as the parent.
  var parent: Reference?
  var children: [Draft] = []
  /// What it is in is showing.
  var isParentShowing = true
  /// The part of the screen in which its children can be seen; empty: not known.
  var seen: Rect
  /// The program has told its states, so the object exists.
  var isKnown = false
  /// The program has told its interfaces.
  var hasInterfaces = false

  init(_ reference: Reference, seen: Rect = .zero) {
    node = Node(reference: reference, parent: nil, role: .invalid)
    self.seen = seen
  }

  func take(_ cached: CachedNode) {
    node = cached.node
    // Of menus and trees GTK 3 does not tell it there.
    if cached.childCount >= 0, !node.states.contains(.managesDescendants) { childCount = Int(cached.childCount) }
    isKnown = !node.states.contains(.defunct)
    hasInterfaces = true
  }

  /// Adds the state SHOWING where GTK 4 leaves it out: it tells it of windows only. What is visible in something that
  /// is showing is showing, too, unless it has a place but no size (pages that were never shown).
  func addShowing(toolkit: String) {
    guard toolkit == "GTK", isParentShowing, node.states.contains(.visible) else { return }
    if node.extents == .zero || !node.extents.isEmpty { node.states.insert(.showing) }
  }

  var isList: Bool {
    node.states.contains(.managesDescendants)
      || [.list, .listBox, .table, .tree, .treeTable, .menu, .popupMenu, .comboBox].contains(node.role)
  }

  /// Nothing below it can be operated. Buttons of GTK 4 and those with a menu have something.
  func isLeaf(toolkit: String) -> Bool {
    if node.role == .pushButton { return toolkit != "GTK" && !node.states.contains(.hasPopup) }
    let leaves: [Role] = [
      .checkBox, .image, .label, .levelBar, .progressBar, .radioButton, .scrollBar, .separator, .slider, .staticText,
    ]
    return leaves.contains(node.role)
  }

  /// Whether it is an item does not depend on what can be done with it: nothing is in it, and it takes the focus.
  func isItemAnyway(toolkit: String) -> Bool {
    node.states.contains(.focusable) && (isLeaf(toolkit: toolkit) || childCount == 0)
      && [.checkBox, .pushButton, .radioButton, .slider, .spinButton, .text, .toggleButton].contains(node.role)
  }
}

/// What `Cache.GetItems` tells of an object.
struct CachedNode {
  var node: Node
  let parent: Reference?
  let index: Int32
  let childCount: Int32
}

/// The objects of a program by reference, and the children of each.
struct NodeCache {
  /// The most objects that are looked at. Chosen: the largest GTK programs have a few thousand.
  private static let limit = 20_000

  private var nodes: [Reference: CachedNode] = [:]
  private var children: [Reference: [CachedNode]] = [:]

  init(_ nodes: [CachedNode] = []) {
    for node in nodes where self.nodes.updateValue(node, forKey: node.node.reference) == nil {
      if let parent = node.parent { children[parent, default: []].append(node) }
    }
  }

  /// Everything that the program has told of; empty if the reply is something else.
  init(_ reply: Reply) {
    var found: [CachedNode] = []
    let isList = reply.enter("a", "((so)(so)(so)iiassusau)")
    while isList, found.count < Self.limit, !reply.isAtEnd {
      guard reply.enter("r", "(so)(so)(so)iiassusau"), let reference = reply.reference(), reply.reference() != nil,
        let parent = reply.reference(), let index = reply.int(), let childCount = reply.int(),
        let interfaces = reply.interfaces(), let name = reply.name(), let role = reply.role(), reply.skip("s"),
        let states = reply.states()
      else {
        found = []
        break
      }
      reply.leave()
      guard let reference else { continue }
      let node = Node(
        reference: reference, parent: nil, role: role, name: name, states: states, interfaces: interfaces)
      found.append(CachedNode(node: node, parent: parent, index: index, childCount: childCount))
    }
    self.init(found)
  }

  subscript(reference: Reference) -> CachedNode? { nodes[reference] }

  /// The children in their order. nil: the cache lacks some of them.
  func children(of reference: Reference, count: Int) -> [Reference]? {
    guard let known = children[reference]?.sorted(by: { $0.index < $1.index }),
      known.map({ Int($0.index) }) == Array(0..<count)
    else { return nil }
    return known.map(\.node.reference)
  }
}
