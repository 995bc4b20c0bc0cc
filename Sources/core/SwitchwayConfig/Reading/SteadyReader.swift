import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// The steadying parameters of a switch, with their position.
struct SteadyReading {
  var parameters: SteadyingParameters
  /// The node that sets how long a press must last, or `nil` for the default.
  var holdPlace: YAMLNode?
}

/// Reads the `steady` of a switch, or of keyboards.
struct SteadyReader {
  /// The default for a switch with an axis that is not a hat, because signals of pressure sensors have spikes. Source:
  /// docs/design/steadying.md, "Presets".
  private static let axisDefault = {
    var parameters = SteadyingPreset.gentle.parameters
    parameters.holdDuration = .milliseconds(80)
    return parameters
  }()

  let findings: Findings

  /// Reads `steady`. `pair` is `nil` if the switch has no `steady`.
  func steady(_ pair: YAMLNode.Pair?, inputs: [SwitchInput]) -> SteadyReading {
    guard let pair else {
      let isAxis = inputs.contains(where: \.isAxis)
      return SteadyReading(parameters: isAxis ? SteadyReader.axisDefault : SteadyingPreset.gentle.parameters)
    }
    guard pair.value.pairs != nil else {
      return SteadyReading(parameters: preset(pair), holdPlace: pair.value)
    }
    return mapping(pair)
  }

  private func preset(_ pair: YAMLNode.Pair) -> SteadyingParameters {
    (findings.choice(pair) ?? SteadyingPreset.gentle).parameters
  }

  private func mapping(_ pair: YAMLNode.Pair) -> SteadyReading {
    let keys = ["preset"] + SteadyingParameters.fields.map(\.name)
    let fields = findings.mapping(pair, keys: keys, example: "steady: {preset: tremor}") ?? []
    var reading = SteadyReading(parameters: SteadyingPreset.gentle.parameters)
    if let preset = fields.first(where: { $0.name == "preset" }) {
      reading = SteadyReading(parameters: self.preset(preset), holdPlace: preset.value)
    }
    for field in fields {
      let isRead = findings.read(field, of: SteadyingParameters.fields, into: &reading.parameters)
      if isRead, field.name == "hold-duration" { reading.holdPlace = field.value }
    }
    return reading
  }
}

extension Findings {
  /// Reads the `after` of a hold, which must not be shorter than `hold-duration`. A shorter time is reported, but also
  /// returned.
  ///
  /// - Parameters:
  ///   - key: words for the key in the message.
  ///   - owner: words for the switch or keyboard that has this `steady`.
  ///   - hold: words for what happens after this time.
  func holdTime(
    _ pair: YAMLNode.Pair, steady: SteadyReading, key: String, of owner: String, what hold: String
  ) -> Microseconds? {
    guard let after = duration(pair, in: Microseconds.zero...DurationText.longest) else { return nil }
    let least = steady.parameters.holdDuration
    if after < least {
      let place = steady.holdPlace.map { YAMLNode.later(pair.value, $0) } ?? pair.value
      let both = DurationText.written([after, least])
      error(
        place, "\(key) (\(both[0])) is shorter than the 'hold-duration' of \(owner) (\(both[1]))",
        help: "write an 'after' of \(both[1]) or more, or a shorter 'hold-duration'")
    } else if after == .zero {
      warning(
        pair.value, "\(hold) comes at the same time as the press", help: "write a longer time, for example after: 800ms"
      )
    }
    return after
  }
}
