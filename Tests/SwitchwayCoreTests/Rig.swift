import Testing

@testable import SwitchwayCore

/// Plays timelines to a pipeline and writes its decisions as text.
///
/// A timeline consists of words such as `100v` (closes at 100 ms), `250.001^` (opens), `b300v` (the switch `b`), `900!`
/// (unplugged), `950+` (plugged in again, nothing down), `950+v` (plugged in, down), `700=^` and `700=v` (events were
/// lost; the state is up or down), `720*` (the kernel releases the key of a device that is being removed). Without a
/// letter the switch is `a`. Each switch is a key of one device.
struct Rig {
  static let box = DeviceEntry(name: "box", match: DeviceMatch())
  var pipeline: Pipeline
  var outputs: [Output] = []
  var description: DeviceDescription
  var down = KeySet()
  var isPlugged = false
  let node = NodeID(rawValue: 1)

  init(_ switches: [SwitchDefinition], chords: [ChordDefinition] = [], offset: Microseconds = .zero) {
    var box = Rig.box
    box.offset = offset
    pipeline = Pipeline(profile: Profile(name: "test", devices: [box], switches: switches, chords: chords))
    description = DeviceDescription(name: "Box", keys: KeySet((0..<8).map { 0x100 + $0 }))
    plug(at: Instant(0))
  }

  static func switchOf(
    named name: String = "a", code: UInt16 = 0x100, _ steadying: SteadyingParameters, _ gestures: GestureBindings
  ) -> SwitchDefinition {
    SwitchDefinition(
      name: name, inputs: [SwitchInput(device: 0, selector: .key(code))], steadying: steadying, gestures: gestures)
  }

  mutating func plug(at time: Instant) {
    pipeline.attach(node, description, entry: 0, down: down, at: time, into: &outputs)
    isPlugged = true
  }

  mutating func play(_ timeline: String, until end: String = "60000") -> [String] {
    for word in timeline.split(separator: " ") { play(word: String(word)) }
    pipeline.advance(to: Rig.instant(end), into: &outputs)
    return lines()
  }

