import ArgumentParser
import Glibc
import SwitchwayConnection

/// The entry point of `switchway-scan`: reads the command line and does one thing.
@main
struct Main {
  static func main() {
    _ = signal(SIGPIPE, SIG_IGN)
    ProcessContext.openStandardDescriptors()
    do {
      try ScanCommand.parse().run()
    } catch let failure as ScanFailure {
      Output.complain(failure.message)
      exit(failure.status)
    } catch {
      guard ScanCommand.exitCode(for: error) == .success else {
        Output.complain(ScanCommand.fullMessage(for: error))
        exit(2)
      }
      Output.write(ScanCommand.fullMessage(for: error) + "\n")
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
  static func ofSystem(_ what: String) -> ScanFailure {
    ScanFailure("\(what): \(unsafe String(cString: strerror(errno)))", status: errno == EACCES ? 3 : 1)
  }

  static let noHome = ScanFailure(
    "neither XDG_CONFIG_HOME nor HOME is set: run it as the person, in the session")
}

/// Writes to standard output and standard error. A reader that has gone is not waited for.
enum Output {
  static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes a message for people, without a line feed at its end.
  static func complain(_ text: String) {
    if !text.isEmpty { write("switchway-scan: \(text)\n", to: STDERR_FILENO) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
