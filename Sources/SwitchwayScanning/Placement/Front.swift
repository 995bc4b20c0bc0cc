/// The window in front, as the compositor or window manager tells it.
public enum Front: Hashable, Sendable {
  /// Not told.
  case unknown
  /// No window has the keyboard, and the screen is not locked: an empty workspace.
  case nothing
  /// The screen is locked, or what has the keyboard looks like a lock.
  case locked
  case window(WindowPlace)
}

/// A window and its place.
public struct WindowPlace: Hashable, Sendable {
  /// The program's process, as it or the compositor tells; nil: not told.
  public let pid: Int32?
  /// At most 200 bytes, without control characters, as `Node.name`. Empty: it has none.
  public let title: String
  /// What the program draws of the window, without borders, title bars of others and shadows, in the desktop's pixels.
  public let layout: Rect

  public init(pid: Int32?, title: String, layout: Rect) {
    (self.pid, self.title, self.layout) = (pid, CleanName.text(of: title), layout)
  }
}
