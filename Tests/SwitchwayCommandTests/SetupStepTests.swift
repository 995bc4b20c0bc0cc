import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import Testing

@testable import SwitchwayExplain
@testable import switchway

/// What comes after which answers, to the end of the questions: without a terminal, a daemon or a file.
@Suite("The steps of setup") struct SetupStepTests {
  /// What is known of the file that the answers make.
  struct Facts: Sendable {
    var isSame = false
    /// Whether other entries have all devices.
    var isDeaf = false
    var kind = "switch-interface"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String]
    let facts: Facts
    let step: String

    init(_ name: String, _ answers: [String], _ step: String, _ facts: Facts = Facts()) {
      (testDescription, self.answers, self.facts, self.step) = (name, answers, facts, step)
    }
  }

  private static let switches = ["btn_0 btn_1", "yes"]
  private static let keyboard = ["keyboard", "yes", "off"]
  private static let sleep = ["key_sleep key_f13", "yes"]
  private static let other = Facts(kind: "other")
  private static let deaf = Facts(isDeaf: true)

  static let rows = [
    Row("nothing is answered", [], "ask press"),
    Row("switches are pressed", ["btn_0 btn_1"], "ask plan"),
    Row("all is answered", switches, "try"),
    Row("an answer that fits no question", switches.dropLast() + ["perhaps"], "ask plan"),
    Row("an answer too many", switches + ["yes"], "try"),
    Row("the plan is taken back", switches + ["back"], "ask plan"),
    Row("all is taken back", switches + ["back", "back", "back"], "ask press"),

    Row("a whole keyboard", keyboard, "ask agree"),
    Row("it may be grabbed", keyboard + ["yes"], "try"),
    Row("it may not", keyboard + ["no"], "leave"),
    Row("neither", keyboard + ["maybe"], "ask agree"),
    Row("its last question again", keyboard + ["back"], "ask steadying"),
    Row("it is asked again after another answer", keyboard + ["yes", "back", "gentle"], "ask agree"),
    Row("its file says that already", keyboard, "try", Facts(isSame: true)),

    Row("a key for sleep", sleep, "ask power", other),
    Row("of a device that is grabbed in any case", sleep, "try"),
    Row("it may be taken", sleep + ["yes"], "try", other),
    Row("it may not be taken", sleep + ["no"], "try", other),
    Row("another switch is used instead", sleep + ["press"], "ask press", other),
    Row("which is the way back", sleep + ["back"], "ask press", other),
    Row("an answer of another question", sleep + ["keep"], "ask power", other),
    Row("the file says that already", sleep, "try", Facts(isSame: true, kind: "other")),
    Row("that holds when the plan is given again", sleep + ["no", "back", "yes"], "try", other),
    Row("and after the switches were pressed again", sleep + ["press"] + sleep, "ask power", other),

    Row("switches that other entries have", switches, "ask unheard", deaf),
    Row("they are tried", switches + ["keep"], "try", deaf),
    Row("they are pressed again", switches + ["press"], "ask press", deaf),
    Row("and are still not heard", switches + ["keep", "back", "yes"], "ask unheard", deaf),
    Row("they are taken back", switches + ["back"], "ask press", deaf),
    Row(
      "one question after the other", sleep + ["yes"], "ask unheard", Facts(isDeaf: true, kind: "other")),
    Row("to the end", sleep + ["no", "keep"], "try", Facts(isDeaf: true, kind: "other")),
  ]

  /// As in `SetupTests`, and `back`.
  private static func reply(_ text: String, _ kind: String) -> SetupReply {
    if text == "back" { return .back }
    guard ["btn_", "key_"].contains(where: text.hasPrefix) else { return .word(text) }
    return .pressed(text.split(separator: " ").map { SetupTests.presses(String($0), kind: kind) })
  }

  private static func result(of setup: Setup, _ facts: Facts) -> SetupResult {
    let text = SetupProfile(setup).text ?? ""
    let other = "switchway: 1\ndevices:\n  all: {match: {name: \"*\"}}\n"
    let store = ProfileStore(
      Array((facts.isDeaf ? other : text).utf8), of: "/none/mine.yaml", directories: ["\(Scene.top)/Config"])
    return SetupResult(
      text: text, path: "/none/mine.yaml", isSame: facts.isSame, profile: store.load("mine").profile ?? .empty,
      warnings: [], machine: [])
  }

  private static func words(_ step: SetupStep) -> String {
    switch step {
    case .ask(let question): "ask \(question.name)"
    case .make: "make"
    case .tell: "tell"
    case .tryOut: "try"
    case .leave: "leave"
    }
  }

  @Test("the answers alone decide what comes next", arguments: rows)
  func next(row: Row) {
    let replies = row.answers.map { Self.reply($0, row.facts.kind) }
    let make = { (setup: Setup) in Self.result(of: setup, row.facts) }
    #expect(Self.words(Setup().next(after: replies, make: make)) == row.step)
    // The same answers again give the same step, also if some of them were given before.
    for count in replies.indices {
      var begun = Setup()
      for reply in replies[..<count] {
        begun = begun.after(reply, make)
      }
      #expect(Self.words(begun.next(after: Array(replies[count...]), make: make)) == row.step, "after \(count)")
    }
  }

  @Test("before a keyboard is grabbed, the way back is said once, and again after another answer")
  func told() throws {
    var setup = Setup()
    for word in Self.keyboard { try setup.answer(word) }
    func say() -> [Phrase] {
      #expect(setup.next == .make)
      setup.made(Self.result(of: setup, Facts()))
      guard case .tell(let phrases) = setup.next else { return [] }
      setup.told()
      return phrases
    }
    #expect(say().last == TrialWords.way)
    #expect(setup.next == .ask(.agree))
    #expect(throws: SetupRefusal(message: "expected 'yes' or 'no'", listsAnswers: true)) { try setup.answer("maybe") }
    #expect(setup.next == .ask(.agree))
    let isBack = setup.back()
    #expect(isBack && setup.next == .ask(.steadying))
    try setup.answer("gentle")
    #expect(say().last == TrialWords.way)
    try setup.answer("yes")
    guard case .tryOut(let text) = setup.next else {
      Issue.record("\(setup.next)")
      return
    }
    #expect(text.contains("steady: gentle"))
  }

  @Test("a device that may not be grabbed is written without a grab, until the switches are pressed again")
  func grab() throws {
    var setup = Setup()
    for text in Self.sleep { try setup.answer(Self.reply(text, "other")) }
    setup.made(Self.result(of: setup, Self.other))
    #expect(setup.next == .ask(.power(0)) && SetupProfile(setup).text?.contains("grab: yes") == true)
    try setup.answer("no")
    #expect(setup.next == .make && SetupProfile(setup).text?.contains("grab: yes") == false)
    setup.returnToPress()
    for text in Self.sleep { try setup.answer(Self.reply(text, "other")) }
    #expect(SetupProfile(setup).text?.contains("grab: yes") == true)
  }
}

extension Setup {
  /// After one more answer and what it makes.
  fileprivate func after(_ reply: SetupReply, _ make: (Setup) -> SetupResult) -> Setup {
    var setup = self
    try? setup.answer(reply)
    while true {
      switch setup.next {
      case .make: setup.made(make(setup))
      case .tell: setup.told()
      case .ask, .tryOut, .leave: return setup
      }
    }
  }
}
