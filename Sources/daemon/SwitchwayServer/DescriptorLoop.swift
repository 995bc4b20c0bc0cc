import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

/// The events for which a descriptor is watched, or that happened.
public struct DescriptorReadiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is data to read, or the other end has stopped sending.
  public static let readable = DescriptorReadiness(rawValue: 1)
  /// There is space to send again.
  public static let writable = DescriptorReadiness(rawValue: 2)
  /// The other end has gone in both directions, or the descriptor has an error. It is reported in any case.
  public static let hangUp = DescriptorReadiness(rawValue: 4)
}

/// The event loop that the server runs in. It has one thread and reports by level.
public protocol DescriptorLoop: AnyObject {
  /// Calls `handler` whenever `descriptor` is ready as `interest` says, or hung up, until the watch is cancelled.
  ///
  /// Throws if the loop cannot watch it (out of descriptors or memory).
  func watch(
    _ descriptor: Int32, for interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch

  /// Makes a timer on the machine's monotonic clock. It is not set yet. `handler` is called once for each setting.
  func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer
}

/// A timer of the loop. A released timer does not fire.
public protocol LoopTimer: AnyObject {
  /// Fires at `time`, or at once if that has passed. `nil` means never.
  func set(to time: Instant?)
}

/// One descriptor that is watched.
public protocol DescriptorWatch: AnyObject {
  /// Watches for `interest` from now on. If that is empty, only `hangUp` is reported.
  func change(to interest: DescriptorReadiness)

  /// Ends the watch. The handler is released and not called again. Call it before the descriptor is closed; the handler
  /// may call it.
  func cancel()
}
