import CLinuxInput
import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayTime

/// Writes to stderr for the daemon, in a separate process.
///
/// A stopped terminal, a full pipe or a hanging journal blocks the process that writes to it. Therefore this object
/// replaces the daemon's stderr with a socket that never blocks, and the helper process at the other end writes the
/// lines to the real stderr. Lines for which the socket has no space are lost and counted by `Log`. If the helper ends,
/// it is restarted, and the new one gets the lines that the old one had not read.
public final class LogHelper {
  /// The pause before a restart, if the helper lived for less than this time. Arbitrary.
  private static let pause = Microseconds.seconds(1)

  private let sink: Int32
  private let source: Int32
  private var child: Int32 = -1
  private var began = Instant(0)
  private var end: DescriptorSource?
  private var timer: TimerSource?
  private var reactor: Reactor?

  /// Starts the helper. Call this before the process opens anything else, which the helper would inherit.
  public init() throws(DaemonFailure) {
    var ends: [Int32] = [-1, -1]
    let failure = unsafe sw_pair(1, &ends)
    guard failure == 0 else { throw LogHelper.failure(failure) }
    source = ends[0]
    sink = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    _ = sw_never_wait(ends[1])
    let started = start()
    guard started >= 0 else { throw LogHelper.failure(started) }
    dup2(ends[1], STDERR_FILENO)
    close(ends[1])
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
  }

  private static func failure(_ code: Int32) -> DaemonFailure {
    DaemonFailure(.failed, unsafe "could not start the helper for the log: \(String(cString: strerror(-code)))")
  }

  private func start() -> Int32 {
    began = Reactor.now
    let child = SpareDescriptors.shared.lend(1) {
      let child = unsafe sw_fork_helper("switchwayd-log", source, sink)
      // The child process must not return from here: another thread of the parent may have locked the spare
      // descriptors.
      if child == 0 { sw_copy_log(source, sink) }
      return child
    }
    if child >= 0 { self.child = child }
    return child
  }

  /// Restarts the helper whenever it ends.
  func keep(by reactor: Reactor) throws(Reactor.Failure) {
    self.reactor = reactor
    timer = try reactor.timer(priority: .control) { [unowned self] in
      if start() < 0 { timer?.set(to: Reactor.now + LogHelper.pause) } else { watch() }
    }
    watch()
  }

  private func watch() {
    end = try? reactor?.watch(child, for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in
      guard sw_reap_child(child) == 1 else { return }
      end = nil
      close(child)
      child = -1
      timer?.set(to: max(Reactor.now, began + LogHelper.pause))
    }
  }

  /// Waits until the remaining lines are written, at most this many milliseconds, and restores stderr. After that, the
  /// helper may continue without the daemon for two seconds.
  ///
  /// Do not call this while devices are open, because it waits.
  public func finish(within milliseconds: Int32) {
    shutdown(STDERR_FILENO, Int32(SHUT_WR))
    if child >= 0 {
      _ = Readiness.isReadable(child, until: Reactor.now.microseconds + Int64(milliseconds) * 1_000)
      _ = sw_reap_child(child)
    }
    if sink >= 0 { dup2(sink, STDERR_FILENO) }
  }
}
