import SwitchwayCore
import SwitchwayProtocol

/// What every switch does now, for `get` `bindings`.
public enum Bindings {
  /// A line a gesture that is bound, in the order of the key-remap file.
  public static func of(_ profile: Profile) -> [BindingMessage] {
    profile.switches.flatMap { one in
      let bound: [(Gesture, ScanCommand?)] = [
        (.tap, one.gestures.tap), (.press, one.gestures.press), (.hold, one.gestures.hold?.command),
        (.repeated, one.gestures.repeats == nil ? nil : one.gestures.tap),
      ]
      return bound.compactMap { gesture, command in
        command.map {
          BindingMessage(
            switchName: one.name, label: one.label, gesture: gesture.rawValue, command: $0.name,
            arguments: $0.arguments)
        }
      }
    }
  }
}
