import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// Reads the gestures of a switch.
struct GesturesReader {
  let findings: Findings
  let commands: CommandReader
  let chords: ChordNames

  private static let multiples = Gesture.ofSwitch.filter { $0.presses > 1 }

  /// The shortest time between repeats (arbitrary: 100 per second; more would only flood clients).
  private static let shortestRepeat = Microseconds.milliseconds(10)

  /// The shortest `within`. A press exactly at the end of this time is too late, so no press could come within a time
  /// of 0.
  static let shortestWindow = Microseconds(1)

  /// About the shortest time between a person's quickest presses, and a time that is longer than anybody needs. Both
  /// figures are arbitrary.
  private static let (quickestDouble, slowestDouble) = (Microseconds.milliseconds(100), Microseconds.seconds(2))

  /// Reads the gestures of the switch `pair` in its `fields`. `mayLack`: whether a key of the switch was refused that
  /// may have been its gesture.
  func gestures(
    _ fields: [YAMLNode.Pair], of pair: YAMLNode.Pair, steady: SteadyReading, mayLack: Bool
  ) -> GestureBindings {
    var bindings = GestureBindings()
    var hasCommand = chords.parts.contains(pair.name)
    for field in fields {
      guard let gesture = Gesture(rawValue: field.name) else { continue }
      // `tap: nothing` may be the only gesture of a switch, but `hold: nothing` only removes an inherited hold.
      if gesture.hasCommand, gesture.times.isEmpty || field.value.text != "nothing" { hasCommand = true }
      bindings[gesture] = bound(gesture, field, among: fields, steady: steady)
    }
    checkTogether(fields, of: pair, mayLack: mayLack)
    auditMultiples(fields, bindings)
    if !hasCommand, !mayLack, !chords.isUncertain {
      findings.error(
        pair.key, "switch \(pair.key.words) does nothing", help: "give it a gesture, for example tap: select")
      findings.commandsAreUncertain = true
    }
    if bindings[.tap] == nil { bindings[.repeated] = nil }
    return bindings
  }

  private func bound(
    _ gesture: Gesture, _ pair: YAMLNode.Pair, among fields: [YAMLNode.Pair], steady: SteadyReading
  ) -> GestureBindings.Bound? {
    let times = gesture.times
    guard !times.isEmpty else {
      let command = gesture == .press ? press(pair.value) : commands.command(pair.value)
      return command.map { GestureBindings.Bound(command: $0) }
    }
    if pair.value.text == "nothing" { return nil }
    let keys = times.map(\.rawValue) + (gesture.hasCommand ? ["do"] : [])
    guard let own = findings.gestureFields(pair, keys, example: gesture.example) else { return nil }
    func field(_ name: String) -> YAMLNode.Pair? { own.first { $0.name == name } }
    var bound = GestureBindings.Bound()
    for time in times {
      guard let written = field(time.rawValue) else { continue }
      switch time {
      case .after: bound.after = after(written, steady: steady, of: gesture.rawValue)
      case .every: bound.every = findings.duration(written, in: GesturesReader.shortestRepeat...DurationText.longest)
      case .within: bound.within = within(written, of: gesture.rawValue, among: fields, steady: steady)
      }
    }
    let action = field("do")
    // A gesture that does nothing is still a gesture: its presses are not taps.
    bound.command = action.map { commands.command($0.value) ?? CommandReader.nothing }
    let isWhole = [bound.after, bound.every, bound.within].count { $0 != nil } == times.count
    return isWhole && gesture.hasCommand == (action != nil) ? bound : nil
  }

  private func press(_ node: YAMLNode) -> ScanCommand? {
    if let text = node.text, let command = try? CommandVocabulary.parse(text) {
      let kind =
        command.isDestructive
        ? "destructive"
        : command.group == .daemon || command.group == .safety
          ? command.group.rawValue : nil
      if let kind {
        findings.error(
          node, "'press' takes no \(kind) command, found '\(command.text)'",
          help: command.name == "nothing" ? "leave 'press' out" : "use tap: \(command.text)")
        findings.commandsAreUncertain = true
        return nil
      }
    }
    return commands.command(node)
  }

  /// Reads the `after` of a `hold` or `repeat`.
  private func after(_ pair: YAMLNode.Pair, steady: SteadyReading, of gesture: String) -> Microseconds? {
    let after = findings.holdTime(
      pair, steady: steady, key: "'after' of '\(gesture)'", of: "its switch", what: "'\(gesture)'")
    let stuckAfter = steady.parameters.stuckAfter
    if let after, stuckAfter > .zero, after >= max(stuckAfter, steady.parameters.holdDuration) {
      findings.warning(
        pair.value,
        "the switch counts as stuck after \(DurationText.words(stuckAfter)), before '\(gesture)' is reached",
        help: "write a shorter time, or a longer 'stuck-after' under 'steady'")
    }
    return after
  }

