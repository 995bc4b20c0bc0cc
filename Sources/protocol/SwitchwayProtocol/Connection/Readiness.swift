import CLinuxInput
import Glibc

/// Waits for descriptors.
package enum Readiness {
  /// Waits until one of `reading` can be read, `writing` can be written, or the reader of `output` has closed it.
  /// The end of a stream and its failure also count.
  ///
  /// - Parameters:
  ///   - reading: the descriptors; one below 0 is never ready.
  ///   - until: CLOCK_MONOTONIC, in µs, or `nil` for no limit.
  /// - Returns: which descriptors are ready: those of `reading`, then `writing`, then `output`. If all are false, the
  ///   time is over.
  ///   `nil`
  ///   if a signal came.
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

  /// Whether `descriptor` can be read now, or until `end`.
  package static func isReadable(_ descriptor: Int32, until end: Int64 = 0) -> Bool {
    wait([descriptor], until: end)?[0] ?? false
  }
}
