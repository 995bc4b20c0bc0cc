/// The cheapest pages of a region. Source: docs/design/desktop.md, "What counts, and how it is grouped".
///
/// A page is a list of places. Each place is an item or a group; a group consists of neighbouring parts in a row, or is
/// one part of a heap (see `Region`). The cost of a page is a sum over all its items: `step` for each step of the clock
/// to the item, and `press` for each press, including steps and presses on the pages below. The plan is the one with
/// the least cost, found by dynamic programming over the parts, the position on the page, and the number of places.
/// Instead of forming a group, all places of a part may also be directly on the page of its region.
final class PagePlan {
  /// The cost of a press, in steps. Arbitrary: with 3, the recorded windows need more steps; with 1, they need more
  /// presses.
  static let stepsOfPress = 2
  /// The unit of a step's cost.
  private static let step = 100
  private static let press = stepsOfPress * step
  /// The additional cost of a group for each of its edges at which the gap to the next part is narrower than the widest
  /// gap within the group. Arbitrary: one and a half steps.
  private static let narrowEdge = 150
  /// The cost of a choice that is not possible. It is more than any pages cost.
  private static let never = Int.max / 4
  /// The largest number of places, without "out", of every page except the first.
  private static let below = Group.limit - 1
  /// The number of entries per row of the tables: one for each place of a page, and one for the position after the last
  /// place.
  private static let width = below + 1

  private let region: Region
  private let parts: [PagePlan]
  /// The number of items in the parts before this one.
  private var before = [0]
  /// The least cost of the page of a group of the parts from `first` to `last`. The index is `first * parts.count +
  /// last`.
  private var pages: [Int] = []
  /// The least cost of a group of the parts from `first` to `last`, with the presses that choose the group and the cost
  /// of narrow gaps around it, but without the steps to it. It is 0 if the parts are one item. The index is as in
  /// `pages`.
  private var groups: [Int] = []
  /// The least cost of each part if its places are directly on this page. The index is made of the part, its first
  /// place and its number of places.
  private var spreads: [Int] = []
  /// The least cost of this region if its places are directly on the page of another region. The index is made of its
  /// first place and its number of places.
  private var spread = Array(repeating: never, count: width * width)

  init(_ region: Region) {
    self.region = region
    parts = region.parts.map(PagePlan.init)
    guard !parts.isEmpty else { return }
    for part in parts { before.append(before[before.count - 1] + part.region.items.count) }
    spreads = parts.flatMap(\.spread)
    fillGroups()
    fillSpread()
  }

  /// The least cost if this region has a page of its own. It is 0 for one item.
  private var page: Int { parts.isEmpty ? 0 : pages[parts.count - 1] }

  // MARK: Costs

  private func fillGroups() {
    let count = parts.count
    pages = Array(repeating: 0, count: count * count)
    groups = pages
    for last in 0..<count {
      var table = Self.table(to: last)
      for first in (0...last).reversed() {
        // The region around a group does not add to the cost of the group's own page.
        fill(&table, from: first, to: last, end: Self.below, isWhole: true)
        let number = before[last + 1] - before[first]
        let page = first == last ? parts[first].page : table[first * Self.width]
        pages[first * count + last] = page
        groups[first * count + last] = number == 1 ? 0 : number * Self.press + page + look(first, last)
        addGroup(&table, from: first, to: last, end: Self.below)
      }
    }
  }

  private func fillSpread() {
    let last = parts.count - 1
    for end in 2...Self.below {
      var table = Self.table(to: last, end: end)
      for first in parts.indices.reversed() {
        fill(&table, from: first, to: last, end: end, isWhole: first == 0)
      }
      for place in 0..<end - 1 { spread[place * Self.width + end - place] = table[place] }
    }
  }

  /// Makes a table of the least costs of the parts from one part to `last`. The index is made of that part and its
  /// first place. Only the row after `last` is filled: no cost if the parts end before the place `end`, or anywhere on
  /// the page if `end` is `nil`.
  private static func table(to last: Int, end: Int? = nil) -> [Int] {
    var table = Array(repeating: never, count: (last + 2) * width)
    for place in 1...below where end ?? place == place { table[(last + 1) * width + place] = 0 }
    return table
  }

