import CLinuxInput
import Switchway
import SwitchwayProtocol

/// Reports that the daemon has ended, and that a daemon runs again. Programs use it that keep running without a daemon.
struct DaemonReports {
  /// Whether the daemon's times are on this computer's monotonic clock. They are not if the daemon plays a recording;
  /// then no event counts as too late.
  private(set) var sharesClock = false
  private(set) var wasConnected = false
  private var isWaiting = false

  /// - Parameter welcome: the report of the first connection, or `nil` for no report.
  mutating func connected(_ hello: Message, welcome: String? = nil) {
    sharesClock = abs(sw_monotonic_microseconds() - (Wire.Hello(hello.value).time ?? 0)) < 1_000_000
    if let welcome, !wasConnected {
      Terminal.complain(welcome)
    } else if isWaiting {
      Terminal.complain("connected again")
    }
    (wasConnected, isWaiting) = (true, false)
  }

  mutating func lost(_ reason: String) {
    // Only the loss itself is reported, not each failed attempt to connect again.
    if !isWaiting { Terminal.complain("\(Terminal.printable(reason)): waiting for the daemon") }
    isWaiting = true
  }
}
