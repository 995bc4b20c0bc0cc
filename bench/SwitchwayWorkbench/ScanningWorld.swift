import SwitchwayClock
import SwitchwayCore
import SwitchwayTime

/// One switch, its steadying and the scanning clock in simulated time. Times are in microseconds.
///
/// The clock moves over one page after the other. What the hand does is given as edges. What the person sees, and what
/// is chosen, comes back as events.
struct ScanningWorld {
  /// What the person sees.
  enum Event: Equatable {
    case lit(item: Int)
    case chosen(item: Int)
    /// A press that chose nothing.
    case missed
  }

  private static let node = NodeID(rawValue: 0)
  private static let key: UInt16 = 0x100

  private let usesPressTime: Bool
  private let freezes: Bool
  private var interpreter: Interpreter
  private var clock: ScanningClock
  /// The edges to come, in order.
  private var edges: [(time: Int64, isDown: Bool)] = []
  private var outputs: [Effect] = []
  private var made: [ClockOutput] = []
  private var page = 0
  private(set) var now: Int64 = 0

  /// - Parameters:
  ///   - usesPressTime: whether the item is looked up for the time of the press. Otherwise for that of the decision.
  ///   - freezes: whether the clock learns what the switch does, and stops meanwhile.
  init(_ settings: ClockSettings, steadying: SteadyingParameters, usesPressTime: Bool, freezes: Bool) {
    self.usesPressTime = usesPressTime
    self.freezes = freezes
    let tap = GestureBindings(tap: ScanCommand(name: "select", arguments: [], group: .scan))
    interpreter = Interpreter(
      profile: Profile(
        name: "scanning", devices: [DeviceEntry(name: "box", match: DeviceMatch())],
        switches: [
          SwitchDefinition(
            name: "main", inputs: [SwitchInput(device: 0, selector: .key(Self.key))], steadying: steadying,
            gestures: tap)
        ]))
    interpreter.handle(
      .attached(
        Self.node, DeviceDescription(name: "box", keys: KeySet([Self.key])), entry: 0, down: KeySet(), at: Instant(0)),
      into: &outputs)
    clock = ScanningClock(settings)
    clock.handle(.owner(.client(0)), at: 0, into: &made)
  }

  /// Shows a new page, with its first item lit.
  mutating func show(items: Int) {
    page += 1
    guard let page = ClockPage(items: items, page: page) else { return }
    clock.handle(.page(page, client: 0), at: now, into: &made)
  }

  /// Adds a contact after all others.
  mutating func touch(from start: Int64, to end: Int64) {
    edges += [(start, true), (end, false)]
  }

  /// Whether no contact is to come or under way.
  var isHandAtRest: Bool { edges.isEmpty }

  /// Does what comes next. Appends what the person sees of it. At the same time: decisions of the steadying, steps of
  /// the clock, edges.
  mutating func proceed(into events: inout [Event]) {
    let decision = interpreter.nextDeadline?.microseconds
    let step = clock.nextDeadline
    let edge = edges.first
    guard let time = [decision, step, edge?.time].compactMap({ $0 }).min() else { return }
    now = max(now, time)
    if decision == time {
      interpreter.handle(.time(Instant(time)), into: &outputs)
    } else if step == time {
      clock.advance(to: time, into: &made)
    } else if let edge {
      edges.removeFirst()
      let event = InputEvent(
        time: Instant(time), type: EventType.key, code: Self.key, value: edge.isDown ? 1 : 0)
      interpreter.handle(.frame([event][...], from: Self.node), into: &outputs)
    }
    for output in outputs { pass(output) }
    outputs.removeAll(keepingCapacity: true)
    for output in made { report(output, into: &events) }
    made.removeAll(keepingCapacity: true)
  }

  /// Passes to the clock what the steadying decided.
  private mutating func pass(_ output: Effect) {
    switch output {
    case .pending: work(.atWork(0))
    case .press(_, true, let pressed, _):
      work(.pressed(0, began: pressed.microseconds, owner: .client(0), scans: false))
    case .press(_, false, _, _):
      work(.released(0))
      work(.idle(0))
    case .rejected: work(.idle(0))
    case .published(let command, _, _, _, _):
      let pressed = usesPressTime ? command.pressed : command.accepted
      clock.handleCommand(
        .select, by: ClockPress(began: pressed.microseconds, accepted: command.accepted.microseconds), into: &made)
    default: break
    }
  }

  private mutating func work(_ input: ClockInput) {
    if freezes { clock.handle(input, at: now, into: &made) }
  }

  private func report(_ output: ClockOutput, into events: inout [Event]) {
    switch output {
    case .step(let step): events += step.pageItem.map { [.lit(item: $0.item)] } ?? []
    case .publish(let pageItem): events += pageItem.map { [.chosen(item: $0.item)] } ?? []
    case .publishStart, .stale: events.append(.missed)
    case .announce: break
    }
  }
}
