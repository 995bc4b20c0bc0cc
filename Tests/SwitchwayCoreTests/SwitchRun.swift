import SwitchwayText
import SwitchwayTime

@testable import SwitchwayCore

extension Effect {
  /// The command with which a press, or the end of its phase, is answered.
  var command: Command? {
    switch self {
    case .published(let command, _, _, _, _), .performed(let command), .refused(let command, _),
      .attention(let command):
      command
    case .asked(let question): question.command
    default: nil
    }
  }
}

/// Plays nodes with switches to an interpreter, and keeps what switches decide.
struct SwitchRun {
  private var interpreter: Interpreter
  private var effects: [Effect] = []
  /// The decisions of switches, in order, with the answers to their commands.
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

  /// Keys of one frame: code and value.
  mutating func frame(_ keys: [(UInt16, Int32)], from node: NodeID, at time: Instant) {
    let events = keys.map { InputEvent(time: time, type: EventType.key, code: $0, value: $1) }
    handle(.frame(events[...], from: node))
  }

  mutating func axis(_ node: NodeID, _ code: UInt16, _ value: Int32, at time: Instant) {
    send(InputEvent(time: time, type: EventType.absolute, code: code, value: value), from: node)
  }

  mutating func setAside(_ node: NodeID, _ keys: KeySet, at time: Instant) { handle(.setAside(node, keys, at: time)) }

  /// The decisions in short: `1.5 a tap`, `2 a rejected neighbour`, in seconds; and forgets them.
  mutating func told(_ names: [String]) -> [String] {
    defer { decisions = [] }
    return decisions.compactMap { decision -> String? in
      if let command = decision.command {
        guard case .single(let index)? = command.press?.origin else { return nil }
        return "\(Self.seconds(command.pressed)) \(names[index]) \(command.press?.gesture.rawValue ?? "")"
      }
      return switch decision {
      case .rejected(let index, _, let time, let reason): "\(Self.seconds(time)) \(names[index]) \(reason.rawValue)"
      case .stuck(let index, _, let time): "\(Self.seconds(time)) \(names[index]) stuck"
      case .restsAboveRelease(let rest, _, let time):
        "\(Self.seconds(time)) \(names[rest.switchIndex]) rests at \(rest.percent), release \(rest.release)"
      default: nil
      }
    }
  }

  private static func seconds(_ time: Instant) -> String { DurationText.decimal(time.microseconds, over: 1_000_000) }

  private mutating func handle(_ input: Input) {
    interpreter.handle(input, into: &effects)
    decisions += effects.filter(SwitchRun.isDecision)
    effects.removeAll(keepingCapacity: true)
  }

  private static func isDecision(_ effect: Effect) -> Bool {
    switch effect {
    case .press, .pending, .rejected, .stuck, .restsAboveRelease, .recalibrate, .muted, .unmuted, .clockWentBack: true
    default: effect.command != nil
    }
  }
}
