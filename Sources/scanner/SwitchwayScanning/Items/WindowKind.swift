/// The kind of the active window. It decides which places are at the end of the first page.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
  case window, menu, dialog
  /// A panel of GTK 3, or the list of a combo box of Qt 5, that covers the rest of its window and gets all input until
  /// it is closed.
  case popover

  /// The kind according to the role of `Tree.nodes[0]`.
  public init(role: Role) {
    switch role {
    case .menu, .popupMenu: self = .menu
    case .alert, .dialog, .fileChooser, .colorChooser, .fontChooser, .optionPane: self = .dialog
    default: self = .window
    }
  }

  /// The kind of a window that was read. A window whose first child is a menu, as in GTK 3, counts as a menu.
  public init(of tree: Tree) {
    guard tree.nodes.first.map({ !$0.isPanelOverWindow && $0.role != .list }) ?? true else {
      self = .popover
      return
    }
    let roles = tree.nodes.prefix(2).map(\.role)
    self.init(role: roles.first == .window ? roles.last ?? .window : roles.first ?? .invalid)
  }

  /// Whether it is a part of another window, so that the compositor does not report its place.
  public var isPartOfWindow: Bool { self == .menu || self == .popover }
}

extension Node {
  /// Whether it is a popover. Source: GTK 3.24, `gtkpopoveraccessible.c`; GTK's dialogs have roles of their own.
  public var isPanelOverWindow: Bool { role == .panel && states.contains(.modal) }
}
