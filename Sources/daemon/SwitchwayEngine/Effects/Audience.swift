import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

/// The receivers of a performer's lines.
public enum Audience {
  /// Clients of a socket. `clock`: the present time, for the times at which lines are sent. A command that was decided
  /// longer ago than `lifetime` is not published; `nil` means that all are published. `speed`: how many times faster
  /// the clock runs than real time.
  case clients(clock: () -> Instant, lifetime: Microseconds? = nil, speed: Double = 1)
  /// The output of a replay. Lines have no `sent`.
  case replay(ReplayClaims)

  /// Commands that were accepted before this time are too late to be published. `nil` if none is.
  var oldest: Instant? {
    if case .clients(let clock, let lifetime?, _) = self { clock() - lifetime } else { nil }
  }

  /// The time when a command that was accepted at `accepted` is sent, which is never earlier. If the clock of the
  /// recordings runs faster, the delay is the delay in real time.
  func sent(_ accepted: Instant) -> Instant? {
    guard case .clients(let clock, _, let speed) = self else { return nil }
    // A frame of a recording may have events that are later than its first one, at whose time it is played.
    let late = Double(max(clock() - accepted, .zero).value) / speed
    return accepted + Microseconds(Int64(min(late, 1e18)))
  }

  var claims: ClaimTable { if case .replay(let claims) = self { claims.table } else { ClaimTable() } }
}

/// The commands that a replay treats as claimed by a client.
public enum ReplayClaims: Equatable, Sendable {
  case all
  case none
  /// Commands with these names, with any arguments.
  case names(Set<String>)

  /// The claims of a client that is connected from the beginning.
  var table: ClaimTable {
    let name = ClientName(EscapedText("replay"))
    switch self {
    case .all: return ClaimTable(permanent: .all, name: name)
    case .none: return ClaimTable()
    case .names(let names): return ClaimTable(permanent: .names(names.sorted()), name: name)
    }
  }
}
