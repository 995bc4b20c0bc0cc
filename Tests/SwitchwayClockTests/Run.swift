import SwitchwayClock

/// A clock with a log of its outputs. Times are in milliseconds, `.001` is a microsecond.
///
/// Lines: `1500 next 7/1` (the clock's own command, with page and item), `1500 publish 7/1` (the given command), `1500
/// start`, `1500 stale`, `1500 = running` (announced).
struct Run {
  var clock: ScanningClock
  var log: [String] = []
  private var outputs: [ClockOutput] = []

  init(_ settings: ClockSettings) { clock = ScanningClock(settings) }

  /// A clock with a page of client 0 at time 0.
  init(_ settings: ClockSettings, items: Int, page: Int = 1, item: Int = 0) {
    self.init(settings)
    at(0, .owner(.client(0)))
    clock.assumeAnnounced()
    show(0, items: items, page: page, item: item)
    log = []
  }

  /// A clock for an owner without a page, the bridge, started at time 0.
  init(unknown settings: ClockSettings, started: Bool = true) {
    self.init(settings)
    at(0, .owner(.bridge))
    if started { command(0, .scan(.start), .key) }
    log = []
  }

  static func micro(_ milliseconds: Double) -> Int64 { Int64((milliseconds * 1000).rounded()) }

  static func text(_ micro: Int64) -> String {
    micro % 1000 == 0 ? "\(micro / 1000)" : "\(Double(micro) / 1000)"
  }

  /// An event, after the steps at its time.
  mutating func at(_ time: Double, _ inputs: ClockInput...) {
    until(time)
    for input in inputs { clock.handle(input, at: Run.micro(time), into: &outputs) }
    end(time)
  }

  /// The result of another machine's deadline, before the steps at its time.
  mutating func deadline(_ time: Double, _ inputs: ClockInput...) {
    for input in inputs { clock.handle(input, at: Run.micro(time), into: &outputs) }
    end(time)
  }

  mutating func until(_ time: Double) {
    clock.advance(to: Run.micro(time), into: &outputs)
    note(Run.micro(time))
  }

  mutating func show(_ time: Double, items: Int, page: Int = 1, item: Int = 0, hold: Bool = false, client: Int = 0) {
    at(time, .page(ClockPage(items: items, page: page, item: item, hold: hold), client: client))
  }

  /// A command by a key, a client or a switch. `pressed`: nil means `time`.
  mutating func command(
    _ time: Double, _ command: ClockCommand, _ origin: ClockOrigin = .key, pressed: Double? = nil,
    released: Double? = nil, owner: ClockOwner? = nil, offset: Double = 0
  ) {
    until(time)
    let began = Run.micro(pressed ?? time)
    let press = ClockPress(
      origin, owner: owner ?? clock.owner, began: began, pressed: began + Run.micro(offset),
      released: released.map(Run.micro), accepted: Run.micro(time))
    clock.handleCommand(command, by: press, into: &outputs)
    end(time)
  }

  /// Confirms a command after its question.
  mutating func confirm(_ time: Double, _ command: ClockCommand, _ verdict: ClockVerdict) {
    until(time)
    guard case .choice(let aim) = verdict else { return log.append("\(verdict)") }
    clock.confirm(command, aim: aim, by: ClockPress(.key, began: 0), at: Run.micro(time), into: &outputs)
    end(time)
  }

  func aim(_ command: ClockCommand, pressed: Double) -> ClockVerdict {
    clock.aim(command, by: ClockPress(owner: clock.owner, began: Run.micro(pressed)))
  }

  /// A press of switch 0 that is accepted at once, with its command.
  mutating func press(_ time: Double, _ made: ClockCommand? = nil, switch number: Int = 0, scans: Bool = false) {
    until(time)
    let began = Run.micro(time)
    clock.handle(
      .pressed(number, began: began, owner: clock.owner, scans: scans), at: began, into: &outputs)
    if let made {
      clock.handleCommand(made, by: ClockPress(.switch(number), owner: clock.owner, began: began), into: &outputs)
    }
    end(time)
  }

  /// Its release. With `inverse`, where the release selects: `select` of the press that began at `pressed`.
  mutating func release(_ time: Double, switch number: Int = 0, pressed: Double = 0, owner: ClockOwner? = nil) {
    until(time)
    let moment = Run.micro(time)
    let chooses = clock.choosesAtRelease(number)
    clock.handle(.released(number), at: moment, into: &outputs)
    clock.handle(.idle(number), at: moment, into: &outputs)
    if chooses {
      let press = ClockPress(
        .switch(number), owner: owner ?? clock.owner, began: Run.micro(pressed), released: moment, accepted: moment)
      clock.handleCommand(.select, by: press, into: &outputs)
    }
    end(time)
  }

  private mutating func end(_ time: Double) {
    clock.endEvent(at: Run.micro(time), into: &outputs)
    note(Run.micro(time))
  }

  private mutating func note(_ time: Int64) {
    for output in outputs {
      switch output {
      case .step(let step): log.append("\(Run.text(step.time)) \(step.command.rawValue)\(Run.text(step.pageItem))")
      case .publish(let pageItem): log.append("\(Run.text(time)) publish\(Run.text(pageItem))")
      case .publishStart: log.append("\(Run.text(time)) start")
      case .stale: log.append("\(Run.text(time)) stale")
      case .announce(let line): log.append("\(Run.text(line.time)) = \(line.state.rawValue)")
      }
    }
    outputs.removeAll(keepingCapacity: true)
  }

  private static func text(_ pageItem: PageItem?) -> String { pageItem.map { " \($0.page)/\($0.item)" } ?? "" }

  /// The log without announcements.
  var commands: [String] { log.filter { !$0.contains("=") } }

  /// Announcements only.
  var states: [String] { log.filter { $0.contains("=") } }
}

extension ClockSettings {
  /// 1 s per item, 0.5 s more on the first.
  static func auto(
    loops: Int = 3, steps: Int = 30, afterSelect: AfterSelect = .goOn, reaction: Int64 = 0, pause: Int64 = 500_000
  ) -> ClockSettings {
    ClockSettings(
      style: .auto, firstItemPause: pause, loops: loops, steps: steps, afterSelect: afterSelect, reaction: reaction)
  }
  static let step = ClockSettings(style: .step)
  static let inverse = ClockSettings(style: .inverse)
}
