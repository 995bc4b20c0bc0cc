import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// The present bindings of all switches, chords and keys: the `result` of the request `get` `bindings`.
package enum Bindings {
  /// One row for each bound gesture of a switch, in the order of the profile, then one for each chord of switches, then
  /// one for each chord of keys.
  ///
  /// - Parameter bridge: the bridge table, which has the keys that are typed for commands of switches.
  package static func of(_ profile: Profile, bridge: BridgeTable?) -> [Wire.Binding] {
    let chords = profile.chords.map { chord in
      var row = Wire.Binding(
        switchName: chord.name, label: chord.parts.map { profile.switches[$0].label }.joined(separator: " + "),
        gesture: Gesture.chord.rawValue, command: chord.command.name, arguments: chord.command.arguments,
        within: chord.within.value)
      row.alone = alone(chord.command, bridge)
      return row
    }
    let chordsOfKeys = KeyMapping.allCases.flatMap { keys(of: profile, in: $0) }.map(\.row)
    return profile.switches.flatMap { of($0, bridge: bridge) } + chords + chordsOfKeys
  }

  /// The rows of one switch.
  static func of(_ one: SwitchDefinition, bridge: BridgeTable?) -> [Wire.Binding] {
    Gesture.ofSwitch.compactMap { gesture in
      guard let bound = one.gestures[gesture], let command = one.gestures.command(of: gesture) else { return nil }
      var row = Wire.Binding(
        switchName: one.name, label: one.label, gesture: gesture.rawValue, command: command.name,
        arguments: command.arguments, within: bound.within?.value)
      (row.after, row.every, row.alone) = (bound.after?.value, bound.every?.value, alone(command, bridge))
      return row
    }
  }

  /// The keys that a bridge types for a command. `nil` if it types none.
  static func alone(_ command: ScanCommand, _ bridge: BridgeTable?) -> String? { bridge?.keys[command]?.text }

  /// The mapping of `keyboard` that binds a chord of keys. Raw values are the names in profiles.
  enum KeyMapping: String, CaseIterable {
    case bindings
    case hold = "hold-bindings"
    case gesture = "gesture-bindings"

    /// The chords and their commands, in the order of the profile.
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
  ) -> [(chord: KeyChord, command: ScanCommand, row: Wire.Binding)] {
    guard let keyboard = profile.keyboard else { return [] }
    let alone = AloneTexts(profile)
    return mapping.entries(of: keyboard).map { binding in
      let (chord, command) = (binding.chord, binding.command)
      var row = Wire.Binding(
        chord: chord.text, label: KeyChordText.label(of: chord, modifier: keyboard.modifier),
        gesture: (mapping == .hold ? KeyGesture.hold : .chord).rawValue, command: command.name,
        arguments: command.arguments)
      row.mode = mapping == .gesture ? Wire.Binding.gestureMode : nil
      row.alone = alone[command]
      row.after = mapping == .hold ? binding.after.value : nil
      return (chord, command, row)
    }
  }
}
