package struct SeatSession: Hashable, Sendable {
  /// The id of the session in logind.
  package var id: String
  package var uid: UInt32
  /// The class of the session: `user`, `greeter`, `lock-screen`, `background` …
  package var sessionClass: String
  package var isRemote: Bool
  /// The state of the session: `active`, `online`, `opening` or `closing`.
  package var state: String
  /// The name of the desktop, as the display manager reports it. Empty if it is not reported.
  package var desktop = ""
  /// The type of the session: `wayland`, `x11`, `tty` … Empty if it cannot be read.
  package var type = ""

  /// Returns whether the devices of the session's seat may be read for the user `uid`: the session belongs to this
  /// user, is local and is not closing. While a session is closing, its user has left, and the next user may already
  /// type.
  package func isOf(_ uid: UInt32) -> Bool {
    self.uid == uid && sessionClass == "user" && !isRemote && state != "closing"
  }
}