  /// - Parameter isWhole: whether the parts must not form one group that reaches to `last`, because it would be the
  ///   same page again.
  private func fill(_ table: inout [Int], from first: Int, to last: Int, end: Int, isWhole: Bool) {
    for place in 0..<Self.width { table[first * Self.width + place] = Self.never }
    for at in first...(region.kind == .row ? last : first) where !isWhole || at < last {
      addGroup(&table, from: first, to: at, end: end)
    }
    guard !parts[first].parts.isEmpty else { return }
    for place in 0..<end {
      var best = table[first * Self.width + place]
      for number in stride(from: 2, through: end - place, by: 1) {
        let own = spreads[(first * Self.width + place) * Self.width + number]
        best = min(best, own + table[(first + 1) * Self.width + place + number])
      }
      table[first * Self.width + place] = best
    }
  }

  /// Enters the cost of a group of the parts from `first` to `at`, wherever it is less than the entry.
  private func addGroup(_ table: inout [Int], from first: Int, to at: Int, end: Int) {
    guard first == at || region.kind == .row else { return }
    let cost = groups[first * parts.count + at]
    let step = (before[at + 1] - before[first]) * Self.step
    for place in 0..<end {
      let all = cost + (place + 1) * step + table[(at + 1) * Self.width + place + 1]
      if all < table[first * Self.width + place] { table[first * Self.width + place] = all }
    }
  }

  private func look(_ first: Int, _ last: Int) -> Int {
    guard first < last, last - first + 1 < parts.count, region.kind == .row else { return 0 }
    let widest = region.gaps[first..<last].max() ?? 0
    let edges = [first - 1, last].filter(region.gaps.indices.contains)
    return edges.count { region.gaps[$0] < widest } * Self.narrowEdge
  }

  // MARK: Places

  /// The places of the cheapest page, without the place that ends it.
  ///
  /// - Parameters:
  ///   - capacity: the largest number of places.
  ///   - place: makes the place of an item.
  func places(capacity: Int, _ place: (Int) -> Place) -> [Place] {
    if parts.isEmpty { return [place(region.items[0])] }
    return places(0, parts.count - 1, at: 0, end: nil, capacity: capacity, place)
  }

  /// - Parameter end: the position after the last place. `nil` means any position up to `capacity`.
  private func places(
    _ first: Int, _ last: Int, at begin: Int, end: Int?, capacity: Int, _ item: (Int) -> Place
  ) -> [Place] {
    var table = Self.table(to: last, end: end)
    for place in stride(from: capacity + 1, through: Self.below, by: 1) {
      table[(last + 1) * Self.width + place] = Self.never
    }
    for part in (first...last).reversed() {
      fill(&table, from: part, to: last, end: end ?? capacity, isWhole: part == first)
    }
    var (places, part) = ([Place](), first)
    while part <= last, begin + places.count < (end ?? capacity) {
      let place = begin + places.count
      let (at, number) = choice(table, part, to: last, at: place, end: end ?? capacity, isWhole: part == first)
      if let number {
        places += parts[part].places(
          0, parts[part].parts.count - 1, at: place, end: place + number, capacity: Self.below, item)
      } else if part == at, parts[part].parts.isEmpty {
        places.append(item(parts[part].region.items[0]))
      } else {
        let below =
          part == at
          ? parts[part].places(capacity: Self.below, item)
          : self.places(part, at, at: 0, end: nil, capacity: Self.below, item)
        places.append(.group(Group(places: below + [.out])))
      }
      part = at + 1
    }
    return places
  }

  /// The choice that gives the least cost at this place: either a group of the parts up to `last`, or the part alone
  /// with `places` places directly on the page.
  private func choice(
    _ table: [Int], _ part: Int, to last: Int, at place: Int, end: Int, isWhole: Bool
  ) -> (last: Int, places: Int?) {
    let best = table[part * Self.width + place]
    for at in part...(region.kind == .row ? last : part) where !isWhole || at < last {
      let own = groups[part * parts.count + at] + (place + 1) * (before[at + 1] - before[part]) * Self.step
      if own + table[(at + 1) * Self.width + place + 1] == best { return (at, nil) }
    }
    let number = (2...max(2, end - place)).first { number in
      place + number <= end
        && spreads[(part * Self.width + place) * Self.width + number]
          + table[(part + 1) * Self.width + place + number] == best
    }
    return (part, number)
  }
}
