import SwitchwayCore

// The window for the next press, of gestures of several presses.
extension ProfileReader {
  /// The shortest window: what is pressed at the very moment comes too late, so 0 could never come true.
  static let shortestWindow = Microseconds(1)

  /// People's quickest double presses have gaps of about this length (chosen).
  private static let quickestDouble = Microseconds.milliseconds(100)

  /// The `within` of a gesture. `fields`: those of the whole switch.
  mutating func within(
    _ pair: YAMLNode.Pair, of gesture: String, among fields: [YAMLNode.Pair], steady: SteadyReading
  ) -> Microseconds? {
    let within = findings.duration(pair, in: ProfileReader.shortestWindow...DurationText.longest)
    if let within { checkWithin(within, pair.value, of: gesture, among: fields, steady: steady) }
    return within
  }

  /// A press inside the dead time after a release is ignored, so a shorter window can never see one.
  private mutating func checkWithin(
    _ within: Microseconds, _ value: YAMLNode, of gesture: String, among fields: [YAMLNode.Pair],
    steady: SteadyReading
  ) {
    let field = fields.first { $0.name == "steady" }
    let written = field?.value.pair("ignore-repeat")?.value
    // Of a dead time that could not be read nothing is known.
    if let written, (try? DurationText.parse(written.text ?? "")) == nil { return }
    let dead = steady.parameters.ignoreRepeat
    if within <= dead {
      let source = written ?? field?.value.pair("preset")?.value ?? field?.value
      let both = DurationText.written([within, dead])
      findings.error(
        source.map { ProfileReader.later(value, $0) } ?? value,
        "'within' of '\(gesture)' (\(both[0])) is not longer than the 'ignore-repeat' of its switch (\(both[1])), so it never comes",
        help: "write within: longer than \(both[1]), or a shorter ignore-repeat")
    } else if within < ProfileReader.quickestDouble {
      findings.warning(
        value, "for '\(gesture)', the next press must follow within \(DurationText.words(within))",
        help: "few people are as quick; 300ms to 500ms does for most")
    }
  }

  /// One wait stands for all of them: the longest one.
  mutating func auditMultiples(_ fields: [YAMLNode.Pair], _ bindings: GestureBindings) {
    let bound = Gesture.ofSwitch.filter { $0.presses > 1 && bindings[$0] != nil }
    for (few, more) in zip(bound, bound.dropFirst()) {
      func place(_ gesture: Gesture) -> YAMLNode? {
        fields.first { $0.name == gesture.rawValue }?.value.pair("within")?.value
      }
      guard let short = bindings[few]?.within, let long = bindings[more]?.within, short != long,
        let first = place(few), let second = place(more)
      else { continue }
      let both = DurationText.written([long, short])
      findings.warning(
        ProfileReader.later(first, second),
        "'within' of '\(more.rawValue)' (\(both[0])) is not that of '\(few.rawValue)' (\(both[1]))",
        help: "write the same time in both, so that the presses keep one rhythm")
    }
  }
}
