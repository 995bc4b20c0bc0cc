/// A duration in whole microseconds, the unit of the protocol and of the kernel's event times.
@frozen
public struct Microseconds: Hashable, Comparable, Sendable {
  /// The number of microseconds. It may be negative, such as the setting `offset` in a profile.
  public var value: Int64

  /// Makes a duration of `value` µs.
  @inlinable
  public init(_ value: Int64) { self.value = value }

  /// A duration of zero.
  @inlinable
  public static var zero: Microseconds { Microseconds(0) }

  /// Returns a duration of `value` milliseconds.
  @inlinable
  public static func milliseconds(_ value: Int64) -> Microseconds { Microseconds(value * 1_000) }

  /// Returns a duration of `value` seconds.
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
/// In a recording, it is a time of the recording's own clock. Arithmetic wraps around on overflow, because a faulty
/// recording may contain any number, and the core must not crash because of it.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
  /// The number of microseconds since the clock's zero.
  public var microseconds: Int64

  /// Makes the time that is `microseconds` µs after the clock's zero.
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
  /// Returns the duration from `right` to `left`.
  @inlinable
  public static func - (left: Instant, right: Instant) -> Microseconds {
    Microseconds(left.microseconds &- right.microseconds)
  }
}
