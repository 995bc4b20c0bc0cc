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
    /// Puts it where it is kept.
    var set: @Sendable (inout SteadyingParameters, Microseconds) -> Void

    init(
      _ name: String, _ range: ClosedRange<Int64>, orZero: Bool = false,
      _ set: @escaping @Sendable (inout SteadyingParameters, Microseconds) -> Void
    ) {
      self.name = name
      self.range = .milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)
      self.orZero = orZero
      self.set = set
    }
  }

  static let parameters: [Parameter] = [
    Parameter("debounce", 0...150) { $0.debounce = $1 },
    Parameter("hold-duration", 0...2_000) { $0.holdDuration = $1 },
    Parameter("ignore-repeat", 0...2_000) { $0.ignoreRepeat = $1 },
    Parameter("ignore-repeat-max", 0...10_000) { $0.ignoreRepeatMax = $1 },
    Parameter("override", 110...2_000, orZero: true) { $0.override = $1 },
    Parameter("override-gap", 0...500) { $0.overrideGap = $1 },
    Parameter("rejoin", 0...300) { $0.rejoin = $1 },
    Parameter("backdate-max", 0...1_000) { $0.backdateMax = $1 },
    Parameter("neighbour", 0...150) { $0.neighbour = $1 },
    Parameter("neighbour-max", 100...500) { $0.neighbourMax = $1 },
    Parameter("stuck-after", 1_000...60_000, orZero: true) { $0.stuckAfter = $1 },
  ]

  static let presets = SteadyingPreset.allCases.map(\.rawValue)

  /// What a switch with an axis (no hat) has, where it says nothing itself: pressure lines have spikes.
  static let axisDefault: SteadyingParameters = {
    var parameters = SteadyingPreset.gentle.parameters
    parameters.holdDuration = .milliseconds(80)
    return parameters
  }()
}
