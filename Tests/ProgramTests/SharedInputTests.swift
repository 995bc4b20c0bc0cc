import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// Two spellings of one input: `button-1` is `btn_0` of the box of these recordings.
@Suite("two switches on one input of a device", .blocking) struct TwoSpellingsTests {
  static let profile = """
    switchway: 1
    devices:
      box: {match: {name: "Test Box"}}
    switches:
      left: {input: box/button-1, steady: off, tap: next}
      other: {input: [box/button-2, box/btn_0], steady: off, tap: select}

    """

  private static func message(_ path: String) -> String {
    "two switches on one input: on 'Test Box', 'box/btn_0' is 'box/button-1', which presses 'left' (\(path):5:17)"
  }

  @Test("a daemon with that device does not start with such a profile, and names both places")
  func start() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.profile)
    let recording = try scene.recording(presses: [(at: 500, button: 0)], end: 1_000)
    let result = try Program.run(
      "switchwayd", ["--config", path, "--play", recording, "--socket", scene.socket], environment: scene.environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("\(path):6:33: error: \(Self.message(path))\n"), "\(result)")
  }

  @Test("a reload refuses it, and the profile in force stays")
  func reload() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: [(at: 500, button: 0)], end: 600_000)
    let daemon = try scene.listening(["--config", path, "--play", recording])
    try scene.file("test.yaml", Self.profile)
    let result = try scene.ask("reload")
    #expect(result.status == 1)
    #expect(result.errors.contains("\(path):6:33: error: \(Self.message(path))"), "\(result)")
    #expect(try scene.ask("status", "--json").output.contains(#""label":"Test""#))
    _ = daemon
  }

  @Test("where such a device comes later, one press is one command, and that is told")
  func replay() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.profile)
    let recording = try scene.recording(presses: [(at: 500, button: 0)], end: 1_000)
    let result = try Program.run(
      "switchway", ["replay", "--config", path, recording, "--only", "command,warning"],
      environment: scene.environment)
    let lines = result.output.split(separator: "\n").map { String($0).message }
    #expect(lines.map { $0["type"]?.stringValue } == ["warning", "command"], "\(result)")
    #expect(lines[0]["code"] == .string("setting-unused"))
    #expect(lines[0]["device"] == .string("box"))
    #expect(
      lines[0]["message"]
        == .string(
          "btn_0 of 'Test Box' is the input of two switches: it presses 'left', and not 'other'; "
            + "give each its own input"))
    #expect(lines[1]["command"] == .string("next"))
  }
}
