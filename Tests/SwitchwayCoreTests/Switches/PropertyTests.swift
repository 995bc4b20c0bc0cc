import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Properties of the core")
struct PropertyTests {
  /// An input of a node with switches.
  enum Step: Sendable {
    case key(node: Int, code: UInt16, down: Bool, at: Instant)
    case attach(node: Int, down: [UInt16], at: Instant)
    case detach(node: Int, at: Instant)
    case resync(node: Int, down: [UInt16], at: Instant)
  }

  struct World {
    var profile: Profile
    var steps: [Step] = []
    var end = Instant(0)
    /// Every time at which the kernel could have seen an edge of a switch's key.
    var edgeTimes: Set<Instant> = []
  }

  static let codes: [UInt16] = [0x100, 0x101, 0x102, 0x103, 0x104]

  static func world(seed: UInt64) -> World {
    var random = SeededGenerator(seed: seed)
    func steadying() -> SteadyingParameters {
      SteadyingParameters(
        debounce: .milliseconds(.random(in: 0...60, using: &random)),
        holdDuration: .milliseconds([0, 0, 80, 200].randomElement(using: &random) ?? 0),
        ignoreRepeat: .milliseconds(.random(in: 0...300, using: &random)),
        ignoreRepeatMax: .milliseconds(.random(in: 0...1_000, using: &random)),
        override: .milliseconds([0, 0, 200].randomElement(using: &random) ?? 0),
        rejoin: .milliseconds([0, 120].randomElement(using: &random) ?? 0),
        neighbour: .milliseconds([0, 0, 80].randomElement(using: &random) ?? 0),
        stuckAfter: .milliseconds([0, 1_000, 10_000].randomElement(using: &random) ?? 0))
    }
    let together: [GestureBindings] = [
      .tapHold, .repeating, .none, Sample.bindings(), Sample.bindings(hold: true, triple: 300),
      Sample.bindings(tap: false, nothing: true),
    ]
    let gestures = Sample.alone + together
    var switches = codes.enumerated().map { index, code in
      Sample.switchOf(
        named: "s\(index)", code: code, steadying(), gestures.randomElement(using: &random) ?? .tapOnly)
    }
    if Bool.random(using: &random) { switches[4].unless = [0] }
    let chords = [Sample.chord("s0+s1", [0, 1]), Sample.chord("s1+s2+s3", [1, 2, 3], 300)]
    var world = World(
      profile: Profile(
        name: "random", devices: [Sample.box], switches: switches,
        chords: Array(chords.prefix(.random(in: 0...2, using: &random)))))
    var time: Int64 = 0
    var present: [Int: Set<UInt16>] = [:]
    for _ in 0..<200 {
      time +=
        Bool.random(using: &random) ? .random(in: 0...30_000, using: &random) : .random(in: 0...400_000, using: &random)
      let now = Instant(time)
      world.edgeTimes.insert(now)
      let node = Int.random(in: 0...1, using: &random)
      let code = codes.randomElement(using: &random) ?? 0x100
      switch (Int.random(in: 0..<100, using: &random), present[node]) {
      case (_, nil):
        present[node] = Bool.random(using: &random) ? [code] : []
        world.steps.append(.attach(node: node, down: present[node]?.sorted() ?? [], at: now))
      case (..<3, _):
        present[node] = nil
        world.steps.append(.detach(node: node, at: now))
      case (..<6, let keys?):
        present[node] = keys.symmetricDifference([code])
        world.steps.append(.resync(node: node, down: present[node]?.sorted() ?? [], at: now))
      case (_, let keys?):
        present[node] = keys.symmetricDifference([code])
        world.steps.append(.key(node: node, code: code, down: !keys.contains(code), at: now))
      }
    }
    world.end = Instant(time)
    return world
  }

