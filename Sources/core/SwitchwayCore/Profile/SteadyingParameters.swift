import SwitchwayTime

/// The parameters of the filter for presses (`SwitchSteadier`), with the names that profiles use.
///
/// Source of ranges, defaults and presets: docs/design/steadying.md, "Parameters" and "Presets".
public struct SteadyingParameters: Hashable, Sendable {
  /// `fields` says what each of these parameters does, and its range.
  public var debounce, holdDuration, ignoreRepeat, ignoreRepeatMax, override, overrideGap: Microseconds
  /// More parameters, which are also in `fields`.
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
    .duration(
      "debounce", \.debounce, 0...150,
      "An opening of the contact that is shorter than this does not count as a release."),
    .duration(
      "hold-duration", \.holdDuration, 0...2_000, "How long the contact must be closed for a press to count."),
    .duration("ignore-repeat", \.ignoreRepeat, 0...2_000, "How long presses are ignored after a release."),
    .duration(
      "ignore-repeat-max", \.ignoreRepeatMax, 0...10_000,
      "Ignored presses restart ignore-repeat only for this time after the release of the last press that counted."),
    .duration(
      "override", \.override, 110...2_000, orZero: true,
      "An ignored press that lasts this long without a break counts after all. With 0, no ignored press counts."),
    .duration(
      "override-gap", \.overrideGap, 0...500,
      "An ignored press counts because of override only if it begins at least this long after the end of the previous "
        + "contact."),
    .duration(
      "rejoin", \.rejoin, 0...300,
      "If a contact too short for hold-duration ended at most this long before a press, the press begins when that "
        + "contact began."),
    .duration(
      "backdate-max", \.backdateMax, 0...1_000, "The longest time by which rejoin makes a press begin earlier."),
    .duration(
      "neighbour", \.neighbour, 0...150,
      "How long Switchway waits after a press for a press of a neighbouring switch, which may have been meant instead; "
        + "with 0 it does not wait."),
    .duration(
      "neighbour-max", \.neighbourMax, 100...500,
      "If two neighbouring switches are still down after this time, the earlier press counts."),
    .duration(
      "stuck-after", \.stuckAfter, 1_000...60_000, orZero: true,
      "A press that lasts longer than this is reported as stuck; then it no longer repeats its command, and the "
        + "command of a gesture press ends."),
  ]
}

/// A named set of steadying parameters.
public enum SteadyingPreset: String, CaseIterable, Sendable {
  /// All values are 0 except `stuck-after`: every edge of the contact counts at once as a press or a release.
  case off
  /// A preset for people who press precisely, also twice; filters only bounce inside a press.
  case quick
  /// The default, for a worn switch and slight tremor; no delay.
  case gentle
  /// A preset for repeated contacts after the press; no delay.
  case tremor
  /// A preset for a second press 100–400 ms after the release; no delay.
  case spasm
  /// A preset for a hand that brushes the switch or trembles at rest; delays presses by 120 ms.
  case steady
  /// A preset for long unintended contacts; delays presses by 180 ms.
  case strong
  /// A preset for two switches that are hit together although only one is wanted; delays presses by 70 ms.
  case twoSwitch = "two-switch"

  /// The parameters of the preset, from docs/design/steadying.md, "Presets".
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
