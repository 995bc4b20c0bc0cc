import SwitchwayCore
import SwitchwayProtocol

/// What every switch does now, for `get` `bindings`.
public enum Bindings {
  /// A line a gesture that is bound, in the order of the key-remap file.
  public static func of(_ profile: Profile) -> [BindingMessage] {
    profile.switches.flatMap { one in
      Gesture.allCases.compactMap { gesture in
        one.gestures.command(of: gesture).map {
          BindingMessage(
            switchName: one.name, label: one.label, gesture: gesture.rawValue, command: $0.name,
            arguments: $0.arguments)
        }
      }
    }
  }
}
