import Foundation
import Glibc
import SwitchwayJSON
import Testing

/// `switchway setup --json` with a daemon that plays a recording.
@Suite("switchway setup") struct SetupCommandTests {
  /// A setup that is answered line by line, and its daemon.
  final class Person {
    let scene: Scene
    let daemon: Program
    let program: Program
    private let answers: Int32

    /// A box presses its first button every 1.37 s, for ten minutes.
    init(profile: String? = nil) throws {
      scene = try Scene()
      if let profile { try scene.file("switchway/default.yaml", profile) }
      let presses = (0..<430).map { (at: 500 + 1_370 * $0, button: 0) }
      daemon = try scene.listening(["--play", try scene.recording(presses: presses, end: 600_000)])
      var ends: [Int32] = [0, 0]
      guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
      else { throw ProgramError("no pipe") }
      answers = ends[0]
      program = try Program(
        "switchway", ["setup", "--json", "--socket", scene.socket], environment: scene.environment, input: ends[1])
      close(ends[1])
    }

    deinit { close(answers) }

    func answer(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      unsafe _ = write(answers, bytes, bytes.count)
    }

    func closeInput() { shutdown(answers, Int32(SHUT_WR)) }

    /// The question of this name, once it is asked.
    @discardableResult
    func asked(_ question: String) throws -> JSONValue {
      try program.output.lines { $0.message["question"] == .string(question) }.last?.message ?? .null
    }

    /// What is in the person's folder of profiles; nil: it is not there.
    var profiles: [String]? {
      try? FileManager.default.contentsOfDirectory(atPath: "\(scene.folder)/switchway").sorted()
    }

    func profileInForce() throws -> String? {
      let client = try Client(scene.socket)
      return try client.lines(until: "state").last?.message["profile"]?["name"]?.stringValue
    }
  }

  private static let device = #""device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface"}"#
  private static let answers =
    #"{"kind":"switches","count":1,"steadying":"gentle","style":"auto","interval":"1.2s","programs":"desktop"}"#

