import SwitchwayProtocol
import SwitchwayScanning

/// Reads sway's tree of containers. Source: sway-ipc(7), GET_TREE.
enum SwayTree {
  /// The deepest nesting of the tree's JSON that is read. Each level of containers takes two levels of JSON. Arbitrary.
  static let depth = 64

  static func front(_ tree: JSONValue) -> Front {
    // A screen lock has no node in the tree, so while it has the keyboard, no node has the focus, not even a workspace.
    // The same is true for other programs that take the keyboard for themselves, such as a launcher. The tree does not
    // show the difference.
    guard let window = focused(Node(value: tree)) else { return .locked }
    // Only windows have a process; a workspace has none.
    guard let pid = window.pid, let outer = window.rect else { return .nothing }
    let inner = window.inside ?? Rect(x: 0, y: 0, width: outer.width, height: outer.height)
    return .window(
      WindowPlace(
        pid: Int32(exactly: pid), title: window.name,
        layout: Rect(x: outer.x + inner.x, y: outer.y + inner.y, width: inner.width, height: inner.height)))
  }

  /// The largest number of windows that are reported. Arbitrary.
  static let limit = 256

  static func windows(_ tree: JSONValue) -> [OpenWindow] {
    var found: [OpenWindow] = []
    func visit(_ node: Node) {
      guard found.count < limit else { return }
      if node.pid != nil, let id = node.id { found.append(OpenWindow(id: id, title: node.name)) }
      node.children.forEach(visit)
    }
    visit(Node(value: tree))
    return found
  }

  private static func focused(_ node: Node) -> Node? {
    node.isFocused ? node : node.children.lazy.compactMap(focused).first
  }

  /// A container of the tree.
  private struct Node {
    let value: JSONValue

    var id: Int64? { value["id"]?.integerValue }
    /// The process; only windows have one.
    var pid: Int64? { value["pid"]?.integerValue }
    var name: String { value.text("name") }
    var isFocused: Bool { value["focused"]?.boolValue == true }
    var rect: Rect? { SwayTree.rect(value["rect"]) }
    /// The part inside the borders, relative to `rect`.
    var inside: Rect? { SwayTree.rect(value["window_rect"]) }
    var children: [Node] { (value.list("nodes") + value.list("floating_nodes")).map { Node(value: $0) } }
  }

  private static func rect(_ value: JSONValue?) -> Rect? {
    func member(_ name: String) -> Int? { value?[name]?.integerValue.map(Int.init) }
    guard let x = member("x"), let y = member("y"), let width = member("width"), let height = member("height") else {
      return nil
    }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
