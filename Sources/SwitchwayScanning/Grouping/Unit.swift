/// An item as grouping sees it.
struct Spot {
  /// Its index among the items in the program's order.
  let item: Int
  /// The part of it that is seen.
  let rect: Rect
}

/// What stands on a page as one place: an item, a row, or a container with its rows.
struct Unit {
  /// The items of a row in the order of reading. Empty: it is a container.
  let spots: [Spot]
  /// The rows of a container. Empty: it is a row.
  let units: [Unit]
  /// A container's index in `Tree.nodes`.
  let container: Int?
  /// How many items are in it.
  let count: Int
  let rect: Rect

  init(row spots: [Spot]) {
    (self.spots, units, container, count) = (spots, [], nil, spots.count)
    rect = spots.reduce(Rect.zero) { $0.union($1.rect) }
  }

  init(container: Int, units: [Unit]) {
    (spots, self.units, self.container) = ([], units, container)
    count = units.reduce(0) { $0 + $1.count }
    rect = units.reduce(Rect.zero) { $0.union($1.rect) }
  }

  var allSpots: [Spot] { units.isEmpty ? spots : units.flatMap(\.allSpots) }
}

/// A place of a page before it is known what its items are called.
indirect enum Draft {
  case item(Int)
  /// A page of its own. Where it is a container: its index in `Tree.nodes`.
  case group([Draft], container: Int?)
}
