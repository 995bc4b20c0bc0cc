import SwitchwayCore
import SwitchwayProtocol

/// Why a request was not done: the `error` that answers it.
public struct RequestError: Error, Hashable, Sendable {
  public var code: ErrorCode
  /// What is wrong and how to mend it, in plain words.
  public var message: String
  /// The `diagnostics` of a `reload` that failed; nil: the answer has no such member.
  public var diagnostics: [DiagnosticMessage]?

  public init(_ code: ErrorCode, _ message: String, diagnostics: [DiagnosticMessage]? = nil) {
    self.code = code
    self.message = message
    self.diagnostics = diagnostics
  }
}

/// Who answers what clients ask. Every call is made on the loop's thread and answered at once, but for those that are
/// given a `done`: what they need may have to be read from a disk, and the answer comes when `done` is called, once, on
/// the loop's thread. The client's later requests wait for it.
///
/// A delegate may send lines to everybody while it answers: those lines leave before the answer does.
public protocol ServerDelegate: AnyObject {
  /// The monotonic clock, now.
  func now() -> Instant

  /// Everything that a `state` line tells, as of now, but who has claimed what: that is the server's.
  func state() -> StateMessage

  /// Appends one JSON value, the `result` of `get` `config`.
  func writeConfigResult(into line: inout LineBuffer)

  /// Appends one JSON value, the `result` of `get` `bindings`.
  func writeBindingsResult(into line: inout LineBuffer)

  /// Appends one JSON value, the `result` of `get` `statistics`.
  func writeStatisticsResult(into line: inout LineBuffer)

  /// Publishes a command as if a switch had made it. The name and its arguments come as the client wrote them.
  func send(
    command: String, arguments: [String], client: EscapedText, _ done: @escaping (RequestError?) -> Void)

  /// Answers the question of this id.
  func answer(question: Int, confirm: Bool) throws(RequestError)

  /// Makes presses give no commands for now, or lets them again.
  func setRest(_ isOn: Bool) throws(RequestError)

  /// Lets keys pass: `on`, `off` or `once`.
  func setPassThrough(_ word: String) throws(RequestError)

  /// Types the commands of switches by the table of this name, while no front end claims them; nil: no longer.
  func setBridge(_ name: String?, _ done: @escaping (RequestError?) -> Void)

  /// The command of this number, which this client had claimed under this name, did not apply. An empty name: the last
  /// command was not this client's.
  func unhandled(_ number: Int64, client: EscapedText) throws(RequestError)

  /// Ends a panic.
  func resume() throws(RequestError)

  /// Clients have claimed commands or given them up, or the person is in something else now; nil: nobody has said in
  /// what.
  func claimsChanged(context: ContextKind?)

  /// Clients hold presses back from now on, or none does any more.
  func setInhibited(_ isInhibited: Bool)

  /// A client learns from now on, or none does: edges of devices are told as `learn`, and do nothing else.
  func setLearning(_ isOn: Bool) throws(RequestError)

  /// Puts another profile in force, by its name.
  func setProfile(_ name: String, _ done: @escaping (RequestError?) -> Void)

  /// Reads the key-remap files again; done when they are in force.
  func reload(_ done: @escaping (RequestError?) -> Void)

  /// A client has been let in and has its `hello` and its `state`.
  func clientConnected()
}
