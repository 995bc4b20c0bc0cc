/// Makes pages of units, with at most eight places each.
struct PageBuilder {
  /// The most places of the first page, what ends it not included.
  let capacity: Int

  /// Places of every other page: "out" is one more.
  private static let below = Group.limit - 1

  /// The places of the first page, without what ends it.
  func drafts(of units: [Unit]) -> [Draft] { Self.drafts(of: units, capacity: capacity) }

  private static func drafts(of units: [Unit], capacity: Int) -> [Draft] {
    if let only = units.first, units.count == 1 {
      if !only.units.isEmpty { return drafts(of: only.units, capacity: capacity) }
      if only.count > capacity { return drafts(of: only.spots.map { Unit(row: [$0]) }, capacity: capacity) }
    }
    // No group is worth its press where one page is enough.
    if units.reduce(0, { $0 + $1.count }) <= capacity { return units.flatMap(\.allSpots).map { .item($0.item) } }
    if units.count <= capacity { return units.map(draft) }
    let blocks = Cuts.evenly(units, into: min(root(units.count), capacity))
    return blocks.map { block in
      block.count == 1
        ? draft(of: block[block.startIndex]) : .group(drafts(of: Array(block), capacity: below), container: nil)
    }
  }

  private static func draft(of unit: Unit) -> Draft {
    if unit.count == 1, let only = unit.allSpots.first { return .item(only.item) }
    let units = unit.units.isEmpty ? unit.spots.map { Unit(row: [$0]) } : unit.units
    return .group(drafts(of: units, capacity: below), container: unit.container)
  }

  /// The whole number next to the square root.
  private static func root(_ number: Int) -> Int {
    var root = 1
    while root * root + root < number { root += 1 }
    return root
  }
}
