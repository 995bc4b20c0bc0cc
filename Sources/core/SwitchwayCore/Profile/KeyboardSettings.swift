import SwitchwayTime

/// The checked section `keyboard` of a profile: Full Keyboard Access.
public struct KeyboardSettings: Equatable, Sendable {
  /// The devices that are used as keyboards.
  public enum Devices: Equatable, Sendable {
    /// All devices of the kind `keyboard` that the profile's `devices` match and no switch uses. A keyboard that
    /// switches use is added if its entry has `grab: yes`, whatever this setting says.
    case everyKeyboard
    /// These indices in `Profile.devices`, ascending.
    case only([Int])
  }

  /// A chord and its command.
  public struct Binding: Equatable, Sendable {
    public var chord: KeyChord
    /// In `holdBindings`, how long the chord must be held, from the press of its last key. 0 in the other lists.
    public var after: Microseconds
    public var command: ScanCommand
    public init(chord: KeyChord, after: Microseconds = .zero, command: ScanCommand) {
      self.chord = chord
      self.after = after
      self.command = command
    }
  }

  /// The treatment of a chord with Tab that has no binding.
  public enum UnboundChord: String, CaseIterable, Sendable {
    /// The chord does nothing.
    case swallow
    /// The chord is typed as it was pressed, Tab first.
    case pass
  }

  public var devices: Devices
  /// An XKB layout such as `de` or `fr(oss)`; only its form is checked. `nil` means the environment's layout,
  /// otherwise the system's, otherwise `us`.
  public var layout: String?
  /// The key that is held, in place of Tab, to make chords.
  public var modifier: ChordKey
  /// The filter for presses; each key is filtered separately.
  public var steadying: SteadyingParameters
  /// The bindings in the order of the file. No two have the same keys, and none is the panic chord. This also applies
  /// to the other two lists.
  public var bindings: [Binding]
  /// The bindings of gesture mode.
  public var gestureBindings: [Binding]
  public var holdBindings: [Binding]
  public var unboundChord: UnboundChord
  /// Whether a held Tab repeats its command.
  public var repeatsTab: Bool
  /// Whether modifiers can be pressed and released one after the other, before the key that they modify.
  public var isSticky: Bool
  /// A second panic chord, beside `KeyChord.panic`.
  public var panic: Set<ChordKey>?

  /// The largest number of keys that type text and that a profile may use, either bound without Tab, Ctrl, Alt, AltGr,
  /// Super or Fn, or as inputs of switches. With more keys, a profile could record what the person types. Source:
  /// docs/design/keyboard.md, "Text keys".
  public static let mostTextKeys = 8

  /// `KEY_TAB`.
  public static let standardModifier = ChordKey.position(15)

  public init(
    devices: Devices = .everyKeyboard, layout: String? = nil,
    modifier: ChordKey = KeyboardSettings.standardModifier,
    steadying: SteadyingParameters = SteadyingPreset.off.parameters, bindings: [Binding] = [],
    gestureBindings: [Binding] = [], holdBindings: [Binding] = [], unboundChord: UnboundChord = .swallow,
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

  /// The keys of the section.
  public static let fields: [SectionField<KeyboardSettings>] = [
    .other("devices", "The entries of devices whose keyboards give commands."),
    .other("layout", "The XKB layout that determines which keys the letters and signs in chords mean."),
    .other(
      "modifier", standard: "tab",
      "The key that the person holds to make chords; this can be another key than Tab."),
    .other(
      "steady", standard: "off",
      "The filter that distinguishes presses of each key from bounce, tremor and accidental touches."),
    .other("bindings", "The commands that chords of keys give."),
    .other("gesture-bindings", "The commands that chords of keys give in gesture mode."),
    .other("hold-bindings", "The commands that chords of keys give when they are held."),
    .word(
      "unbound-chord", \.unboundChord,
      "What Switchway does with the keys of a chord with Tab to which no command is bound."),
    .flag("tab-repeat", \.repeatsTab, "Whether a held Tab repeats its command."),
    .flag(
      "sticky", \.isSticky,
      "Whether modifiers can be pressed one after the other, for one finger or a mouth stick."),
    .other("panic", "An additional chord, of any keys, that releases all devices when it is held for a second."),
  ]
}
