import Glibc
import SwitchwayCore
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayTime

/// Follows the person's session through logind: which seats' devices may be read, and whether the screen is locked.
///
/// If logind's file about a seat cannot be read, the seat does not count as the person's.
final class SessionFollower {
  /// It is called with the seats whose devices may be read, when they have changed.
  var onSeats: ((Set<String>) -> Void)?
  /// It is called when the screen was locked or unlocked.
  var onLock: ((Bool) -> Void)?
  /// It is called when the person's active session runs another desktop than before.
  var onDesktop: ((SessionDesktop) -> Void)?
  /// Receives log messages.
  var log: ((Log.Level, String) -> Void)?

  /// The pause between two looks for a logind that is missing. Arbitrary.
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
  private var desktop: SessionDesktop?

  init(_ reactor: Reactor) throws(Reactor.Failure) {
    self.reactor = reactor
    bus = try LoginBus(reactor)
    bus.onChange = { [unowned self] in look() }
    timer = try reactor.timer(priority: .session) { [unowned self] in look() }
    searchTimer = try reactor.timer(priority: .control) { [unowned self] in look() }
  }

  /// Starts to follow the session. Returns the seats whose devices may be read now.
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
    if let first = ours.min(by: { $0.key < $1.key })?.value {
      let desktop = SessionDesktop(name: first.desktop, type: first.type)
      if desktop != self.desktop {
        self.desktop = desktop
        onDesktop?(desktop)
      }
    }
    // While the person has no active session, the last known state of the lock is kept.
    let locked = ours.isEmpty ? isLocked : ours.values.contains { bus.locked.contains($0.id) }
    if locked != isLocked {
      isLocked = locked
      onLock?(locked)
    }
  }

  /// Watches logind's files, or looks for them while they are missing.
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
