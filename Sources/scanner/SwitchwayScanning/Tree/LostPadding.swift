extension Tree {
  /// Moves the nodes of GTK 4 by the padding of the containers around them, as far as the tree shows it. It is only for
  /// versions of GTK 4 whose positions lack that padding.
  ///
  /// GTK 4 adds up the distances from a node's border to the inner edge of its parent's padding, so the positions that
  /// it reports lack the padding and the border of every ancestor. Source: GTK 4.18.6,
  /// `gtk_widget_accessible_get_bounds` and `gtk_at_spi_translate_coordinates_from_accessible`. No call of AT-SPI has
  /// that padding: two windows with different padding can give the same answers. So it is guessed from the space that
  /// the children leave.
  public mutating func addLostPadding() {
    guard toolkit == "GTK", !nodes.isEmpty else { return }
    let paddings = guessedPaddings()
    let repeated = nodes.indices.map(repeatedDistance)
    var moves = [(x: 0, y: 0)]
    for index in nodes.indices.dropFirst() {
      let parent = nodes[index].parent ?? 0
      let move = (
        x: moves[parent].x &+ paddings[parent].x &- repeated[index].x,
        y: moves[parent].y &+ paddings[parent].y &- repeated[index].y
      )
      moves.append(move)
      guard move != (0, 0) else { continue }
      nodes[index].reportedExtents = nodes[index].extents
      nodes[index].extents = nodes[index].extents.moved(by: move)
      nodes[index].lines = nodes[index].lines.map { $0.moved(by: move) }
    }
  }

  /// The distance that GTK counts twice: the page of a stack has its own object, with the place of its contents, so
  /// their margin is in both. Source: GTK 4.18.6, `gtk_stack_page_accessible_get_bounds`. Nothing else has the size of
  /// its parent without lying in the same place.
  private func repeatedDistance(_ index: Int) -> (x: Int, y: Int) {
    guard let page = nodes[index].parent, let stack = nodes[page].parent, !nodes[index].extents.isEmpty else {
      return (0, 0)
    }
    let (inner, outer, around) = (nodes[index].extents, nodes[page].extents, nodes[stack].extents)
    let distance = (x: inner.x - outer.x, y: inner.y - outer.y)
    guard (inner.width, inner.height) == (outer.width, outer.height),
      distance == (outer.x - around.x, outer.y - around.y)
    else { return (0, 0) }
    return distance
  }

  /// The left and the upper padding of each node.
  private func guessedPaddings() -> [(x: Int, y: Int)] {
    var contents = [Rect?](repeating: nil, count: nodes.count)
    // An empty end of a header bar has a height, but no width.
    for node in nodes where node.states.contains(.showing) && !node.isPanelOverWindow && node.extents.hasAnySize {
      guard let parent = node.parent else { continue }
      contents[parent] = contents[parent].map { $0.spanned(with: node.extents) } ?? node.extents
    }
    let rooms = nodes.indices.map { index in contents[index].map { Room(nodes[index].extents, $0) } }
    var siblings = [[Int]](repeating: [], count: nodes.count)
    for (index, node) in nodes.enumerated() { node.parent.map { siblings[$0].append(index) } }
    return nodes.indices.map { index in
      guard let room = rooms[index] else { return (0, 0) }
      let others = (nodes[index].parent.map { siblings[$0] } ?? []).filter { $0 != index }.compactMap { rooms[$0] }
      return room.padding(of: nodes[index].role, beside: others)
    }
  }
}

/// How the children of a container lie in it.
private struct Room {
  /// Along one axis.
  struct Axis {
    /// The distance of the first child from the inner edge of the padding.
    let start: Int
    /// The free space behind the last child, less `start`. It is the padding on both sides if the children have equal
    /// margins on both sides, or are centred.
    let rest: Int

    /// The padding on one side, if it is at most `max`. `nil` if the space is something else.
    func padding(upTo max: Int) -> Int? { (0...2 * max).contains(rest) && rest.isMultiple(of: 2) ? rest / 2 : nil }
  }

  /// The widest padding of a container in GTK's own theme, in pixels. Source: GTK 4.18.6 and libadwaita 1.7.
  private static let maxPadding = 12
  /// The same for the grid of a table. Source: Files 48 has 18.
  private static let maxTablePadding = 24
  /// A container that is not higher is a bar, a row or a button, which may have padding in one direction only.
  private static let maxBarHeight = 100
  /// The widest padding of a bar that has none at its left and right edges. Source: the top bar of libadwaita 1.7.
  private static let maxPaddingAboveOnly = 3

  let x: Axis
  let y: Axis
  private let isBar: Bool

  init(_ container: Rect, _ content: Rect) {
    isBar = container.height <= Self.maxBarHeight
    x = Axis(start: content.x - container.x, rest: container.right - content.right - (content.x - container.x))
    y = Axis(start: content.y - container.y, rest: container.bottom - content.bottom - (content.y - container.y))
  }

  /// - Parameter others: the containers beside it. If the space of one of them is on the other side, as at both ends
  ///   of a header bar, the space is a margin.
  func padding(of role: Role, beside others: [Room]) -> (x: Int, y: Int) {
    func seen(_ axis: KeyPath<Room, Axis>, upTo max: Int = Self.maxPadding) -> Int? {
      let isMargin = others.contains { $0[keyPath: axis].rest == -self[keyPath: axis].rest }
      return self[keyPath: axis].padding(upTo: max).map { isMargin ? 0 : $0 }
    }
    func limited(_ start: Int) -> Int { (0...Self.maxPadding).contains(start) ? start : 0 }
    switch role {
    // A window has the same border on each side, or none.
    case .frame, .window, .dialog, .alert: return (seen(\.x) ?? 0, seen(\.x) ?? 0)
    // Where tabs and rows do not fill their list, its padding is as wide as their margin, in GTK's own theme.
    case .pageTabList:
      return (seen(\.x) ?? (x.rest > 0 ? limited(x.start) : 0), seen(\.y) ?? (y.rest > 0 ? limited(y.start) : 0))
    case .list, .listBox: return (seen(\.x) ?? 0, seen(\.y) ?? (x.rest == 0 ? limited(x.start) : 0))
    case .table:
      let left = seen(\.x, upTo: Self.maxTablePadding)
      return (left ?? 0, seen(\.y, upTo: Self.maxTablePadding) ?? left ?? 0)
    default:
      // A higher container with space in one direction only is mostly a column that does not fill it.
      let (left, top) = (seen(\.x) ?? 0, seen(\.y) ?? 0)
      if left > 0, top > 0 { return (left, top) }
      return isBar && (left > 0 || top <= Self.maxPaddingAboveOnly) ? (left, top) : (0, 0)
    }
  }
}

extension Rect {
  fileprivate var hasAnySize: Bool { width > 0 || height > 0 }

  /// The smallest rectangle around both, even if one has no width or no height.
  fileprivate func spanned(with other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }
}
