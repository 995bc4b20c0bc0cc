import CLinuxInput
import Glibc

/// Receives Ctrl-C and the other signals that ask a program to end, in a program that also waits for the daemon.
final class Interrupts {
  /// A descriptor that is readable when such a signal has arrived.
  let descriptor: Int32
  private let signals: [Int32]

  /// Begins to receive the signals. From now on, they do not end the process.
  ///
  /// - Parameter more: other signals to wait for.
  init(_ more: Int32...) throws(CommandFailure) {
    signals = [SIGINT, SIGTERM, SIGHUP] + more
    descriptor = unsafe sw_signal_descriptor(signals, Int32(signals.count))
    guard descriptor >= 0 else {
      throw CommandFailure(.failed, unsafe "cannot wait for Ctrl-C: \(String(cString: strerror(-descriptor)))")
    }
  }

  deinit { close(descriptor) }

  /// Returns each signal once, or `nil` if none is left.
  func next() -> Int32? {
    let signal = sw_next_signal(descriptor)
    return signal == 0 ? nil : signal
  }

  /// From now on, the signals end the process again.
  func stop() { Interrupts.unblock(signals) }

  /// Ends the process as the signal would have ended it.
  static func end(by signal: Int32) -> Never {
    unblock([signal])
    raise(signal)
    exit(128 + signal)
  }

  private static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
  }
}
