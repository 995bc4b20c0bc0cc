import SwitchwayDesk
import SwitchwayScreen
import SwitchwayReactor
import SwitchwayScanning
import SwitchwayTime

/// Receives the reports of programs and of the compositor about windows, on an event loop of its own. The running
/// scanner, `--dump` and `--doctor` use it.
final class WindowNews {
  let reactor: Reactor
  /// The connection to the programs. `nil` if there is no session bus; the bar also works without it.
  private(set) var desk: Desk?
  /// The compositor's reports. `nil` if it sends none.
  private(set) var watch: WindowWatch?
  /// A message for each part that is missing, with the reason.
  private(set) var failures: [String] = []
  private var watching: DescriptorSource?
  private var onFront: ((Front) -> Void)?
  /// It is called with all windows, as the compositor reports them, or with `nil` when it no longer reports them.
  var onWindows: (([OpenWindow]?) -> Void)?

  /// Whether this process may run at the same time as the scanner.
  private let isBeside: Bool

  init(isBeside: Bool) throws { (reactor, self.isBeside) = (try Reactor(), isBeside) }

  /// Begins to receive reports. The compositor's reports also go to the desk.
  func start(onNews: @escaping (News) -> Void, onFront: @escaping (Front) -> Void = { _ in }) throws {
    do { desk = unsafe try Desk(event: reactor.loop, onNews: onNews) } catch { failures.append(error.message) }
    let watch: WindowWatch
    do { watch = unsafe try WindowWatch.open(on: reactor.loop, isBeside: isBeside) } catch {
      return failures.append("\(error.message): the bar shows the highlighted item")
    }
    self.watch = watch
    // No window is active until the compositor has reported one, because the screen may be locked.
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

  /// Whether any source except the daemon can report a screen lock.
  var seesLock: Bool { watch?.tellsLock == true || desk?.tellsScreenLock == true }

  /// Whether a hidden bar means that the screen is locked. It does not if the bus reports locks, and the compositor may
  /// also hide the bar for a moment without a lock.
  var isBarWitness: Bool { watch?.hidesBarUnlocked != true || desk?.tellsScreenLock != true }

  /// Asks all sources that report a lock, and calls `body` when all have answered. Then `isLocked` and the desk's
  /// active window are newer than this call.
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
      // The caller waits for an answer, for example about a screen lock.
      lost?.giveUp()
    }
  }

  /// Runs the loop until it is ended, for at most this time, in µs.
  func run(for time: Int64) throws {
    let timer = try reactor.timer(priority: .deadlines) { [unowned self] in reactor.exit(code: 0) }
    timer.set(to: Instant(Reactor.now.microseconds + time))
    _ = try withExtendedLifetime(timer) { try reactor.run() }
    desk?.stop()
  }
}
