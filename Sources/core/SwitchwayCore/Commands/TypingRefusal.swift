/// The keys that a client requests.
public enum TypedInput: Hashable, Sendable {
  /// Characters.
  case text(String)
  /// A chord, as the client wrote it.
  case keys(String)

  /// The most characters of a text. Source: the protocol.
  public static let longestText = 200
}

/// The reason why nothing is typed for a client, or why typing stopped.
public enum TypingRefusal: Error, Hashable, Sendable {
  /// It would be refused to every client with a claim.
  case obstacle(TypingObstacle)
  /// The client has no claim.
  case noClaim
  /// The client has sent `inhibit`.
  case inhibited
  /// The chord turns the computer off, restarts it, lets it sleep, or leaves the person's session.
  case forbiddenKeys
  /// Too many keys wait.
  case busy
  /// The layout has no keys for this character.
  case noCharacter(Character)
  /// The layout or the virtual keyboard does not have all keys of the chord.
  case noKey
  /// Another profile became active, the screen was unlocked, or the daemon ends.
  case ended
}

/// The reason why nothing is typed for any client now.
public enum TypingObstacle: Hashable, Sendable {
  /// The profile does not allow it.
  case policy
  case inactive, locked, panic, resting
  /// There is no virtual keyboard, or it has failed.
  case noKeyboard
  /// The keyboard layout of the desktop is not that of the profile, but this one.
  case layout(desktop: String)

  /// The word on the wire.
  public var word: String {
    switch self {
    case .policy: "policy"
    case .inactive: "inactive"
    case .locked: "locked"
    case .panic: "panic"
    case .resting: "rest"
    case .noKeyboard: "no-keyboard"
    case .layout: "layout"
    }
  }
}
