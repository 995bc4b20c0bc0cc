/// The parameters of the steadying machine, under the names of key-remap files.
///
/// Source of ranges, defaults and presets: the steadying text of the project's design, "Parameters" and "Presets".
public struct SteadyingParameters: Hashable, Sendable {
  /// 0…150 ms: an opening shorter than this is not a release.
  public var debounce: Microseconds
  /// 0…2 s: the closed time that a press needs; 0: accepted at the edge.
  public var holdDuration: Microseconds
  /// 0…2 s: dead time after a release.
  public var ignoreRepeat: Microseconds
  /// 0…10 s: the dead time cannot be extended past this long after the accepted press ended.
  public var ignoreRepeatMax: Microseconds
  /// 0 (off), 110 ms…2 s: an unbroken contact of this length is accepted in the dead time.
  public var override: Microseconds
  /// 0…500 ms: `override` needs at least this long an opening before the contact.
  public var overrideGap: Microseconds
  /// 0…300 ms: a press takes over the onset of a too-short contact that ended at most this long before it.
  public var rejoin: Microseconds
  /// 0…1 s: `rejoin` does not move `pressed` back further than this.
  public var backdateMax: Microseconds
  /// 0 (off)…150 ms: how long a press waits for a neighbour switch.
  public var neighbour: Microseconds
  /// 100…500 ms: if both switches are still closed after this, one of them is chosen.
  public var neighbourMax: Microseconds
  /// 0 (never), 1…60 s: a longer press is reported as stuck.
  public var stuckAfter: Microseconds

  public init(
    debounce: Microseconds = .milliseconds(25), holdDuration: Microseconds = .zero,
    ignoreRepeat: Microseconds = .milliseconds(150), ignoreRepeatMax: Microseconds = .milliseconds(3_000),
    override: Microseconds = .zero, overrideGap: Microseconds = .milliseconds(130), rejoin: Microseconds = .zero,
    backdateMax: Microseconds = .milliseconds(300), neighbour: Microseconds = .zero,
    neighbourMax: Microseconds = .milliseconds(250), stuckAfter: Microseconds = .seconds(10)
  ) {
    self.debounce = debounce
    self.holdDuration = holdDuration
    self.ignoreRepeat = ignoreRepeat
    self.ignoreRepeatMax = ignoreRepeatMax
    self.override = override
    self.overrideGap = overrideGap
    self.rejoin = rejoin
    self.backdateMax = backdateMax
    self.neighbour = neighbour
    self.neighbourMax = neighbourMax
    self.stuckAfter = stuckAfter
  }
}

extension SteadyingParameters {
  /// A parameter as it appears in a key-remap file.
  public struct Field: Sendable {
    public var name: String
    public var path: any WritableKeyPath<SteadyingParameters, Microseconds> & Sendable
    /// The allowed values.
    public var range: ClosedRange<Microseconds>
    /// Whether 0 is allowed too.
    public var orZero: Bool

    /// - Parameter range: in ms.
    init(
      _ name: String, _ path: any WritableKeyPath<SteadyingParameters, Microseconds> & Sendable,
      _ range: ClosedRange<Int64>, orZero: Bool = false
    ) {
      self.name = name
      self.path = path
      self.range = .milliseconds(range.lowerBound) ... .milliseconds(range.upperBound)
      self.orZero = orZero
    }
  }

  /// All parameters, in the order of the design's table.
  public static let fields: [Field] = [
    Field("debounce", \.debounce, 0...150), Field("hold-duration", \.holdDuration, 0...2_000),
    Field("ignore-repeat", \.ignoreRepeat, 0...2_000), Field("ignore-repeat-max", \.ignoreRepeatMax, 0...10_000),
    Field("override", \.override, 110...2_000, orZero: true), Field("override-gap", \.overrideGap, 0...500),
    Field("rejoin", \.rejoin, 0...300), Field("backdate-max", \.backdateMax, 0...1_000),
    Field("neighbour", \.neighbour, 0...150), Field("neighbour-max", \.neighbourMax, 100...500),
    Field("stuck-after", \.stuckAfter, 1_000...60_000, orZero: true),
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
