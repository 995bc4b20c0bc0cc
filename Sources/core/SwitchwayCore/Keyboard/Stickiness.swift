import SwitchwayTime

/// Sticky modifiers, which are pressed and released before the next key: for typing with one finger or a mouth stick.
///
///     Shift   v-^      v-^v-^           v-^
///     A          v-^        v-^ v-^
///             latched  locked           off
///                a -> A     a->A a->A
///
/// The first tap latches a modifier: it applies to the next other key. A second tap locks it, and a third one turns it
/// off. A modifier that is held while another key is pressed acts as an ordinary modifier.
struct Stickiness: Hashable, Sendable {
  private(set) var latched: ModifierKeys = []
  private(set) var locked: ModifierKeys = []
  /// Modifiers that are down, if no other key has been pressed since they went down.
  private var tapped: ModifierKeys = []
  /// Whether pass-through is on. Sticky modifiers then count only for the chord that ends pass-through; they are
  /// neither reported nor typed.
  var isSilent = false

  /// The modifiers that count as down although nobody holds them.
  var stuck: ModifierKeys { latched.union(locked) }

  /// Handles a modifier that went down.
  mutating func pressed(_ modifier: ModifierKeys) { tapped.formUnion(modifier) }

  /// Handles another key that went down. Releasing the modifiers that are held now then does not count as a tap.
  mutating func used() { tapped = [] }

  mutating func released(_ code: UInt16, tab: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    guard let modifier = code == tab ? .tab : ModifierKeys.of(code), tapped.contains(modifier) else { return }
    tapped.remove(modifier)
    turn(modifier, at: time, into: &outputs)
  }

  /// Handles a key whose keyboard has gone. Its press does not count as a tap.
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
    report(kind, state, at: time, into: &outputs)
  }

  /// Ends the latches after another key was pressed.
  mutating func endLatches(at time: Instant, into outputs: inout [KeyboardOutput]) {
    report(latched, .off, at: time, into: &outputs)
    latched = []
  }

  /// Turns all modifiers off.
  mutating func clear(at time: Instant, into outputs: inout [KeyboardOutput]) {
    report(stuck, .off, at: time, into: &outputs)
    self = Stickiness()
  }

  private func report(
    _ modifiers: ModifierKeys, _ state: StickyState, at time: Instant, into outputs: inout [KeyboardOutput]
  ) {
    for name in isSilent ? [] : modifiers.names { outputs.append(.sticky(name, state, at: time)) }
  }
}
