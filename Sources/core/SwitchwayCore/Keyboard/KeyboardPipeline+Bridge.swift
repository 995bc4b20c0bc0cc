import SwitchwayText
import SwitchwayTime

extension KeyboardPipeline {
  /// Adds the chords of a bridge table to `chords`, where `typeInRun` and `holdInRun` find them by their texts.
  ///
  /// - Parameter layout: the positions of letters and signs.
  public mutating func know(_ table: BridgeTable, layout: LayoutKeys) {
    // Which key is the modifier Tab does not matter for typing.
    let compiler = KeyChordCompiler(modifier: KeyboardSettings.standardModifier, layout: layout)
    for chord in table.keys.values { chords[chord.text] = compiler.typed(chord) }
  }

  // MARK: Runs

  /// The time when `endRun` must be called if no other key of the run comes before. It is not part of `nextDeadline`,
  /// because a key that is typed at that moment continues the run.
  var runDeadline: Instant? { layer.run.deadline }

  /// Types a chord of a bridge, or of a switch's `key(…)`. See `KeyLayer.typeInRun`.
  mutating func typeInRun(_ text: String, for length: Microseconds, until end: Instant, at time: Instant) {
    if let chord = chords[text] { typeInRun([chord], for: length, until: end, at: time) }
  }

  /// Types the chords that make one character of a text.
  mutating func typeInRun(_ chords: [TypedChord], for length: Microseconds, until end: Instant, at time: Instant) {
    guard !hasPanicked else { return }
    advance(to: time)
    layer.typeInRun(chords[...], for: length, until: end, at: now)
  }

  /// Presses a chord because a switch went down (`isDown`), or releases the chord because the switch was released.
  mutating func holdInRun(_ text: String, _ isDown: Bool, until end: Instant, at time: Instant) {
    guard !hasPanicked, let chord = chords[text] else { return }
    advance(to: time)
    layer.holdInRun(chord, isDown, until: end, at: now)
  }

  /// Makes the run, if there is one, last until `end` at least, because its next key is late.
  mutating func continueRun(until end: Instant) { layer.run.end = max(layer.run.end, end) }

  /// Ends the run if it is over at `time`.
  mutating func endRun(at time: Instant) {
    guard let due = runDeadline, due <= time else { return }
    advance(to: time)
    layer.endRun(at: now)
  }

  /// Releases the keys that are held for a time, such as keys of a bridge that is no longer used.
  mutating func releaseTimed(at time: Instant) {
    advance(to: time)
    layer.releaseTimed(at: now)
  }
}
