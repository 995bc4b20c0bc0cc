/// A press of a switch that is a part of chords: until its window ends it belongs to none of the switch's own gestures.
struct ChordWait: Hashable, Sendable {
  var press: GestureMachine.Press
  /// When it ended; nil while down.
  var up: Instant?
  /// It was told to be stuck while it waited.
  var isStuck = false

  init(press: GestureMachine.Press) { self.press = press }

  /// Whether this press and one that began at `origin` were ever down together. Edges of one moment are not.
  func overlaps(_ origin: Instant) -> Bool { up.map { $0 > max(origin, press.origin) } ?? true }
}
