import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol

/// The answer to a request.
public enum Answer: Sendable {
  case done
  /// One JSON value: the `result` of a `get`.
  case result(LineBuffer)
  case refused(RequestError)

  /// `refused` if there is an error, otherwise `done`.
  public init(_ error: RequestError?) { self = error.map(Answer.refused) ?? .done }
}

/// What the server needs from the daemon. Every call is made on the loop's thread.
public protocol ServerDelegate: AnyObject {
  /// The monotonic clock, now.
  func now() -> Instant

  /// The contents of a `state` line without claims, which the server adds.
  func state() -> StateMessage

  /// Why no profile was in force yet in this run, for a client that connects. nil: one was, or is.
  func failureAtStart() -> [DiagnosticMessage]?

  /// Performs a request and calls `reply` once with the answer, on the loop's thread. That is before this returns, or
  /// later if files must be read first. The client's next requests wait until then. Lines that are published before
  /// `reply` is called are sent before the answer.
  ///
  /// `client`: the client's name. For `unhandled`, the name that it had at its last command; empty if the last command
  /// was for another client.
  func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void)
}

extension ServerDelegate {
  /// None: for delegates without files.
  public func failureAtStart() -> [DiagnosticMessage]? { nil }

  /// Performs a request that the server makes itself.
  func handle(_ request: Request) { handle(request, from: EscapedText("")) { _ in } }
}
