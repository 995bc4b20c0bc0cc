import SwitchwayConfig
import SwitchwayCore
import SwitchwayJSON

/// The present bindings of all switches, chords and keys: the `result` of `get` `bindings`.
public enum Bindings {
  /// One row for each bound gesture of a switch, in the order of the key-remap file, then one for each chord of
  /// switches, then one for each chord of keys.
  ///
  /// - Parameter bridge: the table of the keys that switches type.
  public static func of(_ profile: Profile, bridge: BridgeTable?) -> JSONValue {
    let chords: [JSONValue] = profile.chords.map { chord in
      [
        "switch": .string(chord.name),
        "label": .string(chord.parts.map { profile.switches[$0].label }.joined(separator: " + ")),
        "gesture": .string(Gesture.chord.rawValue), "command": .string(chord.command.name),
        "args": .strings(chord.command.arguments), "within": .integer(chord.within.value),
        "alone": alone(chord.command, bridge),
      ]
    }
    let chordsOfKeys = KeyMapping.allCases.flatMap { keys(of: profile, in: $0) }.map { JSONValue.object($0.row) }
    return .array(profile.switches.flatMap { of($0, bridge: bridge) } + chords + chordsOfKeys)
  }

  /// The rows of one switch.
  static func of(_ one: SwitchDefinition, bridge: BridgeTable?) -> [JSONValue] {
    Gesture.ofSwitch.compactMap { gesture in
      guard let bound = one.gestures[gesture], let command = one.gestures.command(of: gesture) else { return nil }
      return [
        "switch": .string(one.name), "label": .string(one.label), "gesture": .string(gesture.rawValue),
        "command": .string(command.name), "args": .strings(command.arguments), "after": length(bound.after),
        "every": length(bound.every), "within": length(bound.within), "alone": alone(command, bridge),
      ]
    }
  }

  /// The keys that a bridge types for a command; nil: none.
  static func alone(_ command: ScanCommand, _ bridge: BridgeTable?) -> JSONValue? {
    (bridge?.keys[command]?.text).map(JSONValue.string)
  }

  /// In µs.
  private static func length(_ length: Microseconds?) -> JSONValue? { length.map { .integer($0.value) } }

  /// The mapping of `keyboard` that binds a chord of keys. Raw values are the keys of the file.
  enum KeyMapping: String, CaseIterable {
    case bindings
    case hold = "hold-bindings"
    case gesture = "gesture-bindings"

    /// The chords and their commands, in the order of the key-remap file.
    func entries(of keyboard: KeyboardSettings) -> [KeyboardSettings.Binding] {
      switch self {
      case .bindings: keyboard.bindings
      case .hold: keyboard.holdBindings
      case .gesture: keyboard.gestureBindings
      }
    }
  }

  /// One row for each chord of keys in one mapping, with its chord and its command.
  static func keys(
    of profile: Profile, in mapping: KeyMapping
  ) -> [(chord: KeyChord, command: ScanCommand, row: JSONObject)] {
    guard let keyboard = profile.keyboard else { return [] }
    let alone = AloneTexts(profile)
    return mapping.entries(of: keyboard).map { binding in
      let (chord, command) = (binding.chord, binding.command)
      let row: JSONObject = [
        "chord": .string(chord.text), "label": .string(KeyChordText.label(of: chord, modifier: keyboard.modifier)),
        "gesture": .string((mapping == .hold ? KeyGesture.hold : .chord).rawValue),
        "mode": mapping == .gesture ? "gesture" : nil, "command": .string(command.name),
        "args": .strings(command.arguments), "alone": alone[command].map(JSONValue.string) ?? .null,
        "after": length(mapping == .hold ? binding.after : nil),
      ]
      return (chord, command, row)
    }
  }
}
