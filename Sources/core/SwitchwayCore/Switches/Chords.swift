import SwitchwayTime

/// Chords: switches of any devices that are pressed together.
///
/// One character is 20 ms; the chord `a+b` within 120 ms:
///
///     a  P-----R          a  P-----------R       a  P--R
///     b  ...P----R        b  .......P--R         b  ....P---R
///        |  C                |     a    b           |     a    b
///     C: both down, less  a: the window of a's     a was up when b came: each is decided alone, at the end of
///     than 120 ms apart   press ends without b     its own window, with its own times
///
/// A press of a switch that is part of a chord waits in this switch (`ChordPart`), and makes no gesture until its
/// window has ended. The window begins at the first edge of the press, and is as long as the longest `within` of the
/// switch's chords. It does not end while another switch of the chord has an undecided contact that could still make
/// the chord.
struct Chords: Sendable {
  private let chords: [ChordDefinition]
  /// For each switch, the chords that it is a part of, ascending.
  private let chordsOfSwitch: [[Int]]
  /// For each switch, how long its presses wait for the other parts: the longest window of its chords.
  private let windows: [Microseconds]
  /// Switches with presses that wait: at most as many as a person holds or has just released.
  private(set) var waiting: [Int] = []
  /// Switches that are part of chords and whose present contact may become a press. A window in which such a contact
  /// began stays open until the contact is decided.
  private var undecided: [Int] = []

  /// `nil` if the profile has no chords.
  init?(profile: Profile) {
    guard !profile.chords.isEmpty else { return nil }
    chords = profile.chords
    var chordsOfSwitch = [[Int]](repeating: [], count: profile.switches.count)
    var windows = [Microseconds](repeating: .zero, count: profile.switches.count)
    for (index, chord) in chords.enumerated() {
      for part in chord.parts where windows.indices.contains(part) {
        chordsOfSwitch[part].append(index)
        windows[part] = max(windows[part], chord.within)
      }
    }
    (self.chordsOfSwitch, self.windows) = (chordsOfSwitch, windows)
    waiting.reserveCapacity(16)
    undecided.reserveCapacity(16)
  }

  func isPart(_ index: Int) -> Bool { !chordsOfSwitch[index].isEmpty }

  /// The switches of a chord.
  func parts(of chord: Int) -> [Int] { chords[chord].parts }

  /// Handles an accepted press. Returns the index of the chord that it completes, or `nil` if it completes none.
  mutating func join(
    _ index: Int, _ lanes: inout [SwitchLane], at now: Instant, into decisions: inout SwitchDecisions
  ) -> Int? {
    guard let wait = lanes[index].chord?.waits.last, wait.up == nil else { return nil }
    if !waiting.contains(index) { waiting.append(index) }
    if let chord = completedChord(by: index, wait.press, lanes) {
      complete(chord, by: index, wait.press, &lanes, at: now, into: &decisions)
      return chord
    }
    var until = wait.press.origin + windows[index]
    for other in undecided where mayJoin(lanes[other], index, wait) {
      if let decided = lanes[other].steadier.nextDeadline?.time { until = max(until, decided) }
    }
    if until > now {
      decisions.append(.pending(switchIndex: index, pressed: wait.press.reported, until: until, reason: .chord))
    }
    return nil
  }

  /// The time when the window of the oldest waiting press of a switch ends. `nil` if no press waits, or if an undecided
  /// contact keeps the window open.
  func windowEnd(of index: Int, _ lanes: [SwitchLane], at now: Instant) -> Deadline? {
    guard let wait = lanes[index].chord?.waits.first,
      !undecided.contains(where: { mayJoin(lanes[$0], index, wait) })
    else { return nil }
    let origin = wait.press.origin
    return Deadline(time: max(origin + windows[index], now), reason: .gesture, pressed: origin, index: index)
  }

  /// Updates the lists after any change of a switch.
  mutating func update(_ lane: SwitchLane) {
    guard let part = lane.chord else { return }
    Chords.set(lane.index, isListed: lane.steadier.possibleStart != nil, in: &undecided)
    if part.waits.isEmpty { Chords.set(lane.index, isListed: false, in: &waiting) }
  }

  private static func set(_ index: Int, isListed: Bool, in list: inout [Int]) {
    guard let found = list.firstIndex(of: index) else {
      if isListed { list.append(index) }
      return
    }
    if !isListed { list.remove(at: found) }
  }

  /// Handles the release of a switch. When all switches of a chord are released, they act as single switches again.
  func endIfUp(_ index: Int, _ lanes: inout [SwitchLane]) {
    guard let chord = lanes[index].chord?.made else { return }
    let parts = chords[chord].parts
    guard !parts.contains(where: { lanes[$0].chord?.made == chord && lanes[$0].steadier.isHeld }) else { return }
    for part in parts where lanes[part].chord?.made == chord { lanes[part].chord?.made = nil }
  }

  /// Whether a chord was made and one of its parts is still down.
  func isMade(_ chord: Int, _ lanes: [SwitchLane]) -> Bool {
    chords[chord].parts.contains { lanes[$0].chord?.made == chord }
  }

  /// Whether the undecided contact of a switch could still make a chord with a waiting press of switch `index`.
  private func mayJoin(_ other: SwitchLane, _ index: Int, _ wait: ChordWait) -> Bool {
    guard other.index != index, let start = other.steadier.possibleStart,
      let within = sharedWindow(index, other.index)
    else { return false }
    return start.distance(to: wait.press.origin) < within && wait.overlaps(start)
  }

