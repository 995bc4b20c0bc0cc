import CLinuxInput
import Glibc

/// The environment of a process and the path of its program, without Foundation.
public struct ProcessContext: Sendable {
  /// The version of both programs.
  public static let version = "0.1.0"

  /// The variables by name.
  public var environment: [String: String]
  /// The path of the program; empty if `/proc` is missing.
  public var executable: String

  /// Protects this process from the person's other programs: they cannot attach to it or read its memory, and it writes
  /// no core file. A process that will read keys calls this first.
  public static func close() { _ = sw_forbid_dumps() }

  /// Makes a terminal unable to stop this process and those that it starts. If a process that holds keyboards were
  /// stopped, they would stop working, and Ctrl+Z can be typed on one of them.
  public static func ignoreStops() { for stop in [SIGTSTP, SIGTTIN, SIGTTOU] { signal(stop, SIG_IGN) } }

  /// The smallest limit of the stack with which the programs run, in bytes. With 96 KiB they were seen to work,
  /// with 64 KiB to crash; threads get as much.
  private static let smallestStack: UInt = 512 * 1_024

  /// The problem with the limit of the stack, and how to fix it. `nil` if it is large enough.
  public static var stackComplaint: String? {
    let limit = sw_stack_limit()
    guard limit < smallestStack else { return nil }
    return "the stack may only be \(limit / 1_024) KiB large, and \(smallestStack / 1_024) KiB are needed\n"
      + "help: raise the limit: 'ulimit -s 8192' in a shell, 'LimitSTACK=8M' in a unit of systemd"
  }

  /// Opens standard input, output and error on `/dev/null` if they are closed. Otherwise files that are opened later
  /// would get these numbers and receive the output.
  public static func openStandardDescriptors() {
    while true {
      let opened = unsafe open("/dev/null", O_RDWR)
      guard opened >= 0, opened <= STDERR_FILENO else {
        if opened >= 0 { _ = Glibc.close(opened) }
        return
      }
    }
  }

  /// This process.
  public static func current() -> ProcessContext {
    var environment: [String: String] = [:]
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe next += 1
    }
    guard let real = unsafe realpath("/proc/self/exe", nil) else {
      return ProcessContext(environment: environment, executable: "")
    }
    defer { unsafe free(real) }
    return ProcessContext(environment: environment, executable: unsafe String(cString: real))
  }
}
