import CLinuxInput
import Glibc
import Synchronization

/// Does one thing at a time beside the loop, so that keys pass meanwhile: what only computes, however long.
///
/// What is given to it and what it gives is nobody else's; nothing of the daemon is used by two threads.
final class SideThread {
  /// What the thread is given, and what it leaves.
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

  init(_ reactor: Reactor) throws(Reactor.Failure) {
    let failure = unsafe sw_pair(1, &ends)
    guard failure == 0 else { throw Reactor.Failure(errno: -failure, what: "a socket could not be made") }
    source = try reactor.watch(ends[0], for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in finish()
    }
  }

  deinit {
    source?.cancel()
    for end in ends where end >= 0 { close(end) }
  }

  /// It has something to do.
  var isBusy: Bool { work != nil }

  /// Does `body` in a thread of its own, and calls `done` on the loop's with what it gave. Where no thread can be made,
  /// it is done at once. Not called while it is busy.
  func run(_ body: @escaping @Sendable () -> any Sendable, _ done: @escaping (any Sendable) -> Void) {
    let work = Work(signal: ends[1], body)
    self.work = work
    self.done = done
    let retained = unsafe Unmanaged.passRetained(work)
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      unsafe retained.release()
      work.run()
    }
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
