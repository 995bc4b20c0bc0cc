@testable import SwitchwayCore

/// Plays nodes with switches to an interpreter, and keeps what switches decide.
struct SwitchRun {
  private var interpreter: Interpreter
  private var effects: [Effect] = []
  /// The decisions of switches, in order.
  private(set) var decisions: [Effect] = []

  init(_ profile: Profile) { interpreter = Interpreter(profile: profile) }

  var nextDeadline: Instant? { mutating get { interpreter.nextDeadline } }

  /// Attaches a node of the first entry.
  mutating func attach(_ node: NodeID, _ description: DeviceDescription, down: KeySet, at time: Instant) {
    handle(.attached(node, description, entry: 0, down: down, at: time))
  }

  mutating func detach(_ node: NodeID, at time: Instant) { handle(.detached([node], at: time)) }

  mutating func resync(_ node: NodeID, down: KeySet, at time: Instant) {
    handle(.resynced(node, down: down, axes: [], at: time))
  }

  mutating func advance(to time: Instant) { handle(.time(time)) }

  mutating func finish(at time: Instant) { handle(.finished(at: time)) }

  mutating func key(_ node: NodeID, _ code: UInt16, down: Bool, at time: Instant) {
    send(InputEvent(time: time, type: EventType.key, code: code, value: down ? 1 : 0), from: node)
  }

  mutating func send(_ event: InputEvent, from node: NodeID) { handle(.frame([event][...], from: node)) }

  private mutating func handle(_ input: Input) {
    interpreter.handle(input, into: &effects)
    decisions += effects.filter(SwitchRun.isDecision)
    effects.removeAll(keepingCapacity: true)
  }

  private static func isDecision(_ effect: Effect) -> Bool {
    switch effect {
    case .press, .pending, .rejected, .command, .stuck, .recalibrate, .muted, .unmuted, .clockWentBack: true
    default: false
    }
  }
}
