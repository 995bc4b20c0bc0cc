/// A window as `switchway-scan --dump` writes it and `--pages` reads it: text with one node per line, indented by two
/// spaces for each level.
///
///     switchway-tree 2 toolkit=gtk window=100,50,800,600 screen=0,0,1280,800
///     frame name=xxxxxx at=0,0,800,600 states=enabled,sensitive,showing interfaces=Component
///       push-button name="xx xxx" at=10,20,60,30 states=focusable interfaces=Action,Component action=click
///
/// Empty parts are left out, and so are `window` and `screen` if they are unknown. References are not written, because
/// they mean nothing after the program has ended. When such a text is read, the reference of a node is made of
/// `recorded` and the number of its line.
public struct RecordedTree: Hashable, Sendable {
  /// The only supported version.
  public static let version = 2
  static let head = "switchway-tree"

  public var tree: Tree
  /// The place of the window, in real pixels; for a menu, the place of its first node. `nil` if unknown.
  public var window: Rect?
  /// The screen of the window, in real pixels. `nil` if unknown.
  public var screen: Rect?

  public init(tree: Tree, window: Rect? = nil, screen: Rect? = nil) {
    (self.tree, self.window, self.screen) = (tree, window, screen)
  }

  /// The tree as text, with at most `Tree.limit` nodes. Nodes whose parent is not before them are left out.
  ///
  /// - Parameter withNames: if false, only the length of names is shown: `x` for each letter, word by word. Any name
  ///   can be a person's: a title, a link, a file. Words of programs, such as names of actions, stay.
  public func text(withNames: Bool) -> String {
    var text = "\(Self.head) \(Self.version)"
    if !tree.toolkit.isEmpty { text += " toolkit=\(RecordedLine.written(tree.toolkit))" }
    for (key, rect) in [("window", window), ("screen", screen)] {
      if let rect { text += " \(key)=\(rect.word)" }
    }
    let nodes = tree.nodes.prefix(Tree.limit)
    var below: [Int: [Int]] = [:]
    for (index, node) in nodes.enumerated().dropFirst() {
      if let parent = node.parent, (0..<index).contains(parent) { below[parent, default: []].append(index) }
    }
    // Children follow their parent's line, in whatever order they were read.
    var stack = nodes.isEmpty ? [] : [(index: 0, indent: "\n")]
    while let (index, indent) = stack.popLast() {
      var node = nodes[index]
      // Hidden words keep their length, so that labels on the pages are as long as before.
      if !withNames { (node.name, node.label) = (Self.hidden(node.name), Self.hidden(node.label)) }
      text += indent + node.role.word
      for part in NodePart.all {
        for value in part.values(node) { text += " \(part.key)=\(RecordedLine.written(value))" }
      }
      stack += (below[index] ?? []).reversed().map { ($0, indent + "  ") }
    }
    return text + "\n"
  }

  private static func hidden(_ name: String) -> String { String(name.map { $0.isWhitespace ? " " : "x" }) }
}

/// One property of a node in a line: how it is written and read.
struct NodePart: Sendable {
  static let all = [
    NodePart("name", "a name") {
      $0.name.isEmpty ? [] : [$0.name]
    } read: {
      $0.name = $1; return true
    },
    NodePart("label", "the text of its label") {
      $0.label.isEmpty ? [] : [$0.label]
    } read: {
      $0.label = $1; return true
    },
    NodePart("at", "a rectangle such as 10,20,60,30") {
      $0.extents == .zero ? [] : [$0.extents.word]
    } read: {
      $0.extents = Rect(word: $1) ?? .zero
      return Rect(word: $1) != nil
    },
    NodePart("index", "a number from 0") {
      $0.indexInParent.map { [String($0)] } ?? []
    } read: {
      $0.indexInParent = UInt32($1).map(Int.init)
      return $0.indexInParent != nil
    },
    NodePart("states", "AT-SPI's names, such as focusable,showing") {
      words(of: $0.states.rawValue, in: States.names)
    } read: { node, value in
      bits(of: value, in: States.names).map { node.states = States(rawValue: $0) } != nil
    },
    NodePart("interfaces", "AT-SPI's names, such as Action,Component") {
      words(of: UInt64($0.interfaces.rawValue), in: Interfaces.names)
    } read: { node, value in
      bits(of: value, in: Interfaces.names).map { node.interfaces = Interfaces(rawValue: UInt16($0)) } != nil
    },
    NodePart("action", "the name of an action", \.actions) {
      $0.actions.append($1); return true
    },
    NodePart("line", "a rectangle such as 10,20,60,30") {
      $0.lines.map(\.word)
    } read: { node, value in
      Rect(word: value).map { node.lines.append($0) } != nil
    },
  ]

  let key: String
  /// The expected form, for messages.
  let form: String
  /// Returns the values of a node. The part is written once for each value.
  let values: @Sendable (Node) -> [String]
  /// Sets the property from its written value. Returns whether the value has the expected form.
  let read: @Sendable (inout Node, String) -> Bool

  private init(
    _ key: String, _ form: String, _ values: @escaping @Sendable (Node) -> [String],
    read: @escaping @Sendable (inout Node, String) -> Bool
  ) {
    (self.key, self.form, self.values, self.read) = (key, form, values, read)
  }

  /// The words of all bits that are set, in one value. A bit without a name is left out.
  private static func words(of bits: UInt64, in names: [String]) -> [String] {
    let words = names.indices.filter { bits >> UInt64($0) & 1 == 1 }.map { names[$0] }
    return words.isEmpty ? [] : [words.joined(separator: ",")]
  }

  private static func bits(of words: String, in names: [String]) -> UInt64? {
    words.split(separator: ",").reduce(0) { bits, word in
      names.firstIndex(of: String(word)).flatMap { index in bits.map { $0 | 1 << UInt64(index) } }
    }
  }
}

extension Rect {
  /// The rectangle as a recorded tree writes it.
  var word: String { "\(x),\(y),\(width),\(height)" }

  /// Reads a rectangle that a recorded tree has written. `nil` if `word` is not a rectangle. Numbers that do not fit
  /// are limited, like the extents of a program.
  init?(word: String) {
    let numbers = word.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
      .filter { !$0.isNaN }.map { Int(max(-Double(Rect.limit), min($0, Double(Rect.limit)))) }
    guard numbers.count == 4, word.count(where: { $0 == "," }) == 3 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
