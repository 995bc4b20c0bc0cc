import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

/// The functions of the daemon that the server needs. They are called in the loop's thread.
package protocol ServerDelegate: AnyObject {
  /// Returns the present time on the clock of the events.
  func now() -> Instant

  /// Returns the contents of a `state` line without the claims, which the server adds.
  func state() -> StateMessage

  /// Returns the errors for a client that connects while the wanted profile was not active yet in this run. `nil` if it
  /// was or is active.
  func failureAtStart() -> [DiagnosticMessage]?

  /// Performs a request that the server does not answer itself, and calls `reply` once with the answer, in the loop's
  /// thread: before this function returns, or later, for example if files must be read first. Lines that are published
  /// before `reply` is called are sent before the answer.
  ///
  /// `client` is the client's name. For `unhandled`, it is the name that the client had at the last command, or empty
  /// if the last command was for another client.
  func perform(_ request: Request, from client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void)

  // MARK: What the server reports about its clients

  /// Is called when a client has connected, and was sent its `hello` and its `state`.
  func clientConnected()

  /// Is called when the client with this number has gone.
  func clientLeft(_ number: Int)

  /// Is called when claims have begun or ended, or the context that a client has given has changed.
  func claimsChanged(_ claims: ClaimTable)

  /// Begins or ends refusing the commands of presses, because a client inhibits them.
  func setInhibited(_ isInhibited: Bool)

  /// Stops the texts of this client, because it inhibits presses.
  func endTexts(of client: EscapedText)

  /// Begins or ends a suspension, in which switches do not type. It may begin again while it lasts, because the person
  /// may have ended it meanwhile.
  func setSuspended(_ isSuspended: Bool)

  /// Begins or ends learning. While a client learns, edges of inputs are sent to it and have no other effect. With
  /// `events`, all events of keys and axes are sent instead of the edges.
  func setLearning(_ isOn: Bool, events: Bool)
}

extension ServerDelegate {
  /// Returns `nil`. This is for delegates without profile files.
  package func failureAtStart() -> [DiagnosticMessage]? { nil }
}
