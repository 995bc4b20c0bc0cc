import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayServer
import SwitchwayTime

/// A loop for tests, on poll(2): turns only when it is told to.
final class PollLoop: DescriptorLoop {
  final class Watch: DescriptorWatch {
    let descriptor: Int32
    let handler: (DescriptorReadiness) -> Void
    var interest: DescriptorReadiness
    var isCancelled = false

    init(_ descriptor: Int32, _ interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void) {
      self.descriptor = descriptor
      self.interest = interest
      self.handler = handler
    }

    func change(to interest: DescriptorReadiness) { self.interest = interest }
    func cancel() { isCancelled = true }
  }

  /// Comes due when the test says so.
  final class Timer: LoopTimer {
    let handler: () -> Void
    private(set) var time: Instant?

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    func set(to time: Instant?) { self.time = time }

    func comeDue() {
      time = nil
      handler()
    }
  }

  private var watches: [Watch] = []
  private(set) var timers: [Timer] = []

  var watchCount: Int { watches.count { !$0.isCancelled } }

  func watch(
    _ descriptor: Int32, for interest: DescriptorReadiness, _ handler: @escaping (DescriptorReadiness) -> Void
  ) throws(SystemFailure) -> any DescriptorWatch {
    let watch = Watch(descriptor, interest, handler)
    watches.append(watch)
    return watch
  }

  func timer(_ handler: @escaping () -> Void) throws(SystemFailure) -> any LoopTimer {
    let timer = Timer(handler)
    timers.append(timer)
    return timer
  }

  /// When the first timer is due; nil: none is set.
  var nextTimer: Instant? { timers.compactMap(\.time).min() }

  /// Timers that are due by then.
  func advance(to now: Instant) {
    for timer in timers { if let time = timer.time, time <= now { timer.comeDue() } }
  }

  /// Hands out what is ready now, once. False: nothing was.
  @discardableResult
  func turn() -> Bool {
    watches.removeAll { $0.isCancelled }
    let current = watches
    var polled = current.map { watch in
      var events: Int32 = 0
      if watch.interest.contains(.readable) { events |= Int32(POLLIN) }
      if watch.interest.contains(.writable) { events |= Int32(POLLOUT) }
      return pollfd(fd: watch.descriptor, events: Int16(events), revents: 0)
    }
    guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return false }
    for (watch, result) in zip(current, polled) where result.revents != 0 && !watch.isCancelled {
      var events: DescriptorReadiness = []
      if Int32(result.revents) & Int32(POLLIN) != 0 { events.insert(.readable) }
      if Int32(result.revents) & Int32(POLLOUT) != 0 { events.insert(.writable) }
      if Int32(result.revents) & Int32(POLLHUP | POLLERR) != 0 { events.insert(.hangUp) }
      watch.handler(events)
    }
    return true
  }

  /// Turns until nothing is ready. What sockets of one machine say to each other is there at once, so then all has
  /// been said. False: it never came to rest, so something wakes the loop for nothing.
  func settle() -> Bool {
    for _ in 0..<100_000 where !turn() { return true }
    return false
  }
}
