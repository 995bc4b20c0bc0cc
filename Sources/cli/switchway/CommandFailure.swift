/// The reason why a command ends with a status other than 0, and what it writes to standard error.
struct CommandFailure: Error {
  enum Status: Int32 {
    case done = 0
    /// The command failed: a check found a problem, the daemon refused, or an operation failed.
    case failed = 1
    case usage = 2
    case permission = 3
    case noDaemon = 4
  }

  let status: Status
  /// The problem: one or more lines, without a line feed at the end. Empty if there is nothing to say.
  let words: String
  /// What the person can do about the problem, or `nil` if `words` already says it.
  let help: String?
  /// Whether no daemon listens at any of the sockets that were tried.
  var isAbsence = false

  init(_ status: Status, _ words: String = "", help: String? = nil) {
    (self.status, self.words, self.help) = (status, words, help)
  }

  var message: String { words + (help.map { "\nhelp: \($0)" } ?? "") }

  /// The reader of standard output has closed it, so the command can do nothing useful any more. This is not a failure,
  /// and nobody reads a message about it.
  static let readerGone = CommandFailure(.done)
}
