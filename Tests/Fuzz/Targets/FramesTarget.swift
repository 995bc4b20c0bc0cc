import Fixtures
import SwitchwayCore
import SwitchwayTime

/// Frames of three nodes, their losses, comings and goings, from bytes, through the interpreter.
final class FramesTarget: FuzzTarget {
  private let profiles: [Profile]

  init() { profiles = FuzzProfiles.all }

  func run(_ bytes: [UInt8]) {
    var input = InputBytes(bytes)
    var profile = profiles[Int(input.byte()) % profiles.count]
    let isWoken = input.byte() & 1 == 1
    let seed = input.number16()
    if seed != 0 { FramesTarget.steady(&profile, seed: UInt64(seed)) }
    let start = input
    let outputs = FramesTarget.play(profile, start, isWoken: false)
    guard isWoken else { return }
    if FramesTarget.play(profile, start, isWoken: true) != outputs { found("telling the time changes what happens") }
  }

  /// Any steadying, also such as no file may ask for.
  private static func steady(_ profile: inout Profile, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func some(_ most: Int64) -> Microseconds {
      .milliseconds(Bool.random(using: &random) ? 0 : .random(in: 0...most, using: &random))
    }
    for index in profile.switches.indices {
      profile.switches[index].steadying = SteadyingParameters(
        debounce: some(60), holdDuration: some(200), ignoreRepeat: some(300), ignoreRepeatMax: some(1_000),
        override: some(200), overrideGap: some(100), rejoin: some(120), backdateMax: some(200), neighbour: some(80),
        neighbourMax: some(300), stuckAfter: some(10_000))
    }
  }

  private static func play(_ profile: Profile, _ input: InputBytes, isWoken: Bool) -> [Effect] {
    var input = input
    var run = FramesRun(profile, isWoken: isWoken)
    while !input.isAtEnd { run.step(&input) }
    run.end()
    return run.all
  }
}

/// One play of the frames.
private struct FramesRun {
  private struct Node {
    var assembler = FrameAssembler()
    /// Counts up: a node that comes back is another one.
    var number: Int
    var isThere = false
    var down = KeySet()
    /// When the frame that is not whole yet began.
    var opened: Int64?
  }

  private var interpreter: Interpreter
  private var rules: SwitchRules
  private let isWoken: Bool
  private(set) var all: [Effect] = []
  private var nodes = (0..<3).map { Node(number: $0) }
  private var time: Int64 = 0

  init(_ profile: Profile, isWoken: Bool) {
    interpreter = Interpreter(profile: profile)
    rules = SwitchRules(profile)
    self.isWoken = isWoken
    for node in nodes.indices { attach(node, entry: node) }
  }

  private static let axes: [UInt16] = [0x00, 0x01, 0x10, 0x11]

  /// A box, a stick whose axes cannot be right, and a keyboard.
  private static let descriptions = [
    DeviceDescription(
      name: "Box", kind: .switchInterface, keys: KeySet((0x100..<0x10A).map { UInt16($0) }),
      axes: axes.map { AxisDescription(code: $0, minimum: -127, maximum: 127, value: 0) }),
    DeviceDescription(
      name: "Stick", kind: .joystick, keys: KeySet((0x120..<0x12C).map { UInt16($0) }),
      axes: [
        AxisDescription(code: 0x00, minimum: .min, maximum: .max), AxisDescription(code: 0x01, minimum: 5, maximum: 5),
        AxisDescription(code: 0x10, minimum: 1, maximum: -1), AxisDescription(code: 0x11, minimum: 0, maximum: 1),
      ]),
    DeviceDescription(name: "Keyboard", kind: .keyboard, keys: KeySet((1...88).map { UInt16($0) })),
  ]

  /// Four bytes: what happens, after how long, to what, and how.
  mutating func step(_ input: inout InputBytes) {
    let (kind, delay, which, value) = (input.byte(), input.delay(), input.byte(), input.byte())
    time += delay + 1
    let node = Int(kind >> 5) % nodes.count
    switch kind & 31 {
    case 0..<14: push(node, EventType.key, FramesRun.key(which, of: node), Int32(value & 3) % 3, reports: value < 224)
    case 14..<20:
      push(
        node, EventType.absolute, FramesRun.axes[Int(which & 3)], FramesRun.level(which, value), reports: value < 224)
    case 20: push(node, input.number16(), input.number16(), Int32(truncatingIfNeeded: input.number32()))
    case 21: push(node, EventType.syn, SynCode.dropped, 0, reports: value < 224)
    case 22: report(node, value: 1)
    case 23: detach([node], .deviceLost)
    case 24: detach([0, 1, 2], .inactive)
    case 25: attach(node, entry: Int(which))
    case 26: resync(node, changing: FramesRun.key(which, of: node))
    case 27:
      // The clock of a device that goes back.
      let now = time
      time = max(0, time - Int64(value) * 10_000)
      push(node, EventType.key, FramesRun.key(which, of: node), Int32(value & 1))
      time = max(time, now)
    case 28:
      for edge in 0..<Int32(which) { push(node, EventType.key, FramesRun.key(value, of: node), edge & 1) }
    default: take { .time($0) }
    }
  }

