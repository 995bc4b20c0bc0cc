import CLinuxInput
import Glibc

/// Waits until descriptors can be read or written.
package enum Readiness {
  /// Waits until one of `reading` can be read, `writing` can be written, or the reader of `output` has closed it. The
  /// end or a failure of a stream also counts.
  ///
  /// - Parameters:
  ///   - reading: the descriptors to read. A negative one is never ready.
  ///   - until: the time at which the wait ends (CLOCK_MONOTONIC, in µs). `nil` means no limit.
  /// - Returns: for each descriptor of `reading`, then for `writing` and `output`, whether it is ready. If all are
  ///   false, the time is over. `nil` if a signal has ended the wait.
  package static func wait(
    _ reading: [Int32], writing: Int32? = nil, output: Int32? = nil, until end: Int64? = nil
  ) -> [Bool]? {
    var polled = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    if let writing { polled.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)) }
    if let output { polled.append(pollfd(fd: output, events: 0, revents: 0)) }
    let left = end.map { Int32(clamping: (max($0 - sw_monotonic_microseconds(), 0) + 999) / 1_000) }
    guard unsafe poll(&polled, nfds_t(polled.count), left ?? -1) >= 0 else { return nil }
    return polled.map { $0.revents != 0 }
  }

  /// Waits until `descriptor` can be read or the time is `end`, and returns whether it can be read. By default, does
  /// not wait.
  package static func isReadable(_ descriptor: Int32, until end: Int64 = 0) -> Bool {
    wait([descriptor], until: end)?[0] ?? false
  }
}