  @Test("answers and three presses make a profile, which is tried, written and in force")
  func whole() throws {
    let person = try Person()
    person.answer(Self.answers)
    try person.asked("press")
    let agree = try person.asked("agree")
    #expect(agree["choices"]?[0]?["answer"] == .string("yes"))
    #expect(person.profiles == [])
    person.answer(#"{"agree":true}"#)
    try person.asked("keep")
    #expect(person.profiles == ["setup-trial.yaml"])
    #expect(try person.profileInForce() == "setup-trial")
    person.answer(#"{"keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#"{"type":"result","file":"\#(person.scene.folder)/switchway/default.yaml""#))
    #expect(person.profiles == ["default.yaml"])
    #expect(try person.profileInForce() == "default")
    let text = String(
      decoding: try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml"), as: UTF8.self)
    #expect(text.contains("  main: {input: box/btn_0, steady: gentle, tap: select}\n"), "\(text)")
    #expect(text.contains("  interval: 1200ms\n"), "\(text)")
  }

  @Test("the trial is chosen from with the new settings: a page that the daemon's clock scans")
  func chosenBySwitch() throws {
    let person = try Person()
    person.answer(Self.answers.replacing("1.2s", with: "0.3s"))
    person.answer(#"{"agree":true}"#)
    let prompt = try person.asked("keep")
    let words = (prompt["choices"]?.arrayValue ?? []).compactMap { $0["answer"]?.stringValue }
    #expect(words == ["play", "keep", "slower", "faster", "restore"])
    // The recording presses again and again: whatever is lit is chosen, without any typed answer.
    try person.program.output.lines { $0.type == "highlight" }
    try person.program.output.lines { $0.type == "note" || $0.type == "result" || $0.type == "question" }
  }

  @Test("playing: five stars, a game, and the question again; nothing is changed by it")
  func played() throws {
    let person = try Person()
    person.answer(Self.answers.replacing("1.2s", with: "0.3s"))
    person.answer(#"{"agree":true,"keep":["play","restore"],"pace":"no"}"#)
    // The recording presses again and again: it hits or misses stars, and plays some squares or stops.
    let result = try person.program.result()
    let notes = result.output.split(separator: "\n").map { String($0).message }.compactMap { $0["text"]?.stringValue }
    let said = notes.filter { ["Yes.", "A little late.", "That was another one."].contains($0) }
    #expect(said.count == 5, "\(notes)")
    let ends = ["You have won.", "O has won.", "Nobody has won.", "The game is left."]
    #expect(notes.contains { note in ends.contains { note.hasSuffix($0) } }, "\(notes)")
    #expect(result.status == 1 && person.profiles == nil, "\(result)")
  }

  static let ends: [(question: String, signal: Int32?)] = [
    ("change", SIGINT), ("kind", SIGTERM), ("press", SIGHUP), ("steadying", SIGINT), ("agree", SIGTERM),
    ("keep", SIGTERM),
    ("keep", SIGHUP),
    ("agree", nil), ("keep", nil),
  ]

  @Test("interrupted at any point, the profile is as it was, and nothing is left behind", arguments: ends)
  func interrupted(question: String, signal: Int32?) throws {
    let before = Scene.profile(label: "Before")
    let person = try Person(profile: before)
    let answers: KeyValuePairs = [
      "change": #"{"change":"all"}"#, "kind": #"{"kind":"switches","count":1}"#,
      "press": #"{"press":{\#(Self.device),"input":"btn_0"}}"#,
      "steadying": Self.answers, "agree": #"{"agree":"yes"}"#, "keep": #"{"keep":"keep"}"#,
    ]
    for (name, answer) in answers {
      try person.asked(name)
      if name == question { break }
      person.answer(answer)
    }
    if let signal { person.program.signal(signal) } else { person.closeInput() }
    let status = try person.program.end()
    #expect(status == signal.map { 128 + $0 } ?? 1)
    #expect(person.profiles == ["default.yaml"])
    #expect(try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml") == Data(before.utf8))
    #expect(try person.profileInForce() == "default")
    let client = try Client(person.scene.socket)
    #expect(try client.lines(until: "state").last?.message["profile"]?["label"] == .string("Before"))
  }

  @Test("leaving, or 'as it was before', removes also the folders that were made")
  func left() throws {
    for answers in [#"{"leave":true}"#, Self.answers + "\n" + #"{"agree":true,"keep":"restore"}"#] {
      let person = try Person()
      person.answer(#"{"press":{\#(Self.device),"input":"btn_0"}}"#)
      person.answer(answers)
      let result = try person.program.result()
      #expect(result.status == 1 && result.errors == "left: nothing is changed\n", "\(result)")
      #expect(person.profiles == nil)
    }
  }

  @Test("a file that another program changed meanwhile is left as that left it")
  func changedMeanwhile() throws {
    let person = try Person(profile: Scene.profile())
    person.answer(#"{"press":{\#(Self.device),"input":"btn_0"}}"#)
    person.answer(Self.answers)
    person.answer(#"{"agree":true}"#)
    try person.asked("keep")
    let other = Scene.profile(label: "Meanwhile")
    try person.scene.file("switchway/default.yaml", other)
    person.answer(#"{"keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 1 && result.errors.contains("changed by another program meanwhile"), "\(result)")
    #expect(try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml") == Data(other.utf8))
    #expect(person.profiles == ["default.yaml"])
    #expect(try person.profileInForce() == "default")
  }

  @Test("what was in the file before is kept beside it")
  func before() throws {
    let before = Scene.profile(label: "Before")
    let person = try Person(profile: before)
    person.answer(#"{"press":{\#(Self.device),"input":"btn_0"}}"#)
    person.answer(Self.answers)
    person.answer(#"{"agree":true,"keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#"-   right: {input: box/button-2"#), "\(result)")
    #expect(person.profiles == ["default.yaml", "default.yaml.before"])
    #expect(try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml.before") == Data(before.utf8))
  }

  @Test("a second setup changes only the pace, if that is all that is wanted")
  func onlyThePace() throws {
    let before =
      Scene.profile(left: "select", right: "attention").replacing("switches:\n", with: "# Mine.\nswitches:\n")
      + "scan:\n  style: auto\n  interval: 1s\n"
    let person = try Person(profile: before)
    let question = try person.asked("change")
    let words = (question["choices"]?.arrayValue ?? []).compactMap { $0["answer"]?.stringValue }
    #expect(words == ["interval", "steadying", "style", "action", "press", "programs", "try", "all"])
    person.answer(#"{"change":"interval","interval":"2s","agree":true,"keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    #expect(
      try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml")
        == Data(before.replacing("interval: 1s", with: "interval: 2s").utf8))
  }

  @Test("a file that setup cannot begin with is named with the reason, and everything is asked")
  func unreadable() throws {
    let more = (3...5).map { "  s\($0): {input: box/button-\($0), tap: menu}\n" }.joined()
    let person = try Person(profile: Scene.profile() + more)
    let notes = try person.program.output.lines { $0.type == "question" }
    #expect(notes.last?.message["question"] == .string("kind"))
    #expect(notes.contains { $0.contains("it has 5 switches, and setup asks about 4 at most. All questions") })
  }

  @Test("an answer that does not fit is refused, 'back' asks again, and the same switch twice is no second switch")
  func refused() throws {
    let person = try Person()
    person.answer(#"{"kind":"hands"}"#)
    let lines = try person.program.output.lines { $0.type == "note" }
    #expect(lines.last?.contains("expected 'switches', 'straw', 'keyboard'") == true)
    person.answer(#"{"kind":"switches","count":2,"action":["next","select"]}"#)
    person.answer(#"{"press":[{\#(Self.device),"input":"btn_0"},{\#(Self.device),"input":"btn_0"}]}"#)
    #expect(try person.program.output.lines { $0.type == "note" }.last?.contains("already") == true)
    person.answer(#"{"back":true}"#)
    #expect(try person.asked("action")["switch"] == .string("first"))
    person.answer("[]")
    let result = try person.program.result()
    #expect(result.status == 2 && result.errors.hasPrefix("setup: expected a JSON object a line"), "\(result)")
  }

  @Test("what is in the way is said before anything is asked, with the mend")
  func inTheWay() throws {
    let scene = try Scene()
    let none = try Program.run("switchway", ["setup", "--json"], environment: scene.environment)
    #expect(none.status == 4 && none.errors.contains("sudo switchway install-service "), "\(none)")
    let daemon = try scene.daemon()
    let noTerminal = try scene.ask("setup")
    #expect(noTerminal.status == 2 && noTerminal.errors.contains("need a terminal"), "\(noTerminal)")
    try scene.file("switchway/default.yaml.draft", "x")
    let draft = try scene.ask("setup", "--json")
    #expect(draft.status == 1 && draft.errors.contains("finish it with 'switchway edit'"), "\(draft)")
    _ = daemon
  }
}
