import SwitchwayTime

/// The switch with which an undecided contact is compared, with the data that the comparison needs.
struct Rival: Hashable, Sendable {
  /// Index in `Profile.switches`.
  var index: Int
  var start: Instant
  /// Whether its contact is over and waits only for its neighbours.
  var isParked: Bool
}

/// Decides which switch was meant if several are hit together.
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
/// The contact that loses is rejected with `neighbour`. A contact is compared with at most one other undecided contact,
/// its rival. If several are possible, the switch that closed last is the rival.
///
/// Cost: when a switch closes, the rule looks only at undecided switches that have no rival and closed at most
/// `neighbour` ago. These are the switches that a person hits at once.
struct NeighbourRule: Sendable {
  /// For each switch, the switches that it is compared with.
  private let neighbours: [Neighbours]
  /// For each switch, whether it has `neighbour` set.
  private let waits: [Bool]
  /// For each switch, whether any other switch could be compared with it.
  private let isWeighed: [Bool]
  /// Undecided switches without a rival, in the order of their starts.
  private var undecided: [(index: Int, start: Instant)] = []
  /// For each switch, the value of `closings` when it last closed.
  private var turns: [Int]
  private var closings = 0

  /// `nil` if no switch of the profile has `neighbour` set.
  init?(profile: Profile) {
    let switches = profile.switches
    waits = switches.map { $0.steadying.neighbour > .zero }
    guard waits.contains(true) else { return nil }
    neighbours = switches.map(\.neighbours)
    var isWeighed = waits
    for definition in switches {
      guard definition.steadying.neighbour > .zero, case .only(let others) = definition.neighbours else { continue }
      for other in others where isWeighed.indices.contains(other) { isWeighed[other] = true }
    }
    self.isWeighed = isWeighed
    undecided.reserveCapacity(16)
    turns = Array(repeating: 0, count: switches.count)
  }

  /// Records that a switch's input closed.
  mutating func closed(_ index: Int) {
    closings += 1
    turns[index] = closings
  }

  // MARK: Rivals

  /// Finds a rival for the contact that has just begun on a switch. Returns the rival, and the time when the rival
  /// would have been accepted.
  func meet(_ index: Int, _ lanes: inout [SwitchLane]) -> (index: Int, accepted: Instant)? {
    guard let contact = lanes[index].steadier.tentative, let found = rival(of: index, at: contact.start, lanes),
      let other = lanes[found].steadier.tentative
    else { return nil }
    let accepted = lanes[found].steadier.acceptance(of: other)
    lanes[index].steadier.meet(Rival(index: found, start: other.start, isParked: lanes[found].steadier.isParked))
    lanes[found].steadier.meet(Rival(index: index, start: contact.start, isParked: false))
    return (found, accepted)
  }

  /// Updates the data that a switch and its rival have about each other, after any change of the switch. Returns the
  /// rival's index if the rival must be checked again.
  mutating func update(_ index: Int, _ lanes: inout [SwitchLane]) -> Int? {
    var changed: Int?
    if let rival = lanes[index].steadier.rival?.index {
      if let contact = lanes[index].steadier.tentative {
        let present = Rival(index: index, start: contact.start, isParked: lanes[index].steadier.isParked)
        if lanes[rival].steadier.rival != present {
          lanes[rival].steadier.meet(present)
          changed = rival
        }
      } else {
        lanes[index].steadier.part()
        lanes[rival].steadier.part()
        changed = rival
      }
    }
    list(lanes[index])
    return changed
  }

  /// The time when an undecided contact is decided if nothing changes: the end of its own wait, or of its rival's wait
  /// if that is earlier.
  static func decision(of index: Int, _ lanes: [SwitchLane]) -> Instant? {
    let own = lanes[index].steadier
    guard let contact = own.tentative else { return nil }
    let time = own.acceptance(of: contact)
    guard let rival = own.rival.map({ lanes[$0.index].steadier }), let other = rival.tentative,
      other.isClosed || rival.isParked
    else { return time }
    return min(time, rival.acceptance(of: other))
  }

  /// Returns the winner between a switch, whose wait is over now, and its rival. If both are equal, the switch wins. A
  /// contact that is not parked counts as closed.
  static func winner(of index: Int, against rival: Int, _ lanes: [SwitchLane]) -> Int {
    let (own, other) = (lanes[index].steadier, lanes[rival].steadier)
    guard let contact = own.tentative, let against = other.tentative else { return index }
    let wins =
      switch (own.isParked, other.isParked) {
      case (false, false): contact.start <= against.start
      case (false, true): true
      case (true, false): false
      case (true, true): contact.closedBefore >= against.closedBefore
      }
    return wins ? index : rival
  }

  /// Updates the list of undecided switches without a rival.
  private mutating func list(_ lane: SwitchLane) {
    let start = lane.steadier.rival == nil ? lane.steadier.tentative?.start : nil
    let listed = undecided.firstIndex { $0.index == lane.index }
    if let start {
      guard listed == nil, isWeighed[lane.index] else { return }
      let before = undecided.lastIndex { $0.start <= start }
      undecided.insert((lane.index, start), at: before.map { $0 + 1 } ?? 0)
    } else if let listed {
      undecided.remove(at: listed)
    }
  }

  /// The rival for a contact of switch `index` that began at `time`. If several are possible, the switch that closed
  /// last.
  private func rival(of index: Int, at time: Instant, _ lanes: [SwitchLane]) -> Int? {
    let wait = lanes[index].steadier.parameters.neighbour
    guard wait > .zero else { return nil }
    var best: (last: Instant, turn: Int, index: Int)?
    for other in undecided.reversed() {
      guard time - other.start <= wait else { break }
      guard other.index != index, isNamed(other.index, by: neighbours[index]) else { continue }
      let last = lanes[other.index].steadier.tentative?.last ?? Instant(.min)
      let candidate = (last: last, turn: turns[other.index], index: other.index)
      if let best, (best.last, best.turn) > (candidate.last, candidate.turn) { continue }
      best = candidate
    }
    return best?.index
  }

  private func isNamed(_ other: Int, by neighbours: Neighbours) -> Bool {
    switch neighbours {
    case .everyone: waits[other]
    case .only(let others): others.contains(other)
    }
  }
}
