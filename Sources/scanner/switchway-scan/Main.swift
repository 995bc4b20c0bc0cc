import ArgumentParser
import Glibc
import SwitchwayProtocol

/// The entry point of `switchway-scan`: reads the command line and does one thing.
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

  /// Help and the version are results, which the argument parser throws.
  private static func run() throws {
    do {
      try ScanCommand.parse().run()
    } catch {
      guard ScanCommand.exitCode(for: error) == .success else { throw error }
      try Output.write(ScanCommand.fullMessage(for: error) + "\n")
    }
  }
}

/// Why the program ends with a status other than 0, and what it writes to standard error.
struct ScanFailure: Error {
  /// 1: it cannot be done; 3: no permission. 2, wrong usage, is the argument parser's.
  let status: Int32
  /// Without a line feed at its end. Empty: there is nothing to say.
  let message: String

  init(_ message: String, status: Int32 = 1) { (self.message, self.status) = (message, status) }

  /// A call of the system has failed just now.
  static func ofSystem(_ what: String, code: Int32 = errno) -> ScanFailure {
    ScanFailure("\(what): \(unsafe String(cString: strerror(code)))", status: code == EACCES ? 3 : 1)
  }

  static let noHome = ScanFailure(
    "neither XDG_CONFIG_HOME nor HOME is set: run it as the user, in the session")
}

/// Writes to standard output and standard error.
enum Output {
  /// A reader that has gone is not an error.
  static func write(_ text: String) throws(ScanFailure) {
    let code = WholeWrite.write(Array(text.utf8)[...], to: STDOUT_FILENO)
    if code != 0, code != EPIPE { throw .ofSystem("cannot write the results", code: code) }
  }

  /// Writes a message for people, without a line feed at its end.
  static func complain(_ text: String) {
    if !text.isEmpty { _ = WholeWrite.write(Array("switchway-scan: \(text)\n".utf8)[...], to: STDERR_FILENO) }
  }
}
