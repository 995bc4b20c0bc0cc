import Glibc

/// Why nothing can be shown (any more).
public struct DisplayFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Neither WAYLAND_DISPLAY nor DISPLAY leads to a display.
    case none
    /// The display lacks this, such as the protocol `zwlr_layer_shell_v1`.
    case lacks(String)
    /// The display did not answer for 2 s.
    case silent
    /// It was there, and has gone.
    case gone
  }

  public let reason: Reason
  /// What went wrong, in plain English and without a full stop: for the log.
  public let message: String

  init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }

  /// From a negative errno.
  init(_ result: Int32, lacks name: String = "") {
    switch -result {
    case ENOPROTOOPT: self.init(.lacks(name), "the display lacks \(name)")
    case ETIMEDOUT: self.init(.silent, "the compositor does not answer")
    case ECONNREFUSED: self.init(.none, "there is no display")
    default: self.init(.gone, "the display has ended the connection (errno \(-result))")
    }
  }
}
