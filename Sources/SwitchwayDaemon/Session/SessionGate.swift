import SwitchwayCore

/// Which seats are ours: at once no more when the session behind them changes, and again only after a while of quiet.
///
/// Pure. Each seat by itself:
///
///     state     can go to
///     away      coming, when the seat becomes ours
///     coming    here, 0.3 s later; away, when the seat is not ours any more
///     here      away, at once
///
///     ours   ▇▇▇▇▇▇──▇▇▇──▇▇▇▇▇▇▇▇▇▇▇▇▇▇
///     here   ▇▇▇▇▇▇───────────────▇▇▇▇▇▇   0.3 s after it became ours for good
///
/// So however fast somebody switches, devices are opened at most every 0.3 s. What is ours at the first look is here at
/// once. Limit: as many seats as logind has.
struct SessionGate {
  /// Source: the project's design, "Session".
  static let settling = Microseconds.milliseconds(300)

  private enum State: Equatable {
    case coming(since: Instant)
    case here
  }

  /// Seats that are not away.
  private var seats: [String: State] = [:]
  private var hasLooked = false

  /// The seats that are here.
  var front: Set<String> { Set(seats.filter { $0.value == .here }.keys) }

  /// When `look` is to be called, if nothing changes before.
  var nextDeadline: Instant? {
    seats.values.compactMap { if case .coming(let since) = $0 { since + Self.settling } else { nil } }.min()
  }

  /// These seats are ours at `now`, and no others.
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
