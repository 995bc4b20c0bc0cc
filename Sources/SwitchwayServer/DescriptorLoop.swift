import SwitchwayConnection
import SwitchwayCore

/// What a descriptor is watched for.
public struct DescriptorInterest: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Something can be read, or the other end has stopped sending.
  public static let readable = DescriptorInterest(rawValue: 1)
  /// There is room to send again.
  public static let writable = DescriptorInterest(rawValue: 2)
}

/// What happened to a watched descriptor.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is something to read, or the end of it.
  public static let readable = DescriptorEvents(rawValue: 1)
  /// There is room to send again.
  public static let writable = DescriptorEvents(rawValue: 2)
  /// The other end is gone in both directions, or the descriptor has an error. Told whatever the interest.
  public static let hangUp = DescriptorEvents(rawValue: 4)
}

/// The loop that the server lives in: one thread, level-triggered.
public protocol DescriptorLoop: AnyObject {
  /// Calls `handler` whenever `descriptor` is as `interest` says, or hung up, until the watch is cancelled.
  ///
  /// Throws where the loop cannot watch it (out of descriptors or memory).
  func watch(
    _ descriptor: Int32, for interest: DescriptorInterest, _ handler: @escaping (DescriptorEvents) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch

  /// A timer of the machine's monotonic clock that is not set; `handler` is called once for each setting.
  func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer
}

/// A timer of the loop; let go of, it does not come due.
public protocol LoopTimer: AnyObject {
  /// Comes due at `time` (at once, where that has passed); nil: not at all.
  func set(to time: Instant?)
}

/// One descriptor that is watched.
public protocol DescriptorWatch: AnyObject {
  /// Watches for `interest` from now on; empty: for `hangUp` alone.
  func change(to interest: DescriptorInterest)

  /// Ends the watch; the handler is let go of and not called again. Called before the descriptor is closed, possibly
  /// by the handler itself.
  func cancel()
}
