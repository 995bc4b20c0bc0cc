import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

/// The receivers of a performer's lines.
public enum Audience {
  /// The clients of a socket. `clock` returns the present time, from which the `sent` of a line is computed. A command
  /// that was decided longer ago than `lifetime` is not published; with `nil`, all commands are published. `speed` says
  /// how many times faster than real time the clock runs.
  case clients(clock: () -> Instant, lifetime: Microseconds? = nil, speed: Double = 1)
  /// The output of a replay. Its lines have no member `sent`.
  case replay(ReplayClaims)

  /// The earliest time at which a command may have been accepted to be published. `nil` if there is no limit.
  var oldest: Instant? {
    if case .clients(let clock, let lifetime?, _) = self { clock() - lifetime } else { nil }
  }

  /// Returns the `sent` of a command that was accepted at `accepted`: the present time, but never an earlier time than
  /// `accepted`. If the clock runs faster than real time, the delay between the two is converted to real time.
  func sent(_ accepted: Instant) -> Instant? {
    guard case .clients(let clock, _, let speed) = self else { return nil }
    // The delay may be negative: a frame of a recording is played at the time of its first event, and may have later
    // events.
    let late = Double(max(clock() - accepted, .zero).value) / speed
    return accepted + Microseconds(Int64(min(late, 1e18)))
  }

  var claims: ClaimTable { if case .replay(let claims) = self { claims.table } else { ClaimTable() } }
}

/// The commands that a replay treats as claimed by a client.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// The commands with these names, with any arguments.
  case names(Set<String>)

  /// The table of claims in a replay: one client has claimed these commands from the beginning.
  var table: ClaimTable {
    let name = ClientName(EscapedText("replay"))
    switch self {
    case .all: return ClaimTable(permanent: .all, name: name)
    case .none: return ClaimTable()
    case .names(let names): return ClaimTable(permanent: .names(names.sorted()), name: name)
    }
  }
}
