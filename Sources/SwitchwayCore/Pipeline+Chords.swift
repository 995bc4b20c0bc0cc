/// Chords: switches of any devices, pressed together.
///
/// One character is 20 ms; the chord `a+b` within 120 ms:
///
///     a  P-----R          a  P-----------R       a  P--R
///     b  ...P----R        b  .......P--R         b  ....P---R
///        |  C                |     a    b           |     a    b
///     C: both down, less  a: the window of a's     a was up when b came: each is decided alone, at the end of
///     than 120 ms apart   press ends without b     its own window, with its own times
///
/// A press of a part waits in the part's lane, and nothing of its own gestures comes of it until its window has ended.
/// The window counts from its first contact; while a contact of another part that could still make the chord is
/// undecided, it does not end.
extension Pipeline {
  /// A press of a part: completes a chord, or waits for the other parts.
  mutating func waitForChord(_ press: GestureMachine.Press, of index: Int, into outputs: inout [Effect]) {
    let entry = ChordWait(press: press)
    lanes[index].waits.append(entry)
    if lanes[index].waits.count == 1 { waiting.append(index) }
    if let chord = completedChord(by: index) {
      complete(chord, by: index, into: &outputs)
      return
    }
    var until = press.origin + chords.window(of: index)
    for other in undecided where mayJoin(other, index, entry) {
      if let decided = lanes[other].steadier.nextDeadline()?.time { until = max(until, decided) }
    }
    if until > now {
      outputs.append(.pending(switchIndex: index, pressed: press.reported, until: until, reason: .chord))
    }
  }

  /// The window of the oldest waiting press has ended without its chord: it is decided alone.
  mutating func endChordWindow(of index: Int, into outputs: inout [Effect]) {
    let entry = lanes[index].waits.removeFirst()
    forgetWaiting(index)
    guard lanes[index].gestures.hasAny else {
      reject(entry.press, .chordBroken, of: index, into: &outputs)
      return
    }
    decide(index, into: &outputs) { gestures, now, effects in
      gestures.pressed(entry.press, up: entry.up, at: now, into: &effects)
      if entry.isStuck { gestures.stuck(at: now, into: &effects) }
      guard let up = entry.up else { return }
      // A hold that it was long enough for has been reached.
      if gestures.isUndecided, let wait = gestures.wait(), wait.time <= up { gestures.fire(at: now, into: &effects) }
      gestures.released(up: up, at: now, into: &effects)
    }
  }

  /// A contact has been decided: windows that it held open may end now.
  mutating func rearmWaiting() {
    for index in waiting { rearm(index) }
  }

  /// Keeps the list of undecided contacts.
  mutating func noteUndecided(_ index: Int) {
    let isUndecided = lanes[index].steadier.isTentative && chords.isPart(index)
    guard isUndecided != lanes[index].isUndecided else { return }
    lanes[index].isUndecided = isUndecided
    if isUndecided {
      undecided.append(index)
    } else if let place = undecided.firstIndex(of: index) {
      undecided.remove(at: place)
    }
  }

  /// A switch whose undecided contact could still make a chord with a waiting press.
  func undecidedPartner(of index: Int, _ entry: ChordWait) -> Int? {
    undecided.first { mayJoin($0, index, entry) }
  }

  private func mayJoin(_ other: Int, _ index: Int, _ entry: ChordWait) -> Bool {
    guard other != index, let start = lanes[other].steadier.tentativeStart,
      let within = chords.sharedWindow(index, other)
    else { return false }
    let apart = start > entry.press.origin ? start - entry.press.origin : entry.press.origin - start
    return apart < within && entry.overlaps(start)
  }

  /// The first chord of the key-remap file that the latest press of a switch completes.
  private func completedChord(by index: Int) -> Int? {
    var first: Int?
    for other in waiting where other != index {
      chords.forEachShared(index, other) { chord in
        if first.map({ chord < $0 }) ?? true, isComplete(chord, by: index) { first = chord }
      }
    }
    return first
  }

  /// Which of the waiting presses of a part belongs to a chord with the press `last`: of several the latest.
  private func place(in waits: [ChordWait], of chord: Int, with last: GestureMachine.Press) -> Int? {
    waits.lastIndex { entry in
      let origin = entry.press.origin
      let apart = origin > last.origin ? origin - last.origin : last.origin - origin
      return apart < chords[chord].within && entry.overlaps(last.origin)
    }
  }

  private func isComplete(_ chord: Int, by index: Int) -> Bool {
    guard let last = lanes[index].waits.last?.press else { return false }
    var (earliest, latest) = (last.origin, last.origin)
    var firstUp: Instant?
    for part in chords[chord].parts where part != index {
      guard let place = place(in: lanes[part].waits, of: chord, with: last) else { return false }
      let entry = lanes[part].waits[place]
      earliest = min(earliest, entry.press.origin)
      latest = max(latest, entry.press.origin)
      if let up = entry.up { firstUp = firstUp.map { min($0, up) } ?? up }
    }
    return latest - earliest < chords[chord].within && firstUp.map { latest < $0 } ?? true
  }

  private mutating func complete(_ chord: Int, by index: Int, into outputs: inout [Effect]) {
    guard let last = lanes[index].waits.last?.press else { return }
    let word = chords[chord].command
    var first = last
    var isUncertain = last.isUncertain
    for part in chords[chord].parts {
      let found = part == index ? lanes[part].waits.count - 1 : place(in: lanes[part].waits, of: chord, with: last)
      guard let found else { continue }
      let press = lanes[part].waits.remove(at: found).press
      // Of two that began at one moment the one that was told first.
      if part != index, press.origin <= first.origin { first = press }
      if press.isUncertain { isUncertain = true }
      lanes[part].chord = chord
      forgetWaiting(part)
      if word.doesNothing { reject(press, .noGesture, of: part, into: &outputs) }
      rearm(part)
    }
    guard !word.doesNothing else { return }
    gauge.commanded(at: now)
    outputs.append(
      .command(
        Command(
          word, by: .press(Command.Press(.chord(chord), device: last.device, .chord)), edge: first.origin,
          pressed: first.reported, accepted: now, isUncertain: isUncertain)))
  }

  /// A part of a chord has come up: when all have, they are switches of their own again.
  mutating func endIfUp(_ chord: Int) {
    guard !chords[chord].parts.contains(where: { lanes[$0].chord == chord && lanes[$0].steadier.isHeld }) else {
      return
    }
    for part in chords[chord].parts where lanes[part].chord == chord { lanes[part].chord = nil }
  }

  /// Takes a switch from the list of those with waiting presses, when it has none.
  mutating func forgetWaiting(_ index: Int) {
    guard lanes[index].waits.isEmpty, let place = waiting.firstIndex(of: index) else { return }
    waiting.remove(at: place)
  }
}
