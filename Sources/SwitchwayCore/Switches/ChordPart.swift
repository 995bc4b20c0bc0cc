/// A press of a switch that is a part of chords. Until its window ends, it is not used for the switch's own gestures.
struct ChordWait: Hashable, Sendable {
  var press: GestureMachine.Press
  /// When the press ended. nil while it is down.
  var up: Instant?
  /// It was reported as stuck while it waited.
  var isStuck = false

  init(press: GestureMachine.Press) { self.press = press }

  /// Whether this press and one that began at `origin` were down together. A press that begins at the moment when the
  /// other ends does not overlap it.
  func overlaps(_ origin: Instant) -> Bool { up.map { $0 > max(origin, press.origin) } ?? true }
}

/// The stage for chords in a switch that is a part of one.
struct ChordPart: Sendable {
  /// Presses that may yet be part of a chord, oldest first. Only the last can be down.
  var waits: [ChordWait] = []
  /// The index of the chord that was made and is not up yet. Until then, this part of it does nothing.
  var made: Int?

  init() { waits.reserveCapacity(4) }

  /// Whether a press that is down waits.
  var isDown: Bool { waits.last.map { $0.up == nil } ?? false }

  /// Ends the press that is down.
  mutating func release(at up: Instant) { waits[waits.count - 1].up = up }

  /// Keeps for later that the press that is down is stuck.
  mutating func becomeStuck() { waits[waits.count - 1].isStuck = true }

  /// Marks the press that is down as uncertain.
  mutating func becomeUncertain() { waits[waits.count - 1].press.isUncertain = true }

  /// Removes all presses, or only the one that is down. Returns them, oldest first.
  mutating func cut(onlyDown: Bool) -> [ChordWait] {
    let cut = waits.filter { !onlyDown || $0.up == nil }
    waits.removeAll { !onlyDown || $0.up == nil }
    return cut
  }
}
