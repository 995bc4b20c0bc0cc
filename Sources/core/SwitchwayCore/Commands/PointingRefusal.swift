/// The reason why the pointer does nothing for a client, or why it stopped.
public enum PointingRefusal: Error, Hashable, Sendable {
  /// It would be refused to every client with a claim.
  case obstacle(PointingObstacle)
  /// The client has no claim.
  case noClaim
  /// The client has sent `inhibit`.
  case inhibited
  /// Too many strokes wait.
  case busy
  /// A `press` holds the button down: the client must release it first.
  case buttonDown
  /// Another profile became active, the screen was unlocked, or the daemon ends.
  case ended
}

/// The reason why the pointer does nothing for any client now. Raw values are the words on the wire.
public enum PointingObstacle: String, CaseIterable, Sendable {
  /// The profile does not allow it.
  case policy
  /// The screen is locked; no client ever moves the pointer there.
  case locked
  case inactive, panic, rest
  /// There is no such pointer, or it has failed.
  case noPointer = "no-pointer"
}
