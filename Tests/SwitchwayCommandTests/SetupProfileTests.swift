import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import switchway

/// The key-remap files that `switchway setup` makes: `check` finds no fault in them, and they do what was chosen.
@Suite("The profiles of setup", .blocking) struct SetupProfileTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String]
    /// The device that is pressed: name, id, kind.
    var device = ("Test Box", "1209:0001", "switch-interface")
    /// A recording in `Tests/Recordings`, or in the scene.
    let recording: String
    /// Lines of the file.
    let lines: [String]
    /// The commands of the recording.
    let commands: String

    /// The answers of a second setup that change nothing.
    var kept: [String] {
      guard device.2 != "keyboard" || answers.count > 3 || answers[0] != "keyboard" else {
        return ["keyboard", "yes", "keep"]
      }
      return ["keep"] + again
    }
    /// What follows after the switches are kept.
    var again: [String] = []
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a two-button box",
      answers: ["btn_0 btn_1", "steadying", "tremor", "yes"],
      recording: "box",
      lines: [
        "  box: {match: {name: \"Test Box\", id: \"1209:0001\"}}",
        "  first: {input: box/btn_0, steady: tremor, tap: next}",
        "  second: {input: box/btn_1, steady: tremor, tap: select}", "  bridge: desktop",
      ], commands: "next select", again: ["yes"]),
    Row(
      testDescription: "one button that sends Space",
      answers: ["key_space", "auto", "1s"],
      device: ("Big Button", "1209:6b62", "keyboard"), recording: "space",
      lines: [
        "  keyboard: {match: {name: \"Big Button\", id: \"1209:6b62\"}, grab: yes}",
        "  main: {input: keyboard/key_space, steady: gentle, tap: select}", "  style: auto", "  interval: 1s",
      ], commands: "scan select", again: ["auto", "1s"]),
    Row(
      testDescription: "a sip-and-puff straw",
      answers: ["straw", "abs_x > 60%/abs_x < -60%", "30", "50ms", "steadying", "quick", "yes"],
      device: ("Origin Instruments Corp. Breeze", "0000:0000", "switch-interface"), recording: "breath",
      lines: [
        "  straw: {match: {name: \"Origin Instruments Corp. Breeze\"}, offset: -50ms}",
        "  puff: {input: \"straw/abs_x > 30%\", steady: {preset: quick, hold-duration: 80ms}, tap: select}",
        "  sip: {input: \"straw/abs_x < -30%\", steady: {preset: quick, hold-duration: 80ms}, tap: next}",
      ], commands: "select next select next select select", again: ["yes"]),
    Row(
      testDescription: "a gamepad's trigger",
      answers: ["abs_rz > 60%", "step", "2s"],
      device: ("Microsoft X-Box One S pad", "045e:02ea", "gamepad"), recording: "gamepad",
      lines: [
        "  gamepad: {match: {name: \"Microsoft X-Box One S pad\", id: \"045e:02ea\"}}",
        "  main: {input: \"gamepad/abs_rz > 60%\", tap: next}", "  style: step", "  interval: 2s",
      ], commands: "next", again: ["step", "2s"]),
    Row(
      testDescription: "a keyboard for one finger", answers: ["keyboard", "yes", "tremor"],
      device: ("Test Keyboard", "1209:0001", "keyboard"), recording: "keyboard",
      lines: ["extends: full-keyboard-access", "  sticky: yes", "  steady: tremor"], commands: "actions"),
  ]

  func setup(_ row: Row) throws -> Setup {
    var setup = Setup()
    for answer in row.answers { try SetupTests.give(answer, to: &setup, row.device) }
    #expect(setup.question == nil)
    return setup
  }

  /// The path of a row's recording; a few are made here.
  private func recording(_ row: Row, _ scene: Scene) throws -> String {
    switch row.recording {
    case "box": return try scene.recording(presses: [(at: 1_000, button: 0), (at: 2_000, button: 1)], end: 3_000)
    case "space": return try keys(row, [57, 57], scene)
    // Tab, then Z.
    case "keyboard": return try keys(row, [15, 44], scene, count: 14)
    default: return "\(Scene.recordings)/\(row.recording).evemu"
    }
  }

  /// A recording of a device with keys that are pressed one after the other, three seconds apart. `count`: bytes of
  /// keys that it has; 0: only those that are pressed.
  private func keys(_ row: Row, _ codes: [Int], _ scene: Scene, count: Int = 0) throws -> String {
    var bits = [UInt8](repeating: 0, count: 96)
    for byte in 0..<count { bits[byte] = 0xFF }
    for code in codes { bits[code / 8] |= 1 << UInt8(code % 8) }
    let ids = row.device.1.replacing(":", with: " ")
    var text = "# EVEMU 1.3\nN: \(row.device.0)\nI: 0003 \(ids) 0100\nP: 00 00 00 00 00 00 00 00\n"
    text += "B: 00 03 00 00 00 00 00 00 00\n"
    for line in 0..<12 {
      let bytes = bits[(line * 8)..<(line * 8 + 8)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      text += "B: 01 \(bytes.joined(separator: " "))\n"
    }
    for (index, code) in codes.enumerated() {
      let hex = String(code, radix: 16)
      let padded = String(repeating: "0", count: 4 - hex.count) + hex
      for (part, value) in [("000000", 1), ("150000", 0)] {
        text += "E: \(3 * index + 1).\(part) 0001 \(padded) \(value)\nE: \(3 * index + 1).\(part) 0000 0000 0\n"
      }
    }
    return try scene.file("\(row.recording).evemu", text + "E: 5.000000 0000 0000 0\n")
  }

  /// Notes explain numbers; they are no faults.
  private static func hasFault(_ check: Program.Result) -> Bool {
    check.output.contains(": error: ") || check.output.contains(": warning: ") || !check.errors.isEmpty
  }

  @Test("check finds no fault, and replay gives what was chosen", arguments: rows)
  func made(row: Row) throws {
    let text = try #require(SetupProfile(try setup(row)).text)
    let written = text.split(separator: "\n").map(String.init)
    for line in row.lines { #expect(written.contains(line), "no '\(line)' in:\n\(text)") }
    let scene = try Scene()
    let file = try scene.file("made.yaml", text)
    let recording = try recording(row, scene)
    let check = try Program.run("switchway", ["check", file], environment: scene.environment)
    #expect(check.status == 0 && !SetupProfileTests.hasFault(check), "\(check)")
    let replay = try Program.run(
      "switchway", ["replay", "--config", file, "--only", "command", recording], environment: scene.environment)
    let commands = replay.output.split(separator: "\n").map { String($0).message }
      .filter { $0["source"]?["clock"] == nil }.compactMap { $0["command"]?.stringValue }
    #expect(commands.joined(separator: " ") == row.commands, "\(replay)\n\(text)")
  }

  static let pressed: [(String, (String, String, String))] = [
    ("btn_0 btn_1", ("Test Box", "1209:0001", "switch-interface")),
    ("key_space", ("Big Button", "1209:6b62", "keyboard")), ("abs_rz > 60%", ("Pad", "045e:02ea", "gamepad")),
  ]

  @Test("every choice of steadying and pace gives a file in which check finds no fault")
  func steadying() throws {
    let scene = try Scene()
    func check(_ setup: Setup, _ word: String) throws {
      var setup = setup
      setup.pace = (.milliseconds(600), .milliseconds(180))
      let file = try scene.file("made.yaml", try #require(SetupProfile(setup).text))
      let check = try Program.run("switchway", ["check", file], environment: scene.environment)
      #expect(check.status == 0 && !SetupProfileTests.hasFault(check), "\(word): \(check)")
    }
    for (pressed, device) in Self.pressed {
      var before = Setup()
      try SetupTests.give(pressed, to: &before, device)
      for choice in before.choices(for: .steadying) {
        var setup = before
        for answer in ["steadying", choice.word] { try setup.answer(answer) }
        try setup.answer(setup.proposal(for: .plan) ?? "")
        if setup.question == .interval { try setup.answer("1s") }
        try check(setup, choice.word)
      }
    }
    for level in ["10", "45", "90"] {
      for lateness in ["0", "200ms", "1s"] {
        let answers = ["straw", "abs_x > 60%/abs_y > 60%", level, lateness, "steadying", "strong", "yes"]
        try check(try SetupTests.setup(answers), "\(level) \(lateness)")
      }
    }
  }

  @Test("the difference shows what goes and what comes, in order")
  func difference() {
    #expect(TextDifference(from: "a\nb\nc\n", to: "a\nx\nc\nd\n").whole == "  a\n- b\n+ x\n  c\n+ d\n")
    #expect(TextDifference(from: "", to: "a\n").whole == "+ a\n")
    #expect(TextDifference(from: "a\r\nb\r\n", to: "b\n").whole == "- a\n  b\n")
    #expect(TextDifference(from: "a\nb\n", to: "").whole == "- a\n- b\n")
  }
}
