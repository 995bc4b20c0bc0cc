import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML

/// The positions of a switch's parts, for parts that are read or checked after all switches.
struct SwitchPlaces {
  /// The position of each input of the switch.
  var inputs: [YAMLNode]
  /// The key `steady` with its value.
  var steady: YAMLNode.Pair?
  /// The key `press`.
  var press: YAMLNode?
  /// The value of the hold's `after`.
  var holdAfter: YAMLNode?
  /// `unless` and `neighbours`.
  var lists: [YAMLNode.Pair]
}

/// The contents of the section `switches`.
struct SwitchesReading {
  var definitions: [SwitchDefinition] = []
  /// The positions of the parts of each switch, in the order of `definitions`.
  var places: [SwitchPlaces] = []
  var names: EntryNames

  /// The inputs of all switches, each with the index of its switch and its position.
  var inputs: [(index: Int, node: YAMLNode, input: SwitchInput)] {
    definitions.indices.flatMap { index in
      zip(places[index].inputs, definitions[index].inputs).map { (index, $0, $1) }
    }
  }
}

/// Reads the section `switches`.
struct SwitchesReader {
  private static let keys = SwitchDefinition.fields.map(\.name) + Gesture.ofSwitch.map(\.rawValue)

  let findings: Findings
  let commands: CommandReader
  let devices: DevicesReading
  let chords: ChordNames

  func switches(_ section: YAMLNode.Pair?, isUncertain: Bool) -> SwitchesReading {
    var read = SwitchesReading(names: EntryNames(what: "switch", section: "switches", isUncertain: isUncertain))
    guard let section else { return read }
    guard let pairs = findings.entries(section, example: "switches: {left: {input: box/button-1, tap: next}}") else {
      findings.commandsAreUncertain = true
      read.names.isUncertain = true
      return read
    }
    if pairs.count != section.value.pairs?.count { read.names.isUncertain = true }
    var column = EntryColumn(keys: SwitchesReader.keys)
    for pair in pairs {
      if column.isKey(pair, findings) {
        findings.commandsAreUncertain = true
        continue
      }
      if column.isOwner(pair, among: pairs) || findings.isMisplacedSection(pair, in: "switches", unlessIn: "input") {
        read.names.refused.insert(pair.name)
        continue
      }
      _ = findings.isName(pair.key, of: "switch")
      guard let (definition, places) = definition(pair, section) else {
        read.names.refused.insert(pair.name)
        continue
      }
      read.names.append(pair.name)
      read.definitions.append(definition)
      read.places.append(places)
    }
    SwitchListReader(findings: findings).readLists(of: &read)
    return read
  }

  private func definition(
    _ pair: YAMLNode.Pair, _ section: YAMLNode.Pair
  ) -> (definition: SwitchDefinition, places: SwitchPlaces)? {
    guard let all = findings.entries(pair, example: "\(pair.name): {input: box/button-1, tap: next}") else {
      findings.commandsAreUncertain = true
      return nil
    }
    var fields: [YAMLNode.Pair] = []
    for field in all {
      if findings.isKnown(field.key, keys: SwitchesReader.keys) {
        fields.append(field)
      } else {
        // The unknown key may be a misspelt gesture.
        findings.commandsAreUncertain = true
      }
    }
    func field(_ name: String) -> YAMLNode.Pair? { fields.first { $0.name == name } }
    let meant = field("input") == nil ? findings.inheritedName(like: pair.key, in: section) : nil
    let reader = InputsReader(findings: findings, devices: devices)
    var read: [ReadInput] = []
    if let input = field("input") {
      read = reader.inputs(input)
    } else if findings.lacks("input", in: pair.value, keys: SwitchesReader.keys) {
      findings.error(
        pair.key, "missing key 'input' in switch \(pair.key.words)",
        help: meant ?? "say what presses it, for example input: box/button-1")
    }
    if field("rest") == nil { reader.auditSides(read) }
    let release = field("release").flatMap { self.release($0, inputs: read, reader) }
    let rest = field("rest").flatMap { self.rest($0, inputs: read) }
    let steadying = SteadyReader(findings: findings)
    let steady = steadying.steady(field("steady"), inputs: read.map(\.input))
    steadying.audit(steady, field("steady"))
    let isUnread = meant != nil || findings.baseIsMissing || pair.value.pairs?.count != fields.count
    let gestures = GesturesReader(findings: findings, commands: commands, chords: chords)
      .gestures(fields, of: pair, steady: steady, mayLack: isUnread)
    let definition = SwitchDefinition(
      name: pair.name, label: field("label").flatMap { findings.label($0) },
      inputs: read.map { SwitchesReader.with(release, $0.input) }, rest: rest, steadying: steady.parameters,
      gestures: gestures)
    let places = SwitchPlaces(
      inputs: read.map(\.node), steady: field("steady"), press: field("press")?.key,
      holdAfter: field("hold")?.value.pair("after")?.value, lists: ["unless", "neighbours"].compactMap(field))
    return (definition, places)
  }

