import CLinuxInput
import CLibsystemd
import Glibc
import SwitchwayTime

/// The only event loop of a program. It watches descriptors, timers of the monotonic clock, and signals.
///
/// It is a thin layer over sd-event, and is used by only one thread. If several sources are ready, the source with the
/// lowest priority value is served first: devices before deadlines, and deadlines before clients.
@safe public final class Reactor {
  /// The priorities of sources. The source with the lowest value is served first.
  public enum Priority: Int64 {
    /// Changes of the session. They are served before devices, so that no event is read that belongs to another
    /// person's session.
    case session = -150
    case devices = -100
    case deadlines = -50
    case control = 0
    case clients = 100
  }

  /// The bits of epoll(7) for the events of a descriptor.
  public enum Ready {
    /// There is data to read, or the other end has stopped sending.
    public static var readable: UInt32 { EPOLLIN.rawValue }
    /// Data can be written without waiting.
    public static var writable: UInt32 { EPOLLOUT.rawValue }
    /// There is an error, or the other end is closed. This is always reported.
    public static var hungUp: UInt32 { EPOLLHUP.rawValue | EPOLLERR.rawValue }
  }

  /// The reason why the event loop could not be set up or run.
  public struct Failure: Error, CustomStringConvertible {
    public let errno: Int32
    public let what: String

    package init(errno: Int32, what: String) { (self.errno, self.what) = (errno, what) }

    public var description: String { unsafe "\(what): \(String(cString: strerror(errno)))" }
  }

  /// The `sd_event` of this loop, for libraries that need one.
  package let loop: OpaquePointer

  public init() throws(Failure) {
    var made: OpaquePointer?
    let answer = unsafe sd_event_new(&made)
    guard answer >= 0, let made = unsafe made else {
      throw Failure(errno: -answer, what: "the event loop could not be made")
    }
    unsafe loop = made
  }

  deinit { unsafe sd_event_unref(loop) }

  /// The present time on the clock of the kernel's events.
  public static var now: Instant { Instant(sw_monotonic_microseconds()) }

  /// Runs the loop until `exit` is called, and returns the code of that call.
  public func run() throws(Failure) -> Int32 {
    let answer = unsafe sd_event_loop(loop)
    if answer < 0 { throw Failure(errno: -answer, what: "the event loop failed") }
    return answer
  }

  /// Makes `run` return when the present handler has returned.
  public func exit(code: Int32) { unsafe _ = sd_event_exit(loop, code) }

  /// Calls `handler` with the ready bits whenever `descriptor` is ready for `events` (bits of `Ready`).
  public func watch(
    _ descriptor: Int32, for events: UInt32, priority: Priority, _ handler: @escaping (UInt32) -> Void
  ) throws(Failure) -> DescriptorSource {
    try DescriptorSource(in: self, descriptor, events, priority, handler)
  }

  /// Creates a timer, which is not set yet. `handler` is called once each time that the timer was set and its time has
  /// come.
  ///
  /// `TimerSource` explains `isLazy`.
  public func timer(
    priority: Priority, isLazy: Bool = false, _ handler: @escaping () -> Void
  ) throws(Failure) -> TimerSource {
    try TimerSource(in: self, priority, isLazy: isLazy, handler)
  }

  /// Creates a source whose `handler` is called in the next turn of the loop after each `schedule`.
  public func deferred(priority: Priority, _ handler: @escaping () -> Void) throws(Failure) -> DeferredSource {
    try DeferredSource(in: self, priority, handler)
  }

  /// Calls `handler` with the number of each of these signals that comes. Blocks their normal delivery, and ignores
  /// SIGPIPE.
  public func onSignals(_ signals: [Int32], _ handler: @escaping (Int32) -> Void) throws(Failure) -> [SignalSource] {
    let answer = unsafe signals.withUnsafeBufferPointer { unsafe sw_block_signals($0.baseAddress, Int32($0.count)) }
    if answer < 0 { throw Failure(errno: -answer, what: "signals could not be blocked") }
    var sources: [SignalSource] = []
    for signal in signals { sources.append(try SignalSource(in: self, signal, handler)) }
    return sources
  }
}

/// The watch of a descriptor, which lasts while this object exists, or until `cancel`.
@safe public final class DescriptorSource {
  private var source: OpaquePointer?
  private let handler: (UInt32) -> Void

  fileprivate init(
    in reactor: Reactor, _ descriptor: Int32, _ events: UInt32, _ priority: Reactor.Priority,
    _ handler: @escaping (UInt32) -> Void
  ) throws(Reactor.Failure) {
    self.handler = handler
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let answer = unsafe sd_event_add_io(
      reactor.loop, &source, descriptor, events,
      { _, _, ready, me in
        guard let me = unsafe me else { return 0 }
        let source = unsafe Unmanaged<DescriptorSource>.fromOpaque(me).takeUnretainedValue()
        source.handler(ready)
        return 0
      }, me)
    if answer < 0 { throw Reactor.Failure(errno: -answer, what: "a descriptor could not be watched") }
    unsafe _ = sd_event_source_set_priority(source, priority.rawValue)
  }

