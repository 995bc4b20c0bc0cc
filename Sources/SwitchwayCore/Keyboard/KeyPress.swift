/// How a key made an action. Raw values are words of the protocol.
public enum KeyGesture: String, CaseIterable, Sendable {
  case chord, hold
  case repeated = "repeat"
}

/// An action that a key requested. The key's code is only used for phases and never published.
struct KeyPress: Hashable, Sendable {
  /// Index in the actions of the map.
  var action: Int
  var code: UInt16
  /// Index in `Profile.devices`.
  var device: Int
  var gesture: KeyGesture
  var phase: CommandPhase
  /// 1, then 2, 3 … for repeats.
  var count: Int
  /// The first physical edge of the chord's last key.
  var pressed: Instant
  /// nil while the key is down.
  var released: Instant?
  /// When the action was decided.
  var accepted: Instant
  var isUncertain: Bool
  /// Whether a front end had claimed the command when the key went down.
  var isClaimed: Bool
}

/// The name of a sticky modifier. Raw values are words of the protocol.
public enum KeyModifierName: String, CaseIterable, Sendable {
  case tab, shift, ctrl, alt, altgr, `super`, fn
}

/// The state of a sticky modifier. Raw values are words of the protocol.
public enum StickyState: String, CaseIterable, Sendable {
  case off
  /// Applies to the next key.
  case latched
  /// Applies until it is pressed again.
  case locked
}
