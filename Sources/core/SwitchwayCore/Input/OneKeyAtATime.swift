/// Finds keys that go down again although nobody pressed them, on a device that sends only one key at a time.
///
/// Some pedals and pads send the release of the key that is down in the same frame as the press of another key. When
/// they send the other key's release, they also send a press of the first key, although the person held it all the
/// time:
///
///     the person   a ..###########..     b .....####.....
///     the device   a ..###....####..     b .....####.....
///                            |             in one frame: b is released, a is back
///
/// A person who presses `a` again while `b` is held causes the same events; this cannot be distinguished. Cross keys
/// are left out, because a stick that goes from left to right and back sends the same events.
struct OneKeyAtATime: Sendable {
  private let isPossible: Bool
  /// Keys that were released in the frame in which another key was pressed.
  private var replaced = KeySet()
  private var hasReplaced = false
  /// Whether the present frame releases one key and presses another.
  private var changesKeys = false

  /// Whether the key belongs to a cross: `KEY_UP`, `KEY_LEFT`, `KEY_RIGHT`, `KEY_DOWN`, `BTN_DPAD_UP` …
  /// `BTN_DPAD_RIGHT` (linux/input-event-codes.h).
  private static func isOfCross(_ code: UInt16) -> Bool {
    code == 103 || code == 105 || code == 106 || code == 108 || (0x220...0x223).contains(code)
  }

  init(_ kind: DeviceKind) {
    isPossible = kind != .gamepad && kind != .joystick && kind != .pointer && kind != .touch
  }

  /// Looks at the keys of a frame. Call this before the frame's events are handled.
  mutating func begin(_ frame: ArraySlice<InputEvent>) {
    // A frame with one event cannot exchange two keys.
    guard isPossible, frame.count > 1 || hasReplaced || changesKeys else { return }
    var (released, pressed): (UInt16?, UInt16?) = (nil, nil)
    for event in frame where event.type == EventType.key {
      if event.value == 0 { released = event.code } else if event.value == 1 { pressed = event.code }
    }
    changesKeys = released != nil && pressed != nil && released != pressed
    // The device has released a key and pressed no other, so none is down any more.
    if hasReplaced, released != nil, pressed == nil {
      replaced.removeAll()
      hasReplaced = false
    }
  }

  /// Handles an edge of a key. Returns whether the key is down again although nobody pressed it.
  mutating func isBack(_ code: UInt16, down: Bool) -> Bool {
    if down {
      guard hasReplaced, replaced.contains(code) else { return false }
      replaced.remove(code)
      return changesKeys
    }
    guard changesKeys, !OneKeyAtATime.isOfCross(code) else { return false }
    replaced.insert(code)
    hasReplaced = true
    return false
  }
}