  deinit { cancel() }

  /// Watches for these events from now on, instead of the earlier ones.
  public func change(to events: UInt32) {
    if let source = unsafe source { unsafe _ = sd_event_source_set_io_events(source, events) }
  }

  /// Ends the watch. The descriptor stays open.
  public func cancel() {
    unsafe _ = sd_event_source_disable_unref(source)
    unsafe source = nil
  }
}

/// A timer of the monotonic clock.
///
/// Setting a timer needs a system call. A lazy timer saves calls if its time usually moves later before it comes: if it
/// is set to a later time, or to none, the kernel's timer stays as it is. That timer then wakes the loop once, and is
/// only then set to the new time.
@safe public final class TimerSource {
  private var source: OpaquePointer?
  private let isLazy: Bool
  private let handler: () -> Void
  /// The time when the handler must be called. `nil` if it must not be called.
  private var wanted: Instant?
  /// The time when sd-event wakes the loop, which is never later than `wanted`. `nil` if sd-event's timer is off.
  private var armed: Instant?

  fileprivate init(
    in reactor: Reactor, _ priority: Reactor.Priority, isLazy: Bool, _ handler: @escaping () -> Void
  ) throws(Reactor.Failure) {
    self.isLazy = isLazy
    self.handler = handler
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    // An accuracy of 0 would mean sd-event's default of 250 ms, so this is 1 µs, the finest value.
    let answer = unsafe sd_event_add_time(
      reactor.loop, &source, CLOCK_MONOTONIC, UInt64.max, 1,
      { _, _, me in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<TimerSource>.fromOpaque(me).takeUnretainedValue().wake()
        return 0
      }, me)
    if answer < 0 { throw Reactor.Failure(errno: -answer, what: "a timer could not be made") }
    unsafe _ = sd_event_source_set_priority(source, priority.rawValue)
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  deinit { unsafe _ = sd_event_source_disable_unref(source) }

  /// Makes the timer due at `time`, or at once if this time has passed. `nil` means never.
  public func set(to time: Instant?) {
    guard time != wanted else { return }
    wanted = time
    if let time {
      if isLazy, let armed, armed <= time { return }
      arm(at: time)
    } else if !isLazy {
      armed = nil
      unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }
  }

  private func arm(at time: Instant) {
    armed = time
    unsafe _ = sd_event_source_set_time(source, UInt64(max(0, time.microseconds)))
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }

  private func wake() {
    armed = nil
    guard let time = wanted else { return }
    if time > Reactor.now { return arm(at: time) }
    wanted = nil
    handler()
  }
}

/// A handler that is called in the next turn of the loop. Sources that are ready and have a lower priority value are
/// served before.
@safe public final class DeferredSource {
  private var source: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(
    in reactor: Reactor, _ priority: Reactor.Priority, _ handler: @escaping () -> Void
  ) throws(Reactor.Failure) {
    self.handler = handler
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let answer = unsafe sd_event_add_defer(
      reactor.loop, &source,
      { _, me in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<DeferredSource>.fromOpaque(me).takeUnretainedValue().handler()
        return 0
      }, me)
    if answer < 0 { throw Reactor.Failure(errno: -answer, what: "work could not be deferred") }
    unsafe _ = sd_event_source_set_priority(source, priority.rawValue)
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  deinit { unsafe _ = sd_event_source_disable_unref(source) }

  /// Makes the loop call the handler once, in its next turn.
  public func schedule() { unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT)) }
}

/// A signal that the loop receives.
@safe public final class SignalSource {
  private var source: OpaquePointer?
  private let handler: (Int32) -> Void

  fileprivate init(
    in reactor: Reactor, _ signal: Int32, _ handler: @escaping (Int32) -> Void
  ) throws(Reactor.Failure) {
    self.handler = handler
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let answer = unsafe sd_event_add_signal(
      reactor.loop, &source, signal,
      { _, information, me in
        guard let me = unsafe me, let information = unsafe information else { return 0 }
        let source = unsafe Unmanaged<SignalSource>.fromOpaque(me).takeUnretainedValue()
        source.handler(unsafe Int32(information.pointee.ssi_signo))
        return 0
      }, me)
    if answer < 0 { throw Reactor.Failure(errno: -answer, what: "a signal could not be read") }
  }

  deinit { unsafe _ = sd_event_source_disable_unref(source) }
}
