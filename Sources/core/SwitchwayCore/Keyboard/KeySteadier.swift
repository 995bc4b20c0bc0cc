import SwitchwayTime

/// Filters unintended presses of each keyboard key separately, with the state machine that switches use.
///
/// If `isOff`, `KeyboardPipeline` does not pass keys through this filter.
struct KeySteadier: Sendable {
  struct Edge: Hashable, Sendable {
    var code: UInt16
    var isDown: Bool
    /// The time of the first physical edge of the press or release.
    var origin: Instant
    /// For a press, the start of the contact that was accepted.
    var start: Instant
    var isUncertain: Bool
  }

  let isOff: Bool
  private let parameters: SteadyingParameters
  private var machines: [UInt16: SwitchSteadier] = [:]
  private var deadlines: DeadlineTable

  /// Ignores `neighbour` and `stuckAfter` of the parameters: keys have no neighbours, and are never stuck, because a
  /// person who types may hold a key for any time.
  init(_ parameters: SteadyingParameters) {
    var own = parameters
    own.neighbour = .zero
    own.stuckAfter = .zero
    self.parameters = own
    isOff = own.debounce == .zero && own.holdDuration == .zero && own.ignoreRepeat == .zero
    deadlines = DeadlineTable(count: isOff ? 0 : EventLimit.keyCodes)
  }

  /// The time of the next decision, if no key event comes before it.
  var nextDeadline: Instant? { deadlines.first?.time }

  /// Handles a key that went down or up.
  mutating func handle(_ code: UInt16, down: Bool, at time: Instant, isUncertain: Bool) {
    var machine = machines[code] ?? SwitchSteadier(parameters: parameters)
    if down { machine.close(at: time, isUncertain: isUncertain) } else { machine.open(at: time) }
    put(machine, code)
  }

  /// Ends the key's press, because the key is gone.
  mutating func cut(_ code: UInt16, at time: Instant) {
    guard var machine = machines[code] else { return }
    _ = machine.cut(at: time, reason: .deviceLost)
    put(machine, code)
  }

  /// Handles the earliest deadline. Returns `nil` if no press or release is accepted.
  mutating func fire() -> Edge? {
    guard let code = deadlines.first.map({ UInt16($0.index) }), var machine = machines[code] else { return nil }
    deadlines.set(nil, of: Int(code))
    let decision = machine.fire()
    put(machine, code)
    switch decision {
    case .pressed(let origin, let start, let isUncertain):
      return Edge(code: code, isDown: true, origin: origin, start: start, isUncertain: isUncertain)
    case .released(let up): return Edge(code: code, isDown: false, origin: up, start: up, isUncertain: false)
    case .rejected, .stuck, nil: return nil
    }
  }

  private mutating func put(_ machine: SwitchSteadier, _ code: UInt16) {
    machines[code] = machine
    let next = machines[code]?.nextDeadline.map { Deadline(time: $0.time, reason: $0.reason, index: Int(code)) }
    deadlines.set(next, of: Int(code))
  }
}
