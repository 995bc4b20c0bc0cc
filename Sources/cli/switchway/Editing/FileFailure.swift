import Glibc
import SwitchwayConfig
import SwitchwayFiles

/// Makes messages for people about file operations that failed.
enum FileFailure {
  /// `code`: the `errno` of the call that failed.
  static func of(_ what: String, _ path: String, code: Int32 = errno) -> CommandFailure {
    let isDenied = code == EACCES || code == EPERM || code == EROFS
    let help =
      switch code {
      case ENOSPC, EDQUOT: "free some space on that disk"
      case EROFS: "that disk is mounted read-only: mount it for writing"
      default: what == "cannot read" ? "check that you may read it" : "check that you may write there"
      }
    return CommandFailure(
      isDenied ? .permission : .failed,
      unsafe "\(what) \(Terminal.printable(path)): \(String(cString: strerror(code)))", help: help)
  }

  static func notRegular(_ path: String, help: String = "replace it with a plain text file") -> CommandFailure {
    CommandFailure(.failed, "\(Terminal.printable(path)): not a regular file", help: help)
  }

  static func link(_ path: String) -> CommandFailure {
    CommandFailure(
      .failed, "\(Terminal.printable(path)): a symbolic link, which switchway does not follow here",
      help: "replace it with a plain file")
  }
}

/// Throws if this is a process of root and the path belongs to another user.
func refuseForeign(_ path: String) throws(CommandFailure) {
  guard let foreign = ForeignPath(path) else { return }
  throw CommandFailure(.permission, "\(Terminal.printable(path)): \(foreign.message)", help: foreign.help)
}
