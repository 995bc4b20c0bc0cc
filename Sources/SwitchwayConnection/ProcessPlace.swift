import CLinuxInput
import Glibc

/// Where a process runs: its environment and its own file, without Foundation.
public struct ProcessPlace: Sendable {
  /// The version of both programs.
  public static let version = "0.1.0"

  /// Variables by name.
  public var environment: [String: String]
  /// The path of the program's file; empty where `/proc` is not there.
  public var executable: String

  /// Closes this process to the person's other programs: none may attach to it or read its memory, and it leaves no
  /// core. The first thing that a process does which will read keys.
  public static func close() { _ = sw_forbid_dumps() }

  /// Opens standard input, output and errors on nothing where they are closed: what is opened later would get their
  /// numbers, and be written to as if it were they.
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
  public static func current() -> ProcessPlace {
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
      return ProcessPlace(environment: environment, executable: "")
    }
    defer { unsafe free(real) }
    return ProcessPlace(environment: environment, executable: unsafe String(cString: real))
  }
}
