import SwitchwayCore
import SwitchwayTime

/// A problem with the `hold` of a switch, found in the presses and holds that a person was asked for.
///
///     presses   ##  ###  ##                           a hold after 0.4 s: no press is long enough to be a hold by
///     holds     ######   ######   #####               accident, and each hold is long enough
///
struct HoldFinding: Equatable {
  enum Fault: Equatable {
    /// The switch sends short pulses, however long it is pressed.
    case pulses
    /// Some presses last as long as a hold: `long` of `presses`. `better`: a time for the hold that is far longer than
    /// each press, or `nil` if the person cannot hold the switch that long.
    case byAccident(long: Int, presses: Int, better: Microseconds?)
    /// The person usually cannot hold the switch long enough. `reached`: how many of the holds were long enough.
    /// `better`: a time that each of their holds reaches, and that is far longer than each press, or `nil` if there is
    /// no such time.
    case outOfReach(reached: Int, holds: Int, longest: Microseconds, better: Microseconds?)
  }

  let after: Microseconds
  let fault: Fault

  /// - Parameters:
  ///   - presses: the lengths of the presses that prompts asked for, ascending.
  ///   - holds: the lengths of the requested holds, zero if the person did not answer. Empty if none was requested.
  init?(_ gestures: GestureBindings, presses: [Microseconds], holds: [Microseconds], sendsPulses: Bool) {
    guard let after = gestures[.hold]?.after else { return nil }
    self.after = after
    if sendsPulses {
      fault = .pulses
      return
    }
    // Prompts that the person did not answer are left out: they do not show how long the person can hold the switch.
    let holds = holds.filter { $0 > .zero }
    let beyond = presses.last.map(GestureBindings.holdBeyond) ?? .zero
    let better = holds.allSatisfy { $0 >= beyond } ? beyond : nil
    let long = presses.count { $0 >= after }
    if long > 0 {
      fault = .byAccident(long: long, presses: presses.count, better: better)
      return
    }
    let reached = holds.count { $0 >= after }
    guard 2 * reached < holds.count, let longest = holds.max() else { return nil }
    fault = .outOfReach(reached: reached, holds: holds.count, longest: longest, better: better)
  }
}
