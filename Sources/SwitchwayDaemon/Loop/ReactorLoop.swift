import SwitchwayConnection
import SwitchwayCore
import SwitchwayReactor
import SwitchwayServer

/// The reactor as the server's event loop. The server's descriptors are served after devices and deadlines.
final class ReactorLoop: DescriptorLoop {
  private let reactor: Reactor

  init(_ reactor: Reactor) { self.reactor = reactor }

  func watch(
    _ descriptor: Int32, for interest: DescriptorInterest, _ handler: @escaping (DescriptorEvents) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch {
    do throws(Reactor.Failure) {
      let source = try reactor.watch(descriptor, for: ReactorLoop.mask(interest), priority: .clients) { ready in
        var events: DescriptorEvents = []
        if ready & Reactor.Ready.readable != 0 { events.insert(.readable) }
        if ready & Reactor.Ready.writable != 0 { events.insert(.writable) }
        if ready & Reactor.Ready.hungUp != 0 { events.insert(.hangUp) }
        handler(events)
      }
      return Watch(source)
    } catch {
      throw SystemFailure(call: "watch a descriptor", code: error.errno)
    }
  }

  /// Timers are served before clients, so that a frozen client does not keep its claims longer because another one
  /// sends; and like deadlines, so that it does not because its text is typed more slowly than it is due.
  func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer {
    do throws(Reactor.Failure) {
      return Timer(try reactor.timer(priority: .deadlines, handler))
    } catch {
      throw SystemFailure(call: "make a timer", code: error.errno)
    }
  }

  private static func mask(_ interest: DescriptorInterest) -> UInt32 {
    (interest.contains(.readable) ? Reactor.Ready.readable : 0)
      | (interest.contains(.writable) ? Reactor.Ready.writable : 0)
  }

  private final class Timer: LoopTimer {
    private let source: TimerSource

    init(_ source: TimerSource) { self.source = source }

    func set(to time: Instant?) { source.set(to: time) }
  }

  private final class Watch: DescriptorWatch {
    private let source: DescriptorSource

    init(_ source: DescriptorSource) { self.source = source }

    func change(to interest: DescriptorInterest) { source.change(to: ReactorLoop.mask(interest)) }

    func cancel() { source.cancel() }
  }
}
