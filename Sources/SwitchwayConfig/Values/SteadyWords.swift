import SwitchwayCore

/// The words of `steady:`: names of parameters with their ranges, and names of presets.
///
/// Source: the steadying text of the project's design, "Parameters" and "Presets".
enum SteadyWords {
  struct Parameter: Sendable {
    var name: String
    var range: ClosedRange<Microseconds>
    /// 0 is taken besides the range.
    var orZero: Bool
    /// Where it is kept; nil: it has no behaviour yet.
    var field: (@Sendable (inout SteadyingParameters, Microseconds) -> Void)?

    init(
      _ name: String, _ range: ClosedRange<Int64>, orZero: Bool = false,
      _ field: (@Sendable (inout SteadyingParameters, Microseconds) -> Void)? = nil
    ) {
      self.name = name
      self.range = .milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)
      self.orZero = orZero
      self.field = field
    }

    /// 0 leaves it off, so that nothing is missing.
    var isOffAtZero: Bool { range.lowerBound == .zero || orZero }
  }

  static let parameters: [Parameter] = [
    Parameter("debounce", 0...150) { $0.debounce = $1 },
    Parameter("hold-duration", 0...2_000) { $0.holdDuration = $1 },
    Parameter("ignore-repeat", 0...2_000) { $0.ignoreRepeat = $1 },
    Parameter("ignore-repeat-max", 0...10_000) { $0.ignoreRepeatMax = $1 },
    Parameter("override", 110...2_000, orZero: true),
    Parameter("override-gap", 0...500),
    Parameter("rejoin", 0...300),
    Parameter("backdate-max", 0...1_000),
    Parameter("neighbour", 0...150),
    Parameter("neighbour-max", 100...500),
    Parameter("stuck-after", 1_000...60_000, orZero: true) { $0.stuckAfter = $1 },
  ]

  struct Preset: Sendable {
    var name: String
    var parameters: SteadyingParameters
    /// The parameter of it that has no behaviour yet.
    var without: String?
  }

  static let presets: [Preset] =
    SteadyingPreset.allCases.map { Preset(name: $0.rawValue, parameters: $0.parameters, without: later[$0]) }

  /// What of a preset has no behaviour yet.
  private static let later: [SteadyingPreset: String] = [
    .steady: "rejoin", .strong: "rejoin", .twoSwitch: "neighbour",
  ]

  /// What a switch with an axis (no hat) has, where it says nothing itself: pressure lines have spikes.
  static let axisDefault: SteadyingParameters = {
    var parameters = SteadyingPreset.gentle.parameters
    parameters.holdDuration = .milliseconds(80)
    return parameters
  }()
}
