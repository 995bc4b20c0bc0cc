import SwitchwayScanning

/// The window in front, as the compositor or window manager tells it.
public enum Front: Hashable, Sendable {
  /// Not told yet.
  case unknown
  /// No window has the keyboard.
  case nothing
  case window(WindowPlace)
}

/// A window and its place.
public struct WindowPlace: Hashable, Sendable {
  /// The program's process, as it or the compositor tells; nil: not told.
  public let pid: Int32?
  /// At most 200 bytes, without control characters, as `Node.name`. Empty: it has none.
  public let title: String
  /// What the program draws of the window, without borders, title bars of others and shadows, in the desktop's pixels:
  /// `Display.locate` finds the screen and its real pixels.
  public let layout: Rect

  init(pid: Int32?, title: String, layout: Rect) {
    self.pid = pid
    self.layout = layout
    // Cut where a character begins.
    var shown = ""
    var count = 0
    for scalar in title.unicodeScalars where !(scalar.value < 32 || 127..<160 ~= scalar.value) {
      count += UTF8.width(scalar)
      if count > 200 { break }
      shown.unicodeScalars.append(scalar)
    }
    self.title = shown
  }
}

/// Why the window in front is not told (any more).
public struct WatchFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Nobody here tells it: a compositor without such a socket, or no desktop.
    case none
    /// It was told, and the connection has ended, or sent what cannot be understood.
    case gone
  }

  public let reason: Reason
  /// What went wrong, in plain English and without a full stop: for the log.
  public let message: String

  init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}
