/// A duration in whole microseconds, the unit of the wire and of the kernel's event times.
public struct Microseconds: Hashable, Comparable, Sendable {
  /// µs. May be negative (`offset` in a key-remap file).
  public var value: Int64

  /// A length of `value` µs.
  public init(_ value: Int64) { self.value = value }

  /// A duration of zero.
  public static let zero = Microseconds(0)

  /// A length of whole milliseconds.
  public static func milliseconds(_ value: Int64) -> Microseconds { Microseconds(value * 1_000) }

  /// A length of whole seconds.
  public static func seconds(_ value: Int64) -> Microseconds { Microseconds(value * 1_000_000) }

  public static func < (left: Microseconds, right: Microseconds) -> Bool { left.value < right.value }
  public static func + (left: Microseconds, right: Microseconds) -> Microseconds {
    Microseconds(left.value &+ right.value)
  }
  public static func - (left: Microseconds, right: Microseconds) -> Microseconds {
    Microseconds(left.value &- right.value)
  }
}

/// A time of the machine's monotonic clock (`CLOCK_MONOTONIC`), in whole microseconds.
///
/// In a recording, a time of the recording's own clock. Arithmetic wraps, because a faulty recording may hold any
/// number and the core must not trap on it.
public struct Instant: Hashable, Comparable, Sendable {
  /// µs since the clock's zero.
  public var microseconds: Int64

  /// The moment `microseconds` µs after the clock's zero.
  public init(_ microseconds: Int64) { self.microseconds = microseconds }

  /// The earlier of two times, each of which may be missing.
  static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let other else { return one }
    guard let one else { return other }
    return min(one, other)
  }

  public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
  public static func + (left: Instant, right: Microseconds) -> Instant {
    Instant(left.microseconds &+ right.value)
  }
  public static func - (left: Instant, right: Microseconds) -> Instant {
    Instant(left.microseconds &- right.value)
  }
  /// The time from `right` to `left`.
  public static func - (left: Instant, right: Instant) -> Microseconds {
    Microseconds(left.microseconds &- right.microseconds)
  }
}
