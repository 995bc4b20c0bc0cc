import Glibc

/// The state of a person's session, for diagnosis.
public enum SessionPosition: Hashable, Sendable {
  /// There is no logind.
  case unknown
  /// It is the active session of this seat.
  case inFront(seat: String)
  /// It is not active.
  case behind

  /// The present state for the user `uid`.
  public static func now(of uid: UInt32) -> SessionPosition {
    guard LoginSeats.arePresent else { return .unknown }
    let ours = LoginSeats.sessionsInFront().filter { $0.value.isOf(uid) }.keys.min()
    return ours.map { .inFront(seat: $0) } ?? .behind
  }
}
