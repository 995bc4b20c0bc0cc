import Glibc
import SwitchwayBus
import SwitchwayCore
import SwitchwayReactor
import SwitchwayTime

/// Asks the system bus for facts that logind's files do not contain: whether logind runs, and whether a session's
/// screen is locked.
///
/// It never waits for an answer. While there is no connection to the bus, both facts keep their last values, and it
/// tries again to connect.
final class LoginBus {
  /// It is called when one of these facts has changed.
  var onChange: (() -> Void)?
  /// Whether logind has left the bus, so that its files are out of date.
  private(set) var isLogindGone = false
  /// The ids of sessions whose screen is locked. A session that is no longer followed stays as last reported.
  private(set) var locked: Set<String> = []

  private static let service = "org.freedesktop.login1"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The longest pause before this tries again to connect to the bus. Arbitrary.
  private static let longestWait = Microseconds.seconds(60)

  private let reactor: Reactor
  private let later: Later
  private var connection: BusConnection?
  private var matches: [Match] = []
  private var timer: TimerSource?
  private var attempts = 0
  /// The ids of the followed sessions, by their paths on the bus.
  private var sessions: [String: String] = [:]

  init(_ reactor: Reactor) throws(Reactor.Failure) {
    self.reactor = reactor
    do { later = try unsafe Later(event: reactor.loop) } catch {
      throw Reactor.Failure(errno: ENOMEM, what: error.message)
    }
    timer = try reactor.timer(priority: .control) { [unowned self] in connect() }
  }

  deinit { disconnect() }

  /// Connects to the bus now, or as soon as possible.
  func connect() {
    disconnect()
    let wait = Backoff.wait(after: attempts, upTo: Self.longestWait)
    attempts += 1
    let priority = Reactor.Priority.session.rawValue
    guard
      let connection = try? unsafe BusConnection(to: .system, event: reactor.loop, priority: priority, later: later)
    else {
      timer?.set(to: Reactor.now + wait)
      return
    }
    self.connection = connection
    connection.onLost = { [unowned self] in timer?.set(to: Reactor.now + .seconds(1)) }
    connection.onSignal = { [unowned self] signal in
      if signal.member == "NameOwnerChanged" { askWhetherLogindRuns() } else { askWhetherLocked(signal.path) }
    }
    matches = [
      connection.matchOwner(of: Self.service),
      connection.match(
        "sender='\(Self.service)',interface='\(Self.properties)',member='PropertiesChanged'"),
    ].compactMap(\.self)
    askWhetherLogindRuns()
    for path in sessions.keys.sorted() { askWhetherLocked(path) }
  }

  /// If more sessions than this are known as locked, those that are not followed are forgotten. Arbitrary; nobody has
  /// so many.
  private static let mostRemembered = 16

  /// Follows only these sessions from now on. Until logind answers, a session that was followed before keeps its last
  /// state, because its screen may still be locked.
  func follow(_ ids: Set<String>) {
    guard ids != Set(sessions.values) else { return }
    sessions = [:]
    if locked.count > Self.mostRemembered { locked.formIntersection(ids) }
    for id in ids.sorted() {
      if let path = BusConnection.path(of: id, below: "/org/freedesktop/login1/session") { sessions[path] = id }
    }
    for path in sessions.keys.sorted() { askWhetherLocked(path) }
  }

  private func disconnect() {
    timer?.set(to: nil)
    matches = []
    connection?.close()
    connection = nil
  }

  private func askWhetherLogindRuns() {
    send(.aboutName(Self.service, "NameHasOwner")) { [unowned self] reply in
      guard let runs = reply.bool() else { return }
      attempts = 0
      guard isLogindGone == runs else { return }
      isLogindGone = !runs
      onChange?()
      if runs { for path in sessions.keys.sorted() { askWhetherLocked(path) } }
    }
  }

  private func askWhetherLocked(_ path: String) {
    guard sessions[path] != nil else { return }
    let property = ["org.freedesktop.login1.Session", "LockedHint"]
    let call = Call(bus: Self.service, path: path, interface: Self.properties, member: "Get", "ss", property)
    send(call) { [unowned self] reply in
      guard reply.enter("v", "b"), let isLocked = reply.bool(), let id = sessions[path],
        isLocked != locked.contains(id)
      else { return }
      if isLocked { locked.insert(id) } else { locked.remove(id) }
      onChange?()
    }
  }

  /// Sends a call. `read` gets the values of the reply; it is not called if the call fails.
  private func send(_ call: Call, _ read: @escaping (SwitchwayBus.Reply) -> Void) {
    var call = call
    // Do not start a logind that an administrator has stopped.
    call.startsService = false
    connection?.send(call, limit: BusConnection.noLimit) { if let reply = $0.values { read(reply) } }
  }
}
