// While a client suspends the typing of switches, the bridge and `key(…)` of switches type nothing, and the clock does
// not move for the bridge. Commands are published as usual.

import SwitchwayClock
import SwitchwayTime

/// Whether the typing of switches is suspended, and how many presses have typed nothing since then.
///
/// A program that runs in a terminal asks for this, so that the bridge types no keys into its prompt. The person may
/// have no other way to type, and may be alone, so their own presses end the suspension. There is no time limit,
/// because such a program waits for an answer as long as the person needs.
struct Suspension: Equatable, Sendable {
  /// The number of presses without typing that ends the suspension. Arbitrary: more than a person makes to see what
  /// `monitor` shows of a switch, and few enough for a slow hand.
  static let mostPresses = 10

  private(set) var isOn = false
  /// The number of presses since the suspension began.
  private var presses = 0

  mutating func turn(_ isOn: Bool) {
    self.isOn = isOn
    presses = 0
  }

  /// Counts a press that types nothing. Returns whether the suspension ends with this press.
  mutating func countPress() -> Bool {
    presses += 1
    return presses >= Suspension.mostPresses
  }
}

extension Interpreter {
  /// Whether switches type nothing, because a client has suspended their typing.
  public var isSuspended: Bool { suspension.isOn }

  /// Begins or ends the suspension for clients. When clients end it, the bridge's highlight waits for the next press,
  /// even if the person's presses had already ended the suspension: the program that is active now has not asked for
  /// steps.
  mutating func setSuspended(_ isOn: Bool, at time: Instant) {
    turnSuspension(isOn, at: time)
    guard !isOn, scan != nil else { return }
    if case .bridge = scan?.clock.owner { tell(.owner(.nobody), at: time) }
    setScanOwner(at: time)
  }

  private mutating func turnSuspension(_ isOn: Bool, at time: Instant) {
    let wasOn = suspension.isOn
    suspension.turn(isOn)
    guard wasOn != isOn else { return }
    if isOn { dropStrokes(at: time) }
    setScanOwner(at: time)
    effects.append(.mode(.suspended, isOn, at: time))
  }

  /// Handles a switch's command that the bridge would have typed, but that types nothing now.
  mutating func noteSuspended(_ command: Command) {
    guard command.phase != .end, command.count == 1 else { return }
    effects.append(.heldBack)
    countSuspended(command)
  }

  /// Handles a switch's `key(…)`, which types nothing now: its press is rejected. A phase that began earlier still
  /// ends.
  mutating func suspendKey(_ command: Command) {
    guard command.phase != .end else {
      effects.appendPerformed(command)
      return type(command)
    }
    refuse(command, .inhibited)
    if command.count == 1 { countSuspended(command) }
  }

  private mutating func countSuspended(_ command: Command) {
    if suspension.countPress() { turnSuspension(false, at: command.accepted) }
  }
}
