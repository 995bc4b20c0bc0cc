import Fixtures
import SwitchwayClock
import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// The scanning clock among everything else that happens: switches, claims, pages, modes, profiles, a bridge.
@Suite("Properties of scanning")
struct ScanPropertyTests {
  /// Plays random inputs. The same seed plays the same, however often `advance` is called in between.
  private struct Run {
    private var interpreter: Interpreter
    private var random: SeededGenerator
    /// nil: `advance` is called only by inputs.
    private var extra: SeededGenerator?
    private let profiles: [Profile]
    private var time = Instant(0)
    private var claims = ClaimTable()
    private(set) var effects: [Effect] = []

    private static let clients = ["board", "other"].map { ClientName(Array($0.utf8)) }
    private static let device = DeviceDescription(
      name: "box", bus: 3, vendor: 1, product: 1, kind: .switchInterface, keys: KeySet((0..<4).map { 0x100 + $0 }))

    init(seed: UInt64, extra: UInt64?) throws {
      random = SeededGenerator(seed: seed)
      self.extra = extra.map(SeededGenerator.init)
      var profiles: [Profile] = []
      for style in [ClockStyle.auto, .step, .inverse, .frontEnd] {
        profiles.append(try Run.profile(style, &random))
      }
      self.profiles = profiles
      interpreter = Interpreter(profile: profiles[0])
    }

    private static func profile(_ style: ClockStyle, _ random: inout SeededGenerator) throws -> Profile {
      func word(_ text: String) throws -> ScanCommand { try CommandVocabulary.parse(text) }
      let steadying: [SteadyingParameters] = [SteadyingPreset.off.parameters, SteadyingPreset.tremor.parameters]
      let gestures: [GestureBindings] = [
        GestureBindings(tap: try word("select")),
        GestureBindings(tap: try word("next"), double: .init(within: .milliseconds(300), command: try word("select"))),
        GestureBindings(press: try word("select")),
        GestureBindings(tap: try word("scan-style(inverse)"), hold: .init(after: .milliseconds(600), command: .menu)),
      ]
      var profile = Profile(
        name: style.rawValue, devices: [Sample.box],
        switches: gestures.enumerated().map {
          Sample.switchOf(
            named: "s\($0)", code: 0x100 + UInt16($0), steadying.randomElement(using: &random) ?? steadying[0], $1)
        })
      profile.scan = ScanSettings(
        style: style, interval: .milliseconds(.random(in: 200...900, using: &random)),
        firstItemPause: .milliseconds(.random(in: 0...500, using: &random)), loops: 2, steps: 5,
        afterSelect: Bool.random(using: &random) ? .goOn : .rest,
        reaction: .milliseconds(.random(in: 0...150, using: &random)))
      if Bool.random(using: &random) {
        profile.bridge = BridgeTable(name: "test", gap: .milliseconds(40))
      }
      return profile
    }

    mutating func play(steps: Int) throws {
      attach()
      for _ in 0..<steps {
        let longest: Int64 = [0, 30_000, 400_000, 3_000_000].randomElement(using: &random) ?? 0
        let next = time + Microseconds(.random(in: 0...longest, using: &random))
        while time < next, let part = extraWait() {
          time = min(next, time + part)
          interpreter.handle(.time(time), into: &effects)
        }
        time = next
        try step()
      }
      interpreter.handle(.finished(at: time), into: &effects)
    }

    private mutating func extraWait() -> Microseconds? {
      guard var generator = extra else { return nil }
      defer { extra = generator }
      return Microseconds(.random(in: 1...200_000, using: &generator))
    }

    private mutating func attach() {
      interpreter.handle(.attached(NodeID(rawValue: 1), Run.device, entry: 0, down: KeySet(), at: time), into: &effects)
    }

