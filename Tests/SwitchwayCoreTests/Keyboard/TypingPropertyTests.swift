import Fixtures
import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Texts of clients among everything else that happens: keys, modes, claims, profiles.
@Suite("Properties of typing for clients")
struct TypingPropertyTests {
  /// Plays random inputs, and checks every effect.
  private struct Run {
    private(set) var interpreter: Interpreter
    private(set) var faults: [String] = []
    private var random: SeededGenerator
    private let profiles: [Profile]
    private var time = Instant(0)
    private var claims = ClaimTable()
    private var down: Set<UInt16> = []
    private var requests = 0
    /// Requests that are not answered yet.
    private var begun: Set<Int> = []
    private(set) var completed = 0
    private(set) var stopped = 0
    private var effects: [Effect] = []

    private static let keyboard = KeySet((1...247).map { UInt16($0) })
    private static let clients = ["board", "tester", "third"].map { ClientName(Array($0.utf8)) }

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      var profiles: [Profile] = []
      for number in 0..<3 {
        var profile = try KeyboardWorld.profile(isPlain: false, &random)
        profile.policy.allowsTyping = number < 2
        profiles.append(profile)
      }
      self.profiles = profiles
      interpreter = Interpreter(profile: profiles[0])
    }

    mutating func play(steps: Int) {
      for _ in 0..<steps {
        let longest: Int64 = [0, 20_000, 60_000, 900_000].randomElement(using: &random) ?? 0
        time = time + Microseconds(.random(in: 0...longest, using: &random))
        step()
        check()
      }
      interpreter.handle(.finished(at: time), into: &effects)
      check()
      if !down.isEmpty { faults.append("down at the end: \(down.sorted())") }
      if !begun.isEmpty { faults.append("not answered: \(begun.sorted())") }
      effects.removeAll()
      interpreter.handle(.time(time + .seconds(60)), into: &effects)
      if effects.contains(where: { if case .key = $0 { true } else { false } }) { faults.append("typed after the end") }
    }

    private mutating func step() {
      let client = Int.random(in: 0...2, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<40: edge()
      case 40..<65: type(for: Run.clients[client])
      case 65..<80:
        try? claims.claim(.all, items: nil, by: client, at: time)
        claims.setName(of: client, Run.clients[client])
        interpreter.handle(.claims(claims, at: time), into: &effects)
      case 80, 81:
        claims.end(client)
        interpreter.handle(.claims(claims, at: time), into: &effects)
      case 82: interpreter.handle(.locked(.random(using: &random), at: time), into: &effects)
      case 83, 84: interpreter.handle(.locked(false, at: time), into: &effects)
      case 85: interpreter.handle(.rest(.random(using: &random), at: time), into: &effects)
      case 86, 87: interpreter.handle(.rest(false, at: time), into: &effects)
      case 88: interpreter.handle(.active(.random(using: &random), at: time), into: &effects)
      case 89, 90: interpreter.handle(.active(true, at: time), into: &effects)
      case 91: interpreter.handle(.detached([NodeID(rawValue: 1)], at: time), into: &effects)
      case 92, 93: attach()
      case 94:
        interpreter.handle(
          .passThrough(["on", "off", "once"].randomElement(using: &random) ?? "off", at: time), into: &effects)
      case 95, 96: ask(.resume, for: Run.clients[client])
      case 97: interpreter.handle(.keyboardFailed, into: &effects)
      default:
        interpreter.handle(
          .profile(profiles[[0, 0, 0, 1, 2].randomElement(using: &random) ?? 0], at: time), into: &effects)
        attach()
      }
    }

    private mutating func attach() {
      interpreter.handle(
        .attached(NodeID(rawValue: 1), KeyboardWorld.device, entry: 0, down: KeySet(), at: time), into: &effects)
    }

    private mutating func edge() {
      let keys = KeyboardWorld.modifiers + KeyboardWorld.others + [KeyboardWorld.tab, 30, 30]
      let event = InputEvent(
        time: time, type: EventType.key, code: keys.randomElement(using: &random) ?? 30,
        value: .random(in: 0...1, using: &random))
      interpreter.handle(.frame([event][...], from: NodeID(rawValue: 1)), into: &effects)
    }

