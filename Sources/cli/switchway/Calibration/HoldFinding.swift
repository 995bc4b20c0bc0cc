import SwitchwayCore
import SwitchwayTime

/// The problem with the `hold` of a switch for the person who was asked to press it, and to hold it down.
///
///     presses   ##  ###  ##                           a hold after 0.4 s: none of the presses is long enough by
///     holds     ######   ######   #####               accident, and each hold is
///
struct HoldFinding: Equatable {
  enum Fault: Equatable {
    /// The switch sends short pulses, however long it is pressed.
    case pulses
    /// Presses last as long as a hold. `better`: a time for the hold that no press reaches, by far, or `nil` if the
    /// person cannot hold the switch so long.
    case byAccident(long: Int, presses: Int, better: Microseconds?)
    /// The person cannot hold it so long. `reached`: how many of the holds were long enough. `better`: a time that each
    /// of their holds reaches, and that is far longer than each press, or `nil` if there is no such time.
    case outOfReach(reached: Int, holds: Int, longest: Microseconds, better: Microseconds?)
  }

  let after: Microseconds
  let fault: Fault

  /// - Parameters:
  ///   - presses: the lengths of the presses that prompts asked for, ascending.
  ///   - holds: the lengths of the holds that prompts asked for; zero if none came. It is empty if no prompt asked for
  ///     a hold.
  init?(_ gestures: GestureBindings, presses: [Microseconds], holds: [Microseconds], sendsPulses: Bool) {
    guard let after = gestures[.hold]?.after else { return nil }
    self.after = after
    if sendsPulses {
      fault = .pulses
      return
    }
    // A prompt that was missed says nothing about what the hand can do.
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
