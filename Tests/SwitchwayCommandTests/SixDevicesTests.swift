import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// The six devices of Tests/Conversations.md: what `switchway setup` asks with each, and how often.
///
/// Presses are heard in memory. The answers are those that are proposed, where none is written here.
@Suite("Six devices") struct SixDevicesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let device: (name: String, id: String, kind: String)
    /// Inputs and their edges in ms, as in `SetupHearingTests`.
    let edges: [String]
    var answers: [String: String] = [:]
    /// Questions that are asked, with the one at the end whether to keep it.
    let questions: String
    /// Before, on 2026-11-23.
    let before: Int
    /// Lines of the file.
    let lines: [String]
  }

  private static func clean(_ input: String, at second: Int) -> String {
    input + (0..<3).map { " \((second + $0) * 1_000) \((second + $0) * 1_000 + 200)" }.joined()
  }

  static let rows = [
    Row(
      testDescription: "A box with one button", device: ("Red Button", "1209:5357", "gamepad"),
      edges: [clean("btn_south", at: 2)], questions: "press plan interval keep", before: 8,
      lines: ["main: {input: gamepad/btn_south, steady: gentle, tap: select}", "style: auto"]),
    Row(
      testDescription: "Two pedals that type PageUp and PageDown", device: ("Page Pedals", "1209:7064", "keyboard"),
      edges: [clean("key_pageup", at: 2), clean("key_pagedown", at: 6)], answers: ["plan": "swap"],
      questions: "press plan keep", before: 10,
      lines: [
        "keyboard: {match: {name: \"Page Pedals\", id: \"1209:7064\"}, grab: yes}",
        "first: {input: keyboard/key_pageup, steady: gentle, tap: select}",
        "second: {input: keyboard/key_pagedown, steady: gentle, tap: next}",
      ]),
    Row(
      testDescription: "A straw, with puffs and sips on two axes", device: ("Straw", "1209:7370", "joystick"),
      edges: [clean("abs_x >", at: 2), clean("abs_y >", at: 6)], answers: ["level": "20", "lateness": "100ms"],
      questions: "press straw level lateness plan keep", before: 10,
      lines: [
        "straw: {match: {name: \"Straw\", id: \"1209:7370\"}, offset: -100ms}",
        "puff: {input: \"straw/abs_x > 20%\", tap: select}", "sip: {input: \"straw/abs_y > 20%\", tap: next}",
      ]),
    Row(
      testDescription: "Six buttons, of which one chatters, and a hand that trembles",
      device: ("Six Buttons", "1209:3636", "switch-interface"),
      edges: [
        "btn_0 2000 2080 2090 2200 3000 3100 3110 3200 4000 4200",
        "btn_1 5500 5700 5850 5920 6800 7000 8000 8200 8330 8400", clean("btn_2", at: 10), clean("btn_3", at: 14),
        clean("btn_4", at: 18), clean("btn_5", at: 22),
      ], questions: "press plan keep", before: 13,
      lines: [
        "first: {input: box/btn_0, steady: gentle, tap: next}",
        "second: {input: box/btn_1, steady: tremor, tap: select}",
        "sixth: {input: box/btn_5, steady: gentle, tap: attention}",
      ]),
    Row(
      testDescription: "Two mice, of which one is the switch", device: ("Switch Mouse", "1209:6d6f", "pointer"),
      edges: [clean("btn_left", at: 2)], questions: "press plan interval keep", before: 7,
      lines: [
        "pointer: {match: {name: \"Switch Mouse\", id: \"1209:6d6f\"}, grab: yes}",
        "main: {input: pointer/btn_left, steady: gentle, tap: select}",
      ]),
    Row(
      testDescription: "A keyboard: Space and Enter", device: ("Office Keyboard", "1209:6b64", "keyboard"),
      edges: [clean("key_space", at: 2), clean("key_enter", at: 6)], questions: "press plan keep", before: 10,
      lines: [
        "first: {input: keyboard/key_space, steady: gentle, tap: next}",
        "second: {input: keyboard/key_enter, steady: gentle, tap: select}",
      ]),
  ]

  /// All that a terminal without colours shows, and what was asked.
  private func walk(_ row: Row, hasScanner: Bool = false) throws -> (text: String, questions: [String], setup: Setup) {
    let own = LearnedPresses.Device(
      #"{"name":"\#(row.device.name)","id":"\#(row.device.id)","kind":"\#(row.device.kind)"}"#.read())
    // An input may have a blank in it: `abs_x >`.
    let edges = try row.edges.flatMap { text -> [(time: Int64, edge: LearnedEdge)] in
      guard text.hasPrefix("abs_") else {
        return try SetupHearingTests.edges(text, device: own)
      }
      let input = text.prefix(7)
      return try SetupHearingTests.edges("x" + text.dropFirst(7), device: own).map { time, edge in
        let source = LearnedPresses.Source(device: edge.source.device, input: "\(input) 60%")
        return (time, LearnedEdge(source: source, isDown: edge.isDown, time: edge.time))
      }
    }
    var setup = Setup(hasScanner: hasScanner)
    var lines: [String] = []
    var questions: [String] = []
    while let question = setup.question {
      questions.append(question.name)
      let prompt = SetupPrompt(question, setup)
      lines +=
        ["", Terminal.wrapped(prompt.text.english, hanging: 0, width: 100)]
        + prompt.rows(highlighted: nil).map(\.english)
      if question == .press {
        let (said, switches, _) = SetupHearingTests.play(edges)
        lines += said.map { Terminal.wrapped($0, hanging: 0, width: 100) }
        try setup.answer(pressed: switches)
        lines += ["", Terminal.wrapped(try #require(PressingWords.heard(setup)).english, hanging: 0, width: 100)]
      } else {
        let usual = setup.proposal(for: question) ?? prompt.choices.first?.word
        let word = try #require(row.answers[question.name] ?? usual)
        try setup.answer(word)
        lines.append("-> " + (prompt.choices.first { $0.word == word }?.text.english ?? word))
      }
    }
    return (lines.dropFirst().joined(separator: "\n"), questions + ["keep"], setup)
  }

  @Test("each device is set up with 3 to 6 questions", arguments: rows)
  func asked(row: Row) throws {
    let (text, questions, setup) = try walk(row)
    #expect(questions.joined(separator: " ") == row.questions, "\(text)")
    #expect((3...6).contains(questions.count) && questions.count < row.before)
    let file = try #require(SetupProfile(setup).text)
    for line in row.lines { #expect(file.contains("  \(line)\n"), "no '\(line)' in:\n\(file)") }
  }

  @Test("on a desktop with switchway-scan setup asks two questions more, about typing and pointing", arguments: rows)
  func askedOnDesktop(row: Row) throws {
    let questions = try walk(row, hasScanner: true).questions
    let rights = SetupRight.allCases.map(\.rawValue)
    #expect(questions.filter { !rights.contains($0) } == (try walk(row).questions))
    #expect(questions.filter(rights.contains) == rights)
  }

  @Test("Tests/Conversations.md has these conversations")
  func transcripts() throws {
    let path = "\(Scene.top)/Tests/Conversations.md"
    var page = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
    let begin = "<!-- six devices: drawn by make screens -->\n"
    let start = try #require(page.firstRange(of: begin))
    var drawn = "\n| device | questions | before |\n|---|---|---|\n"
    for row in Self.rows {
      drawn += "| \(row.testDescription) | \(row.questions.split(separator: " ").count) | \(row.before) |\n"
    }
    for row in Self.rows { drawn += "\n**\(row.testDescription)**\n\n```\n\(try walk(row).text)\n```\n" }
    if GuidePage.isDrawing {
      page.replaceSubrange(start.upperBound..., with: drawn)
      try Data(page.utf8).write(to: URL(filePath: path))
    }
    #expect(String(page[start.upperBound...]) == drawn, "the conversations are other ones now: make screens")
  }
}
