import CLinuxInput
import Glibc

/// Ctrl-C and the other signals that ask a program to end, as something to wait for beside the daemon.
struct Interrupts {
  /// Readable when such a signal has come.
  let descriptor: Int32

  /// From now on, these signals do not end the process.
  init() throws(CommandFailure) {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    descriptor = unsafe sw_signal_descriptor(signals, Int32(signals.count))
    guard descriptor >= 0 else {
      throw CommandFailure(.failed, unsafe "cannot wait for Ctrl-C: \(String(cString: strerror(-descriptor)))")
    }
  }

  /// Whether one has come.
  var haveCome: Bool {
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&input, 1, 0) > 0
  }
}
