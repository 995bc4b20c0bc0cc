import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The levels of sticks and triggers, measured from the pushes of a session.
@Suite("switchway calibrate with a stick", .blocking) struct CalibrateLevelsTests {
  private static func event(_ time: Int, _ rest: String) -> String {
    let fraction = String(1_000 + time % 1_000).dropFirst()
    return "E: \(time / 1_000).\(fraction)000 \(rest)\nE: \(time / 1_000).\(fraction)000 0000 0000 0\n"
  }

  /// Sixteen prompts, 3 s apart.
  private func session(_ scene: Scene) throws -> String {
    let prompts = (0..<16).map { #"{"time": \#(15_000_000 + 3_000_000 * $0), "switch": "right", "count": 1}"# }
    return try scene.file(
      "session.json",
      #"{"rest": [0, 15000000], "end": 63500000, "prompts": [\#(prompts.joined(separator: ", "))]}"#)
  }

  private func calibrate(_ scene: Scene, _ arguments: [String]) throws -> Program.Result {
    try Program.run("switchway", ["calibrate"] + arguments, environment: scene.environment)
  }

  /// A stick that is pushed to the right, to `peak`, at each prompt, and then comes back to `rest`.
  private func stick(_ scene: Scene, peak: Int, rest: Int) throws -> String {
    let header =
      "N: Worn Stick\nI: 0003 2886 0000 0000\nB: 00 0b 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\n"
      + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 3) + "B: 01 00 00 00 00 03 00 00 00\n"
      + "B: 03 03 00 00 00 00 00 00 00\nA: 00 -100 100 0 0 0\nA: 01 -100 100 0 0 0\n"
    let swings = (0..<16).flatMap { index in
      [(600, peak), (1_000, rest)].map { Self.event(15_000 + 3_000 * index + $0.0, "0003 0000 \($0.1)") }
    }
    return try scene.file("stick.evemu", header + swings.joined() + Self.event(64_000, "0000 0000 0"))
  }

  /// A push and where the axis comes back to, percent, and what is written.
  static let worn: [(peak: Int, rest: Int, fields: String, words: String)] = [
    (79, 38, "    release: 49%\n", "comes back only to 38 %, so with the release at 35 % the switch may stay pressed"),
    (
      45, 5,
      "    input: [\"stick/abs_x > 30%\", \"stick/abs_hat0x > 60%\", stick/btn_dpad_right, stick/key_right]\n"
        + "    release: 20%\n", "its weakest push reached 45 %, so with the level at 60 % it does not count"
    ),
    (79, 20, "", ""),
  ]

  @Test("the levels of an axis are proposed if the pushes do not fit them", arguments: worn)
  func levels(peak: Int, rest: Int, fields: String, words: String) throws {
    let scene = try Scene()
    let config = try scene.file("worn.yaml", "switchway: 1\nextends: joystick\n")
    let files = ["--recording", try stick(scene, peak: peak, rest: rest), "--session", try session(scene)]
    let result = try calibrate(scene, ["--config", config] + files)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("# 16 of 16 prompts were answered\n"), "\(result)")
    let isWritten = fields.isEmpty ? !result.output.contains("release:") : result.output.contains(fields)
    #expect(isWritten, "\(result)")
    #expect(words.isEmpty ? !result.output.contains(" push") : result.output.contains(words), "\(result)")
    // The text is a part of a profile, with which each push counts.
    let written = try scene.file("mended.yaml", "switchway: 1\nextends: joystick\n" + result.output)
    let replay = try Program.run(
      "switchway", ["replay", "--config", written, "--only", "command", files[1]], environment: scene.environment)
    #expect(replay.output.split(separator: "\n").count == 16, "\(result) \(replay)")
    let json = try calibrate(scene, ["--config", config, "--json"] + files)
    #expect(json.output.contains(#""release": "#) == !fields.isEmpty, "\(json)")
  }
}
