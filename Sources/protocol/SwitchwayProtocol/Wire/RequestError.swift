/// The reason why a request was not performed: the contents of the `error` that answers it.
public struct RequestError: Error, Hashable, Sendable {
  public var code: ErrorCode
  public var reason: ErrorReason
  /// A message that names the problem and how to correct it.
  public var message: String
  /// The `diagnostics` of a `reload` that failed, or `nil` if the answer has no such member.
  public var diagnostics: [DiagnosticMessage]?

  public init(
    _ code: ErrorCode, _ reason: ErrorReason, _ message: String, diagnostics: [DiagnosticMessage]? = nil
  ) {
    self.code = code
    self.reason = reason
    self.message = message
    self.diagnostics = diagnostics
  }
}