  mutating func end() {
    take { .finished(at: $0) }
    rules.end()
    let count = all.count
    take { .time($0 + .seconds(3_600)) }
    if all.count != count { found("something happens after the end") }
  }

  private static func key(_ which: UInt8, of node: Int) -> UInt16 {
    if which >= 240 { return [0, 0x2FF, 0x300, 0xFFFF][Int(which & 3)] }
    return [0x100, 0x120, 1][node] + UInt16(which & 63) % (node == 2 ? 60 : 12)
  }

  private static func level(_ which: UInt8, _ value: UInt8) -> Int32 {
    switch which >> 4 {
    case 0: .min
    case 1: .max
    default: Int32(Int8(bitPattern: value))
    }
  }

  private mutating func push(_ node: Int, _ type: UInt16, _ code: UInt16, _ value: Int32, reports: Bool = true) {
    let event = InputEvent(time: Instant(time), type: type, code: code, value: value)
    time += 1
    take(event, of: node)
    if reports { report(node, value: 0) }
  }

  private mutating func report(_ node: Int, value: Int32) {
    take(InputEvent(time: Instant(time), type: EventType.syn, code: SynCode.report, value: value), of: node)
  }

  private mutating func take(_ event: InputEvent, of node: Int) {
    if event.type == EventType.key, Int(event.code) < EventLimit.keyCodes {
      if event.value == 1 { nodes[node].down.insert(event.code) }
      if event.value == 0 { nodes[node].down.remove(event.code) }
    }
    if nodes[node].opened == nil { nodes[node].opened = event.time.microseconds }
    switch nodes[node].assembler.push(event) {
    case .incomplete: return
    case .frame:
      let (frame, id) = (nodes[node].assembler.frame, NodeID(rawValue: nodes[node].number))
      take { _ in .frame(frame[...], from: id) }
    case .dropped: resync(node, changing: nil)
    }
    nodes[node].opened = nil
  }

  private mutating func attach(_ node: Int, entry: Int) {
    guard !nodes[node].isThere else { return }
    nodes[node].isThere = true
    nodes[node].number += nodes.count
    let (id, down, entries) = (
      NodeID(rawValue: nodes[node].number), nodes[node].down, interpreter.profile.devices.count
    )
    take { .attached(id, FramesRun.descriptions[node], entry: entry % entries, down: down, at: $0) }
  }

  private mutating func detach(_ gone: [Int], _ reason: RejectionReason) {
    let ids = gone.map { NodeID(rawValue: nodes[$0].number) }
    for node in gone {
      nodes[node].isThere = false
      nodes[node].assembler = FrameAssembler()
      nodes[node].opened = nil
    }
    take { .detached(ids, at: $0, reason: reason) }
  }

  private mutating func resync(_ node: Int, changing code: UInt16?) {
    if let code, Int(code) < EventLimit.keyCodes {
      if nodes[node].down.contains(code) { nodes[node].down.remove(code) } else { nodes[node].down.insert(code) }
    }
    let (id, down) = (NodeID(rawValue: nodes[node].number), nodes[node].down)
    let axes = FramesRun.descriptions[node].axes
    take { .resynced(id, down: down, axes: axes, at: $0) }
  }

  /// Lets something happen, and holds what comes of it for switches to the rules.
  private mutating func take(_ input: (Instant) -> Input) {
    var outputs: [Effect] = []
    // What a frame that is still open holds comes first.
    let until = Instant(nodes.compactMap(\.opened).reduce(time, min))
    if isWoken, let due = interpreter.nextDeadline, due <= until { interpreter.handle(.time(due), into: &outputs) }
    interpreter.handle(input(Instant(time)), into: &outputs)
    outputs.removeAll { !$0.isOfSwitch }
    trace(outputs)
    rules.take(outputs)
    all += outputs
  }
}

extension Effect {
  /// Whether it is decided about a switch, or answers its press.
  fileprivate var isOfSwitch: Bool {
    switch self {
    case .press, .pending, .rejected, .stuck, .recalibrate, .muted, .unmuted, .clockWentBack, .published, .performed,
      .refused, .asked, .attention:
      true
    default: false
    }
  }
}
