import SwitchwayCore
import SwitchwayJSON
import Testing

@testable import switchway

/// The questions of `switchway setup`, their order, and what each answer leads to.
@Suite("The questions of setup") struct SetupTests {
  /// Presses of one input, 150 ms long and a second apart.
  static func presses(
    _ input: String, device: String = "Test Box", id: String = "1209:0001", kind: String = "switch-interface",
    edges: [Int64] = [0, 150, 1_000, 1_150, 2_000, 2_150]
  ) -> LearnedPresses {
    var presses = LearnedPresses()
    for (index, time) in edges.enumerated() {
      let line =
        #"{"type":"learn","device":{"name":"\#(device)","id":"\#(id)","kind":"\#(kind)","phys":"","uniq":""},"#
        + #""input":"\#(input)","down":\#(index % 2 == 0),"time":\#(time * 1_000)}"#
      _ = presses.take(line.message)
    }
    return presses
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String]
    /// The questions in the order in which they were asked.
    let questions: String
    init(_ name: String, _ answers: [String], _ questions: String) {
      (testDescription, self.answers, self.questions) = (name, answers, questions)
    }
  }

  static let rows: [Row] = [
    Row(
      "one switch, time moves", ["switches", "1", "btn_0", "gentle", "auto", "1s", "desktop"],
      "kind count press steadying style interval programs"),
    Row(
      "one switch, step", ["switches", "1", "btn_0", "as-pressed", "step", "2s", "desktop"],
      "kind count press steadying style interval programs"),
    Row(
      "two switches, no clock",
      ["switches", "2", "btn_0", "next", "btn_1", "select", "gentle", "front-end", "desktop"],
      "kind count press action press action steadying style programs"),
    Row(
      "two switches that time helps",
      [
        "switches", "2", "btn_0", "menu", "btn_1", "select", "gentle", "auto", "1s",
        "front-end",
      ],
      "kind count press action press action steadying style interval programs"),
    Row(
      "a straw", ["straw", "2", "abs_x > 60%", "select", "abs_x < -60%", "next", "as-pressed", "front-end", "desktop"],
      "kind count press action press action steadying style programs"),
    Row("a keyboard", ["keyboard", "yes", "off"], "kind sticky steadying"),
  ]

  @Test("the questions that the answers lead to", arguments: rows)
  func questions(row: Row) throws {
    var setup = Setup()
    var asked: [String] = []
    for answer in row.answers {
      let question = try #require(setup.question)
      asked.append(question.name)
      try Self.give(answer, to: &setup)
    }
    #expect(setup.question == nil)
    #expect(asked.joined(separator: " ") == row.questions)
    // Every answer can be taken back, and is asked for again.
    for name in asked.reversed() {
      let isBack = setup.back()
      #expect(isBack)
      #expect(setup.question?.name == name)
    }
    let isBack = setup.back()
    #expect(!isBack)
  }

  /// A word, or an input that is pressed.
  static func give(_ answer: String, to setup: inout Setup) throws {
    if case .press = setup.question {
      try setup.answer(pressed: presses(answer))
    } else {
      try setup.answer(answer)
    }
  }

  /// The setup after these answers.
  static func setup(_ answers: [String]) throws -> Setup {
    var setup = Setup()
    for answer in answers { try give(answer, to: &setup) }
    return setup
  }

  @Test(
    "the methods that the switches allow, the proposal first",
    arguments: [
      (["1", "btn_0"], "auto step inverse"),
      (["2", "btn_0", "next", "btn_1", "select"], "front-end auto inverse step"),
      (["2", "btn_0", "menu", "btn_1", "select"], "auto inverse"),
      (["2", "btn_0", "menu", "btn_1", "next"], "step"),
      (["2", "btn_0", "select", "btn_1", "previous"], "front-end auto inverse step"),
    ])
  func styles(answers: [String], styles: String) throws {
    let setup = try Self.setup(["switches"] + answers + ["gentle"])
    #expect(setup.question == .style)
    #expect(setup.choices(for: .style).map(\.word).joined(separator: " ") == styles)
    #expect(setup.proposal(for: .style) == styles.split(separator: " ").first.map(String.init))
  }

  @Test("a number means the same command for each switch, and the last one leaves one that moves on or chooses")
  func actions() throws {
    var setup = try Self.setup(["switches", "2", "btn_0"])
    #expect(setup.proposal(for: .action(0)) == "next")
    try setup.answer("menu")
    try Self.give("btn_1", to: &setup)
    #expect(setup.choices(for: .action(1)).map(\.word) == ["next", "select"])
    #expect(setup.proposal(for: .action(1)) == "select")
    var third = try Self.setup(["switches", "3", "btn_0", "select", "btn_1"])
    #expect(third.choices(for: .action(1)).map(\.word) == SetupChoices.actions.map(\.word))
    #expect(third.choices(for: .action(1))[1].text == "choose the highlighted item (as the first switch)")
    #expect(third.proposal(for: .action(1)) == "next")
    try third.answer("nothing")
    try Self.give("btn_2", to: &third)
    #expect(third.proposal(for: .action(2)) == "previous")
    try third.answer("next")
    for answer in ["gentle", "front-end", "desktop"] { try third.answer(answer) }
    #expect(SetupProfile(third).text.contains("tap: nothing}"))
    let straw = try Self.setup(["straw", "2", "abs_x > 60%"])
    #expect(straw.proposal(for: .action(0)) == "select")
  }

  @Test("a press answers the first question too, and is the first switch; going back forgets it")
  func pressedFirst() throws {
    var setup = Setup()
    try setup.answer(pressed: Self.presses("btn_0"))
    #expect(setup.kind == .switches && setup.knowsSwitch)
    #expect(setup.question == .count)
    try setup.answer("1")
    #expect(setup.question == .press(0))
    try setup.answer(pressed: try #require(setup.first))
    #expect(setup.question == .steadying)
    // That switch is not asked for again: before it comes the number of switches.
    var isBack = setup.back()
    #expect(isBack && setup.knowsSwitch && setup.question == .count)
    isBack = setup.back()
    #expect(isBack && !setup.knowsSwitch && setup.question == .kind)
  }

  @Test("an answer that does not fit is refused, and the question stays")
  func refusals() throws {
    var setup = Setup()
    #expect(throws: SetupRefusal(message: "expected 'switches', 'straw', 'keyboard'")) { try setup.answer("x") }
    #expect(setup.question == .kind)
    setup = try Self.setup(["switches", "2", "btn_0"])
    try setup.answer("next")
    #expect(throws: SetupRefusal(message: "press it")) { try setup.answer("next") }
    #expect(throws: SetupRefusal(message: "that is the first switch already: press another one")) {
      try setup.answer(pressed: Self.presses("btn_0"))
    }
    setup = try Self.setup(["switches", "1", "btn_0", "gentle", "auto"])
    for text in ["0.1s", "31s", "soon", "2"] { #expect(throws: SetupRefusal.self) { try setup.answer(text) } }
    try setup.answer("1.2s")
    #expect(setup.interval == .milliseconds(1_200))
  }
}
