import SwitchwayCore

// The gestures of a switch.
extension ProfileReader {
  /// The shortest time between repeats (chosen: a hundred a second; more would only flood whoever listens).
  private static let shortestRepeat = Microseconds.milliseconds(10)

  /// What `fields` of the switch `pair` bind. `mayLack`: a key of it was refused, which may be its gesture.
  mutating func gestures(
    _ fields: [YAMLNode.Pair], of pair: YAMLNode.Pair, steady: SteadyReading, mayLack: Bool
  ) -> GestureBindings {
    var bindings = GestureBindings()
    var hasCommand = chordParts.contains(pair.name)
    for field in fields {
      guard let gesture = Gesture(rawValue: field.name) else { continue }
      if gesture.hasCommand { hasCommand = true }
      bindings[gesture] = bound(gesture, field, among: fields, steady: steady)
    }
    checkTogether(fields, of: pair, mayLack: mayLack)
    auditMultiples(fields, bindings)
    if !hasCommand, !mayLack, !chordsAreUncertain {
      findings.error(
        pair.key, "switch \(pair.key.words) does nothing", help: "give it a gesture, for example tap: select")
      findings.commandsAreUncertain = true
    }
    if bindings[.tap] == nil { bindings[.repeated] = nil }
    return bindings
  }

  private mutating func bound(
    _ gesture: Gesture, _ pair: YAMLNode.Pair, among fields: [YAMLNode.Pair], steady: SteadyReading
  ) -> GestureBindings.Bound? {
    guard !gesture.times.isEmpty else {
      let command = gesture == .press ? press(pair.value) : command(pair.value)
      return command.map { GestureBindings.Bound(command: $0) }
    }
    if pair.value.text == "nothing" { return nil }
    let keys = gesture.times.map(\.rawValue) + (gesture.hasCommand ? ["do"] : [])
    guard let own = gestureFields(pair, keys, example: gesture.example) else { return nil }
    func field(_ name: String) -> YAMLNode.Pair? { own.first { $0.name == name } }
    var bound = GestureBindings.Bound()
    for time in gesture.times {
      guard let written = field(time.rawValue) else { continue }
      switch time {
      case .after: bound.after = after(written, steady: steady, of: gesture.rawValue)
      case .every: bound.every = findings.duration(written, in: ProfileReader.shortestRepeat...DurationText.longest)
      case .within: bound.within = within(written, of: gesture.rawValue, among: fields, steady: steady)
      }
    }
    if gesture.hasCommand {
      guard let action = field("do") else { return nil }
      // A gesture that does nothing is still one: its presses are no taps.
      bound.command = command(action.value) ?? ProfileReader.nothing
    }
    return gesture.times.allSatisfy { bound[$0] != nil } ? bound : nil
  }

  /// The command that `node` writes; nil for `nothing`, and for what is refused.
  mutating func command(_ node: YAMLNode) -> ScanCommand? {
    guard let command = written(node) else { return nil }
    return command.name == "nothing" ? nil : command
  }

  /// The command that `node` writes, noted as bound.
  mutating func written(_ node: YAMLNode) -> ScanCommand? {
    guard let text = node.text else {
      if !node.isRefused {
        findings.error(node, "expected a command, found \(node.words)", help: "write a command such as select")
      }
      findings.commandsAreUncertain = true
      return nil
    }
    do {
      let command = try CommandVocabulary.parse(text)
      if let fault = typingFault(command) {
        findings.error(node, fault.message, help: fault.help)
        findings.commandsAreUncertain = true
        return nil
      }
      if isActing(command) { acts = true }
      bound.append((node, command))
      return command
    } catch {
      findings.error(node, error.message, help: error.help)
      findings.commandsAreUncertain = true
      return nil
    }
  }

  private mutating func press(_ node: YAMLNode) -> ScanCommand? {
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
    return command(node)
  }

  static let nothing = ScanCommand(name: "nothing", arguments: [], group: .daemon)

  /// The fields of a gesture that needs all of `keys`.
  mutating func gestureFields(
    _ pair: YAMLNode.Pair, _ keys: [String], example: String
  ) -> [YAMLNode.Pair]? {
    guard let fields = findings.mapping(pair, keys: keys, example: example) else {
      findings.commandsAreUncertain = true
      return nil
    }
    for key in keys where findings.lacks(key, in: pair.value, keys: keys) {
      findings.error(pair.key, "missing key '\(key)' in '\(pair.name)'", help: "write for example \(example)")
      if key == "do" { findings.commandsAreUncertain = true }
    }
    return fields
  }

  /// The `after` of a `hold` or `repeat`, which must not be shorter than the press itself.
  private mutating func after(_ pair: YAMLNode.Pair, steady: SteadyReading, of gesture: String) -> Microseconds? {
    guard let after = findings.duration(pair, in: Microseconds.zero...DurationText.longest) else { return nil }
    let hold = steady.parameters.holdDuration
    if after < hold {
      let place = steady.holdPlace.map { ProfileReader.later(pair.value, $0) } ?? pair.value
      let both = DurationText.written([after, hold])
      findings.error(
        place,
        "'after' of '\(gesture)' (\(both[0])) is shorter than the 'hold-duration' of its switch (\(both[1]))",
        help: "write after: \(both[1]) or more, or a shorter hold-duration")
    } else if after == .zero {
      findings.warning(
        pair.value, "'\(gesture)' comes with the press itself", help: "write a longer time, for example after: 800ms")
    } else if steady.parameters.stuckAfter > .zero, after >= steady.parameters.stuckAfter {
      findings.warning(
        pair.value,
        "after \(DurationText.words(steady.parameters.stuckAfter)) the switch counts as stuck, before '\(gesture)' comes",
        help: "write a shorter time, or a longer 'stuck-after' under 'steady'")
    }
    return after
  }

  /// `press` stands alone; `repeat` needs `tap` and excludes the others.
  private mutating func checkTogether(_ fields: [YAMLNode.Pair], of pair: YAMLNode.Pair, mayLack: Bool) {
    let bound = fields.filter { $0.value.text != "nothing" }
    func key(_ gesture: Gesture) -> YAMLNode? { bound.first { $0.name == gesture.rawValue }?.key }
    let others = Gesture.ofSwitch.filter { $0 != .press }
    if let press = key(.press), let other = others.compactMap(key).min(by: ProfileReader.isEarlier) {
      findings.error(
        ProfileReader.later(press, other), "'press' stands alone, but there is \(other.words), too",
        help: "keep 'press', or the other gestures")
      return
    }
    guard let repeats = key(.repeated) else { return }
    if let other = others.filter({ $0 != .tap && $0 != .repeated }).compactMap(key).min(by: ProfileReader.isEarlier) {
      findings.error(
        ProfileReader.later(repeats, other), "'repeat' and \(other.words) exclude each other",
        help: "a switch that is held can do one of them: take the other out")
    }
    if let tap = fields.first(where: { $0.name == "tap" }) {
      guard tap.value.text == "nothing" else { return }
      findings.error(
        ProfileReader.later(repeats, tap.key), "'repeat' has no tap to repeat", help: "bind 'tap' to a command")
    } else if !mayLack {
      findings.error(
        pair.key, "missing key 'tap' in switch \(pair.key.words): 'repeat' repeats it",
        help: "add for example tap: next")
    }
  }

  /// Whether `left` stands before `right`. What a file extends counts as standing before its own entries.
  static func isEarlier(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
    left.file != right.file ? left.file > right.file : left.mark < right.mark
  }

  static func later(_ left: YAMLNode, _ right: YAMLNode) -> YAMLNode { isEarlier(left, right) ? right : left }
}
