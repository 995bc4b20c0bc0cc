/// What is in front: it decides how the first page ends.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
  case window, menu, dialog
  /// A panel of GTK 3, or the list of a combo box of Qt 5, that lies over the rest of its window and takes all input
  /// until it is closed.
  case popover

  /// By the role of `Tree.nodes[0]`.
  public init(role: Role) {
    switch role {
    case .menu, .popupMenu: self = .menu
    case .alert, .dialog, .fileChooser, .colorChooser, .fontChooser, .optionPane: self = .dialog
    default: self = .window
    }
  }

  /// A window whose first child is a menu, as GTK 3 has it, is a menu.
  public init(of tree: Tree) {
    guard tree.nodes.first.map({ !$0.isPanelOverWindow && $0.role != .list }) ?? true else {
      self = .popover
      return
    }
    let roles = tree.nodes.prefix(2).map(\.role)
    self.init(role: roles.first == .window ? roles.last ?? .window : roles.first ?? .invalid)
  }

  /// It is a part of a window, so the compositor does not say where it is.
  public var isPartOfWindow: Bool { self == .menu || self == .popover }
}

extension Node {
  /// Whether it is a popover. Source: GTK 3.24, `gtkpopoveraccessible.c`; GTK's dialogs have roles of their own.
  public var isPanelOverWindow: Bool { role == .panel && states.contains(.modal) }
}
