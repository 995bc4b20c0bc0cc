/// Why the accessibility bus, the display or the compositor's reports cannot be used.
public struct DesktopFailure: Error, Hashable, Sendable {
  /// The problem.
  public enum Reason: Hashable, Sendable {
    /// The bus, display or compositor does not exist, or cannot be reached.
    case none
    /// The display or compositor lacks this ability, such as the protocol `zwlr_layer_shell_v1`.
    case lacks(String)
    /// The bus, display or compositor did not answer in time.
    case silent
    /// The connection has ended, or sent invalid data.
    case gone
  }

  public let reason: Reason
  /// The message for the log, in plain English and without a full stop.
  public let message: String

  public init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}
