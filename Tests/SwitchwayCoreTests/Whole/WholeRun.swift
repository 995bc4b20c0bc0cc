import Fixtures
import SwitchwayClock
import SwitchwayTime

@testable import SwitchwayCore

/// A person with a box, two keyboards and a mouse, three clients, and everything that can happen to them, at random.
/// The same seed plays the same, however often time advances in between.
struct WholeRun {
  private static let keyboardKeys = KeySet((1...248).map { UInt16($0) } + [0x1D0])
  private static let keys = KeyboardWorld.modifiers + KeyboardWorld.others + [15, 15, 15, 57, 28, 50, 50, 48, 48]
  /// By node: what it is, and the keys that are pressed on it.
  private static let nodes: [(description: DeviceDescription, keys: [UInt16])] = [
    (DeviceDescription(name: "Box", kind: .switchInterface, keys: KeySet(box)), box),
    (DeviceDescription(name: "Board", kind: .keyboard, keys: keyboardKeys), keys),
    (DeviceDescription(name: "Pad", kind: .keyboard, keys: keyboardKeys), keys),
    (DeviceDescription(name: "Mouse", kind: .pointer, keys: KeySet(mouse)), mouse),
  ]
  private static let box: [UInt16] = [0x120, 0x121, 0x122, 0x123, 0x124]
  private static let mouse: [UInt16] = [0x110, 0x111, 0x112, 0x113]
  private static let clients = ["board", "tester", "third"].map { ClientName(Array($0.utf8)) }

  private var interpreter: Interpreter
  private(set) var watch = WholeWatch()
  private var random: SeededGenerator
  /// If set, time also advances between the inputs.
  private var extra: SeededGenerator?
  private let profiles: [Profile]
  private var isSticky: Bool
  /// Keyboards and pointers are grabbed when all their keys are up, as by the daemon.
  private let grabs: Bool
  private var time = Instant(0)
  private var claims = ClaimTable()
  private var effects: [Effect] = []
  private var requests = 0
  /// What the person holds on each node that is plugged in.
  private var held: [Int: Set<UInt16>] = [:]
  private var grabbed: Set<Int> = []

  init(seed: UInt64, extra: UInt64? = nil) throws {
    random = SeededGenerator(seed: seed)
    self.extra = extra.map(SeededGenerator.init)
    var profiles: [Profile] = []
    for style in [ClockStyle.frontEnd, .auto, .step, .inverse] {
      profiles.append(try WholeProfile.random(style, &random))
    }
    self.profiles = profiles
    isSticky = profiles[0].keyboard?.isSticky == true
    grabs = Bool.random(using: &random)
    interpreter = Interpreter(profile: profiles[0], takesKeyboardsAtOnce: !grabs)
  }

  mutating func play(steps: Int) {
    for node in WholeRun.nodes.indices { attach(node, held: []) }
    for _ in 0..<steps where watch.faults.isEmpty {
      pass(pick([0, 20, 60, 400, 2_000]))
      step()
      if one(in: 60) { rest() }
    }
    for node in held.keys.sorted() { edge(node, pick(WholeRun.nodes[node].keys)) }
    give(.finished(at: time))
    watch.checkQuiet("at the end")
    let count = watch.effects.count
    give(.time(time + .seconds(100)))
    if watch.effects.count > count { watch.fault("something happens after the end") }
  }

  // MARK: Random choices

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func pick<Element>(_ all: [Element]) -> Element { all[Int.random(in: all.indices, using: &random)] }

  // MARK: Inputs

  private mutating func give(_ input: Input) {
    interpreter.handle(input, into: &effects)
    watch.see(effects)
    effects.removeAll(keepingCapacity: true)
  }

  /// Up to `longest` milliseconds pass.
  private mutating func pass(_ longest: Int64) { pass(Microseconds(.random(in: 0...longest * 1_000, using: &random))) }

  private mutating func pass(_ way: Microseconds) {
    let end = time + way
    if var generator = extra {
      for _ in 0..<Int.random(in: 0...3, using: &generator) where time < end {
        time = time + Microseconds(.random(in: 0...(end - time).value, using: &generator))
        give(.time(time))
      }
      extra = generator
    }
    time = end
  }

