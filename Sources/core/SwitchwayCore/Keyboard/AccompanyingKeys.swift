/// Keys that come with other keys: modifiers and locks. A device that wraps each press in them, such as a keypad that
/// sends NumLock around each digit, is pressed by the other key.
public enum AccompanyingKeys {
  /// KEY_CAPSLOCK, KEY_NUMLOCK and KEY_SCROLLLOCK of linux/input-event-codes.h.
  private static let locks: [UInt16] = [58, 69, 70]

  /// Whether this key comes with others.
  public static func contains(_ code: UInt16) -> Bool { locks.contains(code) || ModifierKeys.of(code) != nil }
}
