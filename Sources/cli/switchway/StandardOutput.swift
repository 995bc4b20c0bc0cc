import Glibc
import SwitchwayProtocol

/// Writes the results of a command to standard output: all bytes, or it throws.
enum StandardOutput {
  /// Writes a result. If the reader has closed standard output, nothing is written, and the command continues to its
  /// end.
  static func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)[...]) }

  static func write(_ bytes: ArraySlice<UInt8>) throws(CommandFailure) { _ = try isRead(bytes) }

  /// Writes the results of a command that is useful only while somebody reads them. If the reader has closed standard
  /// output, throws `readerGone`, which is not an error.
  static func stream(_ text: String) throws(CommandFailure) { try stream(Array(text.utf8)[...]) }

  static func stream(_ bytes: ArraySlice<UInt8>) throws(CommandFailure) {
    guard try isRead(bytes) else { throw .readerGone }
  }

  /// Writes the bytes. Returns false if the reader has closed standard output.
  private static func isRead(_ bytes: ArraySlice<UInt8>) throws(CommandFailure) -> Bool {
    switch WholeWrite.write(bytes, to: STDOUT_FILENO) {
    case 0: return true
    case EPIPE: return false
    case let code: throw CommandFailure(.failed, unsafe "cannot write the results: \(String(cString: strerror(code)))")
    }
  }
}
