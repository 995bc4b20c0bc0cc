/// The claim of a client.
public enum ClaimedCommands: Hashable, Sendable {
  case all
  /// Names of the vocabulary or of front ends, in the given order, each once. A name covers all its arguments.
  case names([String])
}

/// The events that a client with a claim still gets while the screen is locked. Raw values are the words on the wire.
///
/// A client that asks for more than nothing shows a page for the locked screen, and does not act on programs behind it.
public enum LockedUse: String, CaseIterable, Sendable {
  case nothing
  /// `next`, `previous` and `select`, so that the client's page can be scanned.
  case scan
  /// The same, and the client may also type, so that the person can write the password.
  case type
}

/// The person's context. Raw values are the words on the wire.
public enum ContextKind: String, CaseIterable, Sendable {
  case items, text, find, modal, menu
}
