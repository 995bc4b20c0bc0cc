import Fixtures
import SwitchwayText
import SwitchwayTime
@testable import SwitchwayCore

/// Plays a world and checks every output against rules that always hold.
struct KeyboardRun {
  let world: KeyboardWorld
  private(set) var pipeline: KeyboardPipeline
  private(set) var all: [KeyboardOutput] = []
  private(set) var faults: [String] = []
  /// Down on the virtual keyboard.
  private var typed: Set<UInt16> = []
  private var begun: Set<KeyPressID> = []
  private var latest = Instant(.min)
  /// For each key its press: its number and what has become of it.
  private var presses: [UInt16: (number: Int, isTyped: Bool, isPublished: Bool)] = [:]
  private var count = 0
  private var lastTyped = -1
  private var isHeld = false
  private var step = 0
  /// If set, time also advances between the steps.
  private var extra: SeededGenerator?

  init(_ world: KeyboardWorld, extra: UInt64? = nil) {
    self.world = world
    self.extra = extra.map { SeededGenerator(seed: $0) }
    pipeline = KeyboardPipeline(profile: world.profiles[0], layout: .us)
  }

  mutating func play() {
    for (number, (what, time)) in world.steps.enumerated() {
      step = number
      advance(to: time)
      play(what, at: time)
      check(pipeline.takeOutputs())
      checkState(at: time)
    }
    pipeline.finish(delivers: true, at: latest)
    pipeline.hold("f20", false, at: latest)
    check(pipeline.takeOutputs())
    if !typed.isEmpty { fault("down at the end: \(typed.sorted())") }
    if !begun.isEmpty { fault("\(begun.count) phases are not ended") }
    pipeline.advance(to: latest + .seconds(60))
    if !pipeline.takeOutputs().isEmpty { fault("something happens after the end") }
  }

  private mutating func fault(_ text: String) {
    if faults.count < 5 { faults.append("step \(step): \(text)") }
  }

