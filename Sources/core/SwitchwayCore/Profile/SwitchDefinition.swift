import SwitchwayTime

/// An exact level of an axis, in thirds of a thousandth of a percent. In this unit, two thirds of any level that a
/// profile can give (with three decimals) is a whole number. The level is negative on the negative side of a centred
/// axis.
public struct AxisLevel: Hashable, Comparable, Sendable {
  /// The number of units in one percent.
  public static let unitsPerPercent: Int64 = 3_000

  /// Thirds of a thousandth of a percent; 100 % is 300 000.
  public var units: Int64

  public init(units: Int64) { self.units = units }

  /// A level of whole thousandths of a percent.
  public init(thousandths: Int64) { units = thousandths * 3 }

  /// The level in whole percent, rounded down, without its sign.
  package var percent: Int { Int(Int64(units.magnitude) / AxisLevel.unitsPerPercent) }

  /// Two thirds of this level, the default of `release`.
  public var twoThirds: AxisLevel { AxisLevel(units: units * 2 / 3) }

  public static func < (left: AxisLevel, right: AxisLevel) -> Bool { left.units < right.units }
}

/// The condition under which an axis counts as pressed.
public struct AxisCondition: Hashable, Sendable {
  /// The part of the axis that counts as pressed.
  public enum Region: Hashable, Sendable {
    /// `abs_x > 60%`, `abs_hat0x < -50%`: pressed from the level on, in the direction of its sign.
    case beyond(AxisLevel)
    /// `abs_y 30%..80%`: pressed while the axis is in this range. Both bounds have the same sign; `low` is nearer to
    /// the rest position.
    case within(low: AxisLevel, high: AxisLevel)

    /// The level at which the switch is pressed: the bound of the region that is nearest to the rest position.
    public var press: AxisLevel {
      switch self {
      case .beyond(let level): level
      case .within(let low, _): low
      }
    }
  }

  /// `ABS_X` …, 0…63.
  public var code: UInt16
  public var region: Region
  /// The switch is released at this level or nearer to the rest position. The level has the sign of the press level.
  public var release: AxisLevel

  public init(code: UInt16, region: Region, release: AxisLevel) {
    self.code = code
    self.region = region
    self.release = release
  }
}

/// The part of a device that presses a switch.
public enum InputSelector: Hashable, Sendable {
  case key(UInt16)
  case anyKey
  /// The N-th key or button of the node, in the order of codes, from 1.
  case button(Int)
  case axis(AxisCondition)
  case movement(MovementCondition)
}

/// One `input` of a switch.
public struct SwitchInput: Hashable, Sendable {
  /// Index in `Profile.devices`.
  public var device: Int
  public var selector: InputSelector

  public init(device: Int, selector: InputSelector) {
    self.device = device
    self.selector = selector
  }

  /// Whether the input is an axis other than a hat. Hats (`ABS_HAT0X`…`ABS_HAT3Y`, linux/input-event-codes.h) act like
  /// switches and have no spikes.
  public var isAxis: Bool {
    if case .axis(let axis) = selector { !(0x10...0x17).contains(axis.code) } else { false }
  }
}

/// The gestures of a switch and their commands. There is at least one command. `press` excludes all other gestures.
/// `repeat` needs `tap`, and excludes `hold`, `double` and `triple`.
public struct GestureBindings: Equatable, Sendable {
  /// A gesture that is bound: its times and its command.
  public struct Bound: Equatable, Sendable {
    public var after: Microseconds?
    public var every: Microseconds?
    public var within: Microseconds?
    /// `nil` means the command of the tap.
    public var command: ScanCommand?

    public init(
      after: Microseconds? = nil, every: Microseconds? = nil, within: Microseconds? = nil, command: ScanCommand? = nil
    ) {
      self.after = after
      self.every = every
      self.within = within
      self.command = command
    }
  }

  /// The bindings, by `Gesture.index`. A dictionary would have to hash the gesture's word for each command.
  private var bound = [Bound?](repeating: nil, count: Gesture.allCases.count)

  /// The binding of a gesture, or `nil` if it is not bound. Always `nil` for `chord`.
  public subscript(gesture: Gesture) -> Bound? {
    get { bound[gesture.index] }
    set { bound[gesture.index] = newValue }
  }

  public init(
    tap: ScanCommand? = nil, press: ScanCommand? = nil, hold: Bound? = nil, double: Bound? = nil,
    triple: Bound? = nil, repeats: Bound? = nil
  ) {
    self[.tap] = tap.map { Bound(command: $0) }
    self[.press] = press.map { Bound(command: $0) }
    self[.hold] = hold
    self[.double] = double
    self[.triple] = triple
    self[.repeated] = repeats
  }

  /// How long a switch must be held for the gesture `hold`, so that a person whose longest press lasts `longest` does
  /// not make a hold by accident: 1.3 times as long, rounded up to 0.1 s.
  public static func holdBeyond(_ longest: Microseconds) -> Microseconds {
    Microseconds((longest.value * 13 / 10 + 99_999) / 100_000 * 100_000)
  }

  /// The command of the gesture, or `nil` if it is not bound. `nil` for `chord`.
  public func command(of gesture: Gesture) -> ScanCommand? {
    guard let own = bound[gesture.index] else { return nil }
    return own.command ?? bound[Gesture.tap.index]?.command
  }
}

/// The switches that count as neighbours of a switch, for the parameter `neighbour`.
public enum Neighbours: Equatable, Sendable {
  /// All other switches of the profile that have `neighbour` set.
  case everyone
  /// These indices in `Profile.switches`, ascending.
  case only([Int])
}

/// A checked entry of `switches:` in a profile.
public struct SwitchDefinition: Equatable, Sendable {
  public var name: String
  /// The name that people see; `name` if the file gives no label.
  public var label: String
  public var inputs: [SwitchInput]
  /// The raw value at which the switch's axes rest, if the file gives it.
  public var rest: Int32?
  public var steadying: SteadyingParameters
  public var gestures: GestureBindings
  /// Indices in `Profile.switches`: presses of this switch are rejected while one of these switches is closed.
  public var unless: [Int]
  public var neighbours: Neighbours

  public init(
    name: String, label: String? = nil, inputs: [SwitchInput], rest: Int32? = nil,
    steadying: SteadyingParameters = SteadyingPreset.gentle.parameters, gestures: GestureBindings,
    unless: [Int] = [], neighbours: Neighbours = .everyone
  ) {
    self.name = name
    self.label = label ?? name
    self.inputs = inputs
    self.rest = rest
    self.steadying = steadying
    self.gestures = gestures
    self.unless = unless
    self.neighbours = neighbours
  }

  /// The keys of an entry, besides its gestures (`Gesture.ofSwitch`).
  public static let fields: [SectionField<SwitchDefinition>] = [
    .other("input", "The inputs that press the switch."),
    .other(
      "steady", standard: "gentle",
      "The filter that distinguishes presses from bounce, tremor and accidental touches."),
    .other(
      "release",
      "The level at which an axis releases the switch, or how long a movement must have stopped to release it."),
    .other("rest", "The axis's raw value in its rest position."),
    .other("unless", "Switches that block this one while they are down."),
    .other("neighbours", "The switches that could be hit instead of this one."),
    .other("label", "The name that people see instead of the switch's name."),
  ]
}
