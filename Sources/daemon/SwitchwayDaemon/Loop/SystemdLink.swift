import CLibsystemd
import CLinuxInput
import Glibc
import SwitchwayCore
import SwitchwayReactor
import SwitchwayTime

/// Reports the state of this process to the systemd that started it, and feeds its watchdog from the event loop.
///
/// It never waits. It does not use sd_notify(3), which sd-event also calls for its watchdog: that function waits until
/// systemd reads. So a systemd that hangs would also stop this process, which may have keyboards grabbed. A notice that
/// systemd does not accept at once is lost, and the present state is sent later.
final class SystemdLink {
  /// The pause after which the state is sent again, if systemd did not accept a notice. Arbitrary.
  private static let pause = Microseconds.seconds(1)
  /// The longest period of the watchdog, in µs; a longer period is reduced to this one. Arbitrary.
  private static let longestPeriod: UInt64 = 3_600_000_000

  /// The path in `$NOTIFY_SOCKET`. `nil` if systemd has not asked for notices.
  private let path: String?
  /// The socket is open from the start, so that the watchdog is fed even if no descriptor is left.
  private let socket: Int32
  private var retry: TimerSource?
  private var watchdog: TimerSource?

  /// - Parameter state: returns the whole present state, which is sent after a notice was lost.
  init(environment: [String: String], reactor: Reactor, state: @escaping () -> String) throws(Reactor.Failure) {
    path = environment["NOTIFY_SOCKET"]
    socket = path == nil ? -1 : Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    retry = try reactor.timer(priority: .control) { [unowned self] in tell(state()) }
    var period: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &period) > 0 else { return }
    // Like sd-event, this feeds the watchdog after three quarters of its period.
    let interval = Microseconds(Int64(min(period, Self.longestPeriod)) * 3 / 4)
    // This timer has the highest priority. Otherwise a flood of events could delay it, and systemd would think that the
    // loop hangs.
    watchdog = try reactor.timer(priority: .session) { [unowned self] in feed(every: interval) }
    feed(every: interval)
  }

  deinit { if socket >= 0 { _ = close(socket) } }

  /// Sends a notice in the form of sd_notify(3). If systemd does not accept it, the whole state is sent later.
  func tell(_ notice: String) {
    if !send(notice) { retry?.set(to: Reactor.now + Self.pause) }
  }

  private func feed(every interval: Microseconds) {
    let isFed = send("WATCHDOG=1")
    watchdog?.set(to: Reactor.now + (isFed ? interval : min(interval, Self.pause)))
  }

  /// Sends a notice without waiting. Returns false if the socket is full, because systemd does not read.
  private func send(_ notice: String) -> Bool {
    guard let path, socket >= 0 else { return true }
    var notice = notice
    let taken = notice.withUTF8 { unsafe sw_send_to(socket, path, $0.baseAddress, $0.count) }
    return taken != -Int(EAGAIN) && taken != -Int(ENOBUFS)
  }
}
