import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

/// The functions of the daemon that the server needs. Every call is made on the loop's thread.
package protocol ServerDelegate: AnyObject {
  /// The monotonic clock, now.
  func now() -> Instant

  /// The contents of a `state` line without claims, which the server adds.
  func state() -> StateMessage

  /// The message for a client that connects if no profile was active yet in this run. `nil` if a profile was or is
  /// active.
  func failureAtStart() -> [DiagnosticMessage]?

  /// Performs a request that the server does not answer itself, and calls `reply` once with the answer, on the loop's
  /// thread. That is before this returns, or later if files must be read first. The client's next requests wait until
  /// then. Lines that are published before `reply` is called are sent before the answer.
  ///
  /// `client`: the client's name. For `unhandled`, the name that it had at its last command; empty if the last command
  /// was for another client.
  func perform(_ request: Request, from client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void)

  // MARK: What the server reports about its clients

  /// A client has connected, and was sent its `hello` and its `state`.
  func clientConnected()

  /// The client with this number has gone.
  func clientLeft(_ number: Int)

  /// Clients have claimed commands or given them up, or the person's context has changed.
  func claimsChanged(_ claims: ClaimTable)

  /// Commands of presses are refused while clients inhibit them.
  func setInhibited(_ isInhibited: Bool)

  /// A client inhibits presses, and its own texts are stopped.
  func endTexts(of client: EscapedText)

  /// The keys that switches type are suspended while clients ask for that. The last request counts, because the person
  /// may have ended the suspension since then.
  func setSuspended(_ isSuspended: Bool)

  /// While a client learns, edges of devices go to it and do nothing else. With `events`, all events of keys and axes
  /// go instead.
  func setLearning(_ isOn: Bool, events: Bool)
}

extension ServerDelegate {
  /// There are none, for delegates without files.
  package func failureAtStart() -> [DiagnosticMessage]? { nil }
}
