import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// What clients can have typed, whatever the person holds, and whatever the client calls itself.
@Suite("Typing for clients") struct TypedForClientsTests {
  private static let board = ClientName(Array("board".utf8))
  private static let keyboard = KeySet((1...247).map { UInt16($0) })
  private let node = NodeID(rawValue: 1)
  private var claims = ClaimTable()
  private var interpreter: Interpreter
  private var effects: [Effect] = []

  init() throws {
    var profile = Profile(
      name: "test", devices: [DeviceEntry(name: "keyboard", match: DeviceMatch(kinds: [.keyboard]))], switches: [])
    profile.keyboard = KeyboardSettings()
    profile.policy.allowsTyping = true
    interpreter = Interpreter(profile: profile)
    try claims.claim(.all, items: nil, by: 7, at: Instant(0))
    claims.setName(of: 7, Self.board)
    interpreter.handle(.claims(claims, at: Instant(0)), into: &effects)
  }

  /// Presses keys of a keyboard before 10 µs, and holds them down.
  private mutating func press(_ codes: [UInt16]) {
    let description = DeviceDescription(
      name: "Keyboard", kind: .keyboard, keys: KeySet((1...247).map { UInt16($0) }))
    interpreter.handle(.attached(node, description, entry: 0, down: KeySet(), at: Instant(0)), into: &effects)
    for (index, code) in codes.enumerated() {
      let event = InputEvent(time: Instant(Int64(index + 1)), type: EventType.key, code: code, value: 1)
      interpreter.handle(.frame([event][...], from: node), into: &effects)
    }
  }

  @Test("a client that changes its name while its text is typed has it typed to its end")
  mutating func renamed() {
    let text = Input.Request.type("abc", on: Self.keyboard)
    #expect(interpreter.ask(text, from: Self.board, number: 1, at: Instant(0), into: &effects) == nil)
    claims.setName(of: 7, ClientName(Array("other".utf8)))
    interpreter.handle(.claims(claims, at: Instant(1)), into: &effects)
    interpreter.handle(.time(Instant(1_000_000)), into: &effects)
    let ends = effects.compactMap { if case .reply(let number, let reply) = $0 { (number, reply) } else { nil } }
    #expect(ends.count == 1 && ends[0].0 == 1 && ends[0].1 == .typed(nil))
  }

  @Test(
    "a key that a client types never meets Ctrl and Alt that the person holds",
    arguments: [
      (59, []), (111, []), (60, [.modifier(.shift, nil)]), (61, [.modifier(.alt, nil)]),
      (111, [.modifier(.ctrl, nil)]),
    ] as [(UInt16, [ChordKey])])
  mutating func held(code: UInt16, modifiers: [ChordKey]) throws {
    press([KeyCode.leftCtrl, KeyCode.leftAlt])
    var chord = KeyChord(text: "", trigger: .position(code))
    for modifier in modifiers { chord.modifiers.insert(modifier) }
    let request = Input.Request.typeChord(chord, on: Self.keyboard)
    let reply = interpreter.ask(request, from: Self.board, at: Instant(10), into: &effects)
    if case .typed(_?)? = reply { Issue.record("refused") }
    interpreter.handle(.time(Instant(1_000_000)), into: &effects)
    var down: Set<UInt16> = []
    var met = 0
    for case .key(let code, let isDown, _) in effects {
      if isDown { down.insert(code) } else { down.remove(code) }
      guard isDown, ModifierKeys.of(code) == nil else { continue }
      met += 1
      #expect(!down.isSuperset(of: [KeyCode.leftCtrl, KeyCode.leftAlt]))
    }
    #expect(met == 1)
    // The person still holds them.
    #expect(down == [KeyCode.leftCtrl, KeyCode.leftAlt])
  }

  @Test("Alt and Shift that the person holds are released once for a text, although its keys are late")
  mutating func late() {
    press([KeyCode.leftAlt, KeyCode.leftShift])
    let request = Input.Request.type("abc", on: Self.keyboard)
    #expect(interpreter.ask(request, from: Self.board, number: 1, at: Instant(10), into: &effects) == nil)
    for time in [500_000, 1_200_000, 1_900_000] {
      #expect(interpreter.delayTexts(to: Instant(Int64(time))) == (time < 1_900_000))
      interpreter.handle(.time(Instant(Int64(time))), into: &effects)
    }
    var edges: [[UInt16]] = []
    for case .key(let code, let isDown, _) in effects { edges.append([code, isDown ? 1 : 0]) }
    func taps(_ codes: [UInt16]) -> [[UInt16]] { codes.flatMap { [[$0, 1], [$0, 0]] } }
    let (alt, shift, ctrl) = (KeyCode.leftAlt, KeyCode.leftShift, KeyCode.leftCtrl)
    #expect(
      edges == [[alt, 1], [shift, 1]] + taps([ctrl]) + [[shift, 0], [alt, 0]] + taps([30, 48, 46])
        + [[shift, 1], [alt, 1]] + taps([ctrl]))
  }
}
