import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Plays frames of grabbed pointers to an interpreter, and writes what goes on to the desktop and what is published.
///
/// A frame is written as its events: `x5 y-2`, `wheel1 fine120`, `left+`, `left-`, `left~` (autorepeat), `scan9`; a
/// report that the kernel made ends with `kernel`. `side` is the switch, `left` a button. Output: frames in brackets,
/// commands as their word.
struct PointerRun {
  static let codes: [(name: String, type: UInt16, code: UInt16)] = [
    ("x", EventType.relative, 0), ("y", EventType.relative, 1), ("wheel", EventType.relative, 8),
    ("tilt", EventType.relative, 6), ("dial", EventType.relative, 7), ("fine", EventType.relative, 11),
    ("misc", EventType.relative, 9), ("finetilt", EventType.relative, 12),
    ("scan", EventType.miscellaneous, MiscellaneousCode.scan), ("left", EventType.key, 0x110),
    ("right", EventType.key, 0x111), ("side", EventType.key, 0x113), ("out", EventType.key, 0x114),
  ]
  static let mouse = NodeID(rawValue: 1)
  static let second = NodeID(rawValue: 2)

  var interpreter: Interpreter
  private var time: Int64 = 1_000_000
  private var effects: [Effect] = []

  /// - Parameters:
  ///   - out: the command of the button `out`; nil: it is no switch.
  ///   - hasOthers: the mouse has buttons that are no switches.
  ///   - moves: the code of a relative axis that is a switch: 3 counts in the positive direction.
  init(
    grab: DeviceEntry.Grab = .yes, out: ScanCommand? = nil, hasOthers: Bool = true, moves: UInt16? = nil
  ) {
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "mouse", match: DeviceMatch(), grab: grab)]
    profile.switches = [PointerRun.button("side", 0x113, ScanCommand(known: "select", group: .scan))]
    if let out { profile.switches.append(PointerRun.button("out", 0x114, out)) }
    if let moves {
      let condition = MovementCondition(code: moves, level: 3, within: .milliseconds(300))
      profile.switches.append(
        SwitchDefinition(
          name: "push", inputs: [SwitchInput(device: 0, selector: .movement(condition))],
          steadying: SteadyingPreset.off.parameters,
          gestures: GestureBindings(tap: ScanCommand(known: "next", group: .scan))))
    }
    interpreter = Interpreter(profile: profile, takesKeyboardsAtOnce: false)
    let keys: [UInt16] = hasOthers ? [0x110, 0x111, 0x113, 0x114] : [0x113]
    for node in [PointerRun.mouse, PointerRun.second] {
      let description = DeviceDescription(name: "Mouse", kind: .pointer, keys: KeySet(keys), movements: 0x1fff)
      interpreter.handle(.attached(node, description, entry: 0, down: KeySet(), at: Instant(time)), into: &effects)
    }
    _ = take()
  }

  private static func button(_ name: String, _ code: UInt16, _ command: ScanCommand) -> SwitchDefinition {
    SwitchDefinition(
      name: name, inputs: [SwitchInput(device: 0, selector: .key(code))], steadying: SteadyingPreset.off.parameters,
      gestures: GestureBindings(tap: command))
  }

  /// What was decided since the last call.
  mutating func take() -> String {
    var parts: [String] = []
    var frame: [String] = []
    for effect in effects {
      switch effect {
      case .pointer(let event) where event.type == EventType.syn:
        parts.append("[" + (frame + (event.value == 0 ? [] : ["kernel"])).joined(separator: " ") + "]")
        frame = []
      case .pointer(let event): frame.append(PointerRun.text(event))
      case .published(let command, _, _, _, _): parts.append(command.word.text)
      case .mode(let mode, let isOn, _): parts.append("\(mode.rawValue) \(isOn)")
      default: break
      }
    }
    effects.removeAll()
    return (parts + frame.map { "unfinished: \($0)" }).joined(separator: " ")
  }

  mutating func grab(_ node: NodeID = mouse, down: KeySet = KeySet(), since: Int64? = nil) -> String {
    interpreter.handle(
      .grabbed(node, true, down: down, since: since.map { Instant($0) }, at: Instant(time)), into: &effects)
    return take()
  }

  /// Plays frames, a millisecond apart.
  mutating func play(_ frames: String..., of node: NodeID = mouse) -> String {
    var texts: [String] = []
    for frame in frames {
      time += 1_000
      let events = frame.split(separator: " ").map { PointerRun.event($0, at: Instant(time)) }
      interpreter.handle(.frame(events[...], from: node), into: &effects)
      texts.append(take())
    }
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Handles an input, a millisecond later.
  mutating func handle(_ input: (Instant) -> Input) -> String {
    time += 1_000
    interpreter.handle(input(Instant(time)), into: &effects)
    return take()
  }

  /// The same; nil: the panic chord releases everything.
  mutating func end(_ input: (Instant) -> Input?) -> String {
    if let input = input(Instant(time + 1_000)) { return handle { _ in input } }
    time += 1_000
    interpreter.panic(at: Instant(time))
    swap(&effects, &interpreter.effects)
    return take()
  }

  private static func text(_ event: InputEvent) -> String {
    let name = codes.first { $0.type == event.type && $0.code == event.code }?.name ?? "\(event.type):\(event.code)"
    guard event.type == EventType.key else { return name + "\(event.value)" }
    return name + ["-", "+", "~"][Int(event.value)]
  }

  private static func event(_ text: Substring, at time: Instant) -> InputEvent {
    if text == "kernel" { return InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 1) }
    let name = text.prefix { $0.isLetter }
    guard let found = codes.first(where: { $0.name == name }) else { fatalError("no event \(text)") }
    let rest = text.dropFirst(name.count)
    let value: Int32 = ["+": 1, "-": 0, "~": 2][rest] ?? Int32(rest) ?? 0
    return InputEvent(time: time, type: found.type, code: found.code, value: value)
  }
}
