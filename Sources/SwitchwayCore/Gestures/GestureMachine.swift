/// Makes gestures of one switch's accepted presses: `tap`, `press`, `hold`, `repeat`.
///
/// One character is 100 ms; `hold.after` 800 ms; `P` accepted press, `R` release:
///
///     tap                P--R         tap at P
///     tap + hold         P--R         tap at R           P-------h--R   hold at h, nothing at R
///     hold               P--R         too-short at R
///     tap + repeat       P----r--r--r--R                 tap at P, repeat at each r
///     press              P------R     begin at P, end at R
///     none               P--R         no-gesture at P
///
/// `hold` and `repeat` count from the start of the contact and fire only while it is closed: the caller asks for
/// `nextDeadline` only then. One that fell due during an opening fires at the closing that ends it; of several
/// repeats that fell due so, one fires.
struct GestureMachine: Sendable {
  /// An accepted press.
  struct Press: Hashable, Sendable {
    var origin: Instant
    var start: Instant
    /// Index in `Profile.devices`.
    var device: Int
    var isUncertain: Bool
  }

  enum Decision: Hashable, Sendable {
    case command(Gesture, CommandPhase, count: Int)
    case rejected(RejectionReason)
    /// A wait begins: decided then at the latest, if nothing changes.
    case waits(until: Instant, PendingReason)
  }

  private enum State: Hashable, Sendable {
    /// Up. Can go to undecided, repeating, begun, spent.
    case idle
    /// `hold` can still come. Can go to spent (hold), idle (tap, too-short).
    case undecided(Press)
    /// Repeats come. Can go to spent (stuck), idle.
    case repeating(Press, next: Instant, count: Int)
    /// A phase is begun. Can go to spent (stuck), idle.
    case begun(Press)
    /// All is decided; waits for the release. Can go to idle.
    case spent(Press)
  }

  /// What of `GestureBindings` decides; the commands themselves do not.
  private struct Rules: Hashable, Sendable {
    var hasTap: Bool
    var hasPress: Bool
    var holdAfter: Microseconds?
    /// The hold is there so that a long press is no tap, and does nothing else.
    var holdDoesNothing: Bool
    var repeats: GestureBindings.Repeat?
  }

  private let rules: Rules
  private var state = State.idle

  init(bindings: GestureBindings) {
    rules = Rules(
      hasTap: bindings.tap != nil, hasPress: bindings.press != nil, holdAfter: bindings.hold?.after,
      holdDoesNothing: bindings.hold?.command.name == "nothing", repeats: bindings.repeats)
  }

  /// The press under way.
  var press: Press? {
    switch state {
    case .idle: nil
    case .undecided(let press), .repeating(let press, _, _), .begun(let press), .spent(let press): press
    }
  }

  /// Whether a press waits for its gesture, or a phase is begun: a lost release ends these at once.
  var isOpen: Bool {
    switch state {
    case .undecided, .begun: true
    case .idle, .repeating, .spent: false
    }
  }

  /// When `hold` or the next `repeat` falls due, if the contact is closed then.
  var nextDeadline: Instant? {
    switch state {
    case .undecided(let press): rules.holdAfter.map { press.start + $0 }
    case .repeating(_, let next, _): next
    case .idle, .begun, .spent: nil
    }
  }

  /// A press was accepted at `time`. Nil: `hold` is due already, there is no wait to tell of.
  mutating func pressed(_ press: Press, at time: Instant) -> Decision? {
    if rules.hasPress {
      state = .begun(press)
      return .command(.press, .begin, count: 1)
    }
    if let after = rules.holdAfter {
      state = .undecided(press)
      let due = press.start + after
      return due > time ? .waits(until: due, .hold) : nil
    }
    guard rules.hasTap else {
      state = .spent(press)
      return .rejected(.noGesture)
    }
    if let repeats = rules.repeats {
      state = .repeating(press, next: press.start + repeats.after, count: 1)
    } else {
      state = .spent(press)
    }
    return .command(.tap, .once, count: 1)
  }

  /// The deadline that `nextDeadline` told has come, at `time` or before it.
  mutating func fire(at time: Instant) -> Decision? {
    switch state {
    case .undecided(let press):
      state = .spent(press)
      return rules.holdDoesNothing ? .rejected(.noGesture) : .command(.hold, .once, count: 1)
    case .repeating(let press, let due, let count):
      let every = max(rules.repeats?.every.value ?? 1, 1)
      let missed = max(0, (time - due).value / every)
      state = .repeating(press, next: due + Microseconds((missed + 1) * every), count: count + 1)
      return .command(.repeated, .once, count: count + 1)
    case .idle, .begun, .spent: return nil
    }
  }

  /// A closing of the press was found by reading state: what still comes of it is uncertain.
  mutating func becomeUncertain() {
    guard var press = press else { return }
    press.isUncertain = true
    switch state {
    case .idle: break
    case .undecided: state = .undecided(press)
    case .repeating(_, let next, let count): state = .repeating(press, next: next, count: count)
    case .begun: state = .begun(press)
    case .spent: state = .spent(press)
    }
  }

  /// The press ended by itself.
  mutating func released() -> Decision? {
    defer { state = .idle }
    switch state {
    case .undecided: return rules.hasTap ? .command(.tap, .once, count: 1) : .rejected(.tooShort)
    case .begun: return .command(.press, .end, count: 1)
    case .idle, .repeating, .spent: return nil
    }
  }

  /// The press was cut off: no command comes of it, but a begun phase ends.
  mutating func cut(reason: RejectionReason) -> Decision? {
    defer { state = .idle }
    switch state {
    case .undecided: return .rejected(reason)
    case .begun: return .command(.press, .end, count: 1)
    case .idle, .repeating, .spent: return nil
    }
  }

  /// The press is stuck: a begun phase ends, and repeats stop.
  mutating func stuck() -> Decision? {
    switch state {
    case .begun(let press):
      state = .spent(press)
      return .command(.press, .end, count: 1)
    case .repeating(let press, _, _):
      state = .spent(press)
      return nil
    case .idle, .undecided, .spent: return nil
    }
  }
}
