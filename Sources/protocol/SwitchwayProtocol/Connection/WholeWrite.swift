import Glibc

/// Writes all of some bytes to a descriptor.
package enum WholeWrite {
  /// Waits while there is no space. Returns 0, or the `errno` of the write that failed.
  ///
  /// - Parameter isWanted: it is called before each write and returns whether to continue.
  package static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, while isWanted: () -> Bool = { true }
  ) -> Int32 {
    var rest = bytes
    while !rest.isEmpty, isWanted() {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program that started this one made the descriptor non-blocking.
        _ = Readiness.wait([], writing: descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
