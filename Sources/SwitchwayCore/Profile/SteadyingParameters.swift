/// The parameters of the steadying machine that exist so far, under the names of key-remap files.
///
/// Source of ranges, defaults and presets: the steadying text of the project's design, "Parameters" and "Presets".
public struct SteadyingParameters: Hashable, Sendable {
  /// 0…150 ms: an opening shorter than this is no release.
  public var debounce: Microseconds
  /// 0…2 s: the closed-contact time that a press needs; 0: accepted on the edge.
  public var holdDuration: Microseconds
  /// 0…2 s: dead time after a release.
  public var ignoreRepeat: Microseconds
  /// 0…10 s: re-arming of the dead time ends this long after the accepted press ended.
  public var ignoreRepeatMax: Microseconds
  /// 0 (never), 1…60 s: a press longer than this is reported as stuck.
  public var stuckAfter: Microseconds

  public init(
    debounce: Microseconds = .milliseconds(25), holdDuration: Microseconds = .zero,
    ignoreRepeat: Microseconds = .milliseconds(150), ignoreRepeatMax: Microseconds = .milliseconds(3_000),
    stuckAfter: Microseconds = .seconds(10)
  ) {
    self.debounce = debounce
    self.holdDuration = holdDuration
    self.ignoreRepeat = ignoreRepeat
    self.ignoreRepeatMax = ignoreRepeatMax
    self.stuckAfter = stuckAfter
  }
}

/// A named set of steadying parameters.
public enum SteadyingPreset: String, CaseIterable, Sendable {
  /// Everything 0 but `stuck-after`: pressed and released at each edge.
  case off
  /// Clean hands, double presses; filters bounce inside a press only.
  case quick
  /// The default: worn switch, slight tremor; no delay.
  case gentle
  /// Repeats after the press; no delay.
  case tremor
  /// A second press 100–400 ms after release; no delay.
  case spasm

  /// Its values, those of the table of presets.
  public var parameters: SteadyingParameters {
    switch self {
    case .off:
      SteadyingParameters(debounce: .zero, ignoreRepeat: .zero, ignoreRepeatMax: .zero)
    case .quick: SteadyingParameters(ignoreRepeat: .zero)
    case .gentle: SteadyingParameters(debounce: .milliseconds(30))
    case .tremor: SteadyingParameters(debounce: .milliseconds(40), ignoreRepeat: .milliseconds(300))
    case .spasm: SteadyingParameters(debounce: .milliseconds(40), ignoreRepeat: .milliseconds(500))
    }
  }
}
