/// Makes gestures from one switch's accepted presses: `tap`, `press`, `hold`, `double`, `triple`, `repeat`.
///
/// One character is 100 ms; `hold.after` 800 ms, `within` 400 ms; `P` accepted press, `R` release, `.` not pressed:
///
///     tap                P--R         tap at P
///     tap + hold         P--R         tap at R           P-------h--R   hold at h, nothing at R
///     hold               P--R         too-short at R
///     tap + repeat       P----r--r--r--R                 tap at P, repeat at each r
///     press              P------R     begin at P, end at R
///     none               P--R         no-gesture at P
///     tap that scans     P------R     tap at R (`inverse`, where the tap is `select`)
///     tap + double       P--R...t     tap at t           P--R..D--R     double at D
///     double + triple    P--R..P--R...d                  double at d
///                        P--R..P--R..T--R                triple at T
///     tap + triple       P--R..P--R...tt                 two taps at t
///     hold + triple      P--R..P-------h--R              the first press's tap, then hold, at h
///     ... with double    P--R..P----------R...d          double at d, however long the second press lasts
///
/// `hold` and `repeat` count from the start of the contact and fire only while it is closed: the caller reads `wait`
/// and checks the contact. A gesture that falls due during an opening fires at the closing that ends the opening. Of
/// several repeats that fall due in one opening, only one fires. A press exactly `within` after the last release is too
/// late: the caller fires deadlines before the press.
///
/// Decisions are appended to `decisions`, in order, at most three for one call.
struct GestureMachine: Sendable {
  /// An accepted press.
  struct Press: Hashable, Sendable {
    var origin: Instant
    var start: Instant
    /// Index in `Profile.devices`.
    var device: Int
    var isUncertain: Bool
  }

  /// A press that has ended.
  struct Finished: Hashable, Sendable {
    var press: Press
    var up: Instant
  }

  enum Decision: Hashable, Sendable {
    /// `first` and `last`: presses of the gesture. `released`: nil while it is down.
    case command(Gesture, CommandPhase, count: Int, first: Press, last: Press, released: Instant?)
    case rejected(Press, RejectionReason)
    /// A wait begins. It is decided at `until` at the latest, if nothing changes.
    case waits(Press, until: Instant, PendingReason)
  }

  /// When something is decided if no input comes before.
  struct Wait: Hashable, Sendable {
    var time: Instant
    /// The press that the gesture belongs to.
    var pressed: Instant
    /// For `hold` or `repeat`, which fire only while the contact is closed. Otherwise this is a window for another
    /// press. The window does not end while a contact that began in it is undecided.
    var isHeld: Bool
  }

  private enum State: Hashable, Sendable {
    /// Not pressed. Can go to first, repeating, begun, spent.
    case idle
    /// Down; `hold`, `double` or `triple` can still follow. Can go to spent (hold), between, idle (tap, too-short).
    case first(Press)
    /// Released once; another press may follow. Can go to second, spent (double), first, repeating, begun, idle.
    case between(Finished)
    /// Down again; `triple` can still follow, or `hold` if the two are not a double. Can go to betweenAgain, spent
    /// (hold), between (a lost release).
    case second(Finished, Press, isDouble: Bool)
    /// Released twice; a third press may follow. Can go to spent (triple), first, idle.
    case betweenAgain(Finished, Finished, isDouble: Bool)
    /// Down and repeating. Can go to spent (stuck), idle.
    case repeating(Press, next: Instant, count: Int)
    /// Down in a phase. Can go to spent (stuck), idle.
    case begun(Press)
    /// Down and decided; waits for the release. Can go to idle.
    case spent(Press)
    /// Down, and moves the scanning clock (`inverse`). The release makes the tap. Can go to spentScanning, idle.
    case scanning(Press)
    /// Scanned until it was reported as stuck. Its release does nothing. Can go to idle.
    case spentScanning(Press)
  }

  private let rules: GestureRules
  private var state = State.idle

  init(bindings: GestureBindings) { rules = GestureRules(bindings) }

  /// Whether a press alone can make a gesture.
  var hasAny: Bool { rules.hasAny }

  /// Whether a press that is down waits for its gesture, or a phase has begun. A lost release ends these at once.
  var isOpen: Bool { if case .begun = state { true } else { isUndecided } }

  /// Whether a press that is down waits for its gesture.
  var isUndecided: Bool {
    switch state {
    case .first, .second, .scanning, .spentScanning: true
    case .idle, .between, .betweenAgain, .repeating, .begun, .spent: false
    }
  }

  /// Whether a press waits for another one after its release.
  var waitsForPress: Bool {
    switch state {
    case .between, .betweenAgain: true
    case .idle, .first, .second, .repeating, .begun, .spent, .scanning, .spentScanning: false
    }
  }

  /// Whether a press can move the scanning clock while it is held: its tap is `select`, and it has no other gesture.
  var canScan: Bool { rules.isSelectAlone }