  private func id(_ node: Int) -> NodeID { NodeID(rawValue: node) }

  private mutating func attach(_ node: Int, held codes: Set<UInt16>) {
    held[node] = codes
    let down = KeySet(codes.sorted())
    give(.attached(id(node), WholeRun.nodes[node].description, entry: node, down: down, at: time))
    grab(node)
  }

  private mutating func grab(_ node: Int) {
    guard grabs, held[node]?.isEmpty == true, !grabbed.contains(node) else { return }
    grabbed.insert(node)
    give(.grabbed(id(node), true, at: time))
  }

  private mutating func frame(_ node: Int, _ edges: [(UInt16, Bool)], isKernels: Bool = false) {
    for (code, isDown) in edges { if isDown { held[node]?.insert(code) } else { held[node]?.remove(code) } }
    let events = edges.map { InputEvent(time: time, type: EventType.key, code: $0, value: $1 ? 1 : 0) }
    let end = InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: isKernels ? 1 : 0)
    give(.frame((events + [end])[...], from: id(node)))
  }

  /// The key goes down, or up if it is down.
  private mutating func edge(_ node: Int, _ code: UInt16) {
    guard let codes = held[node] else { return }
    frame(node, [(code, !codes.contains(code))])
    if !interpreter.hasPanicked { grab(node) }
  }

  private mutating func ask(_ request: Input.Request) { ask(request, from: pick(WholeRun.clients)) }

  private mutating func ask(_ request: Input.Request, from client: ClientName) {
    requests += 1
    watch.open.insert(requests)
    give(.request(request, from: client, number: requests, at: time))
  }

  private mutating func point() {
    let places = [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 65_535, y: 7)]
    let actions: [PointedInput.Action] = [
      .move, .click, .double, .right, .press, .press, .release, .drag(to: places[0]), .scroll(.down, notches: 2),
    ]
    ask(.point(PointedInput(pick(actions), at: pick(places)), hasPointer: !one(in: 10)))
  }

  // MARK: What happens

  private mutating func step() {
    let node = pick(Array(WholeRun.nodes.indices))
    switch Int.random(in: 0..<200, using: &random) {
    case 0..<110:
      let down = held[node]?.sorted() ?? []
      edge(node, pick(down.isEmpty || one(in: 2) ? WholeRun.nodes[node].keys : down))
    case 110..<115:
      guard let codes = held[node] else { return }
      // Two keys of one report, of which the first may type the second.
      let two = [1, 16, 59, 60, 48, 30].shuffled(using: &random).prefix(2).map { UInt16($0) }
      if WholeRun.nodes[node].description.kind == .keyboard {
        frame(node, two.filter { !codes.contains($0) }.map { ($0, true) })
      }
    case 115..<130: stepOfNode(node)
    case 130..<146: stepOfClaims()
    case 146..<164: stepOfModes()
    case 164..<190: stepOfRequests()
    case 190, 191: give(.bridge(one(in: 2) ? profiles.compactMap(\.bridge).first : nil, at: time))
    case 192:
      for code: UInt16 in [14, 1, 28] where held[1]?.contains(code) == false { edge(1, code) }
      pass(2_000)
      give(.time(time))
    case 193..<196:
      let profile = pick(profiles)
      isSticky = profile.keyboard?.isSticky == true
      give(.profile(profile, at: time))
      watch.checkQuiet("after a change of the profile")
      grabbed = []
      for node in held.keys.sorted() { attach(node, held: held[node] ?? []) }
    default: break
    }
  }

  private mutating func stepOfNode(_ node: Int) {
    guard let codes = held[node] else { return attach(node, held: one(in: 2) ? [] : [pick(WholeRun.nodes[node].keys)]) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      held[node] = nil
      grabbed.remove(node)
      give(.detached([id(node)], at: time, reason: one(in: 2) ? .inactive : .deviceLost))
    case 3..<6:
      let now = Set(codes.sorted().filter { _ in one(in: 2) } + (0...1).map { _ in pick(WholeRun.nodes[node].keys) })
      held[node] = now
      give(.resynced(id(node), down: KeySet(now.sorted()), axes: [], at: time))
    case 6: frame(node, codes.sorted().map { ($0, false) }, isKernels: true)
    default:
      guard grabbed.remove(node) != nil else { return }
      give(.grabbed(id(node), false, at: time))
    }
  }

  private mutating func stepOfClaims() {
    let client = pick([0, 1, 2])
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<5:
      try? claims.claim(
        one(in: 2) ? .all : .names(["next", "previous", "select", "gesture", "help"]), items: nil, by: client, at: time)
      claims.setName(of: client, WholeRun.clients[client])
    case 5: try? claims.setContext(one(in: 2) ? .text : .items, items: nil, by: client)
    default: claims.end(client)
    }
    give(.claims(claims, at: time))
    if !claims.isHeld(by: client), one(in: 2) { give(.clientGone(client, at: time)) }
  }

  private mutating func stepOfModes() {
    let isOn = one(in: 3)
    switch Int.random(in: 0..<9, using: &random) {
    case 7: give(.suspended(isOn, at: time))
    case 0: give(.locked(isOn, at: time))
    case 1: give(.rest(isOn, at: time))
    case 2: give(.active(!isOn, at: time))
    case 3: give(.inhibited(isOn, by: isOn ? pick(WholeRun.clients) : nil, at: time))
    case 4: give(.passThrough(pick(["on", "off", "off", "once"]), at: time))
    case 5: give(.learning(isOn, events: one(in: 2), at: time))
    case 6: give(.capsLock(isOn, at: time))
    default:
      // A failure has no time of its own.
      give(.time(time))
      give(one(in: 2) ? .keyboardFailed : .pointerFailed)
    }
  }

  private mutating func stepOfRequests() {
    switch Int.random(in: 0..<12, using: &random) {
    case 8...: point()
    case 0: ask(.resume)
    case 1, 2: ask(.page(ClockPage(items: pick([1, 3, 5]), page: pick([1, 2]))))
    case 3:
      let words = ["next", "select", "delete", "profile(next)", "gesture-mode", "drag"]
      if let word = try? CommandVocabulary.parse(pick(words)) { ask(.send(word)) }
    case 4: ask(.answer(pick([1, 2, 3, 4]), confirm: one(in: 2)))
    case 5: ask(.unhandled(.random(in: 1...40, using: &random)))
    default: ask(.type("aBc xY", on: WholeRun.keyboardKeys))
    }
  }

  /// The person lets go of everything and waits. Then nothing is down or due. Once the modes are off, a key without a
  /// binding types.
  private mutating func rest() {
    for node in held.keys.sorted() {
      for code in held[node]?.sorted() ?? [] {
        pass(.milliseconds(30))
        edge(node, code)
      }
    }
    // A button that a client holds down comes up only by its request.
    for client in WholeRun.clients {
      ask(.point(PointedInput(.release, at: ScreenPoint(x: 1, y: 1)), hasPointer: true), from: client)
    }
    pass(.seconds(400))
    give(.time(time))
    watch.checkQuiet("at rest")
    if interpreter.nextDeadline != nil { watch.fault("something is due at rest") }
    ask(.resume)
    for client in 0...2 { claims.end(client) }
    for input: Input in [
      .learning(false, at: time), .locked(false, at: time), .active(true, at: time), .rest(false, at: time),
      .inhibited(false, at: time), .suspended(false, at: time), .passThrough("off", at: time),
      .claims(claims, at: time),
    ] { give(input) }
    // The modifier Tab may be locked.
    for node in 1...2 where held[node] != nil && !isSticky {
      grab(node)
      for isDown in [true, false] {
        pass(.seconds(3))
        edge(node, 50)
        pass(.seconds(1))
        give(.time(time))
        if watch.down.contains(50) != isDown { watch.fault("an ordinary key is \(isDown ? "not" : "still") down") }
      }
    }
  }
}
