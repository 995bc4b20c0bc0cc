import CLinuxInput
import Glibc
import Synchronization

/// Runs one job at a time in another thread, so that the event loop continues meanwhile.
///
/// The input and the result of a job are used by only one thread at a time, and the threads share no other objects.
package final class SideThread {
  /// A job and its result.
  private final class Work: Sendable {
    let body: @Sendable () -> any Sendable
    let result = Mutex<(any Sendable)?>(nil)
    private let signal: Int32

    init(signal: Int32, _ body: @escaping @Sendable () -> any Sendable) {
      self.signal = signal
      self.body = body
    }

    func run() {
      let value = body()
      result.withLock { $0 = value }
      unsafe _ = sw_send(signal, [1], 1)
    }
  }

  private var ends: [Int32] = [-1, -1]
  private var source: DescriptorSource?
  private var work: Work?
  private var done: ((any Sendable) -> Void)?

  package init(_ reactor: Reactor) throws(Reactor.Failure) {
    let failure = unsafe sw_pair(1, &ends)
    guard failure == 0 else { throw Reactor.Failure(errno: -failure, what: "a socket could not be made") }
    source = try reactor.watch(ends[0], for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in finish()
    }
  }

  deinit {
    source?.cancel()
    for end in ends where end >= 0 { close(end) }
  }

  /// Whether a job is running.
  package var isBusy: Bool { work != nil }

  /// Runs `body` in another thread, and then calls `done` with the result in the event loop's thread. If no thread can
  /// be created, `body` runs immediately in this thread. Do not call this while `isBusy`.
  package func run(_ body: @escaping @Sendable () -> any Sendable, _ done: @escaping (any Sendable) -> Void) {
    let work = Work(signal: ends[1], body)
    self.work = work
    self.done = done
    if let thread = JobThread.start(work.run) { pthread_detach(thread) } else { work.run() }
  }

  private func finish() {
    var byte: UInt8 = 0
    unsafe _ = recv(ends[0], &byte, 1, Int32(MSG_DONTWAIT))
    guard let value = work?.result.withLock({ $0 }), let done else { return }
    work = nil
    self.done = nil
    done(value)
  }
}
