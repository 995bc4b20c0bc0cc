/// A part of a window: one item, or the smaller regions into which it is cut, in the order of reading.
///
///     row                           heap
///     +-----+ +-----+ +---------+   +---------------+  A line crosses only the large item. The parts are
///     |  1  | |  2  | |    3    |   | +---+ | +---+ |  the large item, the items before the line, and
///     +-----+ +-----+ +---------+   | +---+ | +---+ |  the items behind it.
///                                   +---------------+
final class Region {
  enum Kind {
    /// Straight lines that cross no item separate its parts, so neighbouring parts together form a rectangle.
    case row
    /// Its parts overlap, so two of them together do not form a rectangle.
    case heap
  }

  let kind: Kind
  /// The parts, in the order of reading. The list is empty if the region is one item.
  let parts: [Region]
  /// The width of the gap between each two neighbours of `parts`, in pixels of the program.
  let gaps: [Int]
  /// The indices of the region's items, in the order of reading.
  let items: [Int]

  init(item: Int) { (kind, parts, gaps, items) = (.row, [], [], [item]) }

  /// - Parameter parts: at least two.
  init(_ kind: Kind, _ parts: [Region], gaps: [Int]) {
    (self.kind, self.parts, self.gaps) = (kind, parts, gaps)
    items = parts.flatMap(\.items)
  }

  /// A row of the same items, one after the other, wherever they are on the screen.
  var flat: Region {
    .row(items.map(Region.init(item:)), gaps: Array(repeating: 0, count: items.count - 1))
  }

  /// Makes a row of any number of parts. If there are more than `mostParts`, they are divided into rows of similar
  /// length, at wide gaps.
  static func row(_ parts: [Region], gaps: [Int]) -> Region {
    if parts.count == 1 { return parts[0] }
    guard parts.count > mostParts else { return Region(.row, parts, gaps: gaps) }
    let bundles = (parts.count + mostParts - 1) / mostParts
    let cuts = (1..<bundles).map { index in
      let (middle, reach) = (index * parts.count / bundles, parts.count / bundles / 4)
      return (middle - reach...middle + reach).max {
        (gaps[$0 - 1], -abs($0 - middle), -$0) < (gaps[$1 - 1], -abs($1 - middle), -$1)
      } ?? middle
    }
    let bounds = zip([0] + cuts, cuts + [parts.count])
    let rows = bounds.map { row(Array(parts[$0..<$1]), gaps: Array(gaps[$0..<$1 - 1])) }
    return row(rows, gaps: cuts.map { gaps[$0 - 1] })
  }

  /// The largest number of parts in a row. Arbitrary: for this number, the cheapest pages are found in microseconds.
  static let mostParts = 24
}
