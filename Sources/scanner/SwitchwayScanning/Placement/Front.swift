/// The window in front, as the compositor or window manager reports it.
public enum Front: Hashable, Sendable {
  /// Not reported.
  case unknown
  /// No window has the keyboard, and the screen is not locked: an empty workspace.
  case nothing
  /// The screen is locked, or what has the keyboard looks like a lock.
  case locked
  case window(WindowPlace)
}
