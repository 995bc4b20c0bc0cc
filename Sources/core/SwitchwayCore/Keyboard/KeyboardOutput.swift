import SwitchwayTime

/// Identifies the present press of a key, as long as the key is down.
public struct KeyPressID: Hashable, Sendable {
  let code: UInt16
}

/// A result of `KeyboardPipeline`. The pipeline's owner performs the results in order.
public enum KeyboardOutput: Hashable, Sendable {
  /// An edge on the virtual keyboard.
  case key(UInt16, down: Bool, at: Instant)
  case command(Command)
  /// The new state of a sticky modifier.
  case sticky(KeyModifierName, StickyState, at: Instant)
  /// The watched press has ended. The time is the first physical edge of its release plus the device's offset.
  case released(KeyPressID, at: Instant)
  /// Pass-through `once` has ended: all keys are released.
  case passedThrough(at: Instant)
  /// The panic chord was held long enough. Everything is already released.
  case panic(at: Instant)
}
