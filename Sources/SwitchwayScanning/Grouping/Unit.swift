/// What stands on a page as one place: an item, a row, or a container with its rows.
struct Unit {
  /// Of a row in the order of reading; of a container those of its rows.
  let items: [FoundItem]
  /// The rows of a container. Empty: it is a row.
  let units: [Unit]
  /// A container's index in `Tree.nodes`.
  let container: Int?
  let name: String
  let rect: Rect

  init(row: [FoundItem], units: [Unit] = [], container: Int? = nil, name: String = "") {
    (items, self.units, self.container, self.name) = (row, units, container, name)
    rect = row.reduce(Rect.zero) { $0.union($1.rect) }
  }

  var count: Int { items.count }
  /// Its rows, or of a row its items.
  var parts: [Unit] { units.isEmpty ? items.map { Unit(row: [$0]) } : units }
}
