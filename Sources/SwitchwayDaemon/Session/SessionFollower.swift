import Glibc
import SwitchwayCore
import SwitchwayDevices

/// Follows the person's session through logind: which seats are ours, and whether the screen is locked.
///
/// Whatever cannot be told counts as not ours.
final class SessionFollower {
  /// Called with the seats that are ours now, when that changed.
  var onSeats: ((Set<String>) -> Void)?
  /// Called when the screen was locked or unlocked.
  var onLock: ((Bool) -> Void)?
  /// What to tell whoever looks after the daemon.
  var log: ((Log.Level, String) -> Void)?

  /// A logind that is not there is looked for this often. Chosen.
  private static let search = Microseconds.seconds(2)

  private let reactor: Reactor
  private let uid = UInt32(geteuid())
  private let bus: LoginBus
  private var gate = SessionGate()
  private var seats: LoginSeats?
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var searchTimer: TimerSource?
  private var hasToldMissing = false
  private var isLocked = false

  init(_ reactor: Reactor) throws(Reactor.Failure) {
    self.reactor = reactor
    bus = try LoginBus(reactor)
    bus.onChange = { [unowned self] in look() }
    timer = try reactor.timer(priority: .session) { [unowned self] in look() }
    searchTimer = try reactor.timer(priority: .control) { [unowned self] in look() }
  }

  /// Looks for the first time, and follows from then on; answers the seats that are ours.
  func start() -> Set<String> {
    bus.connect()
    look()
    return gate.front
  }

  private func look() {
    attach()
    let sessions = seats == nil || bus.isLogindGone ? [:] : LoginSeats.sessionsInFront()
    let ours = sessions.filter { $0.value.isOf(uid) }
    let before = gate.front
    gate.look(Set(ours.keys), at: Reactor.now)
    timer?.set(to: gate.nextDeadline)
    bus.follow(Set(ours.values.map(\.id)))
    if gate.front != before { onSeats?(gate.front) }
    // With no session of ours in front there is no screen of ours; its last word is kept until there is one.
    let locked = ours.isEmpty ? isLocked : ours.values.contains { bus.locked.contains($0.id) }
    if locked != isLocked {
      isLocked = locked
      onLock?(locked)
    }
  }

  /// Watches logind's files, where there are any, and looks for them where there are none.
  private func attach() {
    if !LoginSeats.arePresent {
      source?.cancel()
      source = nil
      seats = nil
    } else if seats == nil, let found = LoginSeats() {
      do throws(Reactor.Failure) {
        source = try reactor.watch(found.descriptor, for: Reactor.Ready.readable, priority: .session) {
          [unowned self] _ in
          seats?.drain()
          look()
        }
        seats = found
      } catch {
        log?(.error, "session not followed: \(error)")
      }
    }
    searchTimer?.set(to: seats == nil ? Reactor.now + Self.search : nil)
    if seats != nil {
      hasToldMissing = false
    } else if !hasToldMissing {
      hasToldMissing = true
      log?(
        .warning,
        "session not known, no device is read: logind does not run here; "
          + "start it, or start switchwayd with --session always")
    }
  }
}
