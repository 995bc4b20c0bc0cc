import SwitchwayConfig
import SwitchwayYAML
import Testing

@Suite("mistakes in key-remap files")
struct MistakeTests {
  @Test(
    "each is told whole, at its place, with its mend",
    arguments: YAMLMistakes.all + DevicesMistakes.all + InputsMistakes.all + MovementMistakes.all + SteadyMistakes.all
      + GesturesMistakes.all + MultiplesMistakes.all + ChordsMistakes.all + SectionMistakes.all + NeverMistakes.all
      + BeginnerMistakes.all + CopiedMistakes.all)
  func told(_ mistake: Mistake) throws {
    let result = try Sandbox.load(mistake.text)
    let lines = result.diagnostics.flatMap { diagnostic in
      [
        "\(diagnostic.line):\(diagnostic.column): \(diagnostic.severity.rawValue): \(diagnostic.message)",
        "help: \(diagnostic.help)",
      ]
    }
    #expect(lines == mistake.expected)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.profile == nil) == hasErrors)
  }

  @Test("seven different mistakes are seven errors, none hides or causes another")
  func seven() throws {
    let result = try Sandbox.load(
      """
      switchway: 2
      devices:
        box: {match: {kind: swich-interface}}
      switches:
        left: {input: bax/button-1, tap: next}
        right: {input: box/button-2, tap: selct}
        third: {input: box/spce, tapp: menu}
        fourth: {input: box/button-4, tap: next, hold: {after: 800, do: menu}}

      """)
    #expect(
      result.lines == [
        "t.yaml:1:12: error: expected version 1 of the format, found '2' | write 'switchway: 1'",
        "t.yaml:3:23: error: expected 'keyboard', 'switch-interface', 'joystick', 'gamepad', 'pedal', 'pointer', "
          + "'touch', 'system' or 'other' for 'kind', found 'swich-interface' | did you mean 'switch-interface'?",
        "t.yaml:5:17: error: unknown device 'bax' | did you mean 'box'?",
        "t.yaml:6:37: error: unknown command 'selct' | did you mean 'select'?",
        "t.yaml:7:18: error: unknown key, button or axis 'spce' | did you mean 'space'?",
        "t.yaml:7:28: error: unknown key 'tapp' | did you mean 'tap'?",
        "t.yaml:8:58: error: expected a duration such as 250ms, found '800' | add a unit: 800ms",
      ])
  }

  @Test("a diagnostic is shown with its line, a caret and its mend")
  func rendered() throws {
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
      \u{20}\u{20}a: {label: "é→",\tinput: box/button-1, tap: selct}

      """)
    let diagnostic = try #require(result.diagnostics.first)
    let lines = result.text(of: diagnostic).split(separator: "\n").map(String.init)
    #expect(result.diagnostics.count == 1)
    #expect(lines[0].hasSuffix("t.yaml:4:46: error: unknown command 'selct'"))
    #expect(lines[1] == #"    a: {label: "é→", input: box/button-1, tap: selct}"#)
    #expect(lines[2] == "    " + String(repeating: " ", count: 43) + "^")
    #expect(lines[3] == "help: did you mean 'select'?")
  }

  @Test("control and direction characters of a file never reach the terminal")
  func printable() throws {
    let result = try Sandbox.load("switchway: 1\n\"\u{202E}a\\eb\": 1\n")
    #expect(!result.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    #expect(result.text.contains("unknown key '\u{FFFD}a\u{FFFD}b'"))
  }
}
