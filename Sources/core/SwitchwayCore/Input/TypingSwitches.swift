/// Decides which of a node's keys press switches, and which of them type instead, because they went down in
/// pass-through.
///
/// Whether a key types is fixed when it goes down. So its release also types, even if the mode has changed since.
struct TypingSwitches: Sendable {
  /// The keys of switches that can type in pass-through.
  private let able: KeySet
  /// The keys of `able` that are down and type now.
  private var down = KeySet()
  private var count = 0

  /// - Parameter able: the keys of switches that can type in pass-through.
  init(_ able: KeySet) { self.able = able }

  /// Whether any key types now.
  var isEmpty: Bool { count == 0 }

  /// Whether this key is down and types.
  func has(_ code: UInt16) -> Bool { down.contains(code) }

  /// Handles an edge of a key. Returns whether the key types, so that it presses no switch.
  ///
  /// - Parameter isOn: whether pass-through is on.
  mutating func takes(_ code: UInt16, down isDown: Bool, isOn: Bool) -> Bool {
    if down.contains(code) {
      if !isDown { release(code) }
      return true
    }
    guard isOn, isDown, able.contains(code) else { return false }
    down.insert(code)
    count += 1
    return true
  }

  /// Handles the state of the node after it was read. Returns the keys that press switches.
  ///
  /// - Parameter pressed: the keys that pressed switches before.
  mutating func takes(state: KeySet, pressed: KeySet, isOn: Bool) -> KeySet {
    for code in down.codes where !state.contains(code) { release(code) }
    var rest = state
    for code in state.codes where !pressed.contains(code) && takes(code, down: true, isOn: isOn) { rest.remove(code) }
    return rest
  }

  private mutating func release(_ code: UInt16) {
    down.remove(code)
    count -= 1
  }
}
