import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

/// Events of a descriptor: those for which it is watched, or those that have happened.
public struct DescriptorReadiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is data to read, or the other end has stopped sending.
  public static let readable = DescriptorReadiness(rawValue: 1)
  /// There is space to send again.
  public static let writable = DescriptorReadiness(rawValue: 2)
  /// The other end has gone in both directions, or the descriptor has an error. This event is always reported.
  public static let hangUp = DescriptorReadiness(rawValue: 4)
}

/// The event loop that the server runs in. It has one thread. It reports an event again in each turn while the
/// condition lasts (level-triggered).
public protocol DescriptorLoop: AnyObject {
  /// Calls `handler` whenever `descriptor` is ready for `interest` or has hung up, until the watch is cancelled.
  ///
  /// Throws if the loop cannot watch the descriptor, because memory or descriptors are used up.
  func watch(
    _ descriptor: Int32, for interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch

  /// Makes a timer on the computer's monotonic clock, which is not set yet. `handler` is called once each time that the
  /// timer was set and its time has come.
  func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer
}

/// A timer of the loop. It does not fire after the last reference to it has gone.
public protocol LoopTimer: AnyObject {
  /// Makes the timer fire at `time`, or at once if this time has passed. `nil` means never.
  func set(to time: Instant?)
}

/// The watch of one descriptor.
public protocol DescriptorWatch: AnyObject {
  /// Watches for `interest` from now on. If it is empty, only `hangUp` is reported.
  func change(to interest: DescriptorReadiness)

  /// Ends the watch. The handler is released and not called again. Call this before the descriptor is closed. The
  /// handler may call it.
  func cancel()
}