  mutating func play(word: String) {
    var rest = Substring(word)
    var name = "a"
    if let first = rest.first, first.isLetter {
      name = String(rest.removeFirst())
    }
    let digits = rest.prefix { $0.isNumber || $0 == "." }
    let time = Rig.instant(String(digits))
    let sign = rest.dropFirst(digits.count)
    let index = pipeline.profile.switches.firstIndex { $0.name == name } ?? 0
    guard case .key(let code) = pipeline.profile.switches[index].inputs[0].selector else { return }
    switch sign {
    case "v", "^", "~":
      if sign == "v" { down.insert(code) } else if sign == "^" { down.remove(code) }
      let value: Int32 = sign == "v" ? 1 : sign == "^" ? 0 : 2
      let event = InputEvent(time: time, type: EventType.key, code: code, value: value)
      pipeline.handle([event][...], from: node, into: &outputs)
    case "*":
      down.remove(code)
      let frame = [
        InputEvent(time: time, type: EventType.key, code: code, value: 0),
        InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 1),
      ]
      pipeline.handle(frame[...], from: node, into: &outputs)
    case "!":
      down = KeySet()
      pipeline.detach(node, at: time, into: &outputs)
    case "+", "+v":
      if sign == "+v" { down.insert(code) }
      plug(at: time)
    case "=v", "=^":
      if sign == "=v" { down.insert(code) } else { down.remove(code) }
      pipeline.resync(node, down: down, axes: [], at: time, into: &outputs)
    default: pipeline.finish(at: time, into: &outputs)
    }
  }

  static func instant(_ text: String) -> Instant {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let whole = Int64(parts[0]) ?? 0
    let digits = parts.count > 1 ? String(parts[1]) : ""
    let padded = digits + String(repeating: "0", count: max(0, 3 - digits.count))
    return Instant(whole * 1_000 + (Int64(padded) ?? 0))
  }

  static func text(_ time: Instant) -> String {
    let (whole, part) = time.microseconds.quotientAndRemainder(dividingBy: 1_000)
    guard part != 0 else { return "\(whole)" }
    let digits = String(abs(part))
    return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  func lines() -> [String] { outputs.map { line($0) } }

  private func line(_ output: Output) -> String {
    func name(_ index: Int) -> String { pipeline.profile.switches[index].name }
    func name(_ origin: CommandOrigin) -> String {
      switch origin {
      case .single(let index): name(index)
      case .chord(let index): pipeline.profile.chords[index].name
      }
    }
    let t = Rig.text
    switch output {
    case .press(let index, let down, let time, let accepted):
      return "\(t(accepted)) \(name(index)) \(down ? "down" : "up") \(t(time))"
    case .pending(let index, let pressed, let until, let reason):
      return "\(name(index)) pending \(t(pressed)) until \(t(until)) \(reason.rawValue)"
    case .rejected(let index, let pressed, let time, let reason):
      return "\(t(time)) \(name(index)) rejected \(t(pressed)) \(reason.rawValue)"
    case .command(let command):
      let gesture = command.gesture?.rawValue ?? ""
      var text = "\(t(command.accepted)) \(name(command.origin)) \(gesture) \(t(command.pressed))"
      if let released = command.released { text += "-\(t(released))" }
      if command.phase != .once { text += " \(command.phase.rawValue)" }
      if command.count != 1 { text += " #\(command.count)" }
      if command.isUncertain { text += " uncertain" }
      return text
    case .stuck(let index, let after, let time): return "\(t(time)) \(name(index)) stuck \(after.value / 1_000)"
    case .muted(_, let time): return "\(t(time)) muted"
    case .unmuted(_, let time): return "\(t(time)) unmuted"
    case .recalibrate(let figures, let time): return "\(t(time)) recalibrate \(figures.rejected)/\(figures.closings)"
    case .clockWentBack(_, let time): return "\(t(time)) clock"
    }
  }
}

/// A row of a timeline table.
struct Row: CustomTestStringConvertible, Sendable {
  var name: String
  var steadying: SteadyingParameters
  var gestures: GestureBindings
  var timeline: String
  var expected: [String]
  var testDescription: String { name }

  init(
    _ name: String, _ steadying: SteadyingParameters, _ gestures: GestureBindings, _ timeline: String,
    _ expected: [String]
  ) {
    self.name = name
    self.steadying = steadying
    self.gestures = gestures
    self.timeline = timeline
    self.expected = expected
  }

  /// A row with only a tap.
  init(_ name: String, _ steadying: SteadyingParameters, _ timeline: String, _ expected: [String]) {
    self.init(name, steadying, .tapOnly, timeline, expected)
  }
}

extension SteadyingParameters {
  static let off = SteadyingPreset.off.parameters
  static let gentle = SteadyingPreset.gentle.parameters
}

extension ScanCommand {
  static let next = ScanCommand(name: "next", arguments: [], group: .scan)
  static let menu = ScanCommand(name: "menu", arguments: [], group: .act)
}

extension GestureBindings {
  static let tapOnly = GestureBindings(tap: .next)
  static let press = GestureBindings(press: .next)
  static let none = GestureBindings()
  static let tapHold = GestureBindings(tap: .next, hold: .init(after: .milliseconds(800), command: .menu))
  static let holdNothing = GestureBindings(
    tap: .next,
    hold: .init(
      after: .milliseconds(800), command: ScanCommand(name: "nothing", arguments: [], group: .daemon)))
  static let holdOnly = GestureBindings(hold: .init(after: .milliseconds(800), command: .menu))
  static let repeating = GestureBindings(
    tap: .next, repeats: .init(after: .milliseconds(900), every: .milliseconds(600)))
}

extension Command {
  /// Of a command that a press made.
  var origin: CommandOrigin { press?.origin ?? .single(-1) }
  var gesture: Gesture? { press?.gesture }
}
