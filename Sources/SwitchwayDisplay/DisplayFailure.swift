/// Why nothing can be shown (any more).
public struct DisplayFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Neither WAYLAND_DISPLAY nor DISPLAY leads to a display.
    case none
    /// The compositor lacks the protocol of this name, such as `zwlr_layer_shell_v1`, and there is no X11 display.
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
}
