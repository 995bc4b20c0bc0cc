/// The window in front, as the compositor or window manager reports it.
public enum Front: Hashable, Sendable {
  /// Not reported.
  case unknown
  /// No window has the keyboard, and the screen is not locked: an empty workspace.
  case nothing
  /// The screen is locked, or what has the keyboard looks like a lock.
  case locked
  case window(WindowPlace)
  /// The desktop's own shell has the keyboard, as in an overview, a menu or a dialog of its own: what can be chosen
  /// there. All references are of the shell (`Reference.isOfShell`), and extents are in the desktop's pixels.
  case shell(Tree)
}
