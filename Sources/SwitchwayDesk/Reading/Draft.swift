import SwitchwayScanning

/// A node while it is being read.
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

  init(_ reference: Reference, seen: Rect = .zero) {
    node = Node(reference: reference, parent: nil, role: .invalid)
    self.seen = seen
  }
}

extension Node {
  /// Adds the state SHOWING where GTK 4 leaves it out: it tells it of windows only. What is visible in something that
  /// is showing is showing, too, unless it has a place but no size (pages that were never shown).
  mutating func addShowing(toolkit: String, isParentShowing: Bool) {
    guard toolkit == "GTK", isParentShowing, states.contains(.visible), extents == .zero || !extents.isEmpty else {
      return
    }
    states.insert(.showing)
  }
}

/// What `Cache.GetItems` tells of an object.
struct CachedNode {
  let reference: Reference
  let parent: Reference?
  let index: Int32
  let childCount: Int32
  let interfaces: Interfaces
  let name: String
  let role: Role
  let states: States

  /// The most objects that are looked at. Chosen: the largest GTK programs have a few thousand.
  static let limit = 20_000

  /// All objects of the program that it has told of. nil: the reply is something else.
  static func all(in reply: Reply) -> [CachedNode]? {
    guard reply.enter("a", "((so)(so)(so)iiassusau)") else { return nil }
    var found: [CachedNode] = []
    while found.count < limit, !reply.isAtEnd {
      guard reply.enter("r", "(so)(so)(so)iiassusau"), let reference = reply.reference(), reply.reference() != nil,
        let parent = reply.reference(), let index = reply.int(), let childCount = reply.int(),
        let interfaces = reply.interfaces(), let name = reply.name(), let role = reply.unsigned(), reply.skip("s"),
        let states = reply.states()
      else { return nil }
      reply.leave()
      guard let reference else { continue }
      found.append(
        CachedNode(
          reference: reference, parent: parent, index: index, childCount: childCount, interfaces: interfaces,
          name: name, role: Role(rawValue: role), states: states))
    }
    return found
  }
}

/// The objects of a program by reference, and the children of each.
struct NodeCache {
  private var nodes: [Reference: CachedNode] = [:]
  private var children: [Reference: [CachedNode]] = [:]

  init(_ nodes: [CachedNode] = []) {
    for node in nodes where self.nodes.updateValue(node, forKey: node.reference) == nil {
      if let parent = node.parent { children[parent, default: []].append(node) }
    }
  }

  subscript(reference: Reference) -> CachedNode? { nodes[reference] }

  /// The children in their order. nil: the cache lacks some of them.
  func children(of reference: Reference, count: Int) -> [Reference]? {
    guard let known = children[reference]?.sorted(by: { $0.index < $1.index }),
      known.map({ Int($0.index) }) == Array(0..<count)
    else { return nil }
    return known.map(\.reference)
  }
}