  static func run(_ world: World, steps: Int? = nil, finishing: Bool = true, waking: UInt64? = nil) -> [Effect] {
    var run = SwitchRun(world.profile)
    var random = SeededGenerator(seed: waking ?? 0)
    var latest = Instant(0)
    let description = DeviceDescription(name: "Box", keys: KeySet(codes))
    for step in world.steps.prefix(steps ?? .max) {
      let time: Instant
      switch step {
      case .key(_, _, _, let at), .attach(_, _, let at), .detach(_, let at), .resync(_, _, let at): time = at
      }
      if waking != nil, time > latest {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          run.advance(to: Instant(.random(in: latest.microseconds..<time.microseconds, using: &random)))
        }
      }
      latest = time
      switch step {
      case .key(let node, let code, let down, let at): run.key(NodeID(rawValue: node), code, down: down, at: at)
      case .attach(let node, let down, let at):
        run.attach(NodeID(rawValue: node), description, down: KeySet(down), at: at)
      case .detach(let node, let at): run.detach(NodeID(rawValue: node), at: at)
      case .resync(let node, let down, let at): run.resync(NodeID(rawValue: node), down: KeySet(down), at: at)
      }
    }
    if finishing { run.finish(at: world.end) }
    return run.decisions
  }

  static let all: [UInt64] = seeds(1...50)

  @Test("every press that went down comes up, and every phase that begins ends once", arguments: all)
  func balanced(seed: UInt64) {
    let world = Self.world(seed: seed)
    var down: Set<Int> = []
    var begun: Set<CommandOrigin> = []
    for output in Self.run(world) {
      switch output {
      case .press(let index, let isDown, _, _):
        #expect(down.contains(index) != isDown, "seed \(seed)")
        if isDown { down.insert(index) } else { down.remove(index) }
      default: break
      }
      switch output.command?.phase {
      case .begin: #expect((output.command?.origin).map { begun.insert($0).inserted } == true)
      case .end: #expect((output.command?.origin).flatMap { begun.remove($0) } != nil)
      case .once, nil: break
      }
    }
    #expect(down.isEmpty && begun.isEmpty, "seed \(seed)")
  }

  @Test("every command follows its press, and the press is an edge that was seen", arguments: all)
  func causal(seed: UInt64) {
    let world = Self.world(seed: seed)
    for command in Self.run(world).compactMap(\.command) {
      #expect(command.pressed <= command.accepted, "seed \(seed)")
      #expect(world.edgeTimes.contains(command.pressed), "seed \(seed)")
    }
  }

  @Test("decision times never go back", arguments: all)
  func ordered(seed: UInt64) {
    var latest = Instant(0)
    for output in Self.run(Self.world(seed: seed)) {
      let time: Instant
      switch output {
      case .press(_, _, _, let accepted): time = accepted
      case .rejected(_, _, let at, _), .stuck(_, _, let at): time = at
      default:
        guard let command = output.command else { continue }
        time = command.accepted
      }
      #expect(time >= latest, "seed \(seed)")
      latest = time
    }
  }

  @Test("extra wake-ups change nothing, and two runs are equal", arguments: all)
  func deterministic(seed: UInt64) {
    let world = Self.world(seed: seed)
    let plain = Self.run(world)
    #expect(plain == Self.run(world), "seed \(seed)")
    #expect(plain == Self.run(world, waking: seed &* 31), "seed \(seed)")
  }

  @Test("a run that is cut anywhere has made the same decisions so far", arguments: all.prefix(20))
  func cut(seed: UInt64) {
    let world = Self.world(seed: seed)
    let whole = Self.run(world, finishing: false)
    for steps in stride(from: 0, to: world.steps.count, by: 7) {
      let part = Self.run(world, steps: steps, finishing: false)
      #expect(Array(whole.prefix(part.count)) == part, "seed \(seed), \(steps) steps")
    }
  }

  @Test("each press ends in exactly one command, part of a command, or rejection", arguments: all)
  func complete(seed: UInt64) {
    let world = Self.world(seed: seed)
    var answers = Answers(switches: world.profile.switches.count)
    let outputs = Self.run(world)
    for output in outputs { answers.take(output, world.profile) }
    var presses = [Int](repeating: 0, count: world.profile.switches.count)
    for case .press(let index, true, _, _) in outputs { presses[index] += 1 }
    #expect(answers.counted == presses, "seed \(seed)")
    #expect(answers.twice.isEmpty, "seed \(seed)")
    #expect(answers.unknown.isEmpty, "seed \(seed)")
  }

  /// What became of the presses, by switch.
  private struct Answers {
    var counted: [Int]
    /// Presses answered more than once, and answers without a press.
    var twice: [Instant] = []
    var unknown: [Instant] = []
    private var seen: [Set<Instant>]
    private var answered: [Set<Instant>]

    init(switches: Int) {
      counted = Array(repeating: 0, count: switches)
      seen = Array(repeating: [], count: switches)
      answered = seen
    }

    mutating func take(_ output: Effect, _ profile: Profile) {
      switch output {
      case .press(let index, true, let time, _): seen[index].insert(time)
      case .rejected(let index, let pressed, _, let reason):
        // A contact that never became a press is rejected too, but had no line.
        guard seen[index].contains(pressed) else {
          if reason == .noGesture || reason == .chordBroken { unknown.append(pressed) }
          return
        }
        answer(index, pressed)
      default:
        guard let command = output.command, command.phase != .end, command.count == 1 else { return }
        switch command.origin {
        case .chord(let chord): for part in profile.chords[chord].parts { counted[part] += 1 }
        case .single(let index):
          answer(index, command.pressed)
          counted[index] += command.gesture.map { $0.presses - 1 } ?? 0
        }
      }
    }

    private mutating func answer(_ index: Int, _ pressed: Instant) {
      counted[index] += 1
      if !seen[index].contains(pressed) { unknown.append(pressed) }
      if !answered[index].insert(pressed).inserted { twice.append(pressed) }
    }
  }
}