  private static func beside(_ gestures: Gesture...) -> [Gesture] { Gesture.ofSwitch.filter { !gestures.contains($0) } }

  /// Reports gestures that exclude each other: `press` excludes all others; `repeat` needs `tap` and excludes the rest.
  private func checkTogether(_ fields: [YAMLNode.Pair], of pair: YAMLNode.Pair, mayLack: Bool) {
    let bound = fields.filter { $0.value.text != "nothing" }
    func key(_ gesture: Gesture) -> YAMLNode? { bound.first { $0.name == gesture.rawValue }?.key }
    if let press = key(.press), let other = GesturesReader.beside(.press).compactMap(key).min(by: YAMLNode.isEarlier) {
      findings.error(
        YAMLNode.later(press, other), "'press' excludes other gestures, but there is also \(other.words)",
        help: "keep 'press', or the other gestures")
      return
    }
    guard let repeats = key(.repeated) else { return }
    if let other = GesturesReader.beside(.press, .tap, .repeated).compactMap(key).min(by: YAMLNode.isEarlier) {
      findings.error(
        YAMLNode.later(repeats, other), "'repeat' and \(other.words) exclude each other",
        help: "a held switch can do only one of them; remove the other")
    }
    if let tap = fields.first(where: { $0.name == "tap" }) {
      guard tap.value.text == "nothing" else { return }
      findings.error(
        YAMLNode.later(repeats, tap.key), "'repeat' has no tap to repeat", help: "bind 'tap' to a command")
    } else if !mayLack {
      findings.error(
        pair.key, "missing key 'tap' in switch \(pair.key.words): 'repeat' repeats it",
        help: "add for example tap: next")
    }
  }

  /// Reads the `within` of a gesture. `fields`: all fields of the switch.
  func within(
    _ pair: YAMLNode.Pair, of gesture: String, among fields: [YAMLNode.Pair], steady: SteadyReading
  ) -> Microseconds? {
    let within = findings.duration(pair, in: GesturesReader.shortestWindow...DurationText.longest)
    if let within { checkWithin(within, pair.value, of: gesture, among: fields, steady: steady) }
    return within
  }

  /// Reports a `within` that is not longer than `ignore-repeat`, in which every press is ignored, so that the gesture
  /// could never happen. Warns about a `within` that is too short or too long for most people.
  private func checkWithin(
    _ within: Microseconds, _ value: YAMLNode, of gesture: String, among fields: [YAMLNode.Pair],
    steady: SteadyReading
  ) {
    let field = fields.first { $0.name == "steady" }
    let written = field?.value.pair("ignore-repeat")?.value
    // If `ignore-repeat` could not be read, `within` cannot be checked.
    if let written, (try? DurationText.parse(written.text ?? "")) == nil { return }
    let dead = steady.parameters.ignoreRepeat
    if within <= dead {
      let source = written ?? field?.value.pair("preset")?.value ?? field?.value
      let both = DurationText.written([within, dead])
      findings.error(
        source.map { YAMLNode.later(value, $0) } ?? value,
        "'within' of '\(gesture)' (\(both[0])) is not longer than the 'ignore-repeat' of its switch (\(both[1])), "
          + "so the gesture can never happen",
        help: "write a 'within' longer than \(both[1]), or a shorter 'ignore-repeat'")
    } else if within < GesturesReader.quickestDouble {
      findings.warning(
        value, "for '\(gesture)', the next press must follow within \(DurationText.words(within))",
        help: "few people are that quick; 300ms to 500ms suits most")
    } else if within > GesturesReader.slowestDouble {
      findings.warning(
        value, "for '\(gesture)', each press waits up to \(DurationText.words(within)) for the next",
        help: "300ms to 500ms suits most")
    }
  }

  /// Warns about different times in `double`, `triple` and so on. A switch waits equally long for all of them: the
  /// longest of these times.
  func auditMultiples(_ fields: [YAMLNode.Pair], _ bindings: GestureBindings) {
    let bound = GesturesReader.multiples.filter { bindings[$0] != nil }
    for (few, more) in zip(bound, bound.dropFirst()) {
      func place(_ gesture: Gesture) -> YAMLNode? {
        fields.first { $0.name == gesture.rawValue }?.value.pair("within")?.value
      }
      guard let short = bindings[few]?.within, let long = bindings[more]?.within, short != long,
        let first = place(few), let second = place(more)
      else { continue }
      let both = DurationText.written([long, short])
      findings.warning(
        YAMLNode.later(first, second),
        "'within' of '\(more.rawValue)' (\(both[0])) differs from that of '\(few.rawValue)' (\(both[1]))",
        help: "write the same time in both, so that the presses keep one rhythm")
    }
  }
}
