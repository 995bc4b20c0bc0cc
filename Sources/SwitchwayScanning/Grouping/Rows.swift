/// Rows by geometry. Source: the design's "What counts, and how it is grouped".
enum Rows {
  /// The most items of a row, and the fewest.
  private static let most = Group.limit - 1
  private static let fewest = 3

  /// The rows of items from top to bottom, each cut evenly if it is over seven, and dissolved if it is under three.
  static func units(of spots: [Spot]) -> [Unit] {
    rows(of: spots).flatMap { row -> [Unit] in
      if row.count < fewest { return row.map { Unit(row: [$0]) } }
      return Cuts.evenly(row, into: (row.count + most - 1) / most).map { Unit(row: Array($0)) }
    }
  }

  static func readingOrder(_ spots: [Spot]) -> [Spot] { rows(of: spots).flatMap(\.self) }

  private static func rows(of spots: [Spot]) -> [[Spot]] {
    guard !spots.isEmpty else { return [] }
    let median = spots.map(\.rect.height).sorted()[spots.count / 2]
    func isTall(_ spot: Spot) -> Bool { spot.rect.height > 2 * median }
    /// A tall item begins where its top is: what is beside it follows.
    func height(_ spot: Spot) -> Int { isTall(spot) ? spot.rect.y + median / 2 : spot.rect.middle.y }
    // Of two at the same place the program's first comes first.
    let sorted = spots.map { (height: height($0), spot: $0) }.sorted {
      ($0.height, $0.spot.rect.x, $0.spot.item) < ($1.height, $1.spot.rect.x, $1.spot.item)
    }
    var rows: [(height: Int, spots: [Spot])] = []
    for (height, spot) in sorted {
      // No item in a row is higher than twice the median, so rows that begin further above cannot have it.
      let row =
        isTall(spot)
        ? nil
        : rows.indices.reversed().prefix { rows[$0].height + median >= height }
          .first { rows[$0].spots.allSatisfy { !isTall($0) && $0.rect.isInRow(with: spot.rect) } }
      if let row { rows[row].spots.append(spot) } else { rows.append((height, [spot])) }
    }
    return rows.map { row in row.spots.sorted { ($0.rect.x, $0.rect.y, $0.item) < ($1.rect.x, $1.rect.y, $1.item) } }
  }
}

extension Rect {
  /// Each one's middle lies in the other's height.
  func isInRow(with other: Rect) -> Bool {
    (y..<max(bottom, y + 1)).contains(other.middle.y) && (other.y..<max(other.bottom, other.y + 1)).contains(middle.y)
  }
}

/// Cuts a list into parts whose sizes differ by one at most.
enum Cuts {
  static func evenly<Element>(_ list: [Element], into parts: Int) -> [ArraySlice<Element>] {
    let parts = max(1, min(parts, list.count))
    return (0..<parts).map { list[$0 * list.count / parts..<($0 + 1) * list.count / parts] }
  }
}
