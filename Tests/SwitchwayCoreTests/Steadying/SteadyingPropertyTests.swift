import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Properties of steadying")
struct SteadyingPropertyTests {
  enum Step: Sendable {
    case key(Int, down: Bool, at: Int64)
    case gone(at: Int64)
    case arrive([Int], at: Int64)
    case resync(Int, down: Bool, at: Int64)

    var time: Int64 {
      switch self {
      case .key(_, _, let at), .gone(let at), .arrive(_, let at), .resync(_, _, let at): at
      }
    }
  }

  struct World: Sendable {
    var switches: [SwitchDefinition]
    var steps: [Step] = []
    /// The last step, plus enough time for everything to be decided.
    var end: Int64 { (steps.last?.time ?? 0) + 100_000_000 }
  }

  static func parameters(_ random: inout SeededGenerator, gates: Bool = true) -> SteadyingParameters {
    func pick(_ most: Int64, _ usual: Int64, from least: Int64 = 0) -> Microseconds {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .milliseconds(least)
      case 1: .milliseconds(most)
      case 2: Microseconds(.random(in: least * 1_000...most * 1_000, using: &random))
      default: .milliseconds(.random(in: least...max(least, usual), using: &random))
      }
    }
    func orOff(_ value: Microseconds) -> Microseconds { Bool.random(using: &random) ? value : .zero }
    return SteadyingParameters(
      debounce: pick(150, 40), holdDuration: gates ? orOff(pick(2_000, 150)) : .zero, ignoreRepeat: pick(2_000, 300),
      ignoreRepeatMax: pick(10_000, 1_000), override: gates ? orOff(pick(2_000, 250, from: 110)) : .zero,
      overrideGap: pick(500, 130), rejoin: pick(300, 120), backdateMax: pick(1_000, 300),
      neighbour: gates ? orOff(pick(150, 90)) : .zero, neighbourMax: pick(500, 250, from: 100),
      stuckAfter: gates ? orOff(pick(60_000, 3_000, from: 1_000)) : .zero)
  }

  static func world(seed: UInt64, gates: Bool = true, unplugs: Bool = true) -> World {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...4, using: &random)
    var world = World(
      switches: (0..<count).map { index in
        var definition = Sample.switchOf(
          named: "s\(index)", code: 0x100 + UInt16(index), parameters(&random, gates: gates), .tapOnly)
        if Int.random(in: 0..<3, using: &random) == 0 {
          definition.neighbours = .only((0..<count).filter { $0 != index && Bool.random(using: &random) })
        }
        return definition
      })
    var time: Int64 = 1_000_000
    var down = [Bool](repeating: false, count: count)
    var isGone = false
    for _ in 0..<160 {
      time += gap(world.switches, &random)
      let index = Int.random(in: 0..<count, using: &random)
      if isGone {
        for other in down.indices { down[other] = Int.random(in: 0..<4, using: &random) == 0 }
        world.steps.append(.arrive(down.indices.filter { down[$0] }, at: time))
        isGone = false
        continue
      }
      let kind = Int.random(in: 0..<100, using: &random)
      if unplugs, kind < 2 {
        world.steps.append(.gone(at: time))
        isGone = true
      } else {
        // Sometimes the level is repeated.
        if kind > 5 { down[index].toggle() }
        world.steps.append(
          unplugs && kind > 95 ? .resync(index, down: down[index], at: time) : .key(index, down: down[index], at: time))
      }
    }
    return world
  }

  /// Times between edges: zero, like a hand's, and those just at a decision.
  private static func gap(_ switches: [SwitchDefinition], _ random: inout SeededGenerator) -> Int64 {
    let some = switches[Int.random(in: 0..<switches.count, using: &random)].steadying
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return 0
    case 1...3: return .random(in: 0...30_000, using: &random)
    case 4...6: return .random(in: 0...300_000, using: &random)
    default:
      let bounds = [
        some.debounce, some.holdDuration, some.ignoreRepeat, some.override, some.overrideGap, some.rejoin,
        some.backdateMax, some.neighbour, some.neighbourMax, some.stuckAfter,
      ]
      let bound = bounds[Int.random(in: 0..<bounds.count, using: &random)]
      return max(0, bound.value + .random(in: -1...1, using: &random))
    }
  }

  static func run(_ world: World, steps: Int = .max, shift: Int64 = 0, waking: UInt64? = nil, finish: Bool = true)
    -> [Effect]
  {
    var run = SwitchRun(Profile(name: "random", devices: [Sample.box], switches: world.switches))
    var random = SeededGenerator(seed: waking ?? 0)
    let node = NodeID(rawValue: 1)
    let description = DeviceDescription(name: "Box", keys: KeySet((0..<8).map { 0x100 + $0 }))
    var down = KeySet()
    run.attach(node, description, down: down, at: Instant(shift))
    var latest: Int64 = 0
    for step in world.steps.prefix(steps) {
      if waking != nil {
        for time in (0..<3).map({ _ in Int64.random(in: latest...step.time, using: &random) }).sorted() {
          run.advance(to: Instant(time + shift))
        }
        latest = step.time
      }
      let at = Instant(step.time + shift)
      switch step {
      case .key(let index, let isDown, _):
        let code = 0x100 + UInt16(index)
        if isDown { down.insert(code) } else { down.remove(code) }
        run.key(node, code, down: isDown, at: at)
      case .gone: run.detach(node, at: at)
      case .arrive(let indices, _):
        down = KeySet(indices.map { 0x100 + UInt16($0) })
        run.attach(node, description, down: down, at: at)
      case .resync(let index, let isDown, _):
        if isDown { down.insert(0x100 + UInt16(index)) } else { down.remove(0x100 + UInt16(index)) }
        run.resync(node, down: down, at: at)
      }
    }
    if finish { run.advance(to: Instant(world.end + shift)) }
    return run.decisions
  }

  /// The decisions that the naive implementation makes too.
  static func lines(_ outputs: [Effect]) -> [String] {
    outputs.compactMap { output in
      switch output {
      case .press(let index, let down, let time, let accepted):
        "\(accepted.microseconds) \(index) \(down ? "down" : "up") \(time.microseconds)"
      case .rejected(let index, let pressed, let time, let reason):
        "\(time.microseconds) \(index) rejected \(pressed.microseconds) \(reason.rawValue)"
      case .stuck(let index, _, let time): "\(time.microseconds) \(index) stuck"
      default: nil
      }
    }
  }

  static func naive(_ world: World) -> [String] {
    var model = NaiveSteadying(world.switches)
    for step in world.steps {
      switch step {
      case .key(let index, let down, let at): model.edge(at, index, down: down)
      case .gone(let at): model.gone(at)
      case .arrive(let down, let at): model.arrive(at, down: down)
      case .resync(let index, let down, let at): model.resync(at, index, down: down)
      }
    }
    model.advance(to: world.end)
    return model.lines
  }

  /// Each argument stands for several seeds.
  static let lots: [UInt64] = seeds(0...7)

  @Test("switches decide the same as a second implementation of the text", arguments: lots)
  func model(lot: UInt64) {
    for seed in lot * 40..<lot * 40 + 40 {
      let world = Self.world(seed: seed)
      let found = Self.lines(Self.run(world))
      let expected = Self.naive(world)
      if let place = zip(found, expected).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
        Issue.record("seed \(seed), line \(place): found \(found[place]), expected \(expected[place])")
      }
      #expect(found.count == expected.count, "seed \(seed)")
    }
  }

  @Test("extra wake-ups change nothing", arguments: lots)
  func waking(lot: UInt64) {
    for seed in lot * 6..<lot * 6 + 6 {
      let world = Self.world(seed: seed)
      #expect(Self.run(world) == Self.run(world, waking: seed &* 31 &+ 1), "seed \(seed)")
    }
  }

  @Test("a run that is cut at a thousand random points has made the same decisions so far", arguments: lots)
  func cut(lot: UInt64) {
    var random = SeededGenerator(seed: lot)
    for seed in lot * 5..<lot * 5 + 5 {
      let world = Self.world(seed: seed)
      let whole = Self.run(world)
      for _ in 0..<25 {
        let steps = Int.random(in: 0...world.steps.count, using: &random)
        let part = Self.run(world, steps: steps, finish: false)
        #expect(Array(whole.prefix(part.count)) == part, "seed \(seed), \(steps) steps")
      }
    }
  }

  @Test("shifting all times by a constant shifts all decisions", arguments: [-5_000_000_000, 1, 1 << 50] as [Int64])
  func shift(by shift: Int64) {
    for seed in UInt64(0)..<20 {
      let world = Self.world(seed: seed)
      let shifted = Self.run(world, shift: shift).map { Self.shifted($0, by: Microseconds(-shift)) }
      #expect(shifted == Self.run(world), "seed \(seed)")
    }
  }

  private static func shifted(_ output: Effect, by shift: Microseconds) -> Effect {
    switch output {
    case .press(let index, let down, let time, let accepted):
      return .press(switchIndex: index, down: down, time: time + shift, accepted: accepted + shift)
    case .pending(let index, let pressed, let until, let reason):
      return .pending(switchIndex: index, pressed: pressed + shift, until: until + shift, reason: reason)
    case .rejected(let index, let pressed, let time, let reason):
      return .rejected(switchIndex: index, pressed: pressed + shift, time: time + shift, reason: reason)
    case .published(var command, let number, let owner, let pageItem, let lit):
      command.pressed = command.pressed + shift
      command.edge = command.edge + shift
      command.released = command.released.map { $0 + shift }
      command.accepted = command.accepted + shift
      return .published(command, number: number, owner: owner, pageItem: pageItem, lit: lit)
    case .stuck(let index, let after, let time): return .stuck(switchIndex: index, after: after, time: time + shift)
    case .muted(let node, let facts, let time): return .muted(node: node, about: facts, time: time + shift)
    case .unmuted(let node, let facts, let time): return .unmuted(node: node, about: facts, time: time + shift)
    case .recalibrate(let figures, let time): return .recalibrate(figures, time: time + shift)
    case .clockWentBack(let facts, let time): return .clockWentBack(about: facts, time: time + shift)
    default: return output
    }
  }

  @Test("without hold-duration and stuck-after, every press is accepted at its edge", arguments: lots)
  func noDelay(lot: UInt64) {
    for seed in lot * 6..<lot * 6 + 6 {
      for command in Self.run(Self.world(seed: seed, gates: false)).compactMap(\.command) {
        #expect(command.accepted == command.pressed, "seed \(seed)")
      }
    }
  }

  @Test("with hold-duration, a press waits for exactly that time", arguments: lots)
  func exactDelay(lot: UInt64) {
    var presses = 0
    for seed in lot * 6..<lot * 6 + 6 {
      var world = Self.world(seed: seed, unplugs: false)
      // One switch, so that no other delays it; no `debounce`, so that all closed time counts.
      world.switches.removeLast(world.switches.count - 1)
      world.switches[0].steadying.debounce = .zero
      world.switches[0].steadying.override = .zero
      world.switches[0].steadying.rejoin = .zero
      world.steps = world.steps.filter { if case .key(0, _, _) = $0 { true } else { false } }
      let steadying = world.switches[0].steadying
      for case .press(_, true, let time, let accepted) in Self.run(world) {
        presses += 1
        #expect(accepted - time == max(steadying.holdDuration, steadying.neighbour), "seed \(seed)")
      }
    }
    #expect(presses > 20)
  }

  @Test("accepted never decreases, and a switch is released between two presses", arguments: lots)
  func ordered(lot: UInt64) {
    for seed in lot * 6..<lot * 6 + 6 {
      var down: Set<Int> = []
      var latest = Instant(0)
      for case .press(let index, let isDown, _, let accepted) in Self.run(Self.world(seed: seed)) {
        #expect(accepted >= latest && down.contains(index) != isDown, "seed \(seed)")
        latest = accepted
        if isDown { down.insert(index) } else { down.remove(index) }
      }
    }
  }

  @Test("a longer dead time alone never adds a press", arguments: lots)
  func longerQuiet(lot: UInt64) {
    for seed in lot * 3..<lot * 3 + 3 {
      var world = Self.world(seed: seed, gates: false, unplugs: false)
      var counts: [Int] = []
      for quiet in stride(from: Int64(0), through: 2_000, by: 250) {
        for index in world.switches.indices {
          world.switches[index].steadying.ignoreRepeat = .milliseconds(quiet)
          world.switches[index].steadying.ignoreRepeatMax = .seconds(100_000)
        }
        counts.append(Self.run(world).count { $0.command != nil })
      }
      #expect(counts == counts.sorted(by: >), "seed \(seed)")
    }
  }

  @Test("ten thousand edges a second, and times that go back, end with nothing undecided", arguments: lots)
  func hasty(lot: UInt64) {
    for seed in lot * 1..<lot * 1 + 1 {
      var random = SeededGenerator(seed: seed)
      var world = Self.world(seed: seed, unplugs: false)
      world.steps = (0..<2_500).map { step in
        .key(
          Int.random(in: 0..<world.switches.count, using: &random), down: Bool.random(using: &random),
          at: 1_000_000 + Int64(step) * 100 - (step % 50 == 0 ? 5_000 : 0))
      }
      for index in world.switches.indices { world.steps.append(.key(index, down: false, at: 2_000_000)) }
      var down: Set<Int> = []
      for case .press(let index, let isDown, _, _) in Self.run(world) {
        #expect(down.contains(index) != isDown, "seed \(seed)")
        if isDown { down.insert(index) } else { down.remove(index) }
      }
      #expect(down.isEmpty, "seed \(seed)")
    }
  }
}
