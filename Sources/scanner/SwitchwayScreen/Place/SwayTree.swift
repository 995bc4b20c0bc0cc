import SwitchwayProtocol
import SwitchwayScanning

/// Reads sway's tree of containers. Source: sway-ipc(7), GET_TREE.
enum SwayTree {
  /// The deepest nesting of its JSON that is read: each level of containers takes two. Arbitrary.
  static let depth = 64

  static func front(_ tree: JSONValue) -> Front {
    // A screen lock has no node: then nothing has the focus, not even a workspace. Nor has another program that takes
    // the keyboard for itself, such as a launcher; the tree does not tell which it is.
    guard let window = focused(tree) else { return .locked }
    // Only windows have a process.
    guard let pid = window["pid"]?.integerValue, let outer = rect(window["rect"]) else {
      return .nothing
    }
    // What is inside the borders, relative to `rect`.
    let inner = rect(window["window_rect"]) ?? Rect(x: 0, y: 0, width: outer.width, height: outer.height)
    return .window(
      WindowPlace(
        pid: Int32(exactly: pid), title: window["name"]?.stringValue ?? "",
        layout: Rect(x: outer.x + inner.x, y: outer.y + inner.y, width: inner.width, height: inner.height)))
  }

  /// The most windows that are reported. Arbitrary.
  static let limit = 256

  static func windows(_ tree: JSONValue) -> [OpenWindow] {
    var found: [OpenWindow] = []
    func visit(_ node: JSONValue) {
      guard found.count < limit else { return }
      if node["pid"]?.integerValue != nil, let id = node["id"]?.integerValue {
        found.append(OpenWindow(id: id, title: node["name"]?.stringValue ?? ""))
      }
      children(node).forEach(visit)
    }
    visit(tree)
    return found
  }

  private static func focused(_ node: JSONValue) -> JSONValue? {
    node["focused"]?.boolValue == true ? node : children(node).lazy.compactMap(focused).first
  }

  private static func children(_ node: JSONValue) -> [JSONValue] {
    ["nodes", "floating_nodes"].flatMap { node[$0]?.arrayValue ?? [] }
  }

  private static func rect(_ value: JSONValue?) -> Rect? {
    func member(_ name: String) -> Int? { value?[name]?.integerValue.map(Int.init) }
    guard let x = member("x"), let y = member("y"), let width = member("width"), let height = member("height") else {
      return nil
    }
    return Rect(x: x, y: y, width: width, height: height)
  }
}
