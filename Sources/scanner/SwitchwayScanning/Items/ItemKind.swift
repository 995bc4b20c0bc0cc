/// Roles that are never items, whatever actions and states a program gives them.
private let neverItems: Set<Role> = [
  .invalid, .alert, .application, .dialog, .frame, .window, .rootPane, .internalFrame, .label, .staticText, .separator,
  .progressBar, .levelBar, .scrollBar, .splitPane, .statusBar, .toolTip, .terminal, .notification, .infoBar,
]

/// Roles that contain other items. A node with such a role does not become an item by taking the focus. By an action it
/// becomes an item only if it contains no other items.
private let containers: Set<Role> = [
  .documentFrame, .documentText, .documentWeb, .filler, .form, .fileChooser, .grouping, .heading, .landmark,
  .layeredPane, .list, .listBox, .menuBar, .optionPane, .pageTabList, .panel, .paragraph, .popupMenu, .scrollPane,
  .section, .table, .tableRow, .toolBar, .tree, .treeTable, .unknown, .viewport,
]

/// Actions that no person would choose. The names are in lower case.
///
/// Source: docs/design/desktop.md, "What counts, and how it is grouped".
private let idleActions: Set<String> = ["dodefault", "clickancestor", "setfocus", "showcontextmenu"]

extension Role {
  var isContainer: Bool { containers.contains(self) }

  /// Whether it is a cell of a table or tree. All cells of a row are one choice.
  var isCell: Bool { self == .tableCell || self == .tableRowHeader || self == .rowHeader }
}

extension Node {
  /// Whether it has an action that a person would choose. Names with a dot, such as GTK 4's `clipboard.copy`, do not
  /// count: they belong to menus and shortcuts around a widget, and even labels have them.
  var hasUsefulAction: Bool {
    actions.contains { !$0.isEmpty && !$0.contains(".") && !idleActions.contains($0.lowercased()) }
  }

  /// Whether it is a cell with a check box in it. Such a cell is an item in addition to its row.
  var isToggle: Bool { states.contains(.checkable) || actions.contains { $0.lowercased() == "toggle" } }

  /// How the node is operated if it counts as an item, judged only by the node and its parent. `nil` if it is not an
  /// item.
  func kind(parent: Node) -> Item.Kind? {
    guard !neverItems.contains(role) else { return nil }
    let takesFocus = states.contains(.focusable)
    if takesFocus {
      if interfaces.contains(.value), !role.isCell { return .value }
      // A cell of LibreOffice's spreadsheet must also get the focus: if it is only selected, the cursor stays in
      // another cell, and typed text goes there.
      let hasText = !interfaces.isDisjoint(with: [.text, .editableText])
      if states.contains(.editable), hasText, role != .comboBox { return .text }
    }
    if states.contains(.selectable), parent.interfaces.contains(.selection) { return .choice }
    if hasUsefulAction { return .action }
    return takesFocus && !role.isContainer ? .focus : nil
  }
}
