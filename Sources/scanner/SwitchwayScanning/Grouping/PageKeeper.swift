/// Keeps the pages of a window in which items have appeared or disappeared. Source: docs/design/desktop.md, "What
/// counts, and how it is grouped".
///
/// The place of an item that has gone is removed. A new item goes into the group whose frame surrounds it, otherwise
/// beside the nearest place. If a group becomes too large, only this group is made again. All pages are made again if
/// more than a quarter of the items appeared or disappeared, if groups would overlap or be in another order than people
/// read, or if the kept pages cost over a tenth more than new ones.
struct PageKeeper {
  private let maker: PageMaker
  /// The items that are places of the new first page themselves, instead of being in a group.
  private let alone: Set<Int>

  /// The places of the first page after keeping as many as possible, without the place that ends the page. `nil` if all
  /// pages must be made again.
  ///
  /// - Parameters:
  ///   - former: the places of the former first page.
  ///   - fresh: the places of a first page that was newly made.
  ///   - most: the largest number of places on the first page.
  static func places(_ former: [Place], insteadOf fresh: [Place], _ maker: PageMaker, most: Int) -> [Place]? {
    guard maker.grouping != .none else { return nil }
    let old = Group(places: former).items.map { maker.number(of: $0) }
    let known = Set(old.compactMap(\.self))
    let added = Group(places: fresh).items.compactMap(maker.number).filter { !known.contains($0) }
    guard 4 * (added.count + old.count - known.count) <= max(maker.items.count, old.count) else { return nil }
    let alone = fresh.compactMap { if case .item(let item) = $0 { maker.number(of: item) } else { nil } }
    let keeper = PageKeeper(maker: maker, alone: Set(alone))
    var spots = keeper.spots(of: former)
    for item in added {
      guard let more = keeper.spots(spots, with: item, most: most) else { return nil }
      spots = more
    }
    guard spots.count <= most, keeper.areSound(spots) else { return nil }
    let places = keeper.places(of: spots)
    return 10 * cost(of: places) <= 11 * cost(of: fresh) ? places : nil
  }

  private static func cost(of places: [Place]) -> Int {
    let cost = Cost(of: places)
    return cost.steps + PagePlan.stepsOfPress * cost.presses
  }

  /// A place of a page, with values of it that are often needed.
  private struct Spot {
    /// The items of the place, as indices of `maker.items`.
    let items: [Int]
    let rect: Rect
    /// For a group, the places of its page without "out". `nil` for an item.
    let below: [Spot]?
  }

  private func spot(_ item: Int) -> Spot { Spot(items: [item], rect: maker.items[item].rect, below: nil) }

  private func spot(_ below: [Spot]) -> Spot {
    Spot(items: below.flatMap(\.items), rect: below.reduce(Rect.zero) { $0.union($1.rect) }, below: below)
  }

  /// The places of items that still exist. A group of which only one place remains becomes that place.
  private func spots(of places: [Place]) -> [Spot] {
    places.compactMap { place in
      switch place {
      case .item(let item): return maker.number(of: item).map(spot)
      case .group(let group):
        let below = spots(of: group.places)
        return below.count > 1 ? spot(below) : below.first
      default: return nil
      }
    }
  }

  private func places(of spots: [Spot]) -> [Place] {
    spots.map { spot in
      if let below = spot.below { return .group(Group(places: places(of: below) + [.out])) }
      return .item(maker.items[spot.items[0]].item)
    }
  }

  // MARK: New items

  /// The places with a new item among them. `nil` if there is no room for it.
  private func spots(_ spots: [Spot], with item: Int, most: Int) -> [Spot]? {
    let own = spot(item)
    if let index = spots.firstIndex(where: { $0.below != nil && $0.rect.union(own.rect) == $0.rect }) {
      return self.spots(spots, with: item, inGroup: index)
    }
    let single = spots.count < most ? self.spots(spots, withSingle: own) : nil
    if let single, alone.contains(item) { return single }
    let besides = spots.indices.filter { index in
      guard let below = spots[index].below else { return false }
      var grown = spots
      grown[index] = spot(below + [own])
      return fits(index, in: grown)
    }
    /// The order in which groups are preferred for the item: the group that grows least by it, then the group with
    /// fewer items.
    func rank(_ index: Int) -> (Int, Int, Int) {
      let old = spots[index].rect
      return (old.union(own.rect).area - old.area, spots[index].items.count, index)
    }
    let nearest = besides.min { rank($0) < rank($1) }
    return nearest.map { self.spots(spots, with: item, inGroup: $0) } ?? single
  }

  private func spots(_ spots: [Spot], withSingle own: Spot) -> [Spot]? {
    for index in 0...spots.count {
      let all = Array(spots[..<index] + [own] + spots[index...])
      if fits(index, in: all) { return all }
    }
    return nil
  }

  private func spots(_ spots: [Spot], with item: Int, inGroup index: Int) -> [Spot] {
    let most = Group.limit - 1
    let below =
      self.spots(spots[index].below ?? [], with: item, most: most)
      ?? self.spots(of: maker.places(of: spots[index].items + [item], capacity: most))
    var spots = spots
    spots[index] = spot(below)
    return spots
  }

  // MARK: The positions of places

  private func areSound(_ spots: [Spot]) -> Bool {
    spots.allSatisfy { $0.below.map(areSound) ?? true } && spots.indices.allSatisfy { fits($0, in: spots) }
  }

  /// Whether people read the place at `index` after all places that are before it in `spots`, and before all places
  /// that are after it.
  private func fits(_ index: Int, in spots: [Spot]) -> Bool {
    spots.indices.allSatisfy { $0 == index || isRead(spots[min($0, index)], before: spots[max($0, index)]) }
  }

  /// Whether `spot` can be before `other`: it is above it or to the left of it, or an item of one overlaps an item of
  /// the other.
  private func isRead(_ spot: Spot, before other: Spot) -> Bool {
    if spot.rect.isRead(before: other.rect) { return true }
    return spot.items.contains { item in
      let rect = maker.items[item].rect
      return other.items.contains {
        let other = maker.items[$0].rect
        return !rect.isRead(before: other) && !other.isRead(before: rect)
      }
    }
  }
}

extension Rect {
  /// Whether people read this frame first: it ends above the other one, or to the left of it. Frames of neighbours may
  /// overlap by two pixels.
  fileprivate func isRead(before other: Rect) -> Bool { bottom <= other.y + 2 || right <= other.x + 2 }
}
