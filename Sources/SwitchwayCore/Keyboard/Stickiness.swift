/// Sticky modifiers, which are pressed and released before the next key: for typing with one finger or a mouth stick.
///
///     Shift   v-^      v-^v-^           v-^
///     A          v-^        v-^ v-^
///             latched  locked           off
///                a -> A     a->A a->A
///
/// One tap latches: the next other key ends it. Two taps lock, and a third turns it off. A modifier that is held while
/// another key is pressed acts as an ordinary modifier.
struct Stickiness: Hashable, Sendable {
  private(set) var latched: ModifierKeys = []
  private(set) var locked: ModifierKeys = []
  /// Modifiers that are down while no other key has been pressed since.
  private var tapped: ModifierKeys = []

  /// The modifiers that count as down.
  var stuck: ModifierKeys { latched.union(locked) }

  /// Handles a modifier that went down.
  mutating func pressed(_ modifier: ModifierKeys) { tapped.formUnion(modifier) }

  /// Handles another key that went down: the held modifiers are not taps.
  mutating func used() { tapped = [] }

  mutating func released(_ code: UInt16, tab: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    guard let modifier = code == tab ? .tab : ModifierKeys.of(code), tapped.contains(modifier) else { return }
    tapped.remove(modifier)
    turn(modifier, at: time, into: &outputs)
  }

  /// The same without reporting the modifier's new state.
  mutating func released(_ code: UInt16, at time: Instant) {
    var untold: [KeyboardOutput] = []
    released(code, tab: 0, at: time, into: &untold)
  }

  /// Ends the latches without reporting it.
  mutating func endLatches() { latched = [] }

  /// Handles a key whose keyboard is gone: its press was not a tap.
  mutating func dropped(_ code: UInt16, tab: UInt16) {
    if let modifier = code == tab ? .tab : ModifierKeys.of(code) { tapped.remove(modifier) }
  }

  mutating func forgetTaps() { tapped = [] }

  private mutating func turn(
    _ modifier: ModifierKeys, at time: Instant, into outputs: inout [KeyboardOutput]
  ) {
    let kind = modifier.bothSides
    let state: StickyState
    if !locked.isDisjoint(with: kind) {
      locked.subtract(kind)
      state = .off
    } else if !latched.isDisjoint(with: kind) {
      latched.subtract(kind)
      locked.formUnion(modifier)
      state = .locked
    } else {
      latched.formUnion(modifier)
      state = .latched
    }
    for name in kind.names { outputs.append(.sticky(name, state, at: time)) }
  }

  /// Ends the latches after another key was pressed.
  mutating func endLatches(at time: Instant, into outputs: inout [KeyboardOutput]) {
    for name in latched.names { outputs.append(.sticky(name, .off, at: time)) }
    latched = []
  }

  /// Turns all modifiers off.
  mutating func clear(at time: Instant, into outputs: inout [KeyboardOutput]) {
    for name in stuck.names { outputs.append(.sticky(name, .off, at: time)) }
    self = Stickiness()
  }
}
