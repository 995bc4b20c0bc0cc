import SwitchwayCore
import SwitchwayJSON
import Testing

@testable import switchway

/// The key-remap files that `switchway setup` makes: `check` finds no fault in them, and they do what was chosen.
@Suite("The profiles of setup") struct SetupProfileTests {
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
      answers.map { $0.hasPrefix("btn_") || $0.hasPrefix("key_") || $0.hasPrefix("abs_") ? FormerSetup.keep : $0 }
        .map { ["tremor", "as-pressed", "gentle"].contains($0) ? FormerSetup.keep : $0 }
    }
  }

  static let rows: [Row] = [
    Row(
      testDescription: "a two-button box",
      answers: ["switches", "2", "btn_0", "next", "btn_1", "select", "tremor", "front-end", "desktop"],
      recording: "box",
      lines: [
        "  box: {match: {name: \"Test Box\", id: \"1209:0001\"}}",
        "  first: {input: box/btn_0, steady: tremor, tap: next}",
        "  second: {input: box/btn_1, steady: tremor, tap: select}", "  bridge: desktop",
      ], commands: "next select"),
    Row(
      testDescription: "one button that sends Space",
      answers: ["switches", "1", "key_space", "as-pressed", "auto", "1s", "desktop"],
      device: ("Big Button", "1209:6b62", "keyboard"), recording: "space",
      lines: [
        "  keyboard: {match: {name: \"Big Button\", id: \"1209:6b62\"}, grab: yes}",
        "  main: {input: keyboard/key_space, steady: gentle, tap: select}", "  style: auto", "  interval: 1s",
      ], commands: "scan select"),
    Row(
      testDescription: "a sip-and-puff straw",
      answers: ["straw", "2", "abs_x > 60%", "select", "abs_x < -60%", "next", "gentle", "front-end", "desktop"],
      device: ("Origin Instruments Corp. Breeze", "0000:0000", "switch-interface"), recording: "breath",
      lines: [
        "  straw: {match: {name: \"Origin Instruments Corp. Breeze\"}, offset: -50ms}",
        "  puff: {input: \"straw/abs_x > 30%\", steady: {preset: gentle, hold-duration: 80ms}, tap: select}",
        "  sip: {input: \"straw/abs_x < -30%\", steady: {preset: gentle, hold-duration: 80ms}, tap: next}",
      ], commands: "select next select next select select"),
    Row(
      testDescription: "a gamepad's trigger",
      answers: ["switches", "1", "abs_rz > 60%", "as-pressed", "step", "2s", "front-end"],
      device: ("Microsoft X-Box One S pad", "045e:02ea", "gamepad"), recording: "gamepad",
      lines: [
        "  gamepad: {match: {name: \"Microsoft X-Box One S pad\", id: \"045e:02ea\"}}",
        "  main: {input: \"gamepad/abs_rz > 60%\", tap: next}", "  style: step", "  interval: 2s",
      ], commands: "next"),
    Row(
      testDescription: "a keyboard for one finger", answers: ["keyboard", "yes", "tremor"],
      device: ("Test Keyboard", "1209:0001", "keyboard"), recording: "keyboard",
      lines: ["extends: full-keyboard-access", "  sticky: yes", "  steady: tremor"], commands: "actions"),
  ]

  func setup(_ row: Row) throws -> Setup {
    var setup = Setup()
    for answer in row.answers {
      if case .press = setup.question {
        let (name, id, kind) = row.device
        try setup.answer(pressed: SetupTests.presses(answer, device: name, id: id, kind: kind))
      } else {
        try setup.answer(answer)
      }
    }
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
    let text = SetupProfile(try setup(row)).text
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

  @Test("every choice of steadying and pace gives a file in which check finds no fault")
  func steadying() throws {
    let scene = try Scene()
    for row in Self.rows {
      let answers = row.answers
      guard let place = answers.lastIndex(where: { ["tremor", "as-pressed", "gentle"].contains($0) }) else { continue }
      var before = Setup()
      for answer in answers[..<place] {
        if case .press = before.question {
          let (name, id, kind) = row.device
          try before.answer(pressed: SetupTests.presses(answer, device: name, id: id, kind: kind))
        } else {
          try before.answer(answer)
        }
      }
      for choice in before.choices(for: .steadying) {
        var setup = before
        try setup.answer(choice.word)
        for answer in answers[(place + 1)...] { try setup.answer(answer) }
        setup.pace = (.milliseconds(600), .milliseconds(180))
        let file = try scene.file("made.yaml", SetupProfile(setup).text)
        let check = try Program.run("switchway", ["check", file], environment: scene.environment)
        #expect(check.status == 0 && !SetupProfileTests.hasFault(check), "\(choice.word): \(check)")
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
