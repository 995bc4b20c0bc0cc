import Glibc
import SwitchwayProtocol
import SwitchwayDaemon

/// The entry point of the daemon: reads the command line, and runs until a signal ends it.
@main
struct Main {
  static func main() {
    // This is done first, so that no other program of the person can read this program's memory.
    ProcessContext.close()
    ProcessContext.openStandardDescriptors()
    if let complaint = ProcessContext.stackComplaint {
      complain(complaint)
      exit(DaemonFailure.Status.failed.rawValue)
    }
    switch DaemonOptions.parse(Array(CommandLine.arguments.dropFirst())) {
    case .help: answer(DaemonOptions.help)
    case .version: answer("switchwayd \(ProcessContext.version)\n")
    case .wrong(let what):
      complain("\(what)\nhelp: switchwayd --help")
      exit(DaemonFailure.Status.usage.rawValue)
    case .run(let options): run(options)
    }
  }

  private static func run(_ options: DaemonOptions) -> Never {
    if options.recordings.isEmpty { ProcessContext.ignoreStops() }
    var log: LogHelper?
    do throws(DaemonFailure) {
      // The helper is forked first, before the process opens anything that the helper should not inherit.
      let helper = try LogHelper()
      log = helper
      let process = ProcessContext.current()
      let daemon = try Daemon(options, environment: process.environment, executable: process.executable, log: helper)
      let status = try daemon.run()
      helper.finish(within: 50)
      exit(status)
    } catch {
      // The error is printed after all lines that were logged before.
      log?.finish(within: 1_000)
      complain(error.description)
      exit(error.status.rawValue)
    }
  }

  /// Writes `text` to standard output. It is not an error if the reader has closed it.
  private static func answer(_ text: String) {
    let code = WholeWrite.write(Array(text.utf8)[...], to: STDOUT_FILENO)
    guard code != 0, code != EPIPE else { return }
    complain(unsafe "cannot write the results: \(String(cString: strerror(code)))")
    exit(DaemonFailure.Status.failed.rawValue)
  }

  private static func complain(_ text: String) {
    var bytes = Array("switchwayd: \(text)\n".utf8)
    unsafe bytes.withUnsafeMutableBytes { unsafe _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
