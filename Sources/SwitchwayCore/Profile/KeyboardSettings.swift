/// The section `keyboard` of a key-remap file, checked: Full Keyboard Access.
public struct KeyboardSettings: Equatable, Sendable {
  /// Which devices it takes.
  public enum Devices: Equatable, Sendable {
    /// All of kind keyboard that `devices` names and no switch uses. Those that switches use are taken with `grab: yes`
    /// besides, whatever stands here.
    case everyKeyboard
    /// These indices in `Profile.devices`, ascending.
    case only([Int])
  }

  /// A chord and what it gives.
  public struct Binding: Equatable, Sendable {
    public var chord: KeyChord
    public var command: ScanCommand
    public init(chord: KeyChord, command: ScanCommand) {
      self.chord = chord
      self.command = command
    }
  }

  /// A chord and what it gives when it is held.
  public struct HoldBinding: Equatable, Sendable {
    public var chord: KeyChord
    /// Counted from the press of the last key.
    public var after: Microseconds
    public var command: ScanCommand
    public init(chord: KeyChord, after: Microseconds, command: ScanCommand) {
      self.chord = chord
      self.after = after
      self.command = command
    }
  }

  /// What becomes of a chord with Tab that nothing is bound to.
  public enum UnboundChord: String, CaseIterable, Sendable {
    /// It does nothing.
    case swallow
    /// It is given back as typed, Tab first.
    case pass
  }

  public var devices: Devices
  /// An XKB layout such as `de` or `fr(oss)`, checked for its form only; nil: the environment's, else the system's, else
  /// `us`.
  public var layout: String?
  /// The key that acts as the Tab modifier.
  public var modifier: ChordKey
  /// For every key.
  public var steadying: SteadyingParameters
  /// In the order of the file; no two of the same keys, and none of them the panic chord. So are the other bindings.
  public var bindings: [Binding]
  /// What is bound in gesture mode.
  public var gestureBindings: [Binding]
  public var holdBindings: [HoldBinding]
  public var unboundChord: UnboundChord
  /// A held Tab repeats its command.
  public var repeatsTab: Bool
  /// Modifiers can be pressed one after the other.
  public var isSticky: Bool
  /// One more set of keys that panics, beside `KeyChord.panic`.
  public var panic: Set<ChordKey>?

  /// Most keys that give text and are bound without Tab, Ctrl, Alt, AltGr, Super or Fn, so that a key-remap file cannot
  /// listen to what is typed. Source: the safety text of the project's design.
  public static let mostTextKeys = 8

  /// `KEY_TAB`.
  public static let standardModifier = ChordKey.position(15)

  public init(
    devices: Devices = .everyKeyboard, layout: String? = nil,
    modifier: ChordKey = KeyboardSettings.standardModifier,
    steadying: SteadyingParameters = SteadyingPreset.off.parameters, bindings: [Binding] = [],
    gestureBindings: [Binding] = [], holdBindings: [HoldBinding] = [], unboundChord: UnboundChord = .swallow,
    repeatsTab: Bool = false, isSticky: Bool = false, panic: Set<ChordKey>? = nil
  ) {
    self.devices = devices
    self.layout = layout
    self.modifier = modifier
    self.steadying = steadying
    self.bindings = bindings
    self.gestureBindings = gestureBindings
    self.holdBindings = holdBindings
    self.unboundChord = unboundChord
    self.repeatsTab = repeatsTab
    self.isSticky = isSticky
    self.panic = panic
  }
}
