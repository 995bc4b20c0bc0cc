/// An item that the person can operate: a node of the tree that counts.
public struct Item: Hashable, Sendable {
  /// The way in which the item is operated. The first case that fits is used, in this order.
  public enum Kind: Hashable, Sendable {
    /// A slider or spin button: a page with the places less, more and out.
    case value
    /// A text that can be edited: it gets the focus.
    case text
    /// An entry of a list, tab bar or menu: its parent selects it, then its action runs.
    case choice
    /// It has an action: see `Node.actions`.
    case action
    /// It takes the focus, and a key does the remaining step.
    case focus
  }

  public let node: Node
  /// The parent's reference: `Selection.SelectChild` is a call to it. `nil` for the root.
  public let parent: Reference?
  /// The node's index among its parent's children, from 0.
  public let indexInParent: Int
  public let kind: Kind
  /// The text that people see: its name, otherwise that of the first named node in it. It is empty if neither has a
  /// name.
  /// A text without a name shows nothing, because the person may have typed its contents.
  public internal(set) var title: String

  public init(node: Node, parent: Reference?, indexInParent: Int, kind: Kind) {
    (self.node, self.parent, self.indexInParent, self.kind, title) = (node, parent, indexInParent, kind, node.name)
  }

  /// The identity of an item.
  public var reference: Reference { node.reference }
}

/// One place of a page: a step of the highlight highlights it, and a press chooses it.
public indirect enum Place: Hashable, Sendable {
  case item(Item)
  /// A group of places, which has its own page.
  case group(Group)
  /// One of the panel's own places: `PanelPlace` has the table of them.
  case own(PanelPlace)
  case scrolling(Scrolling)
  /// One of an item's own actions.
  case action(String)
  case key(Key), window(OpenWindow), program(InstalledProgram)
  /// A part of the screens, and the actions at a point of it.
  case cell(PointCell), deed(PointDeed)
}

/// The places of a page in the order of the highlight: at most eight, including the place that ends the page.
///
/// The pages of a window are a tree: the root is the first page, and each `Place.group` is the page below it.
public struct Group: Hashable, Sendable {
  /// The largest number of places on a page. Source: docs/design/desktop.md, "What counts, and how it is grouped".
  public static let limit = 8

  /// For a window: the name of the program's container that has exactly these items. For the panel: its label, in one
  /// or two lines.
  /// It is empty if there is none.
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
