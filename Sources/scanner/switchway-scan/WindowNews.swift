import SwitchwayDesk
import SwitchwayScreen
import SwitchwayReactor
import SwitchwayScanning
import SwitchwayTime

/// What programs and the compositor say of windows, on an event loop of its own: for the run, `--dump` and `--doctor`.
final class WindowNews {
  let reactor: Reactor
  /// The programs. `nil` if there is no session bus; the bar is there without it.
  private(set) var desk: Desk?
  /// The compositor's reports. `nil` if it sends none.
  private(set) var watch: WindowWatch?
  /// What is missing, and why.
  private(set) var failures: [String] = []
  private var watching: DescriptorSource?
  private var onFront: ((Front) -> Void)?
  /// All windows, as the compositor reports them, or `nil` if it no longer does.
  var onWindows: (([OpenWindow]?) -> Void)?

  /// Whether this process may run beside the scanner.
  private let isBeside: Bool

  init(isBeside: Bool) throws { (reactor, self.isBeside) = (try Reactor(), isBeside) }

  /// Begins to report. The compositor's word goes to the desk, too.
  func start(onNews: @escaping (News) -> Void, onFront: @escaping (Front) -> Void = { _ in }) throws {
    do { desk = unsafe try Desk(event: reactor.loop, onNews: onNews) } catch { failures.append(error.message) }
    let watch: WindowWatch
    do { watch = unsafe try WindowWatch.open(on: reactor.loop, isBeside: isBeside) } catch {
      return failures.append("\(error.message): the bar shows the highlighted item")
    }
    self.watch = watch
    // Nothing is in front until the compositor has said so: the screen may be locked.
    desk?.setFront(.nothing)
    self.onFront = { [unowned self] front in
      desk?.setFront(front)
      onFront(front)
    }
    watch.onChange = self.onFront
    watch.onWindows = { [unowned self] in onWindows?($0) }
    watch.askWindows()
    watching = try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) {
      [unowned self] _ in update()
    }
    update()
  }

  /// Whether the latest report says that the screen is locked.
  var isLocked: Bool { watch?.front == .locked || desk?.isScreenLocked == true }

  /// Whether a lock of the screen can be seen at all, but by the daemon.
  var seesLock: Bool { watch?.tellsLock == true || desk?.tellsScreenLock == true }

  /// Whether a bar that is out of sight is a sign of a lock: not where the bus tells of locks, and the compositor hides
  /// the bar for a moment without one.
  var isBarWitness: Bool { watch?.hidesBarUnlocked != true || desk?.tellsScreenLock != true }

  /// Asks everyone who knows of a lock, and calls `body` when all have answered. Then `isLocked` and the desk's front
  /// are from after this call.
  func look(_ body: @escaping () -> Void) {
    var left = 2
    func answer() {
      left -= 1
      guard left == 0 else { return }
      if let desk { desk.whenFrontIsKnown(body) } else { body() }
    }
    if let watch { watch.ask { _ in answer() } } else { answer() }
    if let desk { desk.askScreenLock(answer) } else { answer() }
  }

  private func update() {
    do { try watch?.update() } catch {
      failures.append("\(error.message): the bar shows the highlighted item")
      Output.complain(failures[failures.count - 1])
      let lost = watch
      (watch, watching) = (nil, nil)
      onWindows?(nil)
      onFront?(.unknown)
      // Who asked waits for an answer, such as whether the screen is locked.
      lost?.giveUp()
    }
  }

  /// Runs the loop until it is left, for this time at most, in µs.
  func run(for time: Int64) throws {
    let timer = try reactor.timer(priority: .deadlines) { [unowned self] in reactor.exit(code: 0) }
    timer.set(to: Instant(Reactor.now.microseconds + time))
    _ = try withExtendedLifetime(timer) { try reactor.run() }
    desk?.stop()
  }
}
