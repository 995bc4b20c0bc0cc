import SwitchwayConfig
import SwitchwayCore
import SwitchwayYAML
import Testing

@Suite("keyboards at random")
struct SectionFuzzTests {
  private static let seed: UInt64 = 0x4B65_7973
  private static let rounds = 1_000

  private static let keys = [
    "tab", "shift", "ctrl", "leftctrl", "rightctrl", "alt", "rightalt", "altgr", "super", "fn", "key_tab", "capslock",
    "a", "A", "key_a", "1", "é", "plus", "space", "enter", "escape", "esc", "backspace", "f1", "up", "kp1", "0x1d4", "",
    "+", "btn_left", "nokey", "0x1ff", "key_", " ", "\u{301}", "\u{200B}", "0xfffff", "🎹",
  ]
  private static let commands = [
    "next", "select", "x-mine", "x-mine(1, 2)", "nothing", "restart", "confirm", "gesture-mode", "pass-through",
    "key(ctrl+c)", "key(tab+a)", "move(left)", "selct", "",
  ]

  private static let modifiers = ["tab", "shift", "ctrl", "leftctrl", "altgr", "super"]
  private static let triggers = ["a", "B", "key_c", "1", "2", "é", "space", "enter", "up", "f1", "tab", "escape"]

  /// A chord that is seldom wrong.
  private static func chord(_ bits: inout SeededBits) -> String {
    let before = modifiers.filter { _ in Int.random(in: 0..<4, using: &bits) == 0 }
    return (before + [triggers.randomElement(using: &bits) ?? ""]).joined(separator: "+")
  }

  private static func words(_ bits: inout SeededBits, _ most: Int) -> String {
    (0..<Int.random(in: 1...most, using: &bits)).map { _ in keys.randomElement(using: &bits) ?? "" }
      .joined(separator: "+")
  }

  private static func mapping(
    _ bits: inout SeededBits, isCalm: Bool, _ value: (inout SeededBits) -> String
  ) -> String {
    let pairs = (0..<Int.random(in: 0...(isCalm ? 3 : 6), using: &bits)).map { _ in
      "\"\(isCalm ? chord(&bits) : words(&bits, 3))\": \(value(&bits))"
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  /// - Parameter isCalm: little of it is wrong.
  private static func text(_ bits: inout SeededBits, isCalm: Bool) -> String {
    func command(_ bits: inout SeededBits) -> String {
      "\"\(commands.prefix(isCalm ? 10 : commands.count).randomElement(using: &bits) ?? "")\""
    }
    var lines = [
      "switchway: 1", "devices: {k: {match: {kind: keyboard}}, box: {match: {kind: pedal}}}",
      "switches: {ok: {input: box/button-1, tap: select}}", "keyboard:",
      "  bindings: " + mapping(&bits, isCalm: isCalm, command),
      "  gesture-bindings: " + mapping(&bits, isCalm: isCalm, command),
      "  hold-bindings: " + mapping(&bits, isCalm: isCalm) { "{after: 1s, do: \(command(&$0))}" },
    ]
    if isCalm {
      if Bool.random(using: &bits) { lines.append("  modifier: capslock") }
      if Bool.random(using: &bits) { lines.append("  panic: \(chord(&bits))") }
    } else {
      if Bool.random(using: &bits) { lines.append("  modifier: \"\(words(&bits, 1))\"") }
      if Bool.random(using: &bits) { lines.append("  panic: \"\(words(&bits, 4))\"") }
      lines.append("policy: {alone: {next: \"\(words(&bits, 3))\"}}")
    }
    if Bool.random(using: &bits) { lines.insert("extends: base", at: 1) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What holds of every keyboard that is taken.
  private static func isSafe(_ keyboard: KeyboardSettings) -> Bool {
    let chords = [
      keyboard.bindings.map(\.chord), keyboard.gestureBindings.map(\.chord), keyboard.holdBindings.map(\.chord),
    ]
    let bound =
      (keyboard.bindings + keyboard.gestureBindings).map { ($0.chord, $0.command) }
      + keyboard.holdBindings.map { ($0.chord, $0.command) }
    func physical(_ key: ChordKey) -> ChordKey { key == .tab ? keyboard.modifier : key }
    let plain = bound.filter { $0.0.isPlain && physical($0.0.trigger).typesText }
    return chords.allSatisfy { Set($0.map(\.keys)).count == $0.count }
      && bound.allSatisfy { chord, command in
        let keys = Set(chord.keys.map(physical))
        return keys != KeyChord.panic && chord.keys != keyboard.panic && chord.modifiers.allSatisfy(\.isModifier)
          && !chord.modifiers.contains { $0.overlaps(chord.trigger) } && command.name != "nothing"
      }
      && plain.allSatisfy { $0.1.group != .own } && Set(plain.map { physical($0.0.trigger) }).count <= 8
  }

  @Test("whatever is bound, a keyboard that is taken cannot listen, nor keep anybody from panicking")
  func random() throws {
    print("seed", SectionFuzzTests.seed)
    var bits = SeededBits(state: SectionFuzzTests.seed)
    let sandbox = try Sandbox()
    try sandbox.write("base.yaml", FullKeyboardTable.text)
    let store = ProfileStore(file: sandbox.path + "/t.yaml", directories: [sandbox.path])
    var good = 0
    for round in 0..<shareOfRounds(SectionFuzzTests.rounds) {
      let text = SectionFuzzTests.text(&bits, isCalm: round.isMultiple(of: 2))
      try sandbox.write("t.yaml", text)
      let result = store.load("t")
      let context: Comment = "round \(round) of seed \(SectionFuzzTests.seed): \(text)"
      #expect((result.profile == nil) == result.diagnostics.contains { $0.severity == .error }, context)
      #expect(result.diagnostics.allSatisfy { !$0.message.isEmpty && !$0.help.isEmpty }, context)
      guard let keyboard = result.profile?.keyboard else { continue }
      good += 1
      #expect(SectionFuzzTests.isSafe(keyboard), context)
    }
    #expect(good > 50)
  }
}
