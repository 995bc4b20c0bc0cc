import Glibc
import SwitchwayConnection

/// Writes all bytes of a result, or throws. If the reader has gone, throws `readerGone`, which is not an error.
enum StandardOutput {
  static func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)[...]) }

  static func write(_ bytes: [UInt8]) throws(CommandFailure) { try write(bytes[...]) }

  static func write(_ bytes: ArraySlice<UInt8>) throws(CommandFailure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe raw.baseAddress.map { unsafe Glibc.write(STDOUT_FILENO, $0 + done, bytes.count - done) } ?? 0
      }
      if count >= 0 {
        done += count
      } else if errno == EPIPE {
        throw .readerGone
      } else if errno == EAGAIN {
        _ = Readiness.wait([], writing: STDOUT_FILENO)
      } else if errno != EINTR {
        throw CommandFailure(.failed, unsafe "cannot write the results: \(String(cString: strerror(errno)))")
      }
    }
  }
}
