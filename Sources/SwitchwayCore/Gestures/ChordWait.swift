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
