/// The input that a client asks the daemon to type.
public enum TypedInput: Hashable, Sendable {
  /// Characters to type.
  case text(String)
  /// A chord, as the client wrote it.
  case keys(String)

  /// The largest number of characters in a text. Source: the protocol.
  public static let longestText = 200
}

/// The reason why a client's request to type is refused, or why typing was stopped.
public enum TypingRefusal: Error, Hashable, Sendable {
  /// The request would be refused to every client with a claim.
  case obstacle(TypingObstacle)
  /// The client has no claim.
  case noClaim
  /// The client has sent `inhibit`.
  case inhibited
  /// The chord turns the computer off, restarts it, lets it sleep, or leaves the person's session.
  case forbiddenKeys
  /// Too many keys are waiting.
  case busy
  /// The layout has no keys that type this character.
  case noCharacter(Character)
  /// The layout or the virtual keyboard lacks a key of the chord.
  case noKey
  /// The request was stopped because another profile became active, the screen was unlocked, or the daemon ends.
  case ended
}

/// The reason why requests to type are refused to all clients now.
public enum TypingObstacle: Hashable, Sendable {
  /// The profile does not allow clients to type.
  case policy
  case inactive, locked, panic, resting
  /// The daemon has no virtual keyboard, or that keyboard has failed.
  case noKeyboard
  /// The desktop's keyboard layout is `desktop`, and not the layout of the profile.
  case layout(desktop: String)

  /// The reason's name in the protocol.
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