  /// The next deadline. It may be earlier than the input that led to it. Mutating, like `SwitchSteadier.nextDeadline`.
  mutating func wait() -> Wait? {
    switch state {
    case .first(let press), .second(_, let press, isDouble: false):
      rules.holdAfter.map { Wait(time: press.start + $0, pressed: press.origin, isHeld: true) }
    case .repeating(let press, let next, _): Wait(time: next, pressed: press.origin, isHeld: true)
    case .between(let first):
      rules.secondWithin.map { Wait(time: first.up + $0, pressed: first.press.origin, isHeld: false) }
    case .betweenAgain(let first, let second, _):
      rules.tripleWithin.map { Wait(time: second.up + $0, pressed: first.press.origin, isHeld: false) }
    case .idle, .second(_, _, isDouble: true), .begun, .spent, .scanning, .spentScanning: nil
    }
  }

  /// Handles a press that was accepted, or that no longer waits for a chord, at `time`. `up`: when it ended, if it has.
  /// `scans`: it moves the scanning clock while it is held, and its release makes the tap.
  mutating func pressed(
    _ press: Press, up: Instant? = nil, scans: Bool = false, at time: Instant, into decisions: inout [Decision]
  ) {
    if scans {
      state = .scanning(press)
      return
    }
    switch state {
    case .between(let first):
      let isDouble = rules.doubleWithin.map { press.start - first.up < $0 } ?? false
      if rules.tripleWithin.map({ press.start - first.up < $0 }) ?? false {
        state = .second(first, press, isDouble: isDouble)
        if up == nil, !isDouble { waitForHold(press, at: time, into: &decisions) }
      } else if isDouble {
        state = .spent(press)
        decide(.double, rules.doubleDoesNothing, first.press, press, released: up, into: &decisions)
      } else {
        settle(first, into: &decisions)
        begin(press, up: up, at: time, into: &decisions)
      }
    case .betweenAgain(let first, let second, let isDouble):
      if let within = rules.tripleWithin, press.start - second.up < within {
        state = .spent(press)
        decide(
          .triple, rules.tripleDoesNothing, first.press, second.press, press, released: up, into: &decisions)
      } else {
        settle(first, second, isDouble: isDouble, into: &decisions)
        begin(press, up: up, at: time, into: &decisions)
      }
    case .idle, .first, .second, .repeating, .begun, .spent, .scanning, .spentScanning:
      begin(press, up: up, at: time, into: &decisions)
    }
  }

  private mutating func begin(_ press: Press, up: Instant?, at time: Instant, into decisions: inout [Decision]) {
    if rules.hasPress {
      state = .begun(press)
      decisions.append(.command(.press, .begin, count: 1, first: press, last: press, released: nil))
    } else if rules.holdAfter != nil || rules.secondWithin != nil {
      state = .first(press)
      if up == nil { waitForHold(press, at: time, into: &decisions) }
    } else if !rules.hasTap {
      state = .spent(press)
      decisions.append(.rejected(press, .noGesture))
    } else {
      state = rules.repeatAfter.map { .repeating(press, next: press.start + $0, count: 1) } ?? .spent(press)
      decisions.append(.command(.tap, .once, count: 1, first: press, last: press, released: up))
    }
  }

  /// Reports the wait for a hold, unless the hold is already due.
  private func waitForHold(_ press: Press, at time: Instant, into decisions: inout [Decision]) {
    guard let after = rules.holdAfter, press.start + after > time else { return }
    decisions.append(.waits(press, until: press.start + after, .hold))
  }

  /// Handles the deadline of `wait`, which is at `time` or before.
  mutating func fire(at time: Instant, into decisions: inout [Decision]) {
    switch state {
    case .first(let press):
      state = .spent(press)
      decide(.hold, rules.holdDoesNothing, press, into: &decisions)
    case .second(let first, let press, _):
      settle(first, into: &decisions)
      state = .spent(press)
      decide(.hold, rules.holdDoesNothing, press, into: &decisions)
    case .repeating(let press, let due, let count):
      let every = max(rules.repeatEvery?.value ?? 1, 1)
      let missed = max(0, (time - due).value / every)
      state = .repeating(press, next: due + Microseconds((missed + 1) * every), count: count + 1)
      decisions.append(.command(.repeated, .once, count: count + 1, first: press, last: press, released: nil))
    case .between(let first):
      state = .idle
      settle(first, into: &decisions)
    case .betweenAgain(let first, let second, let isDouble):
      state = .idle
      settle(first, second, isDouble: isDouble, into: &decisions)
    case .idle, .begun, .spent, .scanning, .spentScanning: break
    }
  }

