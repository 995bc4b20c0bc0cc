/// What stands on a page as one place: an item, a row, or a container with its rows.
struct Unit {
  /// The items of a row in the order of reading. Empty: it is a container.
  let row: [FoundItem]
  /// The rows of a container. Empty: it is a row.
  let units: [Unit]
  /// A container's index in `Tree.nodes`.
  let container: Int?
  let name: String
  let count: Int
  let rect: Rect

  init(row: [FoundItem]) {
    (self.row, units, container, name, count) = (row, [], nil, "", row.count)
    rect = row.reduce(Rect.zero) { $0.union($1.rect) }
  }

  init(container: Int, name: String, units: [Unit]) {
    (row, self.units, self.container, self.name) = ([], units, container, name)
    count = units.reduce(0) { $0 + $1.count }
    rect = units.reduce(Rect.zero) { $0.union($1.rect) }
  }

  /// Its rows, or of a row its items.
  var parts: [Unit] { units.isEmpty ? row.map { Unit(row: [$0]) } : units }
  var items: [FoundItem] { units.isEmpty ? row : units.flatMap(\.items) }
}
