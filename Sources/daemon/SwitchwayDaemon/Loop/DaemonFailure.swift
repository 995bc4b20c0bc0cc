import Glibc
import SwitchwayProtocol
import SwitchwayDevices
import SwitchwayServer

/// The reason why the daemon cannot run: a message for people, and the exit status for programs.
public struct DaemonFailure: Error, CustomStringConvertible {
  /// Exit statuses of `switchwayd`.
  public enum Status: Int32, Sendable {
    case failed = 1
    case usage = 2
    case permission = 3
    /// `EX_TEMPFAIL` of sysexits.h: another instance is running.
    case anotherInstance = 75
    /// `EX_NOPERM` of sysexits.h: the daemon was started as root, and refuses that.
    case refusesRoot = 77
  }

  public let status: Status
  /// The message: the problem and the remedy, in one or more lines.
  public let description: String

  public init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }

  init(_ error: ListeningSocketError) {
    switch error {
    case .inUse(let path):
      self.init(
        .anotherInstance,
        "another switchwayd is already running at \(path)\n"
          + "help: use that one, stop it first, or give another path with --socket"
      )
    case .unusable(let what, let help): self.init(.failed, "\(what)\nhelp: \(help)")
    case .system(let failure): self.init(failure)
    }
  }

  init(_ holder: PersonLock.Holder) {
    self.init(
      .anotherInstance,
      "\(holder.name) already reads this user's devices, and two would interfere with each other\n"
        + "help: use that one ('switchway status' shows it), or stop it first: \(holder.ending); "
        + "recordings can still be played (--play)")
  }

  init(_ failure: SystemFailure) {
    let isPermission = failure.code == EACCES || failure.code == EPERM
    self.init(
      isPermission ? .permission : .failed,
      unsafe "could not \(failure.call): \(String(cString: strerror(failure.code)))")
  }

  /// The failure for a recording that cannot be used.
  init(_ error: RecordingError) {
    self.init(error.isOfPermission ? .permission : .failed, error.message)
  }
}
