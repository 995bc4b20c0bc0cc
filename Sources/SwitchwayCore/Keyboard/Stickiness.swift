/// Modifiers that are pressed and released before the next key: for one finger, or a mouth stick.
///
///     Shift   v-^      v-^v-^           v-^
///     A          v-^        v-^ v-^
///             latched  locked           off
///                a -> A     a->A a->A
///
/// A tap latches: the next key that is no modifier ends it. Twice locks, and once more turns off. A modifier that is
/// held while another key is pressed is an ordinary one.
struct Stickiness: Hashable, Sendable {
  private(set) var latched: ModifierKeys = []
  private(set) var locked: ModifierKeys = []
  /// Down, and no other key but modifiers has been pressed since.
  private var tapped: ModifierKeys = []

  /// What counts as down.
  var stuck: ModifierKeys { latched.union(locked) }

  /// A modifier went down.
  mutating func pressed(_ modifier: ModifierKeys) { tapped.formUnion(modifier) }

  /// A key that is no modifier went down: what is held is no tap.
  mutating func used() { tapped = [] }

  /// A key came up.
  mutating func released(_ code: UInt16, tab: UInt16, at time: Instant, into outputs: inout [KeyLayer.Output]) {
    guard let modifier = code == tab ? .tab : ModifierKeys.of(code), tapped.contains(modifier) else { return }
    tapped.remove(modifier)
    turn(modifier, at: time, into: &outputs)
  }

  /// A key came up, and nobody is told what becomes of its modifier.
  mutating func released(_ code: UInt16, at time: Instant) {
    var untold: [KeyLayer.Output] = []
    released(code, tab: 0, at: time, into: &untold)
  }

  /// A key that is no modifier was pressed, and nobody is told.
  mutating func endLatches() { latched = [] }

  /// A key is gone: its press was no tap.
  mutating func dropped(_ code: UInt16, tab: UInt16) {
    if let modifier = code == tab ? .tab : ModifierKeys.of(code) { tapped.remove(modifier) }
  }

  mutating func forgetTaps() { tapped = [] }

  private mutating func turn(
    _ modifier: ModifierKeys, at time: Instant, into outputs: inout [KeyLayer.Output]
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

  /// A key that is no modifier was pressed: latches have done what they were for.
  mutating func endLatches(at time: Instant, into outputs: inout [KeyLayer.Output]) {
    for name in latched.names { outputs.append(.sticky(name, .off, at: time)) }
    latched = []
  }

  /// Everything off.
  mutating func clear(at time: Instant, into outputs: inout [KeyLayer.Output]) {
    for name in stuck.names { outputs.append(.sticky(name, .off, at: time)) }
    self = Stickiness()
  }
}
