/// Keys that accompany other keys: modifiers and locks. If a device wraps each press in such keys, like a keypad that
/// sends NumLock around each digit, the other key is the switch.
public enum AccompanyingKeys {
  /// KEY_CAPSLOCK, KEY_NUMLOCK and KEY_SCROLLLOCK of linux/input-event-codes.h.
  private static let locks: [UInt16] = [58, 69, 70]

  /// Whether this key accompanies others.
  public static func contains(_ code: UInt16) -> Bool { locks.contains(code) || ModifierKeys.of(code) != nil }
}
