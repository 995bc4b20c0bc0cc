import Glibc

/// Where a person's session stands, for whoever looks after the daemon.
public enum SessionPosition: Hashable, Sendable {
  /// There is no logind to say.
  case unknown
  /// It is the one in front of this seat.
  case inFront(seat: String)
  /// Another one is in front, or none.
  case behind

  /// As it is now for the user `uid`.
  public static func now(of uid: UInt32) -> SessionPosition {
    guard LoginSeats.arePresent else { return .unknown }
    let ours = LoginSeats.sessionsInFront().filter { $0.value.isOf(uid) }.keys.min()
    return ours.map { .inFront(seat: $0) } ?? .behind
  }
}
