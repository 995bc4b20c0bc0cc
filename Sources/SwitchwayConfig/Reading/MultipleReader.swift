import SwitchwayCore

// The gestures `double` and `triple` of a switch: `{within: TIME, do: COMMAND}`.
extension ProfileReader {
  /// The shortest window: what is pressed at the very moment comes too late, so 0 could never come true.
  static let shortestWindow = Microseconds(1)

  /// People's quickest double presses have gaps of about this length (chosen).
  private static let quickestDouble = Microseconds.milliseconds(100)

  /// `fields`: those of the whole switch.
  mutating func multiple(
    _ pair: YAMLNode.Pair, among fields: [YAMLNode.Pair], steady: SteadyReading
  ) -> GestureBindings.Multiple? {
    if pair.value.text == "nothing" { return nil }
    let example = "\(pair.name): {within: 350ms, do: menu}"
    guard let own = gestureFields(pair, ["within", "do"], example: example) else { return nil }
    var within: Microseconds?
    if let written = own.first(where: { $0.name == "within" }) {
      within = findings.duration(written, in: ProfileReader.shortestWindow...DurationText.longest)
      if let within { checkWithin(within, written.value, of: pair.name, among: fields, steady: steady) }
    }
    guard let action = own.first(where: { $0.name == "do" }) else { return nil }
    // One that does nothing is still a gesture: its presses are no taps.
    let command = command(action.value) ?? ProfileReader.nothing
    return within.map { GestureBindings.Multiple(within: $0, command: command) }
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

  /// One wait stands for both: the longer one.
  mutating func auditMultiples(_ bindings: GestureBindings, _ fields: [YAMLNode.Pair]) {
    func place(_ name: String) -> YAMLNode? {
      fields.first { $0.name == name }?.value.pair("within")?.value
    }
    guard let double = bindings.double?.within, let triple = bindings.triple?.within, double != triple,
      let first = place("double"), let second = place("triple")
    else { return }
    let both = DurationText.written([triple, double])
    findings.warning(
      ProfileReader.later(first, second), "'within' of 'triple' (\(both[0])) is not that of 'double' (\(both[1]))",
      help: "write the same time in both, so that the presses keep one rhythm")
  }
}
