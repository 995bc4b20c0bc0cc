/// The active window, as the compositor or window manager reports it.
public enum Front: Hashable, Sendable {
  /// The active window is not reported.
  case unknown
  /// No window has the keyboard, and the screen is not locked: the workspace is empty.
  case nothing
  /// The screen is locked, or the surface with the keyboard looks like a screen lock.
  case locked
  case window(WindowPlace)
  /// The desktop's own shell has the keyboard, as in its overview, menus and dialogs. The tree has the items that can
  /// be chosen there. All its references are items of the shell (`Reference.isOfShell`), and extents are in the
  /// desktop's pixels.
  case shell(Tree)
}