  private mutating func advance(to time: Instant) {
    if var random = extra, time > pipeline.now, pipeline.now > Instant(.min) {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let way = (time - pipeline.now).value
        pipeline.advance(to: pipeline.now + Microseconds(.random(in: 0...way, using: &random)))
      }
      extra = random
    }
    pipeline.advance(to: time)
  }

  private mutating func play(_ what: KeyboardWorld.Step, at time: Instant) {
    func id(_ node: Int) -> NodeID { NodeID(rawValue: node) }
    switch what {
    case .edge(let node, let code, let down):
      if down { note(code, of: id(node)) }
      pipeline.handle(
        InputEvent(time: time, type: EventType.key, code: code, value: down ? 1 : 0), from: id(node))
    case .loss(let node, let code):
      pipeline.handleLoss(
        InputEvent(time: time, type: EventType.key, code: code, value: 0), from: id(node))
    case .resync(let node, let codes):
      for code in codes.sorted() { note(code, of: id(node)) }
      for (code, isDown) in pipeline.changes(of: id(node), to: KeySet(codes)) {
        pipeline.resync(code, down: isDown, of: id(node), at: time)
      }
    case .attach(let node, let codes, let isTaken):
      pipeline.attach(
        id(node), KeyboardWorld.device, entry: 0, profile: world.profiles[0], down: KeySet(codes), at: time)
      if isTaken { pipeline.take(id(node)) }
    case .take(let node): pipeline.take(id(node))
    case .giveBack(let node, let delivers):
      pipeline.giveBack(id(node), delivers: delivers, at: time)
    case .detach(let node): pipeline.detach(id(node), at: time)
    case .claims(let bits):
      pipeline.setClaims { name in bits >> UInt64(name.utf8.count * 5 % 60) & 1 == 1 }
    case .text(let isOn): pipeline.setInText(isOn)
    case .gesturing(let isOn): pipeline.setGesturing(isOn)
    case .resting(let isOn): pipeline.recognise(isOn ? { ["rest", "pass-through"].contains($0.name) } : nil)
    case .passThrough(let word): pipeline.setPassThrough(word, at: time)
    case .type: pipeline.type("f20", at: time)
    case .hold(let isDown):
      guard isDown != isHeld, !pipeline.hasPanicked else { return }
      isHeld = isDown
      pipeline.hold("f20", isDown, at: time)
    case .profile(let index):
      // The switches' own machines end their phases.
      if isHeld { pipeline.hold("f20", false, at: time) }
      isHeld = false
      pipeline.finish(delivers: true, at: time)
      var next = KeyboardPipeline(profile: world.profiles[index], layout: .us)
      next.inherit(pipeline)
      pipeline = next
    case .resume: _ = pipeline.resume(at: time)
    }
  }

  /// A key goes down on a node. It is a press if the key is up on all other nodes.
  private mutating func note(_ code: UInt16, of node: NodeID) {
    guard Int(code) < EventLimit.keyCodes, let place = pipeline.nodes.firstIndex(where: { $0.id == node }),
      pipeline.nodes[place].isTaken, !pipeline.nodes[place].down.contains(code), pipeline.counts[Int(code)] == 0
    else { return }
    presses[code] = (count, false, false)
    count += 1
  }

  private mutating func check(_ outputs: [KeyboardOutput]) {
    for output in outputs {
      all.append(output)
      switch output {
      case .key(let code, let down, let time):
        told(at: time)
        if typed.contains(code) == down { fault("key \(code) goes \(down ? "down" : "up") twice") }
        if down { typed.insert(code) } else { typed.remove(code) }
        if down, world.isPlain { passed(code) }
      case .command(let made):
        told(at: made.accepted)
        guard case .key(let key) = made.source else { return fault("a command of no key") }
        switch made.phase {
        case .begin: if !begun.insert(key.press).inserted { fault("a phase begins twice") }
        case .end: if begun.remove(key.press) == nil { fault("a phase ends that has not begun") }
        case .once: break
        }
        if made.phase != .end, world.isPlain, made.word.group != .key { published(key.press.code) }
      case .panic(let time):
        told(at: time)
        if !typed.isEmpty { fault("down in a panic: \(typed.sorted())") }
        isHeld = false
      default: break
      }
    }
  }

  private mutating func told(at time: Instant) {
    if time < latest { fault("time goes back") }
    latest = max(latest, time)
  }

  /// Of the keys pressed here, only those that pass are typed, except modifiers.
  private mutating func passed(_ code: UInt16) {
    guard KeyboardWorld.others.contains(code) || code == KeyboardWorld.tab, var press = presses[code] else { return }
    if press.isPublished { fault("key \(code) is published and typed") }
    if press.isTyped { fault("key \(code) is typed twice") }
    if press.number < lastTyped { fault("key \(code) is typed after one that was pressed later") }
    lastTyped = max(lastTyped, press.number)
    press.isTyped = true
    presses[code] = press
  }

  private mutating func published(_ code: UInt16) {
    guard var press = presses[code] else { return }
    if press.isTyped { fault("key \(code) is typed and published") }
    press.isPublished = true
    presses[code] = press
  }

  private mutating func checkState(at time: Instant) {
    let down = (0..<UInt16(EventLimit.keyCodes)).filter { pipeline.counts[Int($0)] > 0 }
    if world.isPlain {
      let strange = typed.subtracting(down).subtracting(isHeld ? [190] : [])
      if !strange.isEmpty { fault("typed, but not held: \(strange.sorted())") }
    } else if down.isEmpty, !isHeld {
      // Steadied keys may be released a little later.
      var later = pipeline
      later.advance(to: time + .seconds(5))
      var left = typed
      for case .key(let code, let isDown, _) in later.takeOutputs() {
        if isDown { left.insert(code) } else { left.remove(code) }
      }
      if !left.isEmpty { fault("typed, and all keys are up: \(left.sorted())") }
    }
    if pipeline.hasPanicked, !typed.isEmpty { fault("typed in a panic: \(typed.sorted())") }
    if let due = pipeline.nextDeadline, due <= time { fault("something that is due has not happened") }
  }
}
