import SwitchwayTime

/// Makes gestures from one switch's accepted presses: `tap`, `press`, `hold`, `double`, `triple`, `repeat`.
///
/// One character is 100 ms; `hold.after` is 800 ms; `within` is 400 ms; `P` accepted press, `R` release, `.` not down:
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
/// `hold` and `repeat` are timed from the start of the contact and fire only while it is closed: the caller reads
/// `wait` and checks the contact. A gesture that becomes due while the contact is open fires when it closes again. If
/// several repeats become due while it is open, only one fires. A press exactly `within` after the last release is too
/// late, because the caller fires deadlines before the press.
///
/// Decisions are appended to `decisions`, in order, at most three per call.
struct GestureMachine: Sendable {
  /// An accepted press.
  struct Press: Hashable, Sendable {
    var origin: Instant
    var start: Instant
    /// Index in `Profile.devices`.
    var device: Int
    /// The offset that is added to the times of the device when they are reported.
    var offset: Microseconds
    var isUncertain: Bool

    /// The time of the first edge, with the device's offset, as it is reported.
    var reported: Instant { origin + offset }
  }

  /// A press that has ended.
  struct Finished: Hashable, Sendable {
    var press: Press
    var up: Instant
  }

  /// The time when a gesture is decided if no input comes earlier.
  struct Wait: Hashable, Sendable {
    var time: Instant
    /// The press that the gesture belongs to.
    var pressed: Instant
    /// Whether the wait is for `hold` or `repeat`, which fire only while the contact is closed. Otherwise the wait is
    /// for another press. It does not end while a contact that began during it is undecided.
    var isHeld: Bool
  }

  private enum State: Hashable, Sendable {
    /// The switch is not pressed. Next state: `first`, `repeating`, `begun` or `spent`.
    case idle
    /// The switch is down; `hold`, `double` or `triple` can still follow. Next state: `spent` (hold), `between`, or
    /// `idle` (tap, too-short).
    case first(Press)
    /// Released once. Next state: `second`, `spent` (double), `first`, `repeating`, `begun` or `idle` (no next press).
    case between(Finished)
    /// The switch is down again; `triple` can still follow, or `hold` if the two presses are not a double. Next state:
    /// `betweenAgain`, `spent` (hold), or `between` (a lost release).
    case second(Finished, Press, isDouble: Bool)
    /// Released twice; a third press may follow. Next state: `spent` (triple), `first` or `idle`.
    case betweenAgain(Finished, Finished, isDouble: Bool)
    /// The switch is down, and its command repeats. Next state: `spent` (stuck) or `idle`.
    case repeating(Press, next: Instant, count: Int)
    /// The switch is down in a phase (`press`). Next state: `spent` (stuck) or `idle`.
    case begun(Press)
    /// The switch is still down, but its gesture is decided. Next state: `idle`, at the release.
    case spent
    /// The switch is down, and moves the scanning clock (`inverse`). Its release makes the tap. Next state:
    /// `spentScanning` or `idle`.
    case scanning(Press)
    /// The switch moved the clock until it was reported as stuck. Its release makes no command. Next state: `idle`.
    case spentScanning(Press)
  }

  /// Index in `Profile.switches`.
  private let index: Int
  private let bindings: GestureBindings
  let rules: GestureRules
  private var state = State.idle

  /// The gestures of the switch at `index`.
  init(_ bindings: GestureBindings, of index: Int) {
    self.index = index
    self.bindings = bindings
    rules = GestureRules(bindings)
  }

  /// Whether a press that is down waits for its gesture, or has begun a phase. A lost release ends either at once.
  var isOpen: Bool { if case .begun = state { true } else { isUndecided } }

  /// Whether a press that is down waits for its gesture.
  var isUndecided: Bool {
    switch state {
    case .first, .second, .scanning, .spentScanning: true
    case .idle, .between, .betweenAgain, .repeating, .begun, .spent: false
    }
  }

  /// Whether the press that is down moves the scanning clock.
  var isScanning: Bool { if case .scanning = state { true } else { false } }

  /// Rejects the press that is down if its gesture would be decided by its release. Call it when the axis has moved on
  /// to a harder level. A press before it is decided as if the rejected press had not happened.
  mutating func pass(at time: Instant, into decisions: inout SwitchDecisions) {
    switch state {
    case .first(let press):
      state = .spent
      reject(press, .neighbour, at: time, into: &decisions)
    case .second(let first, let press, _):
      state = .between(first)
      reject(press, .neighbour, at: time, into: &decisions)
    case .idle, .between, .betweenAgain, .repeating, .begun, .spent, .scanning, .spentScanning: break
    }
  }

  /// Whether a press that has been released waits for another press.
  var waitsForPress: Bool {
    switch state {
    case .between, .betweenAgain: true
    case .idle, .first, .second, .repeating, .begun, .spent, .scanning, .spentScanning: false
    }
  }

