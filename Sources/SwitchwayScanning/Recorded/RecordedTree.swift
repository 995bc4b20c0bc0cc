/// A window as `switchway-scan --dump` writes it and `--pages` reads it: text with a node a line, indented by two
/// spaces for each level.
///
///     switchway-tree 1
///     toolkit "gtk"
///     window 100,50 800x600
///     screen 0,0 1280x800
///     frame "xxxxxx" 0,0 800x600; states: enabled sensitive showing; interfaces: component
///       push button "xxxx" 10,20 60x30; states: focusable; interfaces: action component; actions: "click"
///
/// The extents of the first node are those of the frame. `window` is where the window is in real pixels, and is left
/// out where that is unknown; so are `screen` and all parts of a node that are empty. References are not written:
/// they are worth nothing after the program has ended. Nodes that are read have `recorded` and their line as theirs.
public struct RecordedTree: Hashable, Sendable {
  /// The only version that is read.
  public static let version = 1
  static let bus = "recorded"

  public var tree: Tree
  /// Where the window is, in real pixels; of a menu where its first node is. nil: not known.
  public var window: Rect?
  /// The screen that it is on, in real pixels. nil: not known.
  public var screen: Rect?

  public init(tree: Tree, window: Rect? = nil, screen: Rect? = nil) {
    (self.tree, self.window, self.screen) = (tree, window, screen)
  }

  /// The text. At most `Tree.limit` nodes; nodes whose parent is not before them are left out.
  ///
  /// - Parameter withNames: false: of names only their length is told: `x` for each letter, word by word. Any name
  ///   can be a person's: a title, a link, a file. Words of programs, such as names of actions, stay.
  public func text(withNames: Bool) -> String {
    var lines = ["switchway-tree \(Self.version)"]
    if !tree.toolkit.isEmpty { lines.append("toolkit \(Self.quoted(tree.toolkit))") }
    if let window { lines.append("window \(Self.text(window))") }
    if let screen { lines.append("screen \(Self.text(screen))") }
    var depths: [Int?] = []
    var below: [[Int]] = []
    for (index, node) in tree.nodes.prefix(Tree.limit).enumerated() {
      below.append([])
      let depth = node.parent.flatMap { (0..<index).contains($0) ? depths[$0] : nil }.map { $0 + 1 }
      depths.append(index == 0 ? 0 : depth)
      if index > 0, depth != nil, let parent = node.parent { below[parent].append(index) }
    }
    // Children follow their parent's line, whatever order they were read in.
    var stack = depths.isEmpty ? [] : [0]
    while let index = stack.popLast() {
      let indent = String(repeating: " ", count: 2 * (depths[index] ?? 0))
      lines.append(indent + Self.text(tree.nodes[index], withNames: withNames))
      stack += below[index].reversed()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ node: Node, withNames: Bool) -> String {
    let name = quoted(withNames ? node.name : hidden(node.name))
    var parts = ["\(RecordedWords.word(of: node.role)) \(name) \(text(node.extents))"]
    func add(_ word: String, _ values: [String]) {
      if !values.isEmpty { parts.append("\(word): \(values.joined(separator: " "))") }
    }
    add("index", node.indexInParent.map { [String($0)] } ?? [])
    add("states", RecordedWords.words(of: node.states))
    add("interfaces", RecordedWords.words(of: node.interfaces))
    add("actions", node.actions.map(quoted))
    add("lines", node.lines.map(text))
    return parts.joined(separator: "; ")
  }

  static func text(_ rect: Rect) -> String { "\(rect.x),\(rect.y) \(rect.width)x\(rect.height)" }

  /// Words stay as long as they are, so that pages look as they did.
  static func hidden(_ name: String) -> String { String(name.map { $0.isWhitespace ? " " : "x" }) }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.properties.generalCategory == .control || scalar.properties.isWhitespace && scalar != " ":
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
