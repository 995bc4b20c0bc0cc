/// Makes pages of units, with at most eight places each.
struct PageBuilder {
  /// The most places of the first page, what ends it not included.
  let capacity: Int

  /// Places of every other page: "out" is one more.
  private static let below = Group.limit - 1

  /// The places of the first page.
  func places(of units: [Unit]) -> [Place] { Self.places(of: units, capacity: capacity) }

  private static func places(of units: [Unit], capacity: Int) -> [Place] {
    if let only = units.first, units.count == 1 {
      if !only.units.isEmpty { return places(of: only.units, capacity: capacity) }
      if only.items.count > capacity {
        return places(of: only.items.map { Unit(items: [$0]) }, capacity: capacity)
      }
    }
    // No group is worth its press where one page is enough.
    if units.reduce(0, { $0 + $1.count }) <= capacity {
      return units.flatMap(\.allItems).map { .item($0.item) }
    }
    if units.count <= capacity { return units.map(place) }
    let blocks = Cuts.evenly(units, into: min(root(units.count), capacity))
    return blocks.map { $0.count == 1 ? place(of: $0[$0.startIndex]) : group(of: Array($0), name: "") }
  }

  private static func place(of unit: Unit) -> Place {
    if unit.units.isEmpty, unit.items.count == 1 { return .item(unit.items[0].item) }
    return group(of: unit.units.isEmpty ? unit.items.map { Unit(items: [$0]) } : unit.units, name: unit.name)
  }

  private static func group(of units: [Unit], name: String) -> Place {
    let group = Group(name: name, places: places(of: units, capacity: below) + [.out])
    guard name.isEmpty else { return .group(group) }
    return .group(Group(name: group.items.first?.title ?? "", places: group.places))
  }

  /// The whole number next to the square root.
  private static func root(_ number: Int) -> Int {
    var root = 1
    while root * root + root < number { root += 1 }
    return root
  }
}
