/// Roles that are never items, whatever actions and states a program gives them.
private let neverItems: Set<Role> = [
  .invalid, .alert, .application, .dialog, .frame, .window, .rootPane, .internalFrame, .label, .staticText, .separator,
  .progressBar, .levelBar, .scrollBar, .splitPane, .statusBar, .toolTip, .terminal, .notification, .infoBar,
]

/// Roles that contain other items. They are not items only because they take the focus, nor because of an action while
/// they contain items.
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

  /// A cell of a table or tree. A row is one choice.
  var isCell: Bool { self == .tableCell || self == .tableRowHeader || self == .rowHeader }
}

extension Node {
  /// Whether it has an action that a person would choose. GTK 4's names with a dot, such as `clipboard.copy`, are those
  /// of menus and shortcuts around a widget: even its labels have them.
  var hasUsefulAction: Bool {
    actions.contains { !$0.isEmpty && !$0.contains(".") && !idleActions.contains($0.lowercased()) }
  }

  /// Whether it is a cell with a check box in it: it is an item besides its row.
  var isToggle: Bool { states.contains(.checkable) || actions.contains { $0.lowercased() == "toggle" } }

  /// The way in which the node is operated if it counts as an item, judged only by itself and its parent. `nil` if it
  /// is not an
  /// item.
  func kind(parent: Node) -> Item.Kind? {
    guard !neverItems.contains(role) else { return nil }
    let takesFocus = states.contains(.focusable)
    if takesFocus {
      if interfaces.contains(.value), !role.isCell { return .value }
      // This also covers a cell of LibreOffice's spreadsheet: selecting it leaves the cursor where it is, and the text
      // goes there.
      let hasText = !interfaces.isDisjoint(with: [.text, .editableText])
      if states.contains(.editable), hasText, role != .comboBox { return .text }
    }
    if states.contains(.selectable), parent.interfaces.contains(.selection) { return .choice }
    if hasUsefulAction { return .action }
    return takesFocus && !role.isContainer ? .focus : nil
  }
}
