/// What a client asks to have typed.
public enum TypedInput: Hashable, Sendable {
  /// Characters.
  case text(String)
  /// A chord, as the client wrote it.
  case keys(String)

  /// The most characters of a text. Source: the protocol.
  public static let longestText = 200
}

/// Why nothing is typed for a client, or why typing stopped.
public enum TypingRefusal: Error, Hashable, Sendable {
  /// The profile does not allow it.
  case policy
  /// The client has no claim.
  case noClaim
  case inactive, locked, panic, resting
  /// There is no virtual keyboard, or it has failed.
  case noKeyboard
  /// Too many keys wait.
  case busy
  /// The layout has no keys for the character at this position. The first has position 1.
  case noCharacter(Int)
  /// The layout or the virtual keyboard does not have all keys of the chord.
  case noKey
  /// Another profile came into force, or the daemon ends.
  case ended
}
