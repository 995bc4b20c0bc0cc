/// Why a command ends with a status other than 0, and what it writes to standard error.
struct CommandFailure: Error {
  enum Status: Int32 {
    case done = 0
    /// The answer is no: a check failed, the daemon refused, or something could not be done.
    case failed = 1
    case usage = 2
    case permission = 3
    case noDaemon = 4
  }

  let status: Status
  /// One or more lines, without a line feed at the end. Empty if there is nothing to say.
  let message: String
  /// Whether no daemon listens at any of the sockets that were tried.
  var isAbsence = false

  /// - Parameter help: what to do about it; nil: the message says all.
  init(_ status: Status, _ message: String = "", help: String? = nil) {
    self.status = status
    self.message = message + (help.map { "\nhelp: \($0)" } ?? "")
  }

  /// The reader of standard output has closed it, and the command is of no use without one. This is not a failure, and
  /// nobody reads a message.
  static let readerGone = CommandFailure(.done)
}
