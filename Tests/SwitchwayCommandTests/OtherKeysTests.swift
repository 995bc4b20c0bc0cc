import ProgramFixtures
import SwitchwayEngine
import SwitchwayProtocol
import Testing

@Suite("keyboards of which some keys are switches", .blocking) struct OtherKeysTests {
  private static let profile = """
    switchway: 1
    devices: {kb: {match: {kind: keyboard}, grab: yes}}
    switches: {one: {input: kb/f1, steady: off, tap: select}}

    """

  @Test("a replay shows what passes, as the virtual keyboard gets it")
  func replayed() throws {
    let scene = try Scene()
    let recording = try scene.file(
      "keys.evemu",
      """
      N: Test Keyboard
      I: 0003 1209 0002 0001
      P: 00 00 00 00 00 00 00 00
      B: 00 03 00 00 00 00 00 00 00
      B: 01 fe ff ff ff ff ff ff ff
      E: 1.000000 0001 001e 1
      E: 1.000000 0000 0000 0
      E: 1.100000 0001 001e 0
      E: 1.100000 0000 0000 0
      E: 1.200000 0001 003b 1
      E: 1.200000 0000 0000 0
      E: 1.300000 0001 003b 0
      E: 1.300000 0000 0000 0

      """)
    let config = try scene.file("kb.yaml", Self.profile)
    let result = try Program.run(
      "switchway", ["replay", "--keys", "--only", "command", "--config", config, recording],
      environment: scene.environment)
    let words = result.output.split(separator: "\n").map { line in
      let message = String(line).message
      return message["command"]?.stringValue ?? message["code"]?.stringValue ?? ""
    }
    #expect(words == ["KEY_A", "KEY_A", "select"], "\(result)")
  }
}
