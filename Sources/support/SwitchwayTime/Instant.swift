/// A duration in whole microseconds, the unit of the protocol and of the kernel's event times.
@frozen
public struct Microseconds: Hashable, Comparable, Sendable {
  /// µs. It may be negative (`offset` in a profile).
  public var value: Int64

  /// A length of `value` µs.
  @inlinable
  public init(_ value: Int64) { self.value = value }

  /// A duration of zero.
  @inlinable
  public static var zero: Microseconds { Microseconds(0) }

  /// A length of whole milliseconds.
  @inlinable
  public static func milliseconds(_ value: Int64) -> Microseconds { Microseconds(value * 1_000) }

  /// A length of whole seconds.
  @inlinable
  public static func seconds(_ value: Int64) -> Microseconds { Microseconds(value * 1_000_000) }

  @inlinable
  public static func == (left: Microseconds, right: Microseconds) -> Bool { left.value == right.value }
  @inlinable
  public static func < (left: Microseconds, right: Microseconds) -> Bool { left.value < right.value }
  @inlinable
  public static func + (left: Microseconds, right: Microseconds) -> Microseconds {
    Microseconds(left.value &+ right.value)
  }
  @inlinable
  public static func - (left: Microseconds, right: Microseconds) -> Microseconds {
    Microseconds(left.value &- right.value)
  }
}

/// A time of the computer's monotonic clock (`CLOCK_MONOTONIC`), in whole microseconds.
///
/// In a recording, a time of the recording's own clock. Arithmetic wraps, because a faulty recording may hold any
/// number and the core must not trap on it.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
  /// µs since the clock's zero.
  public var microseconds: Int64

  /// The moment `microseconds` µs after the clock's zero.
  @inlinable
  public init(_ microseconds: Int64) { self.microseconds = microseconds }

  @inlinable
  public static func == (left: Instant, right: Instant) -> Bool { left.microseconds == right.microseconds }
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
  @inlinable
  public static func + (left: Instant, right: Microseconds) -> Instant {
    Instant(left.microseconds &+ right.value)
  }
  @inlinable
  public static func - (left: Instant, right: Microseconds) -> Instant {
    Instant(left.microseconds &- right.value)
  }
  /// The time from `right` to `left`.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Microseconds {
    Microseconds(left.microseconds &- right.microseconds)
  }
}
