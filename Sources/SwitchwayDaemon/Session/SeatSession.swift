/// The session in front of a seat, as logind tells it.
struct SeatSession: Hashable, Sendable {
  /// logind's name for it.
  var id: String
  var uid: UInt32
  /// `user`, `greeter`, `lock-screen`, `background` …
  var sessionClass: String
  var isRemote: Bool
  /// `active`, `online`, `opening` or `closing`.
  var state: String

  /// Whether the devices of its seat may be read for `uid`: it is that person's, at this machine, and not over yet: of
  /// one that is closing, the person has gone, and whoever comes next may type already.
  func isOf(_ uid: UInt32) -> Bool {
    self.uid == uid && sessionClass == "user" && !isRemote && state != "closing"
  }
}
