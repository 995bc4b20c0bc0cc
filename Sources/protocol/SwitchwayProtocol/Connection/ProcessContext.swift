import CLinuxInput
import Glibc

/// The environment of a process and the path of its program. It does not need Foundation.
public struct ProcessContext: Sendable {
  /// The version of Switchway.
  public static let version = "0.1.0"

  /// The environment variables, by name.
  public var environment: [String: String]
  /// The path of the program. Empty if `/proc` is missing.
  public var executable: String

  /// Protects this process from the person's other programs: they cannot attach to it or read its memory, and it writes
  /// no core file. A process that reads keys calls this before anything else.
  public static func close() { _ = sw_forbid_dumps() }

  /// Makes this process, and the processes that it starts, ignore the signals by which a terminal stops processes.
  /// Ctrl+Z may be typed on a keyboard that this process has grabbed, and if the process stopped then, the keyboard
  /// would no longer work.
  public static func ignoreStops() { for stop in [SIGTSTP, SIGTTIN, SIGTTOU] { signal(stop, SIG_IGN) } }

  /// The smallest limit of the stack, in bytes, with which the programs start. Threads get a stack of the same size. In
  /// tests the programs worked with 96 KiB and crashed with 64 KiB.
  private static let smallestStack: UInt = 512 * 1_024

  /// A message that says that the limit of the stack is too small, and how to fix it. `nil` if it is large enough.
  public static var stackComplaint: String? {
    let limit = sw_stack_limit()
    guard limit < smallestStack else { return nil }
    return "the stack may only be \(limit / 1_024) KiB large, and \(smallestStack / 1_024) KiB are needed\n"
      + "help: raise the limit: 'ulimit -s 8192' in a shell, 'LimitSTACK=8M' in a unit of systemd"
  }

  /// Opens `/dev/null` as standard input, output or error if they are closed. Otherwise a file that is opened later
  /// could get one of their numbers, and output would be written into it.
  public static func openStandardDescriptors() {
    while true {
      let opened = unsafe open("/dev/null", O_RDWR)
      guard opened >= 0, opened <= STDERR_FILENO else {
        if opened >= 0 { _ = Glibc.close(opened) }
        return
      }
    }
  }

  /// Returns the context of this process.
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