    private mutating func type(for client: ClientName) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        let chord = KeyChord(
          text: "", modifiers: [.modifier(.ctrl, nil), .modifier(.shift, .right)], trigger: .position(20))
        ask(.typeChord(chord, on: Run.keyboard), for: client)
      } else {
        let characters = Bool.random(using: &random) ? "aBc !Xy" : "aBc !Xyß"
        let text = (0..<Int.random(in: 1...60, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "a"
        }
        ask(.type(String(text), on: Run.keyboard), for: client)
      }
    }

    private mutating func ask(_ request: Input.Request, for client: ClientName) {
      requests += 1
      begun.insert(requests)
      interpreter.handle(.request(request, from: client, number: requests, at: time), into: &effects)
    }

    private mutating func check() {
      defer { effects.removeAll() }
      for effect in effects {
        switch effect {
        case .key(let code, let isDown, _):
          if down.contains(code) == isDown { faults.append("key \(code) goes \(isDown ? "down" : "up") twice") }
          if isDown { down.insert(code) } else { down.remove(code) }
        case .reply(let number, let reply):
          if begun.remove(number) == nil { faults.append("\(number) is answered twice") }
          if case .typed(let refusal) = reply {
            if refusal == nil { completed += 1 } else if number < requests { stopped += 1 }
          }
        default: break
        }
      }
    }
  }

  @Test("every key is released and every request is answered once, whatever happens", arguments: seeds(1...40))
  func released(seed: UInt64) throws {
    var run = try Run(seed: seed)
    run.play(steps: 1_500)
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults.prefix(5))")
    #expect(run.completed > 0 && run.stopped > 0, "seed \(seed)")
  }

  @Test("at most 50 keys a second are typed, and no more than two texts of the longest wait")
  func limits() {
    var profile = Profile(name: "test", devices: [Sample.box], switches: [])
    profile.policy.allowsTyping = true
    let name = ClientName(Array("board".utf8))
    var interpreter = Interpreter(profile: profile, claims: ClaimTable(permanent: .all, name: name))
    var effects: [Effect] = []
    let (text, keys) = (String(repeating: "a", count: 200), KeySet((1...247).map { UInt16($0) }))
    func type(_ text: String, number: Int) -> Reply? {
      interpreter.ask(.type(text, on: keys), from: name, number: number, at: Instant(0), into: &effects)
    }
    #expect(type(text, number: 1) == nil)
    #expect(type(text, number: 2) == nil)
    #expect(type("a", number: 3) == .typed(.busy))
    interpreter.handle(.time(Instant(7_979_999)), into: &effects)
    #expect(interpreter.isTyping(at: Instant(7_979_999)))
    interpreter.handle(.time(Instant(10_000_000)), into: &effects)
    // Until a gap after the last key.
    #expect(interpreter.isTyping(at: Instant(7_999_999)) && !interpreter.isTyping(at: Instant(8_000_000)))
    let presses = effects.compactMap { effect -> Instant? in
      if case .key(_, true, let time) = effect { time } else { nil }
    }
    #expect(presses == (0..<400).map { Instant(Int64($0) * 20_000) })
    #expect(interpreter.nextDeadline == nil)
  }

  @Test("after a machine stood still, a text goes on at its pace, and does not catch up")
  func late() {
    var profile = Profile(name: "test", devices: [Sample.box], switches: [])
    profile.policy.allowsTyping = true
    let name = ClientName(Array("board".utf8))
    var interpreter = Interpreter(profile: profile, claims: ClaimTable(permanent: .all, name: name))
    var effects: [Effect] = []
    func delay(to time: Int64) -> Bool { interpreter.delayTexts(to: Instant(time)) }
    #expect(!delay(to: 0))
    let keys = KeySet((1...247).map { UInt16($0) })
    _ = interpreter.ask(.type("aaaaaa", on: keys), from: name, number: 1, at: Instant(0), into: &effects)
    #expect(!delay(to: 40_000))
    #expect(delay(to: 40_001))
    interpreter.handle(.time(Instant(40_001)), into: &effects)
    #expect(delay(to: 900_000))
    interpreter.handle(.time(Instant(920_000)), into: &effects)
    #expect(delay(to: 1_500_000))
    interpreter.handle(.time(Instant(2_000_000)), into: &effects)
    let presses = effects.compactMap { effect -> Instant? in
      if case .key(_, true, let time) = effect { time } else { nil }
    }
    #expect(presses == [0, 40_001, 900_000, 920_000, 1_500_000, 1_520_000].map(Instant.init))
    #expect(!delay(to: 3_000_000))
  }

  @Test("a letter that a dead key begins is typed whole, and takes the time of two keys")
  func deadKeys() {
    var profile = Profile(name: "test", devices: [Sample.box], switches: [])
    profile.policy.allowsTyping = true
    let name = ClientName(Array("board".utf8))
    let layout = LayoutKeys(
      [:], texts: ["ê": [.init(code: 26), .init(code: 18)], "€": [.init(code: 18, needsAltGr: true)]])
    var interpreter = Interpreter(
      profile: profile, layout: layout, claims: ClaimTable(permanent: .all, name: name))
    let keys = KeySet((1...247).map { UInt16($0) })
    var effects: [Effect] = []
    #expect(
      interpreter.ask(.type("e\u{302}€", on: keys), from: name, number: 1, at: Instant(0), into: &effects) == nil)
    interpreter.handle(.time(Instant(1_000_000)), into: &effects)
    let typed = effects.compactMap { effect -> String? in
      guard case .key(let code, let isDown, let time) = effect else { return nil }
      return "\(time.microseconds / 1_000)\(isDown ? "+" : "-")\(code)"
    }
    #expect(typed == ["0+26", "0-26", "0+18", "0-18", "40+100", "40+18", "40-18", "40-100"])
    let later = Instant(2_000_000)
    #expect(
      interpreter.ask(.type("€", on: KeySet([18])), from: name, number: 2, at: later, into: &effects)
        == .typed(.noCharacter("€")))
  }
}
