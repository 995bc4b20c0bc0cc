import SwitchwayCore

/// The steadying of a switch, and where it was written.
struct SteadyReading {
  var parameters: SteadyingParameters
  /// What says how long a press must last; nil where it is the default.
  var holdPlace: YAMLNode?
}

// The `steady` of a switch.
extension ProfileReader {
  /// `pair`: nil where the switch has none of its own.
  mutating func steady(_ pair: YAMLNode.Pair?, inputs: [SwitchInput]) -> SteadyReading {
    guard let pair else {
      let isAxis = inputs.contains { input in
        if case .axis(let axis) = input.selector { !ProfileReader.hats.contains(axis.code) } else { false }
      }
      return SteadyReading(parameters: isAxis ? SteadyWords.axisDefault : SteadyingPreset.gentle.parameters)
    }
    guard pair.value.pairs != nil else {
      return SteadyReading(parameters: preset(pair), holdPlace: pair.value)
    }
    return mapping(pair)
  }

  /// `ABS_HAT0X`…`ABS_HAT3Y` (linux/input-event-codes.h): switches in all but name, without spikes.
  private static let hats: ClosedRange<UInt16> = 0x10...0x17

  private mutating func preset(_ pair: YAMLNode.Pair) -> SteadyingParameters {
    let name = findings.word(pair.value, for: pair.name, among: SteadyWords.presets.map(\.name))
    guard let preset = SteadyWords.presets.first(where: { $0.name == name }) else {
      return SteadyingPreset.gentle.parameters
    }
    if let without = preset.without {
      findings.warning(
        pair.value, "'\(without)' of the preset '\(preset.name)' has no effect yet",
        help: "leave it: the rest of the preset applies")
    }
    return preset.parameters
  }

  private mutating func mapping(_ pair: YAMLNode.Pair) -> SteadyReading {
    let keys = ["preset"] + SteadyWords.parameters.map(\.name)
    let fields = findings.mapping(pair, keys: keys, example: "steady: {preset: tremor}") ?? []
    var reading = SteadyReading(parameters: SteadyingPreset.gentle.parameters)
    if let preset = fields.first(where: { $0.name == "preset" }) {
      reading = SteadyReading(parameters: self.preset(preset), holdPlace: preset.value)
    }
    for field in fields {
      guard let parameter = SteadyWords.parameters.first(where: { $0.name == field.name }),
        let value = findings.duration(field, in: parameter.range, orZero: parameter.orZero)
      else { continue }
      if let set = parameter.field {
        set(&reading.parameters, value)
        if field.name == "hold-duration" { reading.holdPlace = field.value }
      } else if value != .zero || !parameter.isOffAtZero {
        findings.warning(field.key, "'\(field.name)' has no effect yet", help: "leave it: the other parameters apply")
      }
    }
    return reading
  }

  /// Doubtful numbers in words. The bounds are chosen from the trade-offs that the design's steadying text lists.
  mutating func auditSteady(_ reading: SteadyReading, _ pair: YAMLNode.Pair?) {
    guard let pair, !pair.value.isRefused else { return }
    let parameters = reading.parameters
    let hold = DurationText.words(parameters.holdDuration)
    if parameters.holdDuration >= .milliseconds(300) {
      findings.warning(
        reading.holdPlace ?? pair.value, "a press must last \(hold)",
        help: "most people's presses are shorter; 0 to 180ms does for most")
    } else if parameters.holdDuration >= .milliseconds(100) {
      findings.note(
        reading.holdPlace ?? pair.value, "a press must last \(hold)",
        help: "right for brushes and tremor at rest; shorter presses do nothing")
    }
    func place(_ name: String) -> YAMLNode { pair.value.pair(name)?.value ?? pair.value }
    let dead = DurationText.words(parameters.ignoreRepeat)
    if parameters.ignoreRepeat > .milliseconds(900) {
      findings.warning(
        place("ignore-repeat"), "after a release, presses do nothing for \(dead)",
        help: "150ms to 500ms does for most; calibration goes no higher than 900ms")
    }
    if parameters.debounce > .milliseconds(90) {
      findings.warning(
        place("debounce"), "an opening shorter than \(DurationText.words(parameters.debounce)) is no release",
        help: "two quick presses become one; 25ms to 60ms does for most")
    }
    if parameters.ignoreRepeatMax < parameters.ignoreRepeat {
      findings.warning(
        place("ignore-repeat-max"),
        "'ignore-repeat-max' is shorter than 'ignore-repeat' (\(dead)), so ignored presses never prolong it",
        help: "leave it out, or make it longer")
    }
  }
}
