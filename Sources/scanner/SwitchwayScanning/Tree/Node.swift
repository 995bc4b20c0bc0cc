/// The identity of an object on the accessibility bus: the program's name on the bus, and the object's path there.
///
/// Items are identified by their reference, never by their names.
public struct Reference: Hashable, Sendable {
  public let bus: String
  public let path: String

  public init(bus: String, path: String) { (self.bus, self.path) = (bus, path) }

  /// The reference of an item of the desktop's own shell, which is not on the accessibility bus. `id` is the identifier
  /// that the shell gave to the item.
  public init(shellItem id: String) { self.init(bus: Self.shell, path: id) }

  /// Whether it is an item of the desktop's own shell.
  public var isOfShell: Bool { bus == Self.shell }

  /// The value of `bus` for items of the shell. It cannot be a name on a message bus, because such a name has a dot.
  private static let shell = "shell"
}

/// One object of a program's window, with the properties that were read of it.
public struct Node: Hashable, Sendable {
  public var reference: Reference
  /// The index of the parent in `Tree.nodes`, which is less than the node's own index. `nil` for the root.
  public var parent: Int?
  /// The node's index among its parent's children, if only some of these children were read. If it is `nil`, the index
  /// follows from the order of the nodes in the tree.
  public var indexInParent: Int?
  public var role: Role
  /// The name: at most 200 bytes, without control characters.
  public var name: String
  /// The text of the node's label, in the same form as `name`, if the node has no name. When the item is read again
  /// before an action, the label is not compared.
  public var label = ""
  public var states: States
  /// The rectangle as the program reports it, in the same pixels as the window's frame. `Placement` computes the place
  /// on the screen.
  public var extents: Rect
  /// The rectangle that the program reported, if `extents` was converted from it by `scalePages` or `moveRootPanes`.
  /// `nil` if both are equal.
  public var reportedExtents: Rect?
  public var interfaces: Interfaces
  /// The names of the node's actions in the order of their indices, not translated.
  public var actions: [String]
  /// For a link that runs over several lines of text, the rectangle of each line. Otherwise it is empty.
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

/// A window, menu or dialog with everything in it that was read.
public struct Tree: Hashable, Sendable {
  /// The largest number of nodes that are read of one window.
  public static let limit = 1_000

  /// The nodes: parents before their children, children in the program's order. `nodes[0]` is the window, menu or
  /// dialog.
  public var nodes: [Node]
  /// The toolkit's name as the program reports it, such as `gtk`, `GTK`, `Qt`, `Chromium`. It is empty if the toolkit
  /// is unknown.
  public var toolkit: String

  public init(nodes: [Node], toolkit: String = "") { (self.nodes, self.toolkit) = (nodes, toolkit) }
}