  /// The first chord of the profile that the latest press of a switch completes.
  private func completedChord(by index: Int, _ last: GestureMachine.Press, _ lanes: [SwitchLane]) -> Int? {
    var first: Int?
    for other in waiting where other != index {
      forEachShared(index, other) { chord in
        if first.map({ chord < $0 }) ?? true, isComplete(chord, by: index, last, lanes) { first = chord }
      }
    }
    return first
  }

  /// The index of the waiting press of a switch that makes a chord with the press `last`. If several do, this is the
  /// latest one.
  private func partner(of last: GestureMachine.Press, in lane: SwitchLane, for chord: Int) -> Int? {
    lane.chord?.waits.lastIndex {
      $0.press.origin.distance(to: last.origin) < chords[chord].within && $0.overlaps(last.origin)
    }
  }

  private func isComplete(_ chord: Int, by index: Int, _ last: GestureMachine.Press, _ lanes: [SwitchLane]) -> Bool {
    var (earliest, latest) = (last.origin, last.origin)
    var firstUp: Instant?
    for part in chords[chord].parts where part != index {
      guard let found = partner(of: last, in: lanes[part], for: chord), let wait = lanes[part].chord?.waits[found]
      else { return false }
      earliest = min(earliest, wait.press.origin)
      latest = max(latest, wait.press.origin)
      if let up = wait.up { firstUp = firstUp.map { min($0, up) } ?? up }
    }
    return latest - earliest < chords[chord].within && firstUp.map { latest < $0 } ?? true
  }

  private mutating func complete(
    _ chord: Int, by index: Int, _ last: GestureMachine.Press, _ lanes: inout [SwitchLane], at now: Instant,
    into decisions: inout SwitchDecisions
  ) {
    let word = chords[chord].command
    var first = last
    var isUncertain = last.isUncertain
    for part in chords[chord].parts {
      let found = part == index ? lanes[part].chord?.waits.indices.last : partner(of: last, in: lanes[part], for: chord)
      guard let found, let press = lanes[part].chord?.waits.remove(at: found).press else { continue }
      // If two presses began at the same moment, the press that was accepted first counts as the first.
      if part != index, press.origin <= first.origin { first = press }
      if press.isUncertain { isUncertain = true }
      lanes[part].chord?.made = chord
      if word.doesNothing { lanes[part].reject(press, .noGesture, at: now, into: &decisions) }
    }
    guard !word.doesNothing else { return }
    decisions.append(
      .command(
        Command(
          word, by: .press(Command.Press(.chord(chord), device: last.device, .chord)), edge: first.origin,
          pressed: first.reported, accepted: now, isUncertain: isUncertain)))
  }

  /// Calls `body` with each chord that both switches are parts of, ascending. Complexity: linear in the number of
  /// chords of the switch that has fewer.
  private func forEachShared(_ one: Int, _ other: Int, _ body: (Int) -> Void) {
    let isFewer = chordsOfSwitch[one].count <= chordsOfSwitch[other].count
    let (few, partner) = isFewer ? (one, other) : (other, one)
    for chord in chordsOfSwitch[few] where chords[chord].parts.contains(partner) { body(chord) }
  }

  /// The longest window of the chords that both switches are parts of. `nil` if no chord has both.
  private func sharedWindow(_ one: Int, _ other: Int) -> Microseconds? {
    var longest: Microseconds?
    forEachShared(one, other) { longest = max(longest ?? .zero, chords[$0].within) }
    return longest
  }
}

/// A waiting press of a switch that is a part of chords. Until its window ends, the press is not used for the switch's
/// own gestures.
struct ChordWait: Hashable, Sendable {
  var press: GestureMachine.Press
  /// The time when the press ended. `nil` while it is down.
  var up: Instant?
  /// Whether it was reported as stuck while it waited.
  var isStuck = false

  init(press: GestureMachine.Press) { self.press = press }

  /// Whether this press and one that began at `origin` were down together. A press that begins at the moment when the
  /// other ends does not overlap it.
  func overlaps(_ origin: Instant) -> Bool { up.map { $0 > max(origin, press.origin) } ?? true }
}

/// The presses of a switch that wait for a chord, and the chord that it has made.
struct ChordPart: Sendable {
  /// Presses that may still be part of a chord, oldest first. Only the last can be down.
  var waits: [ChordWait] = []
  /// The index of the chord that this switch has made and that is not released yet. Until then, further presses of the
  /// switch do nothing.
  var made: Int?

  init() { waits.reserveCapacity(4) }

  /// The press that is down and waits.
  var down: ChordWait? {
    get { waits.last.flatMap { $0.up == nil ? $0 : nil } }
    set { if let newValue { waits[waits.count - 1] = newValue } }
  }

  /// Removes all presses, or only the one that is down. Returns them, oldest first.
  mutating func cut(onlyDown: Bool) -> [ChordWait] {
    let cut = waits.filter { !onlyDown || $0.up == nil }
    waits.removeAll { !onlyDown || $0.up == nil }
    return cut
  }
}

extension Instant {
  /// The time between two instants, whichever is earlier.
  fileprivate func distance(to other: Instant) -> Microseconds { self > other ? self - other : other - self }
}
