/// What stands on a page as one place: an item, a row, or a container with its rows.
struct Unit {
  /// The name of its container; empty: that of its first item is taken.
  var name = ""
  /// The items of a row in the order of reading. Empty: it is a container.
  var items: [FoundItem] = []
  /// The rows of a container. Empty: it is a row.
  var units: [Unit] = []
  /// A container whose rows are places of the page that it is on, one after the other.
  var isRun = false

  var count: Int { units.isEmpty ? items.count : units.reduce(0) { $0 + $1.count } }
  var allItems: [FoundItem] { units.isEmpty ? items : units.flatMap(\.allItems) }
  var rect: Rect { allItems.reduce(Rect.zero) { $0.union($1.rect) } }
}
