import CLinuxInput
import Switchway
import SwitchwayProtocol

/// The reports of a program that keeps running without a daemon: the daemon has ended, and a daemon runs again.
struct DaemonReports {
  /// Whether the daemon's times are those of our clock. The times of a recording are not, so no event of it is too
  /// late.
  private(set) var sharesClock = false
  private(set) var wasConnected = false
  private var isWaiting = false

  /// - Parameter welcome: what is reported the first time, or `nil` for nothing.
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
    // Further attempts that fail are not reported.
    if !isWaiting { Terminal.complain("\(Terminal.printable(reason)): waiting for the daemon") }
    isWaiting = true
  }
}