  /// Handles the normal end of the press at `up`. `time` is now.
  mutating func released(up: Instant, at time: Instant, into decisions: inout [Decision]) {
    switch state {
    case .first(let press):
      let finished = Finished(press: press, up: up)
      guard let within = rules.secondWithin else {
        state = .idle
        settle(finished, into: &decisions)
        return
      }
      state = .between(finished)
      if up + within > time { decisions.append(.waits(press, until: up + within, .double)) }
    case .second(let first, let press, let isDouble):
      state = .betweenAgain(first, Finished(press: press, up: up), isDouble: isDouble)
      guard let within = rules.tripleWithin, up + within > time else { return }
      decisions.append(.waits(first.press, until: up + within, .double))
    case .begun(let press):
      state = .idle
      decisions.append(.command(.press, .end, count: 1, first: press, last: press, released: up))
    case .scanning(let press):
      state = .idle
      decisions.append(.command(.tap, .once, count: 1, first: press, last: press, released: up))
    case .spentScanning(let press):
      state = .idle
      decisions.append(.rejected(press, .noGesture))
    case .repeating, .spent: state = .idle
    case .idle, .between, .betweenAgain: break
    }
  }

  /// Ends the press that is down, for `reason`, at `up`. It makes no command, but a begun phase ends. After a lost
  /// release, earlier presses are decided as if this one had not happened. For any other reason they are rejected.
  mutating func cut(up: Instant, reason: RejectionReason, into decisions: inout [Decision]) {
    switch state {
    case .first(let press), .scanning(let press), .spentScanning(let press):
      state = .idle
      decisions.append(.rejected(press, reason))
    case .second(let first, let press, _):
      if reason == .syncLost {
        state = .between(first)
      } else {
        state = .idle
        decisions.append(.rejected(first.press, reason))
      }
      decisions.append(.rejected(press, reason))
    case .between(let first) where reason != .syncLost:
      state = .idle
      decisions.append(.rejected(first.press, reason))
    case .betweenAgain(let first, let second, _) where reason != .syncLost:
      state = .idle
      decisions.append(.rejected(first.press, reason))
      decisions.append(.rejected(second.press, reason))
    case .begun(let press):
      state = .idle
      decisions.append(.command(.press, .end, count: 1, first: press, last: press, released: up))
    case .repeating, .spent: state = .idle
    case .idle, .between, .betweenAgain: break
    }
  }

  /// Handles a stuck press: a begun phase ends, and repeats stop.
  mutating func stuck(into decisions: inout [Decision]) {
    switch state {
    case .begun(let press):
      state = .spent(press)
      decisions.append(.command(.press, .end, count: 1, first: press, last: press, released: nil))
    case .repeating(let press, _, _): state = .spent(press)
    case .scanning(let press): state = .spentScanning(press)
    case .idle, .first, .between, .second, .betweenAgain, .spent, .spentScanning: break
    }
  }

  /// Marks the press that is down as uncertain, because a closing of it was found by reading state.
  mutating func becomeUncertain() {
    switch state {
    case .idle, .between, .betweenAgain: break
    case .first(var press):
      press.isUncertain = true
      state = .first(press)
    case .second(let first, var press, let isDouble):
      press.isUncertain = true
      state = .second(first, press, isDouble: isDouble)
    case .repeating(var press, let next, let count):
      press.isUncertain = true
      state = .repeating(press, next: next, count: count)
    case .begun(var press):
      press.isUncertain = true
      state = .begun(press)
    case .scanning(var press):
      press.isUncertain = true
      state = .scanning(press)
    case .spent, .spentScanning: break
    }
  }

  /// Decides one press that no other press followed.
  private func settle(_ one: Finished, into decisions: inout [Decision]) {
    if rules.hasTap {
      decisions.append(
        .command(.tap, .once, count: 1, first: one.press, last: one.press, released: one.up))
    } else {
      decisions.append(.rejected(one.press, rules.isHoldAlone ? .tooShort : .noGesture))
    }
  }

  /// Decides two presses that no third press followed.
  private func settle(_ one: Finished, _ other: Finished, isDouble: Bool, into decisions: inout [Decision]) {
    guard isDouble else {
      settle(one, into: &decisions)
      settle(other, into: &decisions)
      return
    }
    decide(.double, rules.doubleDoesNothing, one.press, other.press, released: other.up, into: &decisions)
  }

  /// Makes a gesture of one to three presses. If it does nothing, each of them is rejected.
  private func decide(
    _ gesture: Gesture, _ doesNothing: Bool, _ first: Press, _ second: Press? = nil, _ third: Press? = nil,
    released: Instant? = nil, into decisions: inout [Decision]
  ) {
    if doesNothing {
      decisions.append(.rejected(first, .noGesture))
      if let second { decisions.append(.rejected(second, .noGesture)) }
      if let third { decisions.append(.rejected(third, .noGesture)) }
      return
    }
    var last = third ?? second ?? first
    if first.isUncertain || second?.isUncertain ?? false { last.isUncertain = true }
    decisions.append(.command(gesture, .once, count: 1, first: first, last: last, released: released))
  }
}
