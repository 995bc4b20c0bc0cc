/// Keys that accompany other keys: modifiers and locks. Some devices wrap each press in such keys: a keypad may send
/// NumLock before and after each digit. Then the digit is the switch's key, not NumLock.
public enum AccompanyingKeys {
  /// The codes of KEY_CAPSLOCK, KEY_NUMLOCK and KEY_SCROLLLOCK in linux/input-event-codes.h.
  private static let locks: [UInt16] = [58, 69, 70]

  /// Whether this key is a modifier or a lock key.
  public static func contains(_ code: UInt16) -> Bool { locks.contains(code) || ModifierKeys.of(code) != nil }
}
