import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayServer

/// The reactor is the server's event loop. The server's descriptors are served after devices and deadlines.
extension Reactor: DescriptorLoop {
  /// Watches a descriptor, with a lower priority than devices and deadlines.
  public func watch(
    _ descriptor: Int32, for interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch {
    do throws(Reactor.Failure) {
      return try watch(descriptor, for: interest.bits, priority: .clients) { handler(DescriptorReadiness(bits: $0)) }
    } catch {
      throw SystemFailure(call: "watch a descriptor", code: error.errno)
    }
  }

  /// Makes a timer of the server. It is served before clients and at the same priority as deadlines. So a frozen client
  /// loses its claims in time, even if another client sends much or a text of the frozen client is being typed.
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
  /// Watches the descriptor for `interest` from now on.
  public func change(to interest: DescriptorReadiness) { change(to: interest.bits) }
}

extension DescriptorReadiness {
  /// The same readiness as bits of epoll(7).
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
