import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Properties of runs of typed keys")
struct RunPropertyTests {
  /// A person who holds modifiers and types while a bridge and a client type, and the desktop that gets the keys.
  private struct Run {
    private static let box = NodeID(rawValue: 1)
    private static let keyboard = NodeID(rawValue: 2)
    private static let client = ClientName(Array("board".utf8))
    private static let modifiers: [UInt16] = [42, 54, 29, 97, 56, 100, 125, 126]
    /// Digits, F1, Caps Lock: keys that nothing but the person types.
    private static let own: [UInt16] = [2, 3, 4, 59]
    private static let opening: [UInt16] = [56, 125, 126]

    private(set) var interpreter: Interpreter
    private(set) var faults: [String] = []
    /// The keys of the virtual keyboard, with their times.
    private(set) var keys: [String] = []
    private var random: SeededGenerator
    private var time = Instant(0)
    private var effects: [Effect] = []
    private let table: BridgeTable
    private let hasCaps: Bool
    /// Whether time advances between the inputs.
    private let advances: Bool

    /// Physical keys that are down, and what is down on the virtual keyboard.
    private var held: Set<UInt16> = []
    private var down: Set<UInt16> = []
    private var closed: Set<UInt16> = []
    private var isPlugged = true
    private var isCapsOn = false
    private var reportedCaps = false
    private var asked = ""
    private(set) var written = ""
    private(set) var bridged = 0
    /// The key whose physical edge is the present step; `nil`: any key may be released for it.
    private var moved: UInt16? = 0
    /// Alt and Super that are down: whether the person pressed them, and whether a key came after them.
    private var alone: [UInt16: (isOwn: Bool, isBare: Bool)] = [:]

    init(seed: UInt64, hasCaps: Bool = true, advances: Bool = true) {
      random = SeededGenerator(seed: seed)
      self.hasCaps = hasCaps
      self.advances = advances
      func command(_ name: String) -> ScanCommand { ScanCommand(known: name, group: .scan) }
      func chord(_ code: UInt16, _ modifiers: KeyModifier...) -> KeyChord {
        KeyChord(
          text: "\(code) \(modifiers)", modifiers: Set(modifiers.map { .modifier($0, nil) }), trigger: .position(code))
      }
      table = BridgeTable(
        name: "test", gap: .milliseconds([0, 40, 100].randomElement(using: &random) ?? 0),
        press: .milliseconds([0, 0, 30, 350].randomElement(using: &random) ?? 0),
        keys: [
          command("next"): chord(183), command("previous"): chord(184, .shift), command("select"): chord(185, .alt),
          command("enter"): chord(186, .ctrl),
        ])
      var switches: [SwitchDefinition] = []
      for (index, name) in ["next", "previous", "select", "enter"].enumerated() {
        var gestures = GestureBindings(tap: command(name))
        if Int.random(in: 0..<4, using: &random) == 0 { gestures = GestureBindings(press: command(name)) }
        switches.append(
          SwitchDefinition(
            name: name, inputs: [SwitchInput(device: 0, selector: .key(0x120 + UInt16(index)))],
            steadying: .off, gestures: gestures))
      }
      let box = DeviceMatch(name: Glob("Box"))
      var profile = Profile(
        name: "test", devices: [DeviceEntry(name: "box", match: box), DeviceEntry(name: "all", match: DeviceMatch())],
        switches: switches, keyboard: KeyboardSettings())
      profile.bridge = table
      profile.policy.allowsTyping = true
      interpreter = Interpreter(
        profile: profile, claims: ClaimTable(permanent: .names(["menu"]), name: Run.client))
      interpreter.handle(
        .attached(
          Run.box, DeviceDescription(name: "Box", keys: KeySet((0x120...0x123).map { UInt16($0) })), entry: 0,
          down: KeySet(), at: time), into: &effects)
      attach()
    }

    private mutating func attach() {
      interpreter.handle(
        .attached(Run.keyboard, KeyboardWorld.device, entry: 1, down: KeySet(), at: time), into: &effects)
    }

    mutating func play(steps: Int) {
      for _ in 0..<steps {
        let longest: Int64 = [0, 10_000, 60_000, 900_000].randomElement(using: &random) ?? 0
        go(to: time + Microseconds(.random(in: 0...longest, using: &random)))
        step()
        check()
      }
      for code in closed.sorted() { edge(code, down: false, of: Run.box) }
      go(to: time + .seconds(120))
      // A Caps Lock that the person holds is released to turn it on or off.
      if down.union([58]) != held.union([58]) {
        faults.append("down at the end: \(down.sorted()), held: \(held.sorted())")
      }
      if hasCaps, written != asked {
        let common = zip(written, asked).prefix { $0 == $1 }.count
        faults.append("wrote \(written.dropFirst(common).prefix(8)) for \(asked.dropFirst(common).prefix(8))")
      }
      moved = nil
      interpreter.handle(.finished(at: time), into: &effects)
      check()
      if !down.isEmpty { faults.append("down after the end: \(down.sorted())") }
      if interpreter.nextDeadline != nil { faults.append("something is due after the end") }
    }

