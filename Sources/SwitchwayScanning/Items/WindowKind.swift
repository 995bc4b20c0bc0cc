/// What is in front: it decides how the first page ends.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
  case window, menu, dialog

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
    let roles = tree.nodes.prefix(2).map(\.role)
    self.init(role: roles.first == .window ? roles.last ?? .window : roles.first ?? .invalid)
  }
}
