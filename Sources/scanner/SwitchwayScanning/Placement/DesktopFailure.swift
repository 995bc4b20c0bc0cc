/// Why the bus, the display or the compositor's word is not there (any more).
public struct DesktopFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is none, or it cannot be reached.
    case none
    /// It lacks this, such as the protocol `zwlr_layer_shell_v1`.
    case lacks(String)
    /// It did not answer for 2 s.
    case silent
    /// It was there, and the connection has ended, or sent what cannot be understood.
    case gone
  }

  public let reason: Reason
  /// What went wrong, in plain English and without a full stop: for the log.
  public let message: String

  public init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}
