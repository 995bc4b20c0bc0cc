/// The commands that a client claims.
public enum ClaimedCommands: Hashable, Sendable {
  case all
  /// Names of the vocabulary or of front ends' own commands, in the given order, each once. A name covers the command
  /// with any arguments.
  case names([String])
}

/// The events that a client with a claim still gets while the screen is locked. Raw values are the words on the wire.
///
/// A client that asks for more than `nothing` shows a page for the locked screen. It does not act on the programs that
/// the lock hides.
public enum LockedUse: String, CaseIterable, Sendable {
  case nothing
  /// `next`, `previous` and `select`, so that the client's page can be scanned.
  case scan
  /// As `scan`, and the client may also type, so that the person can write the password.
  case type
}

/// The kind of thing that the person works with, as a front end reports it: items, a text, a search, a dialog, or a
/// menu. Raw values are the words on the wire.
public enum ContextKind: String, CaseIterable, Sendable {
  case items, text, find, modal, menu
}
