package struct SeatSession: Hashable, Sendable {
  /// logind's id of the session.
  package var id: String
  package var uid: UInt32
  /// `user`, `greeter`, `lock-screen`, `background` …
  package var sessionClass: String
  package var isRemote: Bool
  /// `active`, `online`, `opening` or `closing`.
  package var state: String
  /// The desktop, in the words of the display manager; empty if it is not reported.
  package var desktop = ""
  /// `wayland`, `x11`, `tty` …; empty if it cannot be read.
  package var type = ""

  /// Whether the devices of its seat may be read for `uid`: the session belongs to that person, is local and is not
  /// closing. While a session is closing, the person has left, and the next person may already type.
  package func isOf(_ uid: UInt32) -> Bool {
    self.uid == uid && sessionClass == "user" && !isRemote && state != "closing"
  }
}
