/// A node of a window that the person can operate. `ItemFinder` decides which nodes count as items.
public struct Item: Hashable, Sendable {
  /// How the item is operated. If several cases fit, the first of them in this order is used.
  public enum Kind: Hashable, Sendable {
    /// A slider or spin button. Choosing it opens a page with the places "less", "more" and "out".
    case value
    /// A text that can be edited. Choosing it gives it the focus.
    case text
    /// An entry of a list, tab bar or menu. Choosing it makes its parent select it, and then runs its action.
    case choice
    /// A node with an action, such as a button. Choosing it runs the action; see `Node.actions`.
    case action
    /// A node that takes the focus but has no action. Choosing it gives it the focus, and types a key such as Space.
    case focus
  }

  public let node: Node
  /// The parent's reference, to which `Selection.SelectChild` is sent. `nil` for the root.
  public let parent: Reference?
  /// The node's index among its parent's children, from 0.
  public let indexInParent: Int
  public let kind: Kind
  /// The text that people see: the item's name, otherwise its label, otherwise the name of the first named node in it.
  /// It is empty if there is no such name. The contents of a text are never its title, because the person may have
  /// typed them.
  public internal(set) var title: String

  public init(node: Node, parent: Reference?, indexInParent: Int, kind: Kind) {
    (self.node, self.parent, self.indexInParent, self.kind, title) = (node, parent, indexInParent, kind, node.name)
  }

  /// The identity of the item's node on the accessibility bus.
  public var reference: Reference { node.reference }
}

/// One place of a page. The highlight moves from place to place, and a press chooses the highlighted place.
public indirect enum Place: Hashable, Sendable {
  case item(Item)
  /// A group of places, which has its own page.
  case group(Group)
  /// One of the panel's own places, which the table in `PanelPlace` lists.
  case own(PanelPlace)
  case scrolling(Scrolling)
  /// One of an item's own actions.
  case action(String)
  case key(Key), window(OpenWindow), program(InstalledProgram)
  /// Places of the page for pointing: a part of the screens, and an action at the chosen point.
  case cell(PointCell), deed(PointDeed)
}

/// The places of a page in the order of the highlight: at most eight, including the place that ends the page.
///
/// The pages of a window are a tree: the root is the first page, and each `Place.group` is the page below it.
public struct Group: Hashable, Sendable {
  /// The largest number of places on a page. Source: docs/design/desktop.md, "What counts, and how it is grouped".
  public static let limit = 8

  /// In a window: the name of the program's container that has exactly these items. In the panel: the group's label, in
  /// one or two lines. It is empty if there is no such name.
  public var name: String
  public var places: [Place]

  public init(name: String = "", places: [Place]) { (self.name, self.places) = (name, places) }

  /// All items of this group and of the groups in it, in the order of the places.
  public var items: [Item] {
    places.flatMap { place -> [Item] in
      if case .group(let group) = place { return group.items }
      return if case .item(let item) = place { [item] } else { [] }
    }
  }
}
