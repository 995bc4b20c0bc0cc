import Glibc

/// A pipe within the process. Writing to it wakes a thread that polls it.
final class WakeUp: Sendable {
  let descriptor: Int32
  private let writing: Int32

  /// Makes the pipe. If the process has no descriptors left, there is no pipe, and the thread wakes only at its
  /// timeout.
  init() {
    var ends: [Int32] = [-1, -1]
    unsafe _ = pipe(&ends)
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, writing] where end >= 0 { _ = Glibc.close(end) }
  }

  func wake() {
    var byte: UInt8 = 1
    unsafe _ = write(writing, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
