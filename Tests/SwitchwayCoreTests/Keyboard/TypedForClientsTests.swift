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
    let description = DeviceDescription(
      name: "Keyboard", kind: .keyboard, keys: KeySet((1...247).map { UInt16($0) }))
    interpreter.handle(.attached(node, description, entry: 0, down: KeySet(), at: Instant(0)), into: &effects)
    for (index, code) in [KeyCode.leftCtrl, KeyCode.leftAlt].enumerated() {
      let event = InputEvent(time: Instant(Int64(index + 1)), type: EventType.key, code: code, value: 1)
      interpreter.handle(.frame([event][...], from: node), into: &effects)
    }
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
}
