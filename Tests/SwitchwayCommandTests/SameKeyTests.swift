import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("two spellings of one key", .blocking) struct SameKeyTests {
  /// Line 8 and what follows: the bindings.
  private static func profile(_ layout: String, _ bindings: String) -> String {
    """
    switchway: 1
    devices: {keys: {match: {kind: keyboard}}}
    keyboard:
      layout: \(layout)
      hold-bindings: {tab+key_z: {after: 1s, do: menu}}
      bindings:
        f1: select
    \(bindings.split(separator: "\n").map { "    \($0)\n" }.joined())
    """
  }

  static let rows: [(String, String, [String])] = [
    (
      "us", "tab+z: actions\ntab+key_z: windows",
      ["9:5: warning: 'tab+key_z' and 'tab+z' are the same key on the layout 'us': 'tab+z' counts"]
    ),
    ("de", "tab+z: actions\ntab+key_z: windows", []),
    (
      "de", "tab+key_z: windows\ntab+y: actions",
      ["9:5: warning: 'tab+y' and 'tab+key_z' are the same key on the layout 'de': 'tab+key_z' counts"]
    ),
    (
      "us", "\"tab+{\": actions\n\"tab+[\": windows\ntab+leftbrace: next",
      [
        "9:5: warning: 'tab+[' and 'tab+{' are the same key on the layout 'us': 'tab+{' counts",
        "10:5: warning: 'tab+leftbrace' and 'tab+{' are the same key on the layout 'us': 'tab+{' counts",
      ]
    ),
    (
      "de", "tab+leftbrace: next\ntab+ü: actions",
      ["9:5: warning: 'tab+ü' and 'tab+leftbrace' are the same key on the layout 'de': 'tab+leftbrace' counts"]
    ),
    ("us", "tab+z: actions\ntab+shift+key_z: windows\ntab+leftctrl+z: next\ntab+ctrl+key_z: back", []),
  ]

  @Test("check warns of the one that does nothing, where the layout is named", arguments: rows)
  func checked(layout: String, bindings: String, expected: [String]) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.profile(layout, bindings))
    func heads() throws -> [String] {
      let result = try Program.run("switchway", ["check", path], environment: scene.environment)
      #expect(result.status == 0)
      return result.output.split(separator: "\n").filter { $0.hasPrefix(path) && $0.contains(" warning: ") }.map {
        String($0.dropFirst(path.count + 1))
      }
    }
    #expect(try heads() == expected)
    try scene.file("test.yaml", Self.profile(layout, bindings).replacing("  layout: \(layout)\n", with: ""))
    #expect(try heads() == [])
  }

  @Test("a key of the shipped profile that another spelling takes is told in the person's own file")
  func shipped() throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml",
      "switchway: 1\nextends: full-keyboard-access\nkeyboard: {layout: de, bindings: {tab+key_z: windows}}\n")
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(
      result.output.hasPrefix(
        "\(path):3:35: warning: 'tab+y' and 'tab+key_z' are the same key on the layout 'de': 'tab+key_z' counts\n"))
    #expect(result.output.hasSuffix("help: write 'tab+y' here instead: that replaces the inherited chord\n"))
  }

  @Test("explain and bindings say what a press does, as replay has it")
  func told() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.profile("us", "tab+key_z: windows\ntab+z: actions"))
    func ask(_ arguments: String...) throws -> String {
      try Program.run("switchway", arguments + ["--config", path], environment: scene.environment).output
    }
    for name in ["tab+z", "tab+key_z"] {
      #expect(
        try ask("explain", name) == """
          tab+key_z
            chord   windows  [\(path):8:5]
            alone   types super while no scanning program handles windows
            hold    menu when held for 1 s: opens the scanner's own menu  [\(path):5:19]
            alone   types nothing; programs that listen still get the command
            same    on this layout it is the same key as tab+z, which therefore does nothing  [\(path):9:5]

          """)
    }
    let idle = "nothing: on this layout it is the same key as tab+key_z, which counts"
    #expect(try ask("explain").contains("  tab+z      \(idle)  [\(path):9:5]\n"))
    #expect(try ask("bindings").contains("tab+z      chord     \(idle)\n"))
    let recording = try scene.file("keys.evemu", Self.recording)
    let replay = try Program.run(
      "switchway", ["replay", "--config", path, "--only", "command", recording], environment: scene.environment)
    #expect(replay.output.split(separator: "\n").map { $0.description.message["command"] } == [.string("windows")])
  }

  /// Tab and Z of a keyboard, each 10 ms after the other.
  private static let recording: String = {
    var text = "# EVEMU 1.3\nN: Keys\nI: 0003 1209 0001 0100\nP: 00 00 00 00 00 00 00 00\n"
    text += "B: 01 fe ff ff ff ff ff ff ff\nB: 01 ff ff ff ff 00 00 00 00\n"
    text += String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 10)
    for (place, edge) in ["000f 1", "002c 1", "002c 0", "000f 0"].enumerated() {
      text += "E: 1.0\(place + 1)0000 0001 \(edge)\nE: 1.0\(place + 1)0000 0000 0000 0\n"
    }
    return text + "E: 2.000000 0000 0000 0\n"
  }()
}
