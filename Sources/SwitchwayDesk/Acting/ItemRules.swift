import SwitchwayScanning

/// Which action of an item choosing it runs.
enum ActionChoice {
  /// Source: the design's "Choosing and acting" 2. `uncheck` is what Chromium names `check` in a box that is checked.
  private static let order = [
    "toggle", "check", "uncheck", "click", "press", "jump", "open", "select", "activate", "showmenu",
  ]

  /// The index among the item's actions. nil: none of them is meant by choosing.
  static func index(in actions: [String]) -> Int? {
    order.lazy.compactMap { name in actions.firstIndex { $0.lowercased() == name } }.first
  }
}

extension Check {
  /// How far an item may have moved or grown, in pixels, inclusive. Source: the design's "Choosing and acting" 1.
  static let tolerance = 4

  /// Compares what was read of an item with what its program says now.
  init(_ read: Node, now: Node) {
    let compared: States = [.showing, .sensitive, .checked, .expanded]
    let isAlike =
      read.role == now.role && read.states.intersection(compared) == now.states.intersection(compared)
      && Self.isNear(read.extents, now.extents)
    self = isAlike ? (read.name == now.name ? .unchanged : .changed(isNameOnly: true)) : .changed(isNameOnly: false)
  }

  private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
    func near(_ edge: (Rect) -> Int) -> Bool { abs(edge(one) - edge(other)) <= tolerance }
    return near(\.x) && near(\.y) && near(\.width) && near(\.height)
  }
}
