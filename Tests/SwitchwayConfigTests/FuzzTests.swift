import Foundation
import SwitchwayConfig
import SwitchwayYAML
import Testing

@Suite("hostile key-remap files")
struct FuzzTests {
  private static let seed: UInt64 = 0x5377_6974_6368
  private static let rounds = 3_000

  private static let samples = [
    """
    switchway: 1
    extends: base
    label: "Afternoon, chair"
    devices:
      box: {match: {name: "*Switch*", id: "05f3:*", kind: [pedal, switch-interface]}, offset: -30ms, grab: yes}
      stick: {match: {kind: joystick}, required: yes}
    switches:
      left: {input: [box/button-1, box/0x1d4], steady: {preset: tremor, debounce: 12ms}, tap: select, unless: [puff], \
    triple: {within: 350ms, do: menu}}
      puff:
        input: stick/abs_y > 60.5%
        release: 35%
        tap: next
        repeat: {after: 900ms, every: 600ms}
      soft: {input: stick/abs_y -80%..-30%, hold: {after: 1s, do: "scroll(down, page)"}}
    chords: {left+puff: {within: 120ms, do: escape}, soft+left+puff: nothing}

    """,
    "switchway: 1\n---\nswitches: {a: &x {<<: *x, tap: text(move, word, forward)}}\n? [a]\n: !!int 3\n",
    "switchway: 1\r\nlabel: 'é𝄞'\r\nswitches:\r\n- a\r\n- |\r\n  b\r\n- >\r\n  c\r\n",
  ]

  /// The profiles that are shipped, in the order of their names.
  private static func shipped() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Config")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }.sorted()
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }

  /// What a mutation puts in: bytes that mean something to YAML, and texts that mean something to a profile.
  private static let pieces: [[UInt8]] =
    ":-?[]{},#&*!|>'\"%@`\n\t \0".utf8.map { [$0] }
    + ["nothing", "99999999999999999999", "0", "-", "%", "..", "button-", "0x", "any", "()", "((", "ms", "\u{FEFF}"].map
  {
    Array($0.utf8)
  } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], Array(repeating: 0x5B, count: 40)]

  @Test("every mutation ends in a profile or in errors at places that are there")
  func mutations() throws {
    print("seed", FuzzTests.seed)
    var bits = SeededBits(state: FuzzTests.seed)
    let sandbox = try Sandbox()
    let samples = FuzzTests.samples + (try FuzzTests.shipped())
    try sandbox.write(
      "base.yaml",
      "switchway: 1\ndevices: {box: {match: {kind: pedal}}}\n"
        + "switches: {left: {input: box/a, hold: {after: 1s, do: menu}}}\n"
    )
    let store = ProfileStore(file: sandbox.path + "/t.yaml", directories: [sandbox.path])
    for round in 0..<shareOfRounds(FuzzTests.rounds) {
      var bytes = Array(samples[round % samples.count].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &bits) { FuzzTests.mutate(&bytes, &bits) }
      try sandbox.write("t.yaml", bytes: bytes)
      let result = store.load("t")
      let errors = result.diagnostics.filter { $0.severity == .error }
      let context = "round \(round) of seed \(FuzzTests.seed)"
      #expect((result.profile == nil) == !errors.isEmpty, "\(context)")
      let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      for diagnostic in result.diagnostics where diagnostic.file.hasSuffix("/t.yaml") {
        #expect(
          (1...lineCount).contains(diagnostic.line) && (1...(bytes.count + 1)).contains(diagnostic.column), "\(context)"
        )
        #expect(!diagnostic.message.isEmpty && !diagnostic.help.isEmpty, "\(context)")
      }
      #expect(!result.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(context)")
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ bits: inout SeededBits) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &bits)
    let end = min(bytes.count, start + Int.random(in: 1...12, using: &bits))
    switch Int.random(in: 0..<5, using: &bits) {
    case 0: bytes[start] = UInt8.random(in: 0...255, using: &bits)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &bits))
    case 3: bytes.insert(contentsOf: pieces.randomElement(using: &bits) ?? [], at: start)
    default: bytes.removeSubrange(start...)
    }
  }

  /// Built where they are used: a test's arguments are printed whole.
  private static func largeText(_ name: String) -> String {
    switch name {
    case "brackets": String(repeating: "[", count: 100_000)
    case "braces": String(repeating: "{a: ", count: 100_000)
    case "dashes": String(repeating: "- ", count: 100_000)
    case "questions": String(repeating: "? ", count: 100_000)
    case "keys": (0..<50_000).map { "k\($0): 1\n" }.joined()
    case "text": "label: \"" + String(repeating: "x", count: 1_000_000) + "\"\n"
    default:
      "switchway: 1\ndevices: {d: {match: {name: x}}}\nswitches:\n"
        + (0..<10_000).map { "  s\($0): {input: d/abs_x > \($0 % 99 + 1)%, tap: select}\n" }.joined()
    }
  }

  @Test(
    "large and deep files end soon, with at most a thousand errors",
    arguments: ["brackets", "braces", "dashes", "questions", "keys", "text", "switches"])
  func large(_ name: String) throws {
    let result = try Sandbox.load(FuzzTests.largeText(name))
    #expect(result.profile == nil)
    #expect((1...1_000).contains(result.diagnostics.count { $0.severity == .error }))
    // One more counts those that are not told.
    #expect(result.diagnostics.count <= 2_001)
  }
}
