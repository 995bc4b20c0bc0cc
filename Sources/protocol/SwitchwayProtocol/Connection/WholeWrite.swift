import Glibc

/// Writes bytes to a descriptor until all are written.
package enum WholeWrite {
  /// Writes all bytes, and waits while there is no space. Returns 0, or the `errno` of the write that has failed.
  ///
  /// - Parameter isWanted: returns whether to continue. It is called before each write.
  package static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, while isWanted: () -> Bool = { true }
  ) -> Int32 {
    var rest = bytes
    while !rest.isEmpty, isWanted() {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The descriptor may be non-blocking, because another program that shares it has made it so.
        _ = Readiness.wait([], writing: descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