  /// The next deadline, or `nil` if there is none. Its time may be earlier than the input that caused it.
  var wait: Wait? {
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

  /// Handles a press that was accepted, or no longer waits for a chord. `up` is the time when it ended, or `nil` if it
  /// is down. `scans` says whether it moves the scanning clock while it is held, so that its release makes the tap.
  mutating func pressed(
    _ press: Press, up: Instant? = nil, scans: Bool = false, at time: Instant, into decisions: inout SwitchDecisions
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
        state = .spent
        decide(.double, first.press, press, released: up, at: time, into: &decisions)
      } else {
        settle(first, at: time, into: &decisions)
        begin(press, up: up, at: time, into: &decisions)
      }
    case .betweenAgain(let first, let second, let isDouble):
      if let within = rules.tripleWithin, press.start - second.up < within {
        state = .spent
        decide(.triple, first.press, second.press, press, released: up, at: time, into: &decisions)
      } else {
        settle(first, second, isDouble: isDouble, at: time, into: &decisions)
        begin(press, up: up, at: time, into: &decisions)
      }
    case .idle, .first, .second, .repeating, .begun, .spent, .scanning, .spentScanning:
      begin(press, up: up, at: time, into: &decisions)
    }
  }

  private mutating func begin(_ press: Press, up: Instant?, at time: Instant, into decisions: inout SwitchDecisions) {
    if rules.hasPress {
      state = .begun(press)
      command(.press, .begin, count: 1, first: press, last: press, released: nil, at: time, into: &decisions)
    } else if rules.holdAfter != nil || rules.secondWithin != nil {
      state = .first(press)
      if up == nil { waitForHold(press, at: time, into: &decisions) }
    } else if !rules.hasTap {
      state = .spent
      reject(press, .noGesture, at: time, into: &decisions)
    } else {
      state = rules.repeatAfter.map { .repeating(press, next: press.start + $0, count: 1) } ?? .spent
      command(.tap, .once, count: 1, first: press, last: press, released: up, at: time, into: &decisions)
    }
  }

  /// Reports that the press waits for a hold, unless the hold is already due.
  private func waitForHold(_ press: Press, at time: Instant, into decisions: inout SwitchDecisions) {
    guard let after = rules.holdAfter, press.start + after > time else { return }
    wait(press, until: press.start + after, .hold, into: &decisions)
  }

  /// Handles the deadline of `wait`, which has come: it is not later than `time`.
  mutating func fire(at time: Instant, into decisions: inout SwitchDecisions) {
    switch state {
    case .first(let press):
      state = .spent
      decide(.hold, press, at: time, into: &decisions)
    case .second(let first, let press, _):
      settle(first, at: time, into: &decisions)
      state = .spent
      decide(.hold, press, at: time, into: &decisions)
    case .repeating(let press, let due, let count):
      let every = max(rules.repeatEvery?.value ?? 1, 1)
      let missed = max(0, (time - due).value / every)
      state = .repeating(press, next: due + Microseconds((missed + 1) * every), count: count + 1)
      command(.repeated, .once, count: count + 1, first: press, last: press, released: nil, at: time, into: &decisions)
    case .between(let first):
      state = .idle
      settle(first, at: time, into: &decisions)
    case .betweenAgain(let first, let second, let isDouble):
      state = .idle
      settle(first, second, isDouble: isDouble, at: time, into: &decisions)
    case .idle, .begun, .spent, .scanning, .spentScanning: break
    }
  }

  /// Makes the hold of a press that is decided only after it ended, if the press was long enough for a hold. Call it
  /// before `released`.
  mutating func fireHold(dueBy up: Instant, at time: Instant, into decisions: inout SwitchDecisions) {
    if isUndecided, let hold = wait, hold.time <= up { fire(at: time, into: &decisions) }
  }

  /// Handles the normal end of the press at `up`. `time` is the time of the decision.
  mutating func released(up: Instant, at time: Instant, into decisions: inout SwitchDecisions) {
    switch state {
    case .first(let press):
      let finished = Finished(press: press, up: up)
      guard let within = rules.secondWithin else {
        state = .idle
        settle(finished, at: time, into: &decisions)
        return
      }
      state = .between(finished)
      if up + within > time { wait(press, until: up + within, .double, into: &decisions) }
    case .second(let first, let press, let isDouble):
      state = .betweenAgain(first, Finished(press: press, up: up), isDouble: isDouble)
      guard let within = rules.tripleWithin, up + within > time else { return }
      wait(first.press, until: up + within, .double, into: &decisions)
    case .begun(let press):
      state = .idle
      command(.press, .end, count: 1, first: press, last: press, released: up, at: time, into: &decisions)
    case .scanning(let press):
      state = .idle
      command(.tap, .once, count: 1, first: press, last: press, released: up, at: time, into: &decisions)
    case .spentScanning(let press):
      state = .idle
      reject(press, .noGesture, at: time, into: &decisions)
    case .repeating, .spent: state = .idle
    case .idle, .between, .betweenAgain: break
    }
  }

  /// Ends the press that is down at `up`, because of `reason`. It makes no command, but its phase ends. If a release
  /// was lost, earlier presses are decided as if this press had not happened; otherwise, they are rejected too.
  mutating func cut(up: Instant, reason: RejectionReason, at time: Instant, into decisions: inout SwitchDecisions) {
    switch state {
    case .first(let press), .scanning(let press), .spentScanning(let press):
      state = .idle
      reject(press, reason, at: time, into: &decisions)
    case .second(let first, let press, _):
      if reason == .syncLost {
        state = .between(first)
      } else {
        state = .idle
        reject(first.press, reason, at: time, into: &decisions)
      }
      reject(press, reason, at: time, into: &decisions)
    case .between(let first) where reason != .syncLost:
      state = .idle
      reject(first.press, reason, at: time, into: &decisions)
    case .betweenAgain(let first, let second, _) where reason != .syncLost:
      state = .idle
      reject(first.press, reason, at: time, into: &decisions)
      reject(second.press, reason, at: time, into: &decisions)
    case .begun(let press):
      state = .idle
      command(.press, .end, count: 1, first: press, last: press, released: up, at: time, into: &decisions)
    case .repeating, .spent: state = .idle
    case .idle, .between, .betweenAgain: break
    }
  }

  /// Handles a stuck press: a begun phase ends, and repeats stop.
  mutating func stuck(at time: Instant, into decisions: inout SwitchDecisions) {
    switch state {
    case .begun(let press):
      state = .spent
      command(.press, .end, count: 1, first: press, last: press, released: nil, at: time, into: &decisions)
    case .repeating: state = .spent
    case .scanning(let press): state = .spentScanning(press)
    case .idle, .first, .between, .second, .betweenAgain, .spent, .spentScanning: break
    }
  }

  /// Marks the press that is down as uncertain, because one of its closings was found by reading the device's state.
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

  /// Decides a press that no second press followed in time.
  private func settle(_ one: Finished, at time: Instant, into decisions: inout SwitchDecisions) {
    if rules.hasTap {
      command(.tap, .once, count: 1, first: one.press, last: one.press, released: one.up, at: time, into: &decisions)
    } else {
      reject(one.press, rules.isHoldAlone ? .tooShort : .noGesture, at: time, into: &decisions)
    }
  }

  /// Decides two presses that no third press followed in time.
  private func settle(
    _ one: Finished, _ other: Finished, isDouble: Bool, at time: Instant, into decisions: inout SwitchDecisions
  ) {
    guard isDouble else {
      settle(one, at: time, into: &decisions)
      settle(other, at: time, into: &decisions)
      return
    }
    decide(.double, one.press, other.press, released: other.up, at: time, into: &decisions)
  }

  /// Makes a gesture of one to three presses. If the gesture's command is `nothing`, each press is rejected.
  private func decide(
    _ gesture: Gesture, _ first: Press, _ second: Press? = nil, _ third: Press? = nil, released: Instant? = nil,
    at time: Instant, into decisions: inout SwitchDecisions
  ) {
    if bindings.command(of: gesture)?.doesNothing == true {
      reject(first, .noGesture, at: time, into: &decisions)
      if let second { reject(second, .noGesture, at: time, into: &decisions) }
      if let third { reject(third, .noGesture, at: time, into: &decisions) }
      return
    }
    var last = third ?? second ?? first
    if first.isUncertain || second?.isUncertain ?? false { last.isUncertain = true }
    command(gesture, .once, count: 1, first: first, last: last, released: released, at: time, into: &decisions)
  }

  // MARK: Decisions

  private func reject(
    _ press: Press, _ reason: RejectionReason, at time: Instant, into decisions: inout SwitchDecisions
  ) {
    decisions.append(.rejected(switchIndex: index, pressed: press.reported, time: time, reason: reason))
  }

  private func wait(_ press: Press, until end: Instant, _ reason: PendingReason, into decisions: inout SwitchDecisions)
  {
    decisions.append(.pending(switchIndex: index, pressed: press.reported, until: end, reason: reason))
  }

  /// Makes a gesture's command. `first`, `last`: its first and last press. `released`: `nil` before the release.
  private func command(
    _ gesture: Gesture, _ phase: CommandPhase, count: Int, first: Press, last: Press, released: Instant?,
    at time: Instant, into decisions: inout SwitchDecisions
  ) {
    guard let word = bindings.command(of: gesture) else {
      return assertionFailure("a \(gesture) of a switch that has none")
    }
    decisions.append(
      .command(
        Command(
          word, by: .press(Command.Press(.single(index), device: last.device, gesture)), phase: phase, count: count,
          edge: first.origin, pressed: first.reported, released: released.map { $0 + last.offset }, accepted: time,
          isUncertain: last.isUncertain)))
  }
}
