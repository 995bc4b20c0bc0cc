/// Why something could not be done with the daemon.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody listens at these paths.
  case noDaemon([String])
  /// The socket is served by another user, of this uid.
  case notTrusted(path: String, uid: UInt32)
  /// What answers is not Switchway, or speaks another protocol.
  case notSwitchway(String)
  /// The daemon said no: the `code` and the `message` of its `error`.
  case refused(code: String, message: String)
  /// The connection went before the answer came.
  case disconnected(String)
  /// `close()` was called.
  case closed

  public var description: String {
    switch self {
    case .noDaemon(let paths): "no daemon is running: looked for \(paths.joined(separator: ", "))"
    case .notTrusted(let path, let uid): "\(path) is served by another user (uid \(uid))"
    case .notSwitchway(let what): "this is not Switchway's daemon: \(what)"
    case .refused(_, let message): message
    case .disconnected(let reason): "the connection is gone: \(reason)"
    case .closed: "the client is closed"
    }
  }
}
