extension Group {
  /// The group to which these indices of places lead, one index per level. `nil` if one of them is not a group.
  func group(at path: [Int]) -> Group? {
    var group = self
    for index in path {
      guard group.places.indices.contains(index), case .group(let next) = group.places[index] else { return nil }
      group = next
    }
    return group
  }

  /// The path to the same groups in contents that were read later, as far as these groups still exist.
  func path(_ path: [Int], in later: Group) -> [Int] {
    var (old, new, found) = (self, later, [Int]())
    for index in path {
      guard old.places.indices.contains(index), case .group(let group) = old.places[index],
        let place = group.heir(among: new.places), case .group(let next) = new.places[place]
      else { break }
      found.append(place)
      (old, new) = (group, next)
    }
    return found
  }

  /// The index of the group in `places` that has most of this group's items. If several have equally many, it is the
  /// first one. `nil` if no group has any of them.
  func heir(among places: [Place]) -> Int? {
    let mine = references
    var best: (index: Int, common: Int)?
    for (index, place) in places.enumerated() {
      guard case .group(let other) = place else { continue }
      let common = other.references.intersection(mine).count
      if common > best?.common ?? 0 { best = (index, common) }
    }
    return best?.index
  }

  var references: Set<Reference> { Set(items.map(\.reference)) }
}

extension Place {
  /// Whether both are the same for the person: the same references in the same order.
  func isSame(as other: Place) -> Bool {
    switch (self, other) {
    case (.item(let mine), .item(let others)): mine.reference == others.reference
    case (.group(let mine), .group(let others)) where mine.items.isEmpty:
      mine.places.elementsEqual(others.places) { $0.isSame(as: $1) }
    case (.group(let mine), .group(let others)): mine.items.map(\.reference) == others.items.map(\.reference)
    // Only the `id` is compared, because titles of windows change by themselves.
    case (.window(let mine), .window(let others)): mine.id == others.id
    case (.program(let mine), .program(let others)): mine.id == others.id
    default: self == other
    }
  }

  /// The index of the place that replaces this one on another page. `nil` if the items of this place have gone.
  func heir(among places: [Place]) -> Int? {
    if let same = places.firstIndex(where: isSame) { return same }
    switch self {
    case .group(let group): return group.heir(among: places)
    case .own(let place): return place.twin.flatMap { places.firstIndex(of: .own($0)) }
    default: return nil
    }
  }
}
