/// The reason why a text is not a command of the vocabulary, or not a chord of keys.
public struct CommandError: Error, Hashable, Sendable {
  /// The problem, such as `unknown command 'selct'`.
  public let message: String
  /// How to correct the problem, such as `did you mean 'select'?`.
  public let help: String

  package init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }
}
