/// Why a request or a connection to the daemon failed.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon listens at these paths.
  case noDaemon([String])
  /// Another user, with this uid, serves the socket.
  case notTrusted(path: String, uid: UInt32)
  /// The server is not Switchway, or has another version of the protocol.
  case notSwitchway(String)
  /// The daemon refused: the `code` and the `message` of its `error`.
  case refused(code: String, message: String)
  /// The connection was lost before the answer came.
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
