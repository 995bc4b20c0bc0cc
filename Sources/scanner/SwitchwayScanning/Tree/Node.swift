/// What the accessibility bus calls an object: the program's name on the bus, and the object's path there.
///
/// Items are known by this, never by their names.
public struct Reference: Hashable, Sendable {
  public let bus: String
  public let path: String

  public init(bus: String, path: String) { (self.bus, self.path) = (bus, path) }

  /// An item of the desktop's own shell, which is not on the accessibility bus. `id`: what the shell calls it.
  public init(shellItem id: String) { self.init(bus: Self.shell, path: id) }

  /// Whether it is an item of the desktop's own shell.
  public var isOfShell: Bool { bus == Self.shell }

  /// No name on a bus looks like this.
  private static let shell = "shell"
}

/// One object of a program's window, as it was read.
public struct Node: Hashable, Sendable {
  public var reference: Reference
  /// The index of the parent in `Tree.nodes`, less than the node's own. `nil` for the root.
  public var parent: Int?
  /// The index among its parent's children, where the parent was not read whole. If `nil`, count them in the tree.
  public var indexInParent: Int?
  public var role: Role
  /// At most 200 bytes, without control characters.
  public var name: String
  /// The text of what labels it, where it has no name; as `name`. It is not compared when the item is read again.
  public var label = ""
  public var states: States
  /// As the program reports it for the screen, in the pixels of its frame; see `Placement` for where that is.
  public var extents: Rect
  /// What it reports, where that is in other pixels. `nil` if that is `extents`.
  public var reportedExtents: Rect?
  public var interfaces: Interfaces
  /// The names of its actions in the order of their indices, not translated.
  public var actions: [String]
  /// Where each line of a link is that runs over several lines. Else empty.
  public var lines: [Rect]

  public init(
    reference: Reference, parent: Int?, role: Role, name: String = "", states: States = [], extents: Rect = .zero,
    interfaces: Interfaces = [], actions: [String] = [], lines: [Rect] = [], indexInParent: Int? = nil
  ) {
    self.indexInParent = indexInParent
    (self.reference, self.parent, self.role, self.name) = (reference, parent, role, name)
    (self.states, self.extents, self.interfaces) = (states, extents, interfaces)
    (self.actions, self.lines) = (actions, lines)
  }
}

/// A window, menu or dialog with everything of it that was read.
public struct Tree: Hashable, Sendable {
  /// The most nodes of a tree that are read.
  public static let limit = 1_000

  /// Parents before their children, children in the program's order. `nodes[0]` is the window, menu or dialog.
  public var nodes: [Node]
  /// The toolkit's name as the program gives it, such as `gtk`, `GTK`, `Qt`, `Chromium`. Empty: not known.
  public var toolkit: String

  public init(nodes: [Node], toolkit: String = "") { (self.nodes, self.toolkit) = (nodes, toolkit) }
}
