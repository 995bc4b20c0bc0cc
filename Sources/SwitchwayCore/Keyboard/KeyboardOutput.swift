/// One press of one key, for as long as it is down.
public struct KeyPressID: Hashable, Sendable {
  let code: UInt16
}

/// What keyboards come to, in order.
public enum KeyboardOutput: Hashable, Sendable {
  /// On the virtual keyboard.
  case key(UInt16, down: Bool, time: Instant)
  case command(Command)
  /// A modifier's state, where modifiers stick.
  case sticky(KeyModifierName, StickyState, time: Instant)
  /// The press that was watched is over.
  case released(KeyPressID, time: Instant)
  /// Keys that passed for once are all up again.
  case passedThrough(time: Instant)
  /// The chord that panics has been held: everything is let go of already.
  case panic(time: Instant)
}
