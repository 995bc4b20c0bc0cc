import Glibc

/// Writes all bytes of a result, or throws. If the reader has gone, throws `readerGone`, which is not an error.
enum StandardOutput {
  static func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)[...]) }

  static func write(_ bytes: ArraySlice<UInt8>) throws(CommandFailure) {
    switch WholeWrite.write(bytes, to: STDOUT_FILENO) {
    case 0: return
    case EPIPE: throw .readerGone
    case let code: throw CommandFailure(.failed, unsafe "cannot write the results: \(String(cString: strerror(code)))")
    }
  }
}
