import SwitchwayCore
import SwitchwayTime

/// The seats that may be read. A seat is lost at once when its session changes, and gained only after a quiet time.
///
/// It is a pure value. For each seat:
///
///     state     can go to
///     away      coming, when the seat becomes ours
///     coming    here, 0.3 s later; away, when the seat is no longer ours
///     here      away, at once
///
///     ours   ▇▇▇▇▇▇──▇▇▇──▇▇▇▇▇▇▇▇▇▇▇▇▇▇
///     here   ▇▇▇▇▇▇───────────────▇▇▇▇▇▇   0.3 s after the last time it became ours
///
/// Therefore, however fast sessions are switched, devices are opened at most every 0.3 s. Seats that belong to the
/// person at the first look may be read at once. Limit: as many seats as logind has.
struct SessionGate {
  /// Source: docs/design/safety.md, "Sessions".
  static let settling = Microseconds.milliseconds(300)

  private enum State: Equatable {
    case coming(since: Instant)
    case here
  }

  private var seats: [String: State] = [:]
  private var hasLooked = false

  /// The seats that may be read.
  var front: Set<String> { Set(seats.filter { $0.value == .here }.keys) }

  /// The time to call `look` if nothing changes before.
  var nextDeadline: Instant? {
    seats.values.compactMap { if case .coming(let since) = $0 { since + Self.settling } else { nil } }.min()
  }

  /// Sets the seats that belong to the person at `now`.
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
