import SwitchwayTime

/// The parameters of the steadying machine, under the names of key-remap files.
///
/// Source of ranges, defaults and presets: docs/design/steadying.md, "Parameters" and "Presets".
public struct SteadyingParameters: Hashable, Sendable {
  /// What each of these does, and its range, is in `fields`.
  public var debounce, holdDuration, ignoreRepeat, ignoreRepeatMax, override, overrideGap: Microseconds
  /// As those above.
  public var rejoin, backdateMax, neighbour, neighbourMax, stuckAfter: Microseconds

  public init(
    debounce: Microseconds = .milliseconds(25), holdDuration: Microseconds = .zero,
    ignoreRepeat: Microseconds = .milliseconds(150), ignoreRepeatMax: Microseconds = .milliseconds(3_000),
    override: Microseconds = .zero, overrideGap: Microseconds = .milliseconds(130), rejoin: Microseconds = .zero,
    backdateMax: Microseconds = .milliseconds(300), neighbour: Microseconds = .zero,
    neighbourMax: Microseconds = .milliseconds(250), stuckAfter: Microseconds = .seconds(10)
  ) {
    (self.debounce, self.holdDuration, self.ignoreRepeat) = (debounce, holdDuration, ignoreRepeat)
    (self.ignoreRepeatMax, self.override, self.overrideGap) = (ignoreRepeatMax, override, overrideGap)
    (self.rejoin, self.backdateMax, self.neighbour) = (rejoin, backdateMax, neighbour)
    (self.neighbourMax, self.stuckAfter) = (neighbourMax, stuckAfter)
  }
}

extension SteadyingParameters {
  /// All parameters, in the order of docs/design/steadying.md, "Parameters".
  public static let fields: [SectionField<SteadyingParameters>] = [
    .duration("debounce", \.debounce, 0...150, "An opening shorter than this is no release."),
    .duration(
      "hold-duration", \.holdDuration, 0...2_000, "How long the contact must be closed for a press to count."),
    .duration("ignore-repeat", \.ignoreRepeat, 0...2_000, "For how long after a release presses are ignored."),
    .duration(
      "ignore-repeat-max", \.ignoreRepeatMax, 0...10_000,
      "For how long after the press that counted it can be restarted."),
    .duration(
      "override", \.override, 110...2_000, orZero: true,
      "Where it is not 0, a press during the quiet time that lasts this long without a break counts after all."),
    .duration(
      "override-gap", \.overrideGap, 0...500, "But only if it began this long after the contact before it."),
    .duration(
      "rejoin", \.rejoin, 0...300,
      "A contact too short for hold-duration that ended at most this long before a press gives the press its time of "
        + "beginning."),
    .duration("backdate-max", \.backdateMax, 0...1_000, "But a press is reported as beginning no earlier than this."),
    .duration(
      "neighbour", \.neighbour, 0...150,
      "How long a press waits for a neighbouring switch that may have been meant instead; with 0 it does not."),
    .duration(
      "neighbour-max", \.neighbourMax, 100...500,
      "Where both are still down after this time, the earlier one counts."),
    .duration(
      "stuck-after", \.stuckAfter, 1_000...60_000, orZero: true,
      "A press that lasts longer is reported as stuck; repeats and phases end then."),
  ]
}

/// A named set of steadying parameters.
public enum SteadyingPreset: String, CaseIterable, Sendable {
  /// Everything 0 except `stuck-after`: pressed and released at each edge.
  case off
  /// Clean hands, double presses; filters only bounce inside a press.
  case quick
  /// The default: worn switch, slight tremor; no delay.
  case gentle
  /// Repeats after the press; no delay.
  case tremor
  /// A second press 100–400 ms after release; no delay.
  case spasm
  /// Brushes, tremor at rest; delay 120 ms.
  case steady
  /// Long unintended pulses; delay 180 ms.
  case strong
  /// A neighbour hit with the wanted switch; delay 70 ms.
  case twoSwitch = "two-switch"

  /// Its parameters, from the table of presets.
  public var parameters: SteadyingParameters {
    switch self {
    case .off:
      SteadyingParameters(
        debounce: .zero, ignoreRepeat: .zero, ignoreRepeatMax: .zero, overrideGap: .zero, backdateMax: .zero,
        neighbourMax: .zero)
    case .quick: SteadyingParameters(ignoreRepeat: .zero)
    case .gentle: SteadyingParameters(debounce: .milliseconds(30))
    case .tremor: SteadyingParameters(debounce: .milliseconds(40), ignoreRepeat: .milliseconds(300))
    case .spasm: SteadyingParameters(debounce: .milliseconds(40), ignoreRepeat: .milliseconds(500))
    case .steady:
      SteadyingParameters(
        debounce: .milliseconds(40), holdDuration: .milliseconds(120), ignoreRepeat: .milliseconds(300),
        rejoin: .milliseconds(120))
    case .strong:
      SteadyingParameters(
        debounce: .milliseconds(60), holdDuration: .milliseconds(180), ignoreRepeat: .milliseconds(500),
        rejoin: .milliseconds(120))
    case .twoSwitch: SteadyingParameters(debounce: .milliseconds(30), neighbour: .milliseconds(70))
    }
  }
}
