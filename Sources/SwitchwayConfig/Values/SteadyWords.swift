import SwitchwayCore

/// The words of `steady:`: names of parameters with their ranges, and names of presets.
///
/// Source: the steadying text of the project's design, "Parameters" and "Presets".
enum SteadyWords {
  struct Parameter: Sendable {
    var name: String
    var path: any WritableKeyPath<SteadyingParameters, Microseconds> & Sendable
    var range: ClosedRange<Microseconds>
    /// 0 is taken besides the range.
    var orZero: Bool
  }

  /// In ms: the ranges, and whether 0 is taken besides.
  private static let ranges: [String: (range: ClosedRange<Int64>, orZero: Bool)] = [
    "debounce": (0...150, false), "hold-duration": (0...2_000, false), "ignore-repeat": (0...2_000, false),
    "ignore-repeat-max": (0...10_000, false), "override": (110...2_000, true), "override-gap": (0...500, false),
    "rejoin": (0...300, false), "backdate-max": (0...1_000, false), "neighbour": (0...150, false),
    "neighbour-max": (100...500, false), "stuck-after": (1_000...60_000, true),
  ]

  static let parameters: [Parameter] = SteadyingParameters.named.compactMap { name, path in
    ranges[name].map {
      Parameter(
        name: name, path: path, range: .milliseconds($0.range.lowerBound) ... .milliseconds($0.range.upperBound),
        orZero: $0.orZero)
    }
  }

  static let presets = SteadyingPreset.allCases.map(\.rawValue)

  /// What a switch with an axis (no hat) has, where it says nothing itself: pressure lines have spikes.
  static let axisDefault: SteadyingParameters = {
    var parameters = SteadyingPreset.gentle.parameters
    parameters.holdDuration = .milliseconds(80)
    return parameters
  }()
}
