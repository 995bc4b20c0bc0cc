/// The switch that an undecided contact is weighed against, as far as the weighing needs it.
struct Rival: Hashable, Sendable {
  /// Index in `Profile.switches`.
  var index: Int
  /// When its contact began.
  var start: Instant
  /// Its contact is over, and waits for its neighbours alone.
  var isParked: Bool
}

/// Who is weighed against whom: of two switches that are hit together, one was meant.
///
/// One character is 10 ms; `neighbour` 70 ms, `neighbour-max` 200 ms, `debounce` 30 ms:
///
///     a  ..#######################    a  ..#######.......    a  ..###..........
///     b  ....#####################    b  ....############    b  ........##.....
///                                A                   x              p    p
///     both stay closed: decided       x a was let go 30 ms   p both were let go, and are parked; when the
///     200 ms after the later start;   ago and b is closed:   second is, the wait of the first is over, and
///     the earlier start wins          a loses, b is pressed  a wins: it was closed for longer
///
/// The contact that loses is rejected `neighbour`. Only contacts that are undecided are weighed; of several the one
/// that closed last; a switch that has a rival takes no second.
///
/// Cost: a closing looks at the switches of its own `neighbours`, or at those that are undecided, have no rival and
/// began no longer ago than its own `neighbour`, whichever are fewer. Nothing is allocated after `init`.
struct NeighbourRule: Sendable {
  /// An undecided switch without a rival, and its place in the list of these.
  private struct Entry: Sendable {
    var start = Instant(0)
    var isListed = false
    /// Switches, −1: none.
    var older = -1
    var newer = -1
  }

  /// Per switch: has `neighbour` itself.
  private let waits: [Bool]
  /// Per switch: any other could be weighed against it.
  private let isWeighed: [Bool]
  /// By switch; linked in the order of their starts.
  private var entries: [Entry]
  private var newest = -1
  private var count = 0
  /// By switch: how many closings of all switches there had been at its last.
  private var turns: [Int]
  private var closings = 0

  init(profile: Profile) {
    let switches = profile.switches
    waits = switches.map { $0.steadying.neighbour > .zero }
    var isWeighed = waits
    for definition in switches {
      guard definition.steadying.neighbour > .zero, case .only(let others) = definition.neighbours else { continue }
      for other in others where isWeighed.indices.contains(other) { isWeighed[other] = true }
    }
    self.isWeighed = isWeighed
    entries = Array(repeating: Entry(), count: switches.count)
    turns = Array(repeating: 0, count: switches.count)
  }

  /// The input of a switch closed.
  mutating func closed(_ index: Int) {
    closings += 1
    turns[index] = closings
  }

  /// A switch is undecided without a rival since `start`; nil: it is not, or no longer.
  mutating func note(_ index: Int, start: Instant?) {
    guard isWeighed[index], (start != nil) != entries[index].isListed else { return }
    if let start { insert(index, start: start) } else { remove(index) }
  }

  /// Nearly always at the end: only events of several devices come out of order, and rivals that part.
  private mutating func insert(_ index: Int, start: Instant) {
    var newer = -1
    var older = newest
    while older >= 0, entries[older].start > start {
      newer = older
      older = entries[older].older
    }
    entries[index] = Entry(start: start, isListed: true, older: older, newer: newer)
    if older >= 0 { entries[older].newer = index }
    if newer >= 0 { entries[newer].older = index } else { newest = index }
    count += 1
  }

  private mutating func remove(_ index: Int) {
    let entry = entries[index]
    if entry.older >= 0 { entries[entry.older].newer = entry.newer }
    if entry.newer >= 0 { entries[entry.newer].older = entry.older } else { newest = entry.older }
    entries[index] = Entry()
    count -= 1
  }

  /// The switch that a contact of switch `index`, begun at `time`, is weighed against: of several the one that closed
  /// last. `last` answers when the contact of an undecided switch last closed.
  func rival(of index: Int, _ definition: SwitchDefinition, at time: Instant, last: (Int) -> Instant) -> Int? {
    let wait = definition.steadying.neighbour
    guard wait > .zero, count > 0 else { return nil }
    var best: (last: Instant, turn: Int, index: Int)?
    func weigh(_ other: Int) {
      let candidate = (last: last(other), turn: turns[other], index: other)
      if let best, (best.last, best.turn) > (candidate.last, candidate.turn) { return }
      best = candidate
    }
    if case .only(let others) = definition.neighbours, others.count <= count {
      for other in others where other != index && entries.indices.contains(other) && entries[other].isListed {
        if time - entries[other].start <= wait { weigh(other) }
      }
      return best?.index
    }
    var place = newest
    while place >= 0, time - entries[place].start <= wait {
      if place != index, isNamed(place, by: definition.neighbours) { weigh(place) }
      place = entries[place].older
    }
    return best?.index
  }

  private func isNamed(_ other: Int, by neighbours: Neighbours) -> Bool {
    switch neighbours {
    case .everyone: return waits[other]
    case .only(let others):
      var (low, high) = (0, others.count)
      while low < high {
        let middle = (low + high) / 2
        if others[middle] < other { low = middle + 1 } else { high = middle }
      }
      return low < others.count && others[low] == other
    }
  }

  /// Whether of two undecided contacts the first wins. A contact that is not parked counts as closed. Of contacts that
  /// are equal it is the first: the one whose wait is over.
  static func wins(_ one: Contact, isParked: Bool, over other: Contact, otherIsParked: Bool) -> Bool {
    switch (isParked, otherIsParked) {
    case (false, false): one.start <= other.start
    case (false, true): true
    case (true, false): false
    case (true, true): one.closedBefore >= other.closedBefore
    }
  }
}
