@testable import SwitchwayScanning

/// A small tree written by hand: a node with its children.
struct Sketch {
  var node: Node
  var children: [Sketch]

  init(
    _ role: Role, _ name: String = "", at extents: Rect = Rect(x: 0, y: 0, width: 40, height: 20),
    states: States = [.showing, .sensitive, .focusable], has interfaces: Interfaces = [], actions: [String] = [],
    lines: [Rect] = [], children: [Sketch] = []
  ) {
    node = Node(
      reference: Reference(bus: ":1.1", path: "/"), parent: nil, role: role, name: name, states: states,
      extents: extents, interfaces: interfaces, actions: actions, lines: lines)
    self.children = children
  }

  static func button(_ name: String, at extents: Rect, _ children: [Sketch] = []) -> Sketch {
    Sketch(.pushButton, name, at: extents, actions: ["click"], children: children)
  }

  static func panel(_ children: [Sketch]) -> Sketch {
    Sketch(.panel, at: Rect(x: 0, y: 0, width: 800, height: 600), states: [.showing, .sensitive], children: children)
  }

  /// A window of 800 by 600 pixels at 0,0.
  static func window(_ children: [Sketch], role: Role = .frame) -> Tree {
    var nodes: [Node] = []
    func add(_ sketch: Sketch, parent: Int?) {
      var node = sketch.node
      node.reference = Reference(bus: ":1.1", path: "/\(nodes.count)")
      node.parent = parent
      nodes.append(node)
      let index = nodes.count - 1
      for child in sketch.children { add(child, parent: index) }
    }
    let extents = Rect(x: 0, y: 0, width: 800, height: 600)
    add(Sketch(role, "Window", at: extents, states: [.showing, .sensitive, .active], children: children), parent: nil)
    return Tree(nodes: nodes)
  }
}

extension Group {
  /// The names of the items in the order of the places.
  var names: [String] { items.map(\.node.name) }

  /// The places in short: names of items, groups in brackets, and what ends the page.
  var sketch: String {
    places.map { place in
      switch place {
      case .item(let item): item.node.name
      case .group(let group): "[\(group.sketch)]"
      default: place.label
      }
    }.joined(separator: " ")
  }
}

func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rect { Rect(x: x, y: y, width: width, height: height) }

/// Random trees with everything that a program could say. The same seed gives the same tree.
struct RandomTree {
  /// Sanitized code is several times slower.
  #if SANITIZED
    static let seeds: ClosedRange<UInt64> = 1...12
  #else
    static let seeds: ClosedRange<UInt64> = 1...40
  #endif

  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private static let roles: [Role] = [
    .pushButton, .checkBox, .text, .slider, .link, .label, .panel, .list, .listItem, .table, .tableCell, .comboBox,
    .menu, .menuItem, .toolBar, .pageTabList, .pageTab, .scrollPane, .separator, .filler, .unknown,
  ]
  private static let names = ["", "Open", "Save as…", "\u{301}a", "a \"b\" \\c", "tab\tline\n", "日本語", "x; states: y"]
  private static let actions = ["click", "", "Press", "clickancestor", "toggle", "a \"b\"", "showMenu"]

  private mutating func number() -> Int {
    switch next(30) {
    case 0: 1 << 31
    case 1: .min
    case 2: .max
    default: next(900) - 20
    }
  }

  private mutating func extents() -> Rect {
    next(20) == 0 ? .zero : Rect(x: number(), y: number(), width: next(200), height: next(80))
  }

  private mutating func node(_ index: Int) -> Node {
    let usual: States = [.showing, .sensitive, .focusable]
    let states =
      next(4) == 0
      ? States(rawValue: UInt64(next(1 << States.names.count))) : usual.union(next(2) == 0 ? [.selectable] : [])
    let actions = (0..<next(3)).map { _ in Self.actions[next(Self.actions.count)] }
    return Node(
      reference: Reference(bus: ":1.1", path: "/\(index)"), parent: index == 0 ? nil : next(index),
      role: Self.roles[next(Self.roles.count)], name: Self.names[next(Self.names.count)], states: states,
      extents: extents(), interfaces: Interfaces(rawValue: UInt16(next(1 << 10))), actions: actions,
      lines: next(10) == 0 ? [extents(), extents()] : [], indexInParent: next(10) == 0 ? next(5_000) : nil)
  }

  mutating func tree(count: Int) -> Tree {
    var tree = Tree(nodes: (0..<count).map { node($0) }, toolkit: ["", "gtk", "Qt"][next(3)])
    guard count > 0 else { return tree }
    tree.nodes[0].role = [.frame, .dialog, .menu, .window][next(4)]
    tree.nodes[0].extents = next(5) == 0 ? .zero : rect(0, 0, 900, 700)
    return tree
  }

  /// As a program that lies would make it: parents anywhere.
  mutating func brokenTree(count: Int) -> Tree {
    var tree = tree(count: count)
    for index in tree.nodes.indices where next(5) == 0 {
      tree.nodes[index].parent = [nil, .min, .max, -1, index, index + 1, count][next(7)]
    }
    return tree
  }
}

/// What a window of this number is known by.
func windowID(_ number: Int) -> Reference { Reference(bus: ":1.1", path: "\(number)") }
