import SwitchwayCore

// The section `switches`.
extension ProfileReader {
  private static let switchKeys =
    ["input", "rest", "release", "steady"] + Gesture.ofSwitch.map(\.rawValue) + ["unless", "neighbours", "label"]

  mutating func readSwitches(_ section: YAMLNode.Pair) {
    guard let pairs = findings.entries(section, example: "switches: {left: {input: box/button-1, tap: next}}") else {
      findings.commandsAreUncertain = true
      switchesAreUncertain = true
      return
    }
    if pairs.count != section.value.pairs?.count { switchesAreUncertain = true }
    var owner: String?
    for pair in pairs {
      // Keys of a switch that stand in the column of switches.
      if let owner, pair.value.pairs == nil || pair.name == "steady", ProfileReader.switchKeys.contains(pair.name) {
        findings.error(
          pair.key, "\(pair.key.words) stands too far left", help: "indent by two: it belongs to '\(owner)'")
        findings.commandsAreUncertain = true
        continue
      }
      let isOwner = pair.value.isEmpty && pairs.contains { ProfileReader.switchKeys.contains($0.name) }
      owner = isOwner ? YAMLNode.brief(pair.name) : nil
      if isOwner {
        refusedSwitches.insert(pair.name)
        continue
      }
      _ = findings.isName(pair.key, of: "switch")
      readSwitch(pair)
    }
  }

  private mutating func readSwitch(_ pair: YAMLNode.Pair) {
    guard let all = findings.entries(pair, example: "\(pair.name): {input: box/button-1, tap: next}") else {
      findings.commandsAreUncertain = true
      refusedSwitches.insert(pair.name)
      return
    }
    var fields: [YAMLNode.Pair] = []
    for field in all {
      if findings.isKnown(field.key, keys: ProfileReader.switchKeys) {
        fields.append(field)
      } else {
        // It may be a gesture, misspelt.
        findings.commandsAreUncertain = true
      }
    }
    func field(_ name: String) -> YAMLNode.Pair? { fields.first { $0.name == name } }
    let meant = field("input") == nil ? inheritedName(like: pair.key, in: "switches") : nil
    var read: [(node: YAMLNode, input: SwitchInput)] = []
    if let input = field("input") {
      read = inputs(input)
    } else if findings.lacks("input", in: pair.value, keys: ProfileReader.switchKeys) {
      findings.error(
        pair.key, "missing key 'input' in switch \(pair.key.words)",
        help: meant ?? "say what presses it, for example input: box/button-1")
    }
    if field("rest") == nil { auditSides(read) }
    let release = field("release").flatMap { self.release($0, inputs: read) }
    let rest = field("rest").flatMap { self.rest($0, inputs: read) }
    let steady = steady(field("steady"), inputs: read.map(\.input))
    auditSteady(steady, field("steady"))
    for name in ["unless", "neighbours"] {
      guard let list = field(name) else { continue }
      let isOff = steady.parameters.neighbour == .zero
      switchLists.append(SwitchList(owner: switches.count, field: list, hasNoNeighbour: isOff))
    }
    let isUnread = meant != nil || findings.baseIsMissing || pair.value.pairs?.count != fields.count
    let gestures = gestures(fields, of: pair, steady: steady, mayLack: isUnread)
    switchIndices[pair.name] = switches.count
    switches.append(
      SwitchDefinition(
        name: pair.name, label: field("label").flatMap { findings.label($0) },
        inputs: read.map { ProfileReader.with(release, $0.input) }, rest: rest, steadying: steady.parameters,
        gestures: gestures))
    places.append(
      SwitchPlaces(
        key: pair.key, inputs: read.map(\.node), steady: field("steady"), press: field("press")?.key,
        holdAfter: field("hold")?.value.pair("after")?.value))
  }

  private static func axes(
    _ inputs: [(node: YAMLNode, input: SwitchInput)]
  ) -> [(node: YAMLNode, axis: AxisCondition)] {
    inputs.compactMap { if case .axis(let axis) = $0.input.selector { ($0.node, axis) } else { nil } }
  }

  /// The release level of all axis inputs, in thousandths of a percent, of the sign of the first.
  private mutating func release(
    _ pair: YAMLNode.Pair, inputs: [(node: YAMLNode, input: SwitchInput)]
  ) -> Int64? {
    guard let text = findings.text(pair, example: "35%"), let value = level(text, pair.value) else { return nil }
    let axes = ProfileReader.axes(inputs)
    guard let first = axes.first else {
      if !inputs.isEmpty {
        findings.warning(pair.key, "'release' has no effect: no input is an axis", help: "take it out")
      }
      return nil
    }
    let level = AxisLevel(thousandths: value)
    let press = ProfileReader.near(first.axis.region)
    if (level.units < 0) != (press.units < 0) {
      let sign = press.units < 0 ? "-\(text)" : String(text.dropFirst())
      findings.error(
        ProfileReader.later(pair.value, first.node), "'release' is on the other side of rest than the press level",
        help: "give it the sign of the first axis: \(sign)")
      return nil
    }
    if let over = axes.first(where: { ProfileReader.near($0.axis.region).units.magnitude < level.units.magnitude }) {
      findings.error(
        ProfileReader.later(pair.value, over.node),
        "'release' lies above the press level, so the switch would let go at once",
        help: "write a level nearer to rest, or leave it out: two thirds of the press level")
      return nil
    }
    return value
  }

  /// `input` with this release level, on its own side of rest.
  private static func with(_ release: Int64?, _ input: SwitchInput) -> SwitchInput {
    guard let release, case .axis(var axis) = input.selector else { return input }
    let distance = Int64(clamping: release.magnitude)
    axis.release = AxisLevel(thousandths: near(axis.region).units < 0 ? -distance : distance)
    return SwitchInput(device: input.device, selector: .axis(axis))
  }

  /// The raw value at which the switch's axes rest.
  private mutating func rest(_ pair: YAMLNode.Pair, inputs: [(node: YAMLNode, input: SwitchInput)]) -> Int32? {
    guard let text = pair.value.text, !text.hasPrefix("+"), let value = Int32(text) else {
      if !pair.value.isRefused {
        findings.error(
          pair.value, "expected the axis's raw value at rest, a whole number, for 'rest', found \(pair.value.words)",
          help: "write the number that the device reports while nobody touches it, for example rest: 128")
      }
      return nil
    }
    if ProfileReader.axes(inputs).isEmpty, !inputs.isEmpty {
      findings.warning(pair.key, "'rest' has no effect: no input is an axis", help: "take it out")
    }
    return value
  }
}
