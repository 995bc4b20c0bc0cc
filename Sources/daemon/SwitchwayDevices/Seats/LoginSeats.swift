import CLibsystemd
import Glibc

/// Reads logind's files about seats and sessions through sd-login. It sends no requests and never waits.
@safe package final class LoginSeats {
  /// The descriptor for the event loop. It is readable when a seat or a session has changed.
  package let descriptor: Int32
  private let monitor: OpaquePointer

  /// Begins to watch the files. Returns `nil` if there is no logind.
  package init?() {
    var made: OpaquePointer?
    // Watch all of logind's files if possible. On a small system, folders for this may be missing; then watch only the
    // seats.
    if unsafe sd_login_monitor_new(nil, &made) < 0 { unsafe _ = sd_login_monitor_new("seat", &made) }
    guard let made = unsafe made else { return nil }
    unsafe monitor = made
    descriptor = unsafe sd_login_monitor_get_fd(made)
  }

  deinit { unsafe sd_login_monitor_unref(monitor) }

  /// Discards the notifications that wait. It is called before all files are read again.
  package func drain() { unsafe _ = sd_login_monitor_flush(monitor) }

  /// Whether logind's files exist.
  package static var arePresent: Bool { unsafe access("/run/systemd/seats/", F_OK) == 0 }

  /// Returns the active session of each seat. A seat whose files cannot be read completely is left out.
  package static func sessionsInFront() -> [String: SeatSession] {
    SpareDescriptors.shared.lend(2) { readSessionsInFront() }
  }

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

  /// Returns the active session of a seat, or `nil` if there is none or it cannot be read.
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
    unsafe text = nil
    let desktop = unsafe sd_session_get_desktop(id, &text) >= 0 ? unsafe taken(text) : nil
    unsafe text = nil
    let type = unsafe sd_session_get_type(id, &text) >= 0 ? unsafe taken(text) : nil
    return SeatSession(
      id: id, uid: uid, sessionClass: sessionClass, isRemote: remote > 0, state: state, desktop: desktop ?? "",
      type: type ?? "")
  }

  /// Returns a copy of a text that libsystemd has allocated, and frees the original.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
