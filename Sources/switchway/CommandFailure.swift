/// Why a command ends with another status than 0, and what to say about it on standard error.
struct CommandFailure: Error {
  /// Exit statuses of `switchway`.
  enum Status: Int32 {
    case done = 0
    /// The answer is no: a check failed, the daemon refused, something could not be done.
    case failed = 1
    case usage = 2
    case permission = 3
    case noDaemon = 4
  }

  let status: Status
  /// A line or more, without a line feed at its end; empty: nothing is left to say.
  let message: String
  /// Nobody listens where the daemon was looked for.
  var isAbsence = false

  init(_ status: Status, _ message: String = "") {
    self.status = status
    self.message = message
  }

  /// Whoever read the results has gone: there is nobody to tell anything, and nothing went wrong.
  static let readerGone = CommandFailure(.done)
}
