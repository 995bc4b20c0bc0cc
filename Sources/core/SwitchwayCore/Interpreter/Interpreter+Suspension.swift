// While a client suspends what switches type, the bridge and `key(…)` of switches type nothing, and the clock does not
// move for the bridge. Commands are published as usual.

import SwitchwayClock
import SwitchwayTime

/// Whether the typing of switches is suspended, and how often the person has pressed in vain.
///
/// A program that runs in a terminal asks for this, so that its own prompt gets no keys of the bridge. The person may
/// have no other way to type, and may be alone, so their own presses end it. There is no time limit, because
/// no question times out.
struct Suspension: Equatable, Sendable {
  /// So many presses that type nothing end it. Arbitrary: more than a person presses to see what `monitor` shows of a
  /// switch, and few enough for a slow hand.
  static let mostPresses = 10

  private(set) var isOn = false
  /// The presses since it began.
  private var presses = 0

  mutating func turn(_ isOn: Bool) {
    self.isOn = isOn
    presses = 0
  }

  /// Counts a press that types nothing. Returns whether it was the last press that types nothing.
  mutating func countPress() -> Bool {
    presses += 1
    return presses >= Suspension.mostPresses
  }
}

extension Interpreter {
  /// Whether switches type nothing because a client suspends that.
  public var isSuspended: Bool { suspension.isOn }

  /// Begins or ends the suspension for clients. When it ends, the bridge's highlight waits for the next press, even if
  /// the person has ended the suspension before: the program that is active now did not ask for steps.
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

  /// A switch's command that a bridge would have typed types nothing.
  mutating func noteSuspended(_ command: Command) {
    guard command.phase != .end, command.count == 1 else { return }
    effects.append(.heldBack)
    countSuspended(command)
  }

  /// A switch's `key(…)` types nothing, and its press is rejected. A phase that began before still ends.
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
