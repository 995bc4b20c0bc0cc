import CLinuxInput
import Glibc

/// Where a process runs: its environment and its own file, without Foundation.
public struct ProcessPlace: Sendable {
  /// Variables by name.
  public var environment: [String: String]
  /// The path of the program's file; empty where `/proc` is not there.
  public var executable: String

  /// Closes this process to the person's other programs: none may attach to it or read its memory, and it leaves no
  /// core. The first thing that a process does which will read keys.
  public static func close() { _ = sw_forbid_dumps() }

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
