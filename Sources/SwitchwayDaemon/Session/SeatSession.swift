struct SeatSession: Hashable, Sendable {
  /// logind's id of the session.
  var id: String
  var uid: UInt32
  /// `user`, `greeter`, `lock-screen`, `background` …
  var sessionClass: String
  var isRemote: Bool
  /// `active`, `online`, `opening` or `closing`.
  var state: String

  /// Whether the devices of its seat may be read for `uid`: the session belongs to that person, is local and is not
  /// closing. When a session is closing the person has left, and the next one may already type.
  func isOf(_ uid: UInt32) -> Bool {
    self.uid == uid && sessionClass == "user" && !isRemote && state != "closing"
  }
}
