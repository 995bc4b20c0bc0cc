import CLibsystemd
import Glibc
import SwitchwayDevices

/// What logind's files say of seats and sessions, by sd-login; nobody is asked, nothing waits.
@safe final class LoginSeats {
  /// For the loop to watch; it is readable when anything about a seat or a session has changed.
  let descriptor: Int32
  private let monitor: OpaquePointer

  /// nil where there is no logind.
  init?() {
    var made: OpaquePointer?
    // Everything, which needs folders that a small system may lack; else what says who is in front.
    if unsafe sd_login_monitor_new(nil, &made) < 0 { unsafe _ = sd_login_monitor_new("seat", &made) }
    guard let made = unsafe made else { return nil }
    unsafe monitor = made
    descriptor = unsafe sd_login_monitor_get_fd(made)
  }

  deinit { unsafe sd_login_monitor_unref(monitor) }

  /// Takes what has been told; what it was does not matter, all is looked at.
  func drain() { unsafe _ = sd_login_monitor_flush(monitor) }

  /// Whether logind keeps its files: without them nothing can be watched either.
  static var arePresent: Bool { unsafe access("/run/systemd/seats/", F_OK) == 0 }

  /// The session in front of each seat. A seat of which anything could not be told is left out.
  static func sessionsInFront() -> [String: SeatSession] { SpareDescriptors.shared.lend(2) { readSessionsInFront() } }

  private static func readSessionsInFront() -> [String: SeatSession] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard unsafe sd_get_seats(&names) > 0, let names = unsafe names else { return [:] }
    defer { unsafe free(names) }
    var found: [String: SeatSession] = [:]
    var next = unsafe names
    while let name = unsafe next.pointee {
      let seat = unsafe String(cString: name)
      if let session = sessionInFront(of: seat) { found[seat] = session }
      unsafe free(name)
      unsafe next += 1
    }
    return found
  }

  /// The session in front of a seat; nil where there is none, and at any error.
  static func sessionInFront(of seat: String) -> SeatSession? {
    var id: UnsafeMutablePointer<CChar>?
    var uid = uid_t.max
    guard unsafe sd_seat_get_active(seat, &id, &uid) >= 0, let id = unsafe taken(id) else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe sd_session_get_class(id, &text) >= 0, let sessionClass = unsafe taken(text) else { return nil }
    unsafe text = nil
    guard unsafe sd_session_get_state(id, &text) >= 0, let state = unsafe taken(text) else { return nil }
    let remote = unsafe sd_session_is_remote(id)
    guard remote >= 0 else { return nil }
    return SeatSession(id: id, uid: uid, sessionClass: sessionClass, isRemote: remote > 0, state: state)
  }

  /// The text that libsystemd has allocated, which is freed.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
