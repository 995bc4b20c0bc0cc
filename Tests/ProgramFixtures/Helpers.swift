import Foundation
import Glibc

/// The processes that read, write and log for a daemon, as seen from outside.
package struct HelperProcess {
  package let identifier: pid_t

  package static let files = "switchwayd-file"
  package static let log = "switchwayd-log"

  /// The daemon's helpers of this name. There may be two: one that is replaced as it did not answer, and the next one.
  package static func all(_ name: String, of daemon: Program) -> [HelperProcess] {
    let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    return processes.filter { process in
      guard let status = HelperProcess.status(process) else { return false }
      return status.name == name && status.parent == daemon.identifier && status.state != "Z"
    }.map(HelperProcess.init(identifier:))
  }

  /// The daemon's helper of this name that is none of `others`, once it waits for something to do. It has its name
  /// first; then it ignores signals, asks to be told of the daemon's end, and closes what it inherits.
  @discardableResult
  package static func wait(_ name: String, of daemon: Program, notIn others: [HelperProcess] = []) throws
    -> HelperProcess
  {
    var found: HelperProcess?
    try eventually("a process \(name)") {
      found = all(name, of: daemon).first { one in
        !others.contains { $0.identifier == one.identifier } && HelperProcess.status(one.identifier)?.state == "S"
      }
      return found != nil
    }
    guard let found else { throw ProgramError("no process \(name)") }
    return found
  }

  package func signal(_ number: Int32) { kill(identifier, number) }

  /// Stops it, and waits until it is.
  package func stop() throws {
    signal(SIGSTOP)
    try eventually("a stopped helper") { hasEnded || HelperProcess.status(identifier)?.state == "T" }
  }

  /// Whether it has ended, whoever takes what is left of it.
  package var hasEnded: Bool { HelperProcess.status(identifier).map { $0.state == "Z" } ?? true }

  /// proc(5): the name in parentheses, then the state and the parent.
  fileprivate static func status(_ process: pid_t) -> (name: String, state: String, parent: pid_t)? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let end = text.lastIndex(of: ")")
    else { return nil }
    let rest = text[text.index(after: end)...].split(separator: " ")
    guard rest.count > 1, let parent = pid_t(rest[1]) else { return nil }
    return (String(text[text.index(after: open)..<end]), String(rest[0]), parent)
  }
}

extension Program {
  /// Stops it, and waits until it is.
  package func stop() throws {
    signal(SIGSTOP)
    try eventually("a stopped program") { HelperProcess.status(identifier)?.state == "T" }
  }
}