  private static func axes(_ inputs: [ReadInput]) -> [(node: YAMLNode, axis: AxisCondition)] {
    inputs.compactMap { if case .axis(let axis) = $0.input.selector { ($0.node, axis) } else { nil } }
  }

  /// The condition for the release of a switch: the level of its axes in thousandths of a percent, or the time for
  /// which its movements must rest.
  private enum Release {
    case level(Int64)
    case rest(Microseconds)
  }

  private func release(_ pair: YAMLNode.Pair, inputs: [ReadInput], _ reader: InputsReader) -> Release? {
    let moves = inputs.contains { if case .movement = $0.input.selector { true } else { false } }
    guard moves, SwitchesReader.axes(inputs).isEmpty || pair.value.text?.hasSuffix("%") != true else {
      return level(pair, inputs: inputs, reader).map { .level($0) }
    }
    return findings.duration(pair, in: MovementCondition.releaseRange).map { .rest($0) }
  }

  /// Reads the release level of all axis inputs, in thousandths of a percent. The level must have the sign of the first
  /// axis.
  private func level(_ pair: YAMLNode.Pair, inputs: [ReadInput], _ reader: InputsReader) -> Int64? {
    guard let text = findings.text(pair, example: "35%"), let value = reader.level(text, pair.value) else { return nil }
    let axes = SwitchesReader.axes(inputs)
    guard let first = axes.first else {
      if !inputs.isEmpty {
        findings.warning(pair.key, "'release' has no effect: no input is an axis or a movement", help: "remove it")
      }
      return nil
    }
    let level = AxisLevel(thousandths: value)
    let press = first.axis.region.press
    if (level.units < 0) != (press.units < 0) {
      let sign = press.units < 0 ? "-\(text)" : String(text.dropFirst())
      findings.error(
        YAMLNode.later(pair.value, first.node),
        "'release' and the press level are on different sides of the rest position",
        help: "give it the sign of the first axis: \(sign)")
      return nil
    }
    if let over = axes.first(where: { $0.axis.region.press.units.magnitude < level.units.magnitude }) {
      findings.error(
        YAMLNode.later(pair.value, over.node),
        "'release' is above the press level, so the switch would be released at once",
        help: "write a level nearer to the rest position, or leave it out for two thirds of the press level")
      return nil
    }
    return value
  }

  /// Returns `input` with this release. A level is put on the side of the rest position on which the input is pressed.
  private static func with(_ release: Release?, _ input: SwitchInput) -> SwitchInput {
    switch (release, input.selector) {
    case (.level(let level), .axis(var axis)):
      let distance = Int64(clamping: level.magnitude)
      axis.release = AxisLevel(thousandths: axis.region.press.units < 0 ? -distance : distance)
      return SwitchInput(device: input.device, selector: .axis(axis))
    case (.rest(let time), .movement(var movement)):
      movement.release = time
      return SwitchInput(device: input.device, selector: .movement(movement))
    default: return input
    }
  }

  /// Reads `rest`, the raw value at which the switch's axes rest.
  private func rest(_ pair: YAMLNode.Pair, inputs: [ReadInput]) -> Int32? {
    guard let text = pair.value.text, !text.hasPrefix("+"), let value = Int32(text) else {
      findings.error(
        pair.value, "expected the axis's raw value at rest, a whole number, for 'rest', found \(pair.value.words)",
        help: "write the number that the device reports while nobody touches it, for example rest: 128")
      return nil
    }
    if SwitchesReader.axes(inputs).isEmpty, !inputs.isEmpty {
      findings.warning(pair.key, "'rest' has no effect: no input is an axis", help: "remove it")
    }
    return value
  }
}
