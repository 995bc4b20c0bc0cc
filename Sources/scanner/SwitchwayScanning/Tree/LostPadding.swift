extension Tree {
  /// Moves the nodes of GTK 4 by the padding of the containers around them, as far as the tree shows it.
  ///
  /// GTK 4 adds up the distances from a node's border to the inner edge of its parent's padding, so the positions that it
  /// reports lack the padding and the border of every ancestor. Source: GTK 4.18.6, `gtk_widget_accessible_get_bounds`
  /// and `gtk_at_spi_translate_coordinates_from_accessible`. No call of AT-SPI has that padding: two windows with
  /// different padding can give the same answers. So it is guessed from the space that the children leave.
  public mutating func addLostPadding() {
    guard toolkit == "GTK", !nodes.isEmpty else { return }
    let paddings = guessedPaddings()
    var moves = [(x: 0, y: 0)]
    for index in nodes.indices.dropFirst() {
      let parent = nodes[index].parent ?? 0
      let move = (x: moves[parent].x &+ paddings[parent].x, y: moves[parent].y &+ paddings[parent].y)
      moves.append(move)
      guard move != (0, 0) else { continue }
      nodes[index].reportedExtents = nodes[index].extents
      nodes[index].extents = nodes[index].extents.moved(by: move)
      nodes[index].lines = nodes[index].lines.map { $0.moved(by: move) }
    }
  }

  /// The left and the upper padding of each node.
  private func guessedPaddings() -> [(x: Int, y: Int)] {
    var contents = [Rect](repeating: .zero, count: nodes.count)
    for node in nodes where node.states.contains(.showing) && !node.isPanelOverWindow {
      guard let parent = node.parent else { continue }
      contents[parent] = contents[parent].union(node.extents)
    }
    let rooms = nodes.indices.map { contents[$0].isEmpty ? nil : Room(nodes[$0].extents, contents[$0]) }
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
  /// The widest padding of a container that has none at its left and right edges, except lists: the top bar of libadwaita
  /// 1.7. A wider space there is mostly the margin of one child.
  private static let maxPaddingAboveOnly = 3

  let x: Axis
  let y: Axis

  init(_ container: Rect, _ content: Rect) {
    x = Axis(start: content.x - container.x, rest: container.right - content.right - (content.x - container.x))
    y = Axis(start: content.y - container.y, rest: container.bottom - content.bottom - (content.y - container.y))
  }

  /// - Parameter others: the containers beside it. If the space of one of them is on the other side, as at both ends of a
  ///   header bar, the space is a margin.
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
      let (left, top) = (seen(\.x) ?? 0, seen(\.y) ?? 0)
      return (left, left == 0 && top > Self.maxPaddingAboveOnly ? 0 : top)
    }
  }
}
