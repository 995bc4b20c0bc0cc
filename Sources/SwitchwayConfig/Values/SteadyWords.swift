import SwitchwayCore

/// The words of `steady:` besides its parameters.
///
/// Source: the steadying text of the project's design, "Presets" and "The machine".
enum SteadyWords {
  static let presets = SteadyingPreset.allCases.map(\.rawValue)

  /// What a switch with an axis (no hat) has, where it says nothing itself: pressure lines have spikes.
  static let axisDefault: SteadyingParameters = {
    var parameters = SteadyingPreset.gentle.parameters
    parameters.holdDuration = .milliseconds(80)
    return parameters
  }()
}
