import ArgumentParser
import Glibc
import SwitchwayProtocol

/// The entry point of `switchway-scan`: reads the command line, and runs the command.
@main
struct Main {
  static func main() {
    _ = signal(SIGPIPE, SIG_IGN)
    ProcessContext.openStandardDescriptors()
    do {
      try run()
    } catch let failure as ScanFailure {
      Output.complain(failure.message)
      exit(failure.status)
    } catch {
      Output.complain(ScanCommand.fullMessage(for: error))
      exit(ScanCommand.exitCode(for: error) == .validationFailure ? 2 : 1)
    }
  }

  /// Runs the command. The argument parser throws the help and the version, which are results and not failures.
  private static func run() throws {
    do {
      try ScanCommand.parse().run()
    } catch {
      guard ScanCommand.exitCode(for: error) == .success else { throw error }
      try Output.write(ScanCommand.fullMessage(for: error) + "\n")
    }
  }
}

/// The reason why the program ends with a status other than 0, and its message on standard error.
struct ScanFailure: Error {
  /// The exit status: 1 if the command cannot be performed, 3 if a permission is missing. For wrong usage, the argument
  /// parser exits with 2.
  let status: Int32
  /// The message has no line feed at its end. It is empty if there is none.
  let message: String

  init(_ message: String, status: Int32 = 1) { (self.message, self.status) = (message, status) }

  /// The failure of the system call that has just failed.
  static func ofSystem(_ what: String, code: Int32 = errno) -> ScanFailure {
    ScanFailure("\(what): \(unsafe String(cString: strerror(code)))", status: code == EACCES ? 3 : 1)
  }

  static let noHome = ScanFailure(
    "neither XDG_CONFIG_HOME nor HOME is set: run it as the user, in the session")
}

/// Writes to standard output and standard error.
enum Output {
  /// Writes to standard output. It is not an error if the reader has closed it.
  static func write(_ text: String) throws(ScanFailure) {
    let code = WholeWrite.write(Array(text.utf8)[...], to: STDOUT_FILENO)
    if code != 0, code != EPIPE { throw .ofSystem("cannot write the results", code: code) }
  }

  /// Writes a message for people, without a line feed at its end.
  static func complain(_ text: String) {
    if !text.isEmpty { _ = WholeWrite.write(Array("switchway-scan: \(text)\n".utf8)[...], to: STDERR_FILENO) }
  }
}
