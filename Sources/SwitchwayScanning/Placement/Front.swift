/// The window in front, as the compositor or window manager tells it.
public enum Front: Hashable, Sendable {
  /// Not told.
  case unknown
  /// No window has the keyboard.
  case nothing
  case window(WindowPlace)
}
