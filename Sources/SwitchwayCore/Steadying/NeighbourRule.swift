/// The switch with which an undecided contact is compared, as far as the comparison needs it.
struct Rival: Hashable, Sendable {
  /// Index in `Profile.switches`.
  var index: Int
  var start: Instant
  /// Whether its contact is over and waits only for its neighbours.
  var isParked: Bool
}

/// Decides between switches that are hit together, of which one was meant.
///
/// One character is 10 ms; `neighbour` 70 ms, `neighbour-max` 200 ms, `debounce` 30 ms:
///
///     a  ..#######################    a  ..#######.......    a  ..###..........
///     b  ....#####################    b  ....############    b  ........##.....
///                                A                   x              p    p
///     both stay closed: decided       x a opened 30 ms ago   p both opened and are parked; when the second
///     200 ms after the later start;   and b is closed:       is parked, the wait of the first is over, and
///     the earlier start wins          a loses, b is pressed  a wins: it was closed for longer
///
/// The contact that loses is rejected with `neighbour`. Only undecided contacts are compared. If there are several, the
/// one that closed last is the rival. A switch has at most one rival.
///
/// Cost: a closing looks at the switches of its own `neighbours`, or at the undecided ones without a rival that began
/// at most its own `neighbour` ago, whichever are fewer. Nothing is allocated after `init`.
struct NeighbourRule: Sendable {
  /// An undecided switch without a rival, as an element of a linked list.
  private struct Entry: Sendable {
    var start = Instant(0)
    var isListed = false
    /// Indices of switches; −1 if there is none.
    var older = -1
    var newer = -1
  }

  /// By switch: whether it has `neighbour` set.
  private let waits: [Bool]
  /// By switch: whether any other switch could be compared with it.
  private let isWeighed: [Bool]
  /// By switch, linked in the order of their starts.
  private var entries: [Entry]
  private var newest = -1
  private var count = 0
  /// By switch: the value of `closings` when it last closed.
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

  /// Records that a switch's input closed.
  mutating func closed(_ index: Int) {
    closings += 1
    turns[index] = closings
  }

  /// Adds a switch that is undecided without a rival since `start`, or removes it if `start` is nil.
  mutating func note(_ index: Int, start: Instant?) {
    guard isWeighed[index], (start != nil) != entries[index].isListed else { return }
    if let start { insert(index, start: start) } else { remove(index) }
  }

  /// Nearly always appends. Only two cases are out of order: events of several devices, and a switch that loses its
  /// rival.
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

  /// The rival for a contact of switch `index` that began at `time`: if there are several, the one that closed last.
  ///
  /// - Parameter last: returns when the contact of an undecided switch last closed.
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

  /// Whether `one` wins over `other`. A contact that is not parked counts as closed. If they are equal, `one` wins,
  /// because its wait is over.
  static func wins(_ one: Contact, isParked: Bool, over other: Contact, otherIsParked: Bool) -> Bool {
    switch (isParked, otherIsParked) {
    case (false, false): one.start <= other.start
    case (false, true): true
    case (true, false): false
    case (true, true): one.closedBefore >= other.closedBefore
    }
  }
}
