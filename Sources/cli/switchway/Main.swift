import ArgumentParser
import Glibc
import SwitchwayProtocol

/// The entry point of `switchway`: reads the command line, runs one command, and ends with its exit status.
@main
struct Main {
  static func main() {
    // If the reader of standard output has closed it, the write fails (`StandardOutput`); no signal ends the program.
    _ = signal(SIGPIPE, SIG_IGN)
    ProcessContext.openStandardDescriptors()
    if let complaint = ProcessContext.stackComplaint {
      Terminal.complain(complaint)
      exit(CommandFailure.Status.failed.rawValue)
    }
    do {
      var command = try SwitchwayCommand.parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      Terminal.complain(failure.message)
      exit(failure.status.rawValue)
    } catch {
      leave(with: error)
    }
  }

  /// Ends the program after the argument parser has thrown. The parser also throws help texts and versions, which are
  /// printed as results; everything else is wrong usage.
  private static func leave(with error: any Error) -> Never {
    let text = SwitchwayCommand.fullMessage(for: error)
    let arguments = Array(CommandLine.arguments.dropFirst())
    let isResult = SwitchwayCommand.exitCode(for: error) == .success
    let mistake = isResult ? UsageWords.overlooked(in: arguments) : UsageWords.unknownCommand(in: arguments)
    guard isResult, mistake == nil else {
      Terminal.complain(mistake ?? Terminal.printable(text, keepsLines: true))
      exit(CommandFailure.Status.usage.rawValue)
    }
    do throws(CommandFailure) {
      try StandardOutput.write(text + "\n")
    } catch {
      Terminal.complain(error.message)
      exit(error.status.rawValue)
    }
    exit(0)
  }
}
