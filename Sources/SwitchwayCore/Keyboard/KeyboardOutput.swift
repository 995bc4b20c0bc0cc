/// A command that a keyboard made.
public struct KeyCommand: Hashable, Sendable {
  public var command: ScanCommand
  /// For phases: the `end` of a `begin` has the same. It says nothing of which key it was.
  public var press: KeyPressID
  /// Index in `Profile.devices`.
  public var device: Int
  public var gesture: KeyGesture
  public var phase: CommandPhase
  /// 1, then 2, 3 … for repeats.
  public var count: Int
  /// The first physical edge of the chord's last key, with the device's offset.
  public var pressed: Instant
  /// nil while it is down.
  public var released: Instant?
  /// When it was decided. Never goes back.
  public var accepted: Instant
  /// The edge was found by reading state after the kernel dropped events.
  public var isUncertain: Bool
  /// A front end had claimed the command when the key went down.
  public var isClaimed: Bool
  /// Index in the actions of the map.
  var action: Int
}

/// One press of one key, for as long as it is down.
public struct KeyPressID: Hashable, Sendable {
  let code: UInt16
}

/// What the keyboards' input results in, in order.
public enum KeyboardOutput: Hashable, Sendable {
  /// An edge on the virtual keyboard.
  case key(UInt16, down: Bool, time: Instant)
  case command(KeyCommand)
  /// A modifier's state, where modifiers stick.
  case sticky(KeyModifierName, StickyState, time: Instant)
  /// The watched press is over.
  case released(KeyPressID, time: Instant)
  /// Pass-through `once` has ended: all keys are released.
  case passedThrough(time: Instant)
  /// The panic chord was held. Everything is already released.
  case panic(time: Instant)
}
