/// Rows by geometry. Source: the design's "What counts, and how it is grouped".
enum Rows {
  /// The most items of a row, and the fewest.
  private static let most = Group.limit - 1
  private static let fewest = 3

  /// The rows of items from top to bottom, each cut evenly if it is over seven, and dissolved if it is under three.
  static func units(of items: [FoundItem]) -> [Unit] {
    rows(of: items).flatMap { row -> [Unit] in
      if row.count < fewest { return row.map { Unit(items: [$0]) } }
      return Cuts.evenly(row, into: (row.count + most - 1) / most).map { Unit(items: Array($0)) }
    }
  }

  static func readingOrder(_ items: [FoundItem]) -> [FoundItem] { rows(of: items).flatMap(\.self) }

  private static func rows(of items: [FoundItem]) -> [[FoundItem]] {
    guard !items.isEmpty else { return [] }
    let median = items.map(\.rect.height).sorted()[items.count / 2]
    /// A tall item begins where its top is: what is beside it follows.
    func height(_ found: FoundItem) -> Int {
      found.rect.height > 2 * median ? found.rect.y + median / 2 : found.rect.middle.y
    }
    // The index decides where two are at the same place: the program's own order.
    let sorted = items.sorted { (height($0), $0.rect.x, $0.index) < (height($1), $1.rect.x, $1.index) }
    var rows: [[FoundItem]] = []
    for found in sorted {
      let isTall = found.rect.height > 2 * median
      // Rows stand by their first item's middle, and no item in a row is higher than twice the median.
      let row =
        isTall
        ? nil
        : rows.indices.reversed().prefix { height(rows[$0][0]) + median >= height(found) }
          .first { rows[$0].allSatisfy { $0.rect.height <= 2 * median && $0.rect.isInRow(with: found.rect) } }
      if let row { rows[row].append(found) } else { rows.append([found]) }
    }
    return rows.map { row in row.sorted { ($0.rect.x, $0.rect.y, $0.index) < ($1.rect.x, $1.rect.y, $1.index) } }
  }
}

extension Rect {
  /// Each one's middle lies in the other's height.
  func isInRow(with other: Rect) -> Bool {
    (y..<max(bottom, y + 1)).contains(other.middle.y) && (other.y..<max(other.bottom, other.y + 1)).contains(middle.y)
  }
}

/// Cuts a list into parts whose sizes differ by one at most, the larger ones last.
enum Cuts {
  static func evenly<Element>(_ list: [Element], into parts: Int) -> [ArraySlice<Element>] {
    let parts = max(1, min(parts, list.count))
    return (0..<parts).map { list[$0 * list.count / parts..<($0 + 1) * list.count / parts] }
  }
}