    private mutating func step() throws {
      let client = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<55:
        let event = InputEvent(
          time: time, type: EventType.key, code: 0x100 + .random(in: 0...3, using: &random),
          value: .random(in: 0...1, using: &random))
        interpreter.handle(.frame([event][...], from: NodeID(rawValue: 1)), into: &effects)
      case 55..<72:
        let page = ClockPage(items: .random(in: 1...5, using: &random), page: .random(in: 1...2, using: &random))
        ask(.page(Int.random(in: 0..<8, using: &random) > 0 ? page : nil), for: client)
      case 72..<82:
        try? claims.claim(.all, items: nil, by: client, at: time)
        claims.setName(of: client, Run.clients[client])
        interpreter.handle(.claims(claims, at: time), into: &effects)
      case 82, 83:
        claims.end(client)
        interpreter.handle(.claims(claims, at: time), into: &effects)
        interpreter.handle(.clientGone(client, at: time), into: &effects)
      case 84: interpreter.handle(.rest(.random(using: &random), at: time), into: &effects)
      case 85: interpreter.handle(.locked(.random(using: &random), at: time), into: &effects)
      case 86, 87:
        interpreter.handle(.rest(false, at: time), into: &effects)
        interpreter.handle(.locked(false, at: time), into: &effects)
      case 88:
        interpreter.handle(.detached([NodeID(rawValue: 1)], at: time), into: &effects)
        attach()
      case 89:
        interpreter.handle(
          .profile(profiles[[0, 0, 0, 1, 2, 3].randomElement(using: &random) ?? 0], at: time), into: &effects)
        attach()
      default:
        let words = [
          "select", "next", "previous", "edge(end)", "move(up)", "scan(start)", "scan(toggle)", "scan(reverse)",
          "scan(restart)", "scan-rate(faster)", "scan-rate(300ms)", "scan-style(auto)", "scan-style(step)",
        ]
        let word = try CommandVocabulary.parse(words.randomElement(using: &random) ?? "select")
        ask(.send(word), for: client)
      }
    }

    private mutating func ask(_ request: Input.Request, for client: Int) {
      interpreter.handle(.request(request, from: Run.clients[client], number: 0, at: time), into: &effects)
    }
  }

  @Test(
    "calls of advance in between change nothing; commands keep their order; states are told once",
    arguments: seeds(1...60))
  func same(seed: UInt64) throws {
    var one = try Run(seed: seed, extra: nil)
    var other = try Run(seed: seed, extra: seed &+ 1_000)
    try one.play(steps: 600)
    try other.play(steps: 600)
    let (effects, others) = (one.effects.map { "\($0)" }, other.effects.map { "\($0)" })
    #expect(effects.count == others.count, "seed \(seed)")
    if let place = zip(effects, others).enumerated().first(where: { $1.0 != $1.1 }) {
      Issue.record("seed \(seed): effect \(place.offset): \(place.element.0) / \(place.element.1)")
    }
    var latest = Instant(.min)
    var number: Int64 = 0
    var begun: [Command.PhaseOwner: PageItem?] = [:]
    var told: ClockAnnouncement?
    for effect in one.effects {
      switch effect {
      case .published(let command, let new, _, let place, _):
        number += 1
        #expect(new == number && command.accepted >= latest && command.pressed <= command.accepted, "seed \(seed)")
        latest = command.accepted
        guard let phase = command.phaseOwner else { break }
        if command.phase == .begin { begun[phase] = .some(place) }
        if command.phase == .end {
          #expect(begun[phase] == .some(place), "seed \(seed): an end without its begin, or of another item")
          begun[phase] = nil
        }
      case .scan(let scan):
        let isNew = told.map { $0.state != scan.state || $0.style != scan.style || $0.interval != scan.interval }
        #expect(isNew ?? true, "seed \(seed): told twice: \(scan)")
        told = scan
      default: break
      }
    }
    #expect(begun.isEmpty, "seed \(seed): a phase has not ended")
  }

  @Test("the clock moves in these runs")
  func moves() throws {
    var steps = 0
    for seed in seeds(1...20) {
      var run = try Run(seed: seed, extra: nil)
      try run.play(steps: 600)
      steps += run.effects.count {
        if case .published(let command, _, _, _, _) = $0, case .clock = command.source { true } else { false }
      }
    }
    #expect(steps > 10, "\(steps) steps")
  }
}
