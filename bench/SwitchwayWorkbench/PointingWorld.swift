import SwitchwayClock
import SwitchwayScanning

/// The page that points, with the session of `switchway-scan` and the daemon's scanning clock, in simulated time, and a
/// person with one switch. Times are in microseconds.
///
/// The clock, the session and the switch are told of each other as the daemon does it; each answer comes at once.
struct PointingWorld {
  static let interval: Int64 = 1_000_000
  static let pause: Int64 = 500_000
  /// How long a press lasts.
  private static let press: Int64 = 150_000

  private var session: Session
  private var clock: ScanningClock
  private var now: Int64 = 1_000_000
  /// When the page that is shown began, for the clock.
  private(set) var began: Int64 = 0
  private(set) var light: Session.Light?
  /// What the daemon was asked for last.
  private(set) var pointed: PointRequest?
  private(set) var steps = 0
  private(set) var presses = 0
  private var page = 0
  private var outputs: [ClockOutput] = []
  private var waiting: [Session.Input] = []

  /// At the page, with this screen.
  init(_ grid: PointGrid, screen: Rect) {
    session = Session(grid: grid)
    clock = ScanningClock(
      ClockSettings(style: .auto, interval: Self.interval, firstItemPause: Self.pause, loops: 0))
    clock.handle(.owner(.client(0)), at: now, into: &outputs)
    let start = Session.Clock(style: .auto, state: .resting, interval: Self.interval)
    tell(.connected(clock: start, down: [], question: nil, isAllowed: true))
    tell(.pace(firstItemPause: Self.pause, reaction: 0))
    tell(.pointing(true))
    tell(.screens([screen]))
    // Past the time in which nobody reacts to a page.
    now += 2_000_000
    choose(.own(.point))
    (steps, presses) = (0, 0)
  }

  var time: Int64 { now }

  /// Chooses a place whenever it is highlighted, at once.
  private mutating func choose(_ place: Place) {
    guard let index = light?.places.firstIndex(of: place) else { return }
    while light?.lit != index, let due = clock.nextDeadline { run(to: due) }
    press(at: now + 450_000)
  }

  /// The person presses at this time, which is not before now.
  mutating func press(at time: Int64) {
    run(to: max(time, now))
    presses += 1
    clock.handle(.pressed(0, began: now, owner: .client(0), scans: false), at: now, into: &outputs)
    tell(.press(switch: "only", isDown: true))
    var made: [ClockOutput] = []
    clock.handleCommand(.select, by: ClockPress(began: now), into: &made)
    for case .publish(let item?) in made {
      var command = Session.Command(name: "select", pressed: now)
      (command.page, command.item, command.switchName) = (item.page, item.item, "only")
      tell(.command(command))
    }
    end()
    run(to: now + Self.press)
    clock.handle(.released(0), at: now, into: &outputs)
    clock.handle(.idle(0), at: now, into: &outputs)
    tell(.press(switch: "only", isDown: false))
    end()
    began = now
  }

  private mutating func run(to time: Int64) {
    while let due = clock.nextDeadline, due <= time {
      now = max(now, due)
      clock.advance(to: due, into: &outputs)
      end()
    }
    now = max(now, time)
  }

  /// What the clock says after everything else of an event.
  private mutating func end() {
    clock.endEvent(at: now, into: &outputs)
    let all = outputs
    outputs = []
    for output in all {
      switch output {
      case .step(let step):
        steps += 1
        var command = Session.Command(name: "next", pressed: step.time)
        (command.page, command.item, command.clock) = (step.pageItem?.page, step.pageItem?.item, step.style)
        tell(.command(command))
      case .announce(let new):
        tell(
          .clock(
            Session.Clock(
              style: new.style, state: new.state, page: new.pageItem?.page, interval: new.interval, time: new.time)))
      case .publish, .publishStart, .stale: break
      }
    }
  }

  private mutating func tell(_ input: Session.Input) {
    waiting.append(input)
    while !waiting.isEmpty {
      for effect in session.handle(waiting.removeFirst(), at: now) {
        switch effect {
        case .light(let new): light = new
        case .scan(let items, let number, let item, let stands):
          page = number
          let shown = ClockPage(items: items, page: number, item: item, hold: stands)
          clock.handle(.page(shown, client: 0), at: now, into: &outputs)
          waiting.append(.scanned(page: number, .ok(time: now)))
        case .look(let attempt): waiting.append(.looked(attempt: attempt, .window(nil)))
        case .point(let attempt, let request):
          pointed = request
          waiting.append(.acted(attempt: attempt, .done))
        default: break
        }
      }
    }
  }
}