    /// Advances to `end`, from deadline to deadline.
    private mutating func go(to end: Instant) {
      while advances, let due = interpreter.nextDeadline, due <= end {
        time = due
        interpreter.handle(.time(due), into: &effects)
        check()
      }
      time = end
      if advances || end > interpreter.latest + .seconds(100) {
        interpreter.handle(.time(time), into: &effects)
        check()
      }
    }

    private mutating func step() {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<45:
        guard isPlugged else { return }
        let codes = Run.modifiers + Run.modifiers + Run.own + (hasCaps ? [58] : [])
        let code = codes.randomElement(using: &random) ?? 2
        edge(code, down: !held.contains(code), of: Run.keyboard)
      case 45..<75:
        let code = UInt16.random(in: 0x120...0x123, using: &random)
        edge(code, down: !closed.contains(code), of: Run.box)
      case 75..<92:
        let text = String(
          (0..<Int.random(in: 1...8, using: &random)).map { _ in "aBcDe".randomElement(using: &random) ?? "a" })
        let keys = KeySet((1...247).map { UInt16($0) })
        let reply = interpreter.ask(.type(text, on: keys), from: Run.client, at: time, into: &effects)
        if case .typed(_?)? = reply { break }
        asked += text
      case 92, 93:
        interpreter.handle(.bridge(Int.random(in: 0..<4, using: &random) > 0 ? table : nil, at: time), into: &effects)
      case 94:
        interpreter.handle(
          .passThrough(["on", "off", "once"].randomElement(using: &random) ?? "off", at: time), into: &effects)
      case 95, 96:
        guard isPlugged else { return }
        isPlugged = false
        held = []
        moved = nil
        interpreter.handle(.detached([Run.keyboard], at: time), into: &effects)
        check()
      default:
        guard !isPlugged else { return }
        isPlugged = true
        attach()
      }
    }

    private mutating func edge(_ code: UInt16, down isDown: Bool, of node: NodeID) {
      if node == Run.keyboard {
        if isDown { held.insert(code) } else { held.remove(code) }
        moved = code
      } else {
        if isDown { closed.insert(code) } else { closed.remove(code) }
      }
      let event = InputEvent(time: time, type: EventType.key, code: code, value: isDown ? 1 : 0)
      interpreter.handle(.frame([event][...], from: node), into: &effects)
      check()
    }

    private mutating func check() {
      for case .key(let code, let isDown, let time) in effects {
        keys.append("\(time.microseconds)\(isDown ? "+" : "-")\(code)")
        if down.contains(code) == isDown { faults.append("key \(code) goes \(isDown ? "down" : "up") twice") }
        if isDown { press(code) } else { release(code) }
      }
      effects.removeAll()
      moved = 0
      guard hasCaps, isCapsOn != reportedCaps else { return }
      reportedCaps = isCapsOn
      interpreter.handle(.capsLock(isCapsOn, at: max(time, interpreter.latest)), into: &effects)
      check()
    }

    private mutating func press(_ code: UInt16) {
      let modifiers = down.intersection(Run.modifiers)
      let isMasked = !down.isDisjoint(with: [29, 97])
      down.insert(code)
      for other in alone.keys { alone[other]?.isBare = false }
      if Run.opening.contains(code) { alone[code] = (moved == code, !isMasked) }
      if code == 58 { isCapsOn.toggle() }
      let kinds = Set(modifiers.map { [54: 42, 97: 29, 126: 125][$0] ?? $0 })
      let wanted: [UInt16: Set<UInt16>] = [183: [], 184: [42], 185: [56], 186: [29]]
      if let wanted = wanted[code] {
        bridged += 1
        if kinds != wanted { faults.append("key \(code) with \(modifiers.sorted())") }
      }
      let letters: [UInt16: Character] = [30: "a", 48: "b", 46: "c", 32: "d", 18: "e"]
      guard let letter = letters[code] else { return }
      if !kinds.isSubset(of: [42]) { faults.append("\(letter) with \(modifiers.sorted())") }
      written += (modifiers.isEmpty != isCapsOn) ? String(letter) : letter.uppercased()
    }

    private mutating func release(_ code: UInt16) {
      down.remove(code)
      guard let one = alone.removeValue(forKey: code), one.isBare else { return }
      if !one.isOwn || !(moved == nil || moved == code) { faults.append("a bare tap of \(code)") }
    }
  }

  @Test(
    """
    what is asked is typed, whatever the person holds and presses: no bare tap of Alt or Super, modifiers come back, \
    nothing stays down
    """, arguments: seeds(1...25))
  func lifted(seed: UInt64) {
    var run = Run(seed: seed)
    run.play(steps: 500)
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults.prefix(5))")
    #expect(run.bridged > 10 && run.written.count > 20, "seed \(seed)")
  }

  @Test("extra advance calls change nothing", arguments: seeds(101...110))
  func extra(seed: UInt64) {
    var one = Run(seed: seed, hasCaps: false, advances: true)
    var other = Run(seed: seed, hasCaps: false, advances: false)
    one.play(steps: 400)
    other.play(steps: 400)
    #expect(one.keys == other.keys, "seed \(seed)")
  }
}
