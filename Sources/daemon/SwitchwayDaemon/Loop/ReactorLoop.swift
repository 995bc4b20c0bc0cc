import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayServer

/// The reactor is the server's event loop. The server's descriptors are served after devices and deadlines.
extension Reactor: DescriptorLoop {
  /// Watches a descriptor, after devices and deadlines.
  public func watch(
    _ descriptor: Int32, for interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch {
    do throws(Reactor.Failure) {
      return try watch(descriptor, for: interest.bits, priority: .clients) { handler(DescriptorReadiness(bits: $0)) }
    } catch {
      throw SystemFailure(call: "watch a descriptor", code: error.errno)
    }
  }

  /// Timers are served before clients, so that a frozen client does not keep its claims longer because another client
  /// sends. They are served like deadlines, so that it does not keep them longer because its text is typed late.
  public func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer {
    do throws(Reactor.Failure) {
      return try timer(priority: .deadlines, handler)
    } catch {
      throw SystemFailure(call: "make a timer", code: error.errno)
    }
  }
}

extension TimerSource: LoopTimer {}

extension DescriptorSource: DescriptorWatch {
  /// Watches for this from now on.
  public func change(to interest: DescriptorReadiness) { change(to: interest.bits) }
}

extension DescriptorReadiness {
  /// The bits that epoll(7) has for it.
  fileprivate var bits: UInt32 {
    (contains(.readable) ? Reactor.Ready.readable : 0) | (contains(.writable) ? Reactor.Ready.writable : 0)
  }

  fileprivate init(bits: UInt32) {
    self = []
    if bits & Reactor.Ready.readable != 0 { insert(.readable) }
    if bits & Reactor.Ready.writable != 0 { insert(.writable) }
    if bits & Reactor.Ready.hungUp != 0 { insert(.hangUp) }
  }
}
