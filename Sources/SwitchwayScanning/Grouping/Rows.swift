/// Rows by geometry. Source: docs/design/desktop.md, "What counts, and how it is grouped".
enum Rows {
  /// The most items of a row, and the fewest.
  private static let most = Group.limit - 1
  private static let fewest = 3

  /// The rows of items from top to bottom, each cut evenly if it is over seven, and dissolved if it is under three.
  static func units(of items: [FoundItem]) -> [Unit] {
    rows(of: items).flatMap { row -> [Unit] in
      if row.count < fewest { return row.map { Unit(row: [$0]) } }
      return Cuts.evenly(row, into: (row.count + most - 1) / most).map { Unit(row: Array($0)) }
    }
  }

  static func readingOrder(_ items: [FoundItem]) -> [FoundItem] { rows(of: items).flatMap(\.self) }

  private static func rows(of items: [FoundItem]) -> [[FoundItem]] {
    guard !items.isEmpty else { return [] }
    let median = items.map(\.rect.height).sorted()[items.count / 2]
    func isTall(_ item: FoundItem) -> Bool { item.rect.height > 2 * median }
    /// A tall item begins where its top is: what is beside it follows.
    func height(_ item: FoundItem) -> Int { isTall(item) ? item.rect.y + median / 2 : item.rect.middle.y }
    // Of two at the same place the program's first comes first.
    let sorted = items.map { (height: height($0), item: $0) }.sorted {
      ($0.height, $0.item.rect.x, $0.item.index) < ($1.height, $1.item.rect.x, $1.item.index)
    }
    var rows: [(height: Int, items: [FoundItem])] = []
    for (height, item) in sorted {
      // No item in a row is higher than twice the median, so rows that begin further above cannot have it.
      let row =
        isTall(item)
        ? nil
        : rows.indices.reversed().prefix { rows[$0].height + median >= height }
          .first { rows[$0].items.allSatisfy { !isTall($0) && $0.rect.isInRow(with: item.rect) } }
      if let row { rows[row].items.append(item) } else { rows.append((height, [item])) }
    }
    return rows.map { row in row.items.sorted { ($0.rect.x, $0.rect.y, $0.index) < ($1.rect.x, $1.rect.y, $1.index) } }
  }
}

extension Rect {
  func isInRow(with other: Rect) -> Bool {
    (y..<max(bottom, y + 1)).contains(other.middle.y) && (other.y..<max(other.bottom, other.y + 1)).contains(middle.y)
  }
}

enum Cuts {
  static func evenly<Element>(_ list: [Element], into parts: Int) -> [ArraySlice<Element>] {
    let parts = max(1, min(parts, list.count))
    return (0..<parts).map { list[$0 * list.count / parts..<($0 + 1) * list.count / parts] }
  }
}
