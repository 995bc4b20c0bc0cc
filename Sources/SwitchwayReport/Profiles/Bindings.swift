import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// The present bindings of all switches, chords and keys, for `get` `bindings`.
public enum Bindings {
  /// Appends the bindings of switches, of chords of switches and of chords of keys. `bridge`: the table of the keys
  /// that switches type.
  public static func write(_ profile: Profile, bridge: BridgeTable?, into line: inout LineBuffer) {
    line.putBindings(of(profile, bridge: bridge), keys: keys(of: profile))
  }

  /// One row for each bound gesture, in the order of the key-remap file, then one row for each chord.
  static func of(_ profile: Profile, bridge: BridgeTable?) -> [BindingMessage] {
    let chords = profile.chords.map { chord in
      BindingMessage(
        switchName: chord.name, label: chord.parts.map { profile.switches[$0].label }.joined(separator: " + "),
        gesture: Gesture.chord.rawValue, command: chord.command.name, arguments: chord.command.arguments,
        within: chord.within.value, alone: bridge?.keys[chord.command]?.text)
    }
    return profile.switches.flatMap { of($0, bridge: bridge) } + chords
  }

  /// The rows of one switch.
  static func of(_ one: SwitchDefinition, bridge: BridgeTable?) -> [BindingMessage] {
    Gesture.ofSwitch.compactMap { gesture in
      guard let bound = one.gestures[gesture], let command = one.gestures.command(of: gesture) else { return nil }
      return BindingMessage(
        switchName: one.name, label: one.label, gesture: gesture.rawValue, command: command.name,
        arguments: command.arguments, after: bound.after?.value, every: bound.every?.value, within: bound.within?.value,
        alone: bridge?.keys[command]?.text)
    }
  }

  /// The mapping of `keyboard` that binds a chord of keys. Raw values are the keys of the file.
  enum KeyMapping: String, CaseIterable {
    case bindings
    case hold = "hold-bindings"
    case gesture = "gesture-bindings"
  }

  /// One row for each chord of keys, in the order of the key-remap file: bindings, held bindings, bindings of gesture
  /// mode.
  static func keys(of profile: Profile) -> [KeyBindingMessage] {
    KeyMapping.allCases.flatMap { keys(of: profile, in: $0) }
  }

  /// The rows of one mapping.
  static func keys(of profile: Profile, in mapping: KeyMapping) -> [KeyBindingMessage] {
    guard let keyboard = profile.keyboard else { return [] }
    let alone = AloneTexts(profile)
    func row(_ chord: KeyChord, _ command: ScanCommand, after: Microseconds? = nil) -> KeyBindingMessage {
      KeyBindingMessage(
        chord: chord.text, label: KeyChordText.label(of: chord, modifier: keyboard.modifier),
        gesture: (mapping == .hold ? KeyGesture.hold : .chord).rawValue,
        mode: mapping == .gesture ? "gesture" : nil, command: command.name, arguments: command.arguments,
        alone: alone[command], after: after?.value)
    }
    switch mapping {
    case .bindings: return keyboard.bindings.map { row($0.chord, $0.command) }
    case .hold: return keyboard.holdBindings.map { row($0.chord, $0.command, after: $0.after) }
    case .gesture: return keyboard.gestureBindings.map { row($0.chord, $0.command) }
    }
  }
}
