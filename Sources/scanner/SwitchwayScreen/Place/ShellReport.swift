import SwitchwayProtocol
import SwitchwayScanning

/// Reads the report of the extension in GNOME's shell about the shell's own items. Source: gnome/items.js.
enum ShellReport {
  /// The largest number of items that are read.
  static let maxItems = 300

  /// The items as a tree. Its first node is the shell's overview, menu or dialog that has them. `nil` if `shell` is not
  /// such a report.
  static func tree(_ shell: JSONValue) -> Tree? {
    guard let area = WindowReport.area("area", of: shell)?.rounded, !shell.text("id").isEmpty else { return nil }
    let role: Role =
      switch shell.text("kind") {
      case "menu": .popupMenu
      case "dialog": .dialog
      default: .frame
      }
    let root = Node(
      reference: Reference(shellItem: shell.text("id")), parent: nil, role: role,
      name: CleanName.text(of: shell.text("name")), states: seen, extents: area)
    return Tree(nodes: [root] + shell.list("items").prefix(maxItems).compactMap(node), toolkit: "GNOME Shell")
  }

  private static let seen: States = [.enabled, .sensitive, .showing, .visible]

  private static func node(_ item: JSONValue) -> Node? {
    guard let area = WindowReport.area("area", of: item)?.rounded, !item.text("id").isEmpty else { return nil }
    var node = Node(
      reference: Reference(shellItem: item.text("id")), parent: 0, role: .pushButton,
      name: CleanName.text(of: item.text("name")), states: seen.union(.focusable), extents: area)
    switch item.text("role") {
    case "slider": (node.role, node.interfaces) = (.slider, .value)
    case "text":
      (node.role, node.interfaces) = (.text, [.text, .editableText])
      node.states.insert(.editable)
    case "toggle-button": (node.role, node.interfaces, node.actions) = (.toggleButton, .action, ["press"])
    default: (node.interfaces, node.actions) = (.action, ["press"])
    }
    if item["checked"]?.boolValue == true { node.states.insert(.checked) }
    return node
  }
}
