import SwitchwayProtocol

/// The reason why a request or a connection to the daemon has failed.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No daemon listens at these paths.
  case noDaemon([String])
  /// Another user, with this uid, serves the socket.
  case notTrusted(path: String, uid: UInt32)
  /// The server is not Switchway, or has another version of the protocol.
  case notSwitchway(String)
  /// The daemon has refused the request. The values are the `code`, the `message` and the `reason` of its `error`.
  /// Programs distinguish cases by the code and the reason, whose words switchway-protocol(7) lists. A newer daemon may
  /// have other words. `reason` is `nil` if an older daemon has given none.
  case refused(code: String, message: String, reason: String? = nil)
  /// The connection was lost before the answer came.
  case disconnected(String)
  /// The client was closed by `close()`.
  case closed

  public var description: String {
    switch self {
    case .noDaemon(let paths): "no daemon is running: looked for \(paths.joined(separator: ", "))"
    case .notTrusted(let path, let uid): "\(path) is served by another user (uid \(uid))"
    case .notSwitchway(let what): "this is not Switchway's daemon: \(what)"
    case .refused(_, let message, _): message
    case .disconnected(let reason): "lost the connection: \(reason)"
    case .closed: "the client is closed"
    }
  }
}

extension ClientError {
  /// Reads the contents of an `error` of the daemon.
  init(refusal: JSONValue) {
    let refusal = Wire.Refusal(refusal)
    self = .refused(code: refusal.code, message: refusal.message ?? "", reason: refusal.reason)
  }

  init(_ failure: DaemonLink.Failure) {
    self =
      switch failure {
      case .absent(let paths): .noDaemon(paths)
      case .unusable(let path, .foreign(let uid)): .notTrusted(path: path, uid: uid)
      case .unusable(let path, _): .noDaemon([path])
      case .stranger(_, let type): .notSwitchway("it begins with '\(type)'")
      case .otherProtocol: .notSwitchway("it speaks another protocol")
      case .refused(let line): ClientError(refusal: line.value)
      case .bye(let reason): .disconnected(reason)
      case .silent: .disconnected("it does not answer")
      case .ended, .broken: .disconnected("the daemon has closed it")
      case .noJSON: .disconnected("it sent an invalid message")
      }
  }
}
