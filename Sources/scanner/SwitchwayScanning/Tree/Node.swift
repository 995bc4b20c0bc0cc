/// The identity of an object on the accessibility bus: the program's name on the bus, and the object's path there.
///
/// Items are identified by this, never by their names.
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
  /// The index of the parent in `Tree.nodes`; it is less than the node's own. `nil` for the root.
  public var parent: Int?
  /// The index among its parent's children, if only some of them were read. If `nil`, count them in the tree.
  public var indexInParent: Int?
  public var role: Role
  /// At most 200 bytes, without control characters.
  public var name: String
  /// The text of its label, if it has no name; in the same form as `name`. It is not compared when the item is read
  /// again.
  public var label = ""
  public var states: States
  /// The place as the program reports it, in the pixels of its frame; see `Placement` for the place on the screen.
  public var extents: Rect
  /// The reported place, if it is in other pixels. `nil` if that is `extents`.
  public var reportedExtents: Rect?
  public var interfaces: Interfaces
  /// The names of its actions in the order of their indices, not translated.
  public var actions: [String]
  /// The place of each line of a link that runs over several lines. Otherwise empty.
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
  /// The largest number of nodes that are read.
  public static let limit = 1_000

  /// The nodes: parents before their children, children in the program's order. `nodes[0]` is the window, menu or
  /// dialog.
  public var nodes: [Node]
  /// The toolkit's name as the program reports it, such as `gtk`, `GTK`, `Qt`, `Chromium`. It is empty if unknown.
  public var toolkit: String

  public init(nodes: [Node], toolkit: String = "") { (self.nodes, self.toolkit) = (nodes, toolkit) }
}
