import SwitchwayBus
import SwitchwayScanning

/// An object while it is being read.
final class Draft {
  var node: Node
  /// The number of children according to the program. `nil` if it was not requested yet.
  var childCount: Int?
  /// The parent according to the program, and the object's index in this parent.
  var parent: Reference?
  var index: Int32 = -1
  var children: [Draft] = []
  /// Whether the object's container is showing.
  var isParentShowing = true
  /// The part of the screen in which its children can be seen; empty if unknown.
  var seen = Rect.zero
  /// Whether the program has reported its states, so that the object exists.
  var isKnown = false
  /// Whether the program has reported its interfaces.
  var hasInterfaces = false

  init(_ reference: Reference) { node = Node(reference: reference, parent: nil, role: .invalid) }

  /// An object that `Cache.GetItems` has reported.
  init(node: Node, parent: Reference?, index: Int32, childCount: Int32) {
    (self.node, self.parent, self.index) = (node, parent, index)
    // For menus and trees, GTK 3 does not report the number of children in this answer.
    if childCount >= 0, !node.states.contains(.managesDescendants) { self.childCount = Int(childCount) }
    (isKnown, hasInterfaces) = (!node.states.contains(.defunct), true)
  }

  /// Adds the state SHOWING, which GTK 4 reports only for windows. A visible object inside a showing object also counts
  /// as showing. The exception is an object with a position but without a size: it is in a page that was never shown.
  func addShowing(toolkit: String) {
    guard toolkit == "GTK", isParentShowing, node.states.contains(.visible) else { return }
    if node.extents == .zero || !node.extents.isEmpty { node.states.insert(.showing) }
  }

  var isList: Bool {
    node.states.contains(.managesDescendants)
      || [.list, .listBox, .table, .tree, .treeTable, .menu, .popupMenu, .comboBox].contains(node.role)
  }

  /// Whether no object inside of this one can be operated, so that its children need not be read. Buttons of GTK 4, and
  /// buttons with a menu, do contain such objects.
  func isLeaf(toolkit: String) -> Bool {
    if node.role == .pushButton { return toolkit != "GTK" && !node.states.contains(.hasPopup) }
    let leaves: [Role] = [
      .checkBox, .image, .label, .levelBar, .progressBar, .radioButton, .scrollBar, .separator, .slider, .staticText,
    ]
    return leaves.contains(node.role)
  }

  /// Whether it is an item whatever its actions are, because it contains no object and takes the focus.
  func isItemAnyway(toolkit: String) -> Bool {
    node.states.contains(.focusable) && (isLeaf(toolkit: toolkit) || childCount == 0)
      && [.checkBox, .pushButton, .radioButton, .slider, .spinButton, .text, .toggleButton].contains(node.role)
  }
}

/// The objects that a program has reported by `Cache.GetItems`, by reference, and the children of each.
struct NodeCache {
  /// The largest number of objects that are examined. The largest GTK programs have a few thousand.
  private static let limit = 20_000

  private var nodes: [Reference: Draft] = [:]
  private var children: [Reference: [Draft]] = [:]

  init(_ nodes: [Draft] = []) {
    for node in nodes where self.nodes.updateValue(node, forKey: node.node.reference) == nil {
      if let parent = node.parent { children[parent, default: []].append(node) }
    }
  }

  /// Reads all objects that the program has reported. The cache is empty if the reply has another form.
  init(_ reply: Reply) {
    var found: [Draft] = []
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
      found.append(Draft(node: node, parent: parent, index: index, childCount: childCount))
    }
    self.init(found)
  }

  subscript(reference: Reference) -> Draft? { nodes[reference] }

  /// The children of an object, in their order. `nil` if the cache lacks some of them.
  func children(of reference: Reference, count: Int) -> [Reference]? {
    guard let known = children[reference]?.sorted(by: { $0.index < $1.index }),
      known.map({ Int($0.index) }) == Array(0..<count)
    else { return nil }
    return known.map(\.node.reference)
  }
}
