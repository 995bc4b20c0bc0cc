/// The reason why a client's request for the pointer is refused, or why it was stopped.
public enum PointingRefusal: Error, Hashable, Sendable {
  /// The request would be refused to every client with a claim.
  case obstacle(PointingObstacle)
  /// The client has no claim.
  case noClaim
  /// The client has sent `inhibit`.
  case inhibited
  /// Too many strokes are waiting.
  case busy
  /// A `press` holds the button down; the client that sent it must release the button first.
  case buttonDown
  /// The request was stopped because another profile became active, the screen was unlocked, or the daemon ends.
  case ended
}

/// The reason why requests for the pointer are refused to all clients now. Raw values are the words on the wire.
public enum PointingObstacle: String, CaseIterable, Sendable {
  /// The profile does not allow clients to move the pointer.
  case policy
  /// The screen is locked, and no client ever moves the pointer on a locked screen.
  case locked
  case inactive, panic, rest
  /// The daemon has no virtual pointer for clients, or that pointer has failed.
  case noPointer = "no-pointer"
}
