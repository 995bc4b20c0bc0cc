import CLibsystemd
import Glibc
import SwitchwayCore
import SwitchwayReactor

/// Asks the system bus for what logind's files do not contain: whether logind runs, and whether a session's screen is
/// locked.
///
/// Never waits for an answer. Without a bus, both keep their last values, and the connection is tried again.
@safe final class LoginBus {
  /// Called when any of this has changed.
  var onChange: (() -> Void)?
  /// logind has left the bus, so its files are out of date.
  private(set) var isLogindGone = false
  /// The ids of sessions whose screen is locked. Of one that is not followed any more: what was told last.
  private(set) var locked: Set<String> = []

  private static let service = "org.freedesktop.login1"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The longest wait before a missing bus is tried again. Chosen.
  private static let longestWait = Microseconds.seconds(60)

  private let reactor: Reactor
  private var bus: OpaquePointer?
  private var timer: TimerSource?
  private var attempts = 0
  private var sessions: [String: String] = [:]

  init(_ reactor: Reactor) throws(Reactor.Failure) {
    self.reactor = reactor
    timer = try reactor.timer(priority: .control) { [unowned self] in connect() }
  }

  deinit { disconnect() }

  /// Connects now, or as soon as possible.
  func connect() {
    disconnect()
    let wait = Backoff.wait(after: attempts, upTo: Self.longestWait)
    attempts += 1
    guard unsafe sd_bus_open_system(&bus) >= 0, let bus = unsafe bus,
      unsafe sd_bus_attach_event(bus, reactor.loop, Int32(Reactor.Priority.session.rawValue)) >= 0
    else {
      disconnect()
      timer?.set(to: Reactor.now + wait)
      return
    }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = sd_bus_add_match_async(
      bus, nil,
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'",
      { _, me, _ in unsafe LoginBus.at(me) { $0.askWhetherLogindRuns() } }, nil, me)
    unsafe _ = sd_bus_match_signal_async(
      bus, nil, Self.service, nil, Self.properties, "PropertiesChanged",
      { message, me, _ in
        let path = unsafe sd_bus_message_get_path(message).map { unsafe String(cString: $0) } ?? ""
        return unsafe LoginBus.at(me) { $0.askWhetherLocked(path) }
      }, nil, me)
    unsafe _ = sd_bus_match_signal_async(
      bus, nil, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
      "Disconnected",
      { _, me, _ in unsafe LoginBus.at(me) { $0.timer?.set(to: Reactor.now + .seconds(1)) } }, nil, me)
    askWhetherLogindRuns()
    for path in sessions.keys.sorted() { askWhetherLocked(path) }
  }

  /// How many sessions that are not followed are remembered as locked. Chosen: nobody has so many.
  private static let mostRemembered = 16

  /// Follows only these sessions from now on. One that comes back counts as it was until it has answered: its screen
  /// may still be locked.
  func follow(_ ids: Set<String>) {
    guard ids != Set(sessions.values) else { return }
    sessions = [:]
    if locked.count > Self.mostRemembered { locked.formIntersection(ids) }
    for id in ids.sorted() {
      var path: UnsafeMutablePointer<CChar>?
      guard unsafe sd_bus_path_encode("/org/freedesktop/login1/session", id, &path) >= 0, let path = unsafe path
      else { continue }
      sessions[unsafe String(cString: path)] = id
      unsafe free(path)
    }
    for path in sessions.keys.sorted() { askWhetherLocked(path) }
  }

  private func disconnect() {
    timer?.set(to: nil)
    guard let open = unsafe bus else { return }
    unsafe sd_bus_detach_event(open)
    unsafe _ = sd_bus_close_unref(open)
    unsafe bus = nil
  }

  private func askWhetherLogindRuns() {
    unsafe call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [Self.service],
      { reply, me, _ in
        guard let runs = unsafe LoginBus.flag(in: reply, isVariant: false) else { return 0 }
        return unsafe LoginBus.at(me) { bus in
          bus.attempts = 0
          guard bus.isLogindGone == runs else { return }
          bus.isLogindGone = !runs
          bus.onChange?()
          if runs { for path in bus.sessions.keys.sorted() { bus.askWhetherLocked(path) } }
        }
      })
  }

  private func askWhetherLocked(_ path: String) {
    guard sessions[path] != nil else { return }
    // The answer does not contain the path, so the call's number identifies it.
    let asking = unsafe call(
      Self.service, path, Self.properties, "Get", ["org.freedesktop.login1.Session", "LockedHint"],
      { reply, me, _ in
        let serial = unsafe LoginBus.serial(of: reply)
        let isLocked = unsafe LoginBus.flag(in: reply, isVariant: true)
        return unsafe LoginBus.at(me) { $0.answered(serial, isLocked) }
      })
    if let asking { asked[asking] = path }
  }

  /// Session paths of unanswered calls, by call number.
  private var asked: [UInt64: String] = [:]

  private func answered(_ serial: UInt64, _ isLocked: Bool?) {
    guard let path = asked.removeValue(forKey: serial), let id = sessions[path], let isLocked,
      isLocked != locked.contains(id)
    else { return }
    if isLocked { locked.insert(id) } else { locked.remove(id) }
    onChange?()
  }

  /// Sends a call with string arguments. Returns its number.
  @discardableResult
  private func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String],
    _ handler: @escaping sd_bus_message_handler_t
  ) -> UInt64? {
    guard let bus = unsafe bus else { return nil }
    var message: OpaquePointer?
    guard unsafe sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) >= 0,
      let message = unsafe message
    else { return nil }
    defer { unsafe sd_bus_message_unref(message) }
    // Do not start a logind that somebody has stopped.
    unsafe _ = sd_bus_message_set_auto_start(message, 0)
    for argument in arguments {
      let appended = unsafe argument.withCString { unsafe sd_bus_message_append_basic(message, CChar(115), $0) }
      guard appended >= 0 else { return nil }
    }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard unsafe sd_bus_call_async(bus, nil, message, handler, me, 0) >= 0 else { return nil }
    var serial: UInt64 = 0
    return unsafe sd_bus_message_get_cookie(message, &serial) >= 0 ? serial : nil
  }

  private static func serial(of reply: OpaquePointer?) -> UInt64 {
    var serial: UInt64 = 0
    return unsafe sd_bus_message_get_reply_cookie(reply, &serial) >= 0 ? serial : 0
  }

  /// The Boolean in an answer; nil if the answer is an error or has another type.
  private static func flag(in reply: OpaquePointer?, isVariant: Bool) -> Bool? {
    guard unsafe sd_bus_message_is_method_error(reply, nil) == 0 else { return nil }
    if isVariant { guard unsafe sd_bus_message_enter_container(reply, CChar(118), "b") > 0 else { return nil } }
    var value: Int32 = 0
    return unsafe sd_bus_message_read_basic(reply, CChar(98), &value) > 0 ? value != 0 : nil
  }

  private static func at(_ me: UnsafeMutableRawPointer?, _ body: (LoginBus) -> Void) -> Int32 {
    guard let me = unsafe me else { return 0 }
    body(unsafe Unmanaged<LoginBus>.fromOpaque(me).takeUnretainedValue())
    return 0
  }
}
