import SwitchwayCore
import SwitchwayProtocol

/// What every switch and chord does now, for `get` `bindings`.
public enum Bindings {
  /// A row a gesture that is bound, in the order of the key-remap file; then a row a chord.
  public static func of(_ profile: Profile) -> [BindingMessage] {
    profile.switches.flatMap(of)
      + profile.chords.map { chord in
        BindingMessage(
          switchName: chord.name, label: chord.parts.map { profile.switches[$0].label }.joined(separator: " + "),
          gesture: Gesture.chord.rawValue, command: chord.command.name, arguments: chord.command.arguments,
          within: chord.within.value)
      }
  }

  /// The rows of one switch.
  public static func of(_ one: SwitchDefinition) -> [BindingMessage] {
    let gestures = one.gestures
    return Gesture.allCases.compactMap { gesture in
      gestures.command(of: gesture).map { command in
        var message = BindingMessage(
          switchName: one.name, label: one.label, gesture: gesture.rawValue, command: command.name,
          arguments: command.arguments)
        switch gesture {
        case .hold: message.after = gestures.hold?.after.value
        case .double: message.within = gestures.double?.within.value
        case .triple: message.within = gestures.triple?.within.value
        case .repeated: (message.after, message.every) = (gestures.repeats?.after.value, gestures.repeats?.every.value)
        case .tap, .press, .chord: break
        }
        return message
      }
    }
  }
}
