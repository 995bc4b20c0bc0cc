import SwitchwayCore
import SwitchwayTime

/// Decides which seats' devices may be read. When the person's session is no longer active on a seat, its devices must
/// not be read any more. They may be read again after the person's session has been active there for 0.3 s.
///
/// It is a pure value. In the following states of a seat, "ours" means that the person's session is active on it:
///
///     state     can go to
///     away      coming, when the seat becomes ours
///     coming    here, 0.3 s later; away, when the seat is no longer ours
///     here      away, at once
///
///     ours   ▇▇▇▇▇▇──▇▇▇──▇▇▇▇▇▇▇▇▇▇▇▇▇▇
///     here   ▇▇▇▇▇▇───────────────▇▇▇▇▇▇   0.3 s after the last time it became ours
///
/// So devices are opened at most every 0.3 s, however fast sessions are switched. At the first call of `look`, seats on
/// which the person's session is active may be read at once. It has at most as many entries as logind has seats.
struct SessionGate {
  /// The time for which the person's session must be active. Source: docs/design/safety.md, "Sessions".
  static let settling = Microseconds.milliseconds(300)

  private enum State: Equatable {
    case coming(since: Instant)
    case here
  }

  private var seats: [String: State] = [:]
  private var hasLooked = false

  /// The seats whose devices may be read.
  var front: Set<String> { Set(seats.filter { $0.value == .here }.keys) }

  /// The time to call `look` again if nothing changes before, or `nil` if no seat waits.
  var nextDeadline: Instant? {
    seats.values.compactMap { if case .coming(let since) = $0 { since + Self.settling } else { nil } }.min()
  }

  /// Sets the seats on which the person's session is active at `now`.
  mutating func look(_ ours: Set<String>, at now: Instant) {
    seats = seats.filter { ours.contains($0.key) }
    for seat in ours {
      switch seats[seat] {
      case nil: seats[seat] = hasLooked ? .coming(since: now) : .here
      case .coming(let since) where now >= since + Self.settling: seats[seat] = .here
      case .coming, .here: break
      }
    }
    hasLooked = true
  }
}
