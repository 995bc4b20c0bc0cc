/// Makes pages of units, with at most eight places each.
struct PageBuilder {
  /// The most places of the first page, what ends it not included.
  let capacity: Int

  /// Places of every other page: "out" is one more.
  private static let below = Group.limit - 1

  func places(of units: [Unit]) -> [Place] { Self.places(of: units, capacity: capacity) }

  private static func places(of units: [Unit], capacity: Int) -> [Place] {
    if let only = units.first, units.count == 1, only.count > capacity || !only.units.isEmpty {
      return places(of: only.parts, capacity: capacity)
    }
    // No group is worth its press where one page is enough.
    if units.reduce(0, { $0 + $1.count }) <= capacity { return units.flatMap(\.items).map { .item($0.item) } }
    if units.count <= capacity { return units.map(place) }
    return Cuts.evenly(units, into: min(root(units.count), capacity)).map { block in
      block.count == 1 ? place(of: block[block.startIndex]) : group(Array(block))
    }
  }

  private static func place(of unit: Unit) -> Place {
    if unit.count == 1, let only = unit.items.first { return .item(only.item) }
    return group(unit.parts, name: unit.name)
  }

  private static func group(_ units: [Unit], name: String = "") -> Place {
    let title = units.lazy.compactMap { $0.items.first?.item.title }.first ?? ""
    return .group(Group(name: name.isEmpty ? title : name, places: places(of: units, capacity: below) + [.out]))
  }

  private static func root(_ number: Int) -> Int {
    var root = 1
    while root * root + root < number { root += 1 }
    return root
  }
}
