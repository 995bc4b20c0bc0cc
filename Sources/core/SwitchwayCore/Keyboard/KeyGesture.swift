/// The kind of key press that made a command. Raw values are words of the protocol.
public enum KeyGesture: String, CaseIterable, Sendable {
  case chord, hold
  case repeated = "repeat"
}

/// The name of a sticky modifier. Raw values are words of the protocol.
public enum KeyModifierName: String, CaseIterable, Sendable {
  case tab, shift, ctrl, alt, altgr, `super`, fn
}

/// The state of a sticky modifier. Raw values are words of the protocol.
public enum StickyState: String, CaseIterable, Sendable {
  case off
  /// The modifier applies to the next key.
  case latched
  /// The modifier applies until its key is pressed again.
  case locked
}
