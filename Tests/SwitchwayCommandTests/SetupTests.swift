import ProgramFixtures
import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayExplain
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
      _ = presses.takeLine(line.message)
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
    Row("one switch, time moves", ["btn_0", "auto", "1s"], "press plan interval"),
    Row(
      "one switch, step, another steadying", ["btn_0", "steadying", "tremor", "step", "2s"],
      "press plan steadying plan interval"),
    Row("two switches, no clock", ["btn_0 btn_1", "yes"], "press plan"),
    Row("two switches that time helps", ["btn_0 btn_1", "style", "auto", "1s"], "press plan style interval"),
    Row(
      "the second does something else", ["btn_0 btn_1", "second", "nothing", "first", "select", "yes", "1s"],
      "press plan action plan action plan interval"),
    Row("one switch is forgotten", ["btn_0", "more", "btn_1", "yes"], "press plan press plan"),
    Row("six switches", ["btn_0 btn_1 btn_2 btn_3 btn_4 btn_5", "yes"], "press plan"),
    Row(
      "breath that is heard", ["abs_x > 60%", "yes", "20", "100ms", "auto", "2s"],
      "press straw level lateness plan interval"),
    Row(
      "breath that is too weak to be heard at once",
      ["straw", "abs_x > 60%/abs_x < -60%", "35%", "80ms", "yes"], "press press level lateness plan"),
    Row("a stick", ["abs_x > 60%", "no", "auto", "2s"], "press straw plan interval"),
    Row("a keyboard", ["keyboard", "yes", "off"], "press sticky steadying"),
  ]

  /// A desktop with another layout than Switchway.
  static let desktop = DesktopAdvice(
    desktop: "GNOME", ownLayout: "us", layout: "fr(oss)", slowKeys: nil, bounceKeys: nil, stickyKeys: false)

  @Test(
    "a keyboard whose desktop has another layout: it is asked for, and written",
    arguments: [("fr(oss)", true), ("keep", false)])
  func layout(answer: String, isWritten: Bool) throws {
    var setup = Setup(desktop: Self.desktop)
    for answer in ["keyboard", "no", "off"] { try Self.give(answer, to: &setup) }
    #expect(setup.question == .layout && setup.proposal(for: .layout) == "fr(oss)")
    try Self.give(answer, to: &setup)
    #expect(setup.question == nil)
    #expect(SetupProfile(setup).text?.contains("\n  layout: \(LearnedEntry.scalar("fr(oss)"))\n") == isWritten)
    var switches = Setup(desktop: Self.desktop)
    for answer in ["btn_0", "auto", "1s"] { try Self.give(answer, to: &switches) }
    #expect(switches.question == nil, "no letter is typed with a switch")
  }

  @Test(
    "where switchway-scan can be used, setup asks before the pace for typing and pointing, and Enter gives neither",
    arguments: [
      (["yes", "yes"], "  typing: yes\n  pointing: yes\n"), (["yes", "no"], "  typing: yes\n"),
      (["no", "yes"], "  pointing: yes\n"), (["no", "no"], ""),
    ])
  func rights(answers: [String], lines: String) throws {
    var setup = Setup(hasScanner: true)
    for answer in ["btn_0", "auto"] { try Self.give(answer, to: &setup) }
    for (right, answer) in zip(SetupRight.allCases, answers) {
      #expect(setup.question == .right(right) && setup.proposal(for: .right(right)) == nil)
      try Self.give(answer, to: &setup)
    }
    try Self.give("1s", to: &setup)
    #expect(setup.question == nil)
    #expect(SetupProfile(setup).text?.hasSuffix("policy:\n  bridge: desktop\n\(lines)") == true)
    var keyboard = Setup(hasScanner: true)
    for answer in ["keyboard", "yes", "off"] { try Self.give(answer, to: &keyboard) }
    #expect(keyboard.question == nil, "whoever has all keys writes with them")
  }

  @Test("the questions that the answers lead to", arguments: rows)
  func questions(row: Row) throws {
    var setup = Setup()
    var asked: [String] = []
    for answer in row.answers {
      asked.append(try #require(setup.question).name)
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

  /// A word, or inputs that are pressed, with blanks or slashes between.
  static func give(
    _ answer: String, to setup: inout Setup,
    _ device: (String, String, String) = ("Test Box", "1209:0001", "switch-interface")
  ) throws {
    guard setup.question == .press, ["btn_", "key_", "abs_"].contains(where: answer.hasPrefix) else {
      return try setup.answer(answer)
    }
    let inputs = answer.split(separator: answer.hasPrefix("abs_") ? "/" : " ")
    try setup.answer(
      pressed: inputs.map { presses(String($0), device: device.0, id: device.1, kind: device.2) })
  }

  /// The setup after these answers.
  static func setup(_ answers: [String]) throws -> Setup {
    var setup = Setup()
    for answer in answers { try give(answer, to: &setup) }
    return setup
  }

  static let proposals: [(pressed: String, commands: String)] = [
    ("btn_0", "select"), ("btn_0 btn_1", "next select"), ("btn_0 btn_1 btn_2", "next select previous"),
    (
      "btn_0 btn_1 btn_2 btn_3 btn_4 btn_5 btn_6 btn_7",
      "next select previous menu back attention nothing nothing"
    ),
  ]

  @Test("what each switch does has an answer proposed, by how many there are", arguments: proposals)
  func proposed(pressed: String, commands: String) throws {
    let setup = try Self.setup([pressed])
    let found = (0..<setup.count).map { setup.command(of: $0) }.joined(separator: " ")
    #expect(found == commands)
    #expect(setup.proposal(for: .plan) == (setup.count == 1 ? "auto" : "yes"))
  }

  @Test("a straw's puff chooses and its sip moves on, on one axis or on two, whichever was heard first")
  func breath() throws {
    for pressed in ["abs_x > 60%/abs_x < -60%", "abs_x < -60%/abs_x > 60%", "abs_x > 60%/abs_y > 60%"] {
      let setup = try Self.setup([pressed, "yes", "20", "0"])
      #expect(setup.switches.indices.map { setup.name(of: $0) } == ["puff", "sip"], "\(pressed)")
      #expect([0, 1].map { setup.command(of: $0) } == ["select", "next"])
      #expect(setup.switches[0].source?.side == "abs_x >")
    }
    let sip = try Self.setup(["abs_x < -60%", "yes", "20", "0"])
    #expect(sip.name(of: 0) == "sip")
    // A worn contact is nothing that breath has.
    #expect(!sip.choices(for: .steadying).contains { $0.word == "gentle" || $0.text.english.contains("worn") })
  }

  @Test("the ways to move the highlight are those that the commands allow; without one the plan has no yes")
  func styles() throws {
    func styles(_ setup: Setup) -> String { setup.choices(for: .style).map(\.word).joined(separator: " ") }
    #expect(styles(try Self.setup(["btn_0 btn_1"])) == "front-end auto inverse step")
    var setup = try Self.setup(["btn_0 btn_1", "first", "menu"])
    #expect(styles(setup) == "auto inverse" && setup.style == .auto)
    // What was wanted comes back with the commands that allow it.
    var both = setup
    for answer in ["second", "next", "first", "select"] { try both.answer(answer) }
    #expect(both.style == .frontEnd)
    for answer in ["second", "back"] { try setup.answer(answer) }
    #expect(setup.question == .plan && !setup.choices(for: .plan).contains { $0.word == "yes" })
    for answer in ["first", "next", "yes"] { try setup.answer(answer) }
    #expect(setup.style == .step && setup.question == .interval)
  }

  @Test("a number means the same command for each switch")
  func actions() throws {
    let setup = try Self.setup(["btn_0 btn_1 btn_2", "third"])
    #expect(setup.choices(for: .action(2)).map(\.word) == SetupChoices.actions.map(\.word))
    #expect(setup.choices(for: .action(2))[1].text == "choose the highlighted item (as 'second')")
    #expect(setup.proposal(for: .action(2)) == "previous")
  }

  @Test("an answer that does not fit is refused, and the question stays")
  func refusals() throws {
    var setup = Setup()
    #expect(throws: SetupRefusal(message: "press a switch, or 'straw', 'keyboard'", listsAnswers: true)) {
      try setup.answer("x")
    }
    #expect(setup.question == .press)
    // Whoever has only one switch is not kept at this question.
    setup = try Self.setup(["btn_0", "more", "btn_0"])
    #expect(setup.question == .plan && setup.count == 1)
    setup = try Self.setup(["btn_0", "auto"])
    for text in ["0.1s", "31s", "soon", "2"] { #expect(throws: SetupRefusal.self) { try setup.answer(text) } }
    for text in ["1.2s", "1.2", "1,2", "1,2 s"] {
      var answered = setup
      try answered.answer(text)
      #expect(answered.interval == .milliseconds(1_200), "\(text)")
    }
    setup = try Self.setup(["abs_x > 60%", "yes"])
    for text in ["4", "96", "hard"] { #expect(throws: SetupRefusal.self) { try setup.answer(text) } }
    try setup.answer("25%")
    for text in ["3s", "-50ms", "x"] { #expect(throws: SetupRefusal.self) { try setup.answer(text) } }
    #expect(setup.level == 25 && setup.question == .lateness)
  }
}
