/// How an action of a keyboard came about. Raw values are the wire's words.
public enum KeyGesture: String, CaseIterable, Sendable {
  case chord, hold
  case repeated = "repeat"
}

/// An action that a key asked for. Which key it was is for phases alone: it goes nowhere.
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
  /// nil while it is down.
  var released: Instant?
  /// When it was decided.
  var accepted: Instant
  var isUncertain: Bool
  /// A front end had claimed the command when the key went down.
  var isClaimed: Bool
}

/// The name of a modifier that sticks. Raw values are the wire's words.
public enum KeyModifierName: String, CaseIterable, Sendable {
  case tab, shift, ctrl, alt, altgr, `super`, fn
}

/// Whether a modifier sticks. Raw values are the wire's words.
public enum StickyState: String, CaseIterable, Sendable {
  case off
  /// For the next key.
  case latched
  /// Until it is pressed again.
  case locked
}
