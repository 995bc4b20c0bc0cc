import Glibc

/// Whether a person's session is active, as `switchway doctor` shows it.
public enum SessionPosition: Hashable, Sendable {
  /// There is no logind.
  case unknown
  /// The session is the active one of this seat.
  case inFront(seat: String)
  /// The person has no active session.
  case behind

  /// Returns the present state for the user `uid`.
  public static func now(of uid: UInt32) -> SessionPosition {
    guard LoginSeats.arePresent else { return .unknown }
    let ours = LoginSeats.sessionsInFront().filter { $0.value.isOf(uid) }.keys.min()
    return ours.map { .inFront(seat: $0) } ?? .behind
  }
}
