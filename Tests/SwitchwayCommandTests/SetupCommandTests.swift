import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

extension Scene {
  /// A daemon that listens on the scene's socket. Nobody has connected yet: it plays this recording from the first
  /// connection on, however long it takes until then.
  func waiting(playing recording: String) throws -> Program {
    let daemon = try Program("switchwayd", ["--socket", socket, "--play", recording], environment: environment)
    // The socket gets its name when the daemon listens already.
    try eventually("a daemon that listens") { FileManager.default.fileExists(atPath: socket) }
    return daemon
  }
}

/// `switchway setup --json` with a daemon that plays a recording.
@Suite("switchway setup", .blocking) struct SetupCommandTests {
  /// A setup that is answered line by line, and its daemon.
  final class Person {
    let scene: Scene
    let daemon: Program
    let program: Program
    private let answers: Int32

    /// - Parameters:
    ///   - isPressed: whether a box presses its first button every 1.37 s, for ten minutes. On a slow machine, such a
    ///     press may answer before the test does.
    ///   - tracer: words before the program's own.
    ///   - config: the file of `--config`, in the scene's folder.
    ///   - gnome: the database of GNOME's settings (`DesktopTests.put`), where setup runs in GNOME.
    init(
      profile: String? = nil, under tracer: [String] = [], gnome: String? = nil, environment: [String: String] = [:],
      config: String? = nil, isPressed: Bool = false
    ) throws {
      scene = try Scene()
      var environment = scene.environment.merging(environment) { $1 }
      if let gnome {
        try DesktopTests.put(gnome, in: scene)
        environment["XDG_CURRENT_DESKTOP"] = "GNOME"
      }
      if let profile { try scene.file("switchway/default.yaml", profile) }
      let presses = (0..<430).map { (at: 500 + 1_370 * $0, button: 0) }
      let box =
        isPressed ? try scene.recording(presses: presses, end: 600_000) : try Self.box(in: scene, doing: "", keys: nil)
      daemon = try scene.listening(["--play", box])
      // Only without --socket is it said what is still to do.
      if config != nil { environment["SWITCHWAY_SOCKET"] = scene.socket }
      let folder = scene.folder
      let options = config.map { ["--config", "\(folder)/\($0)"] } ?? ["--socket", scene.socket]
      let words = tracer + ["\(Program.folder)/switchway", "setup", "--json"] + options
      (program, answers) = try Self.start(words, environment)
    }

    /// The box does what these lines of a recording say, in ten minutes from setup's connection on.
    ///
    /// - Parameter keys: its keys, as bytes of a recording. `nil` for two buttons.
    init(doing events: String, keys: String? = nil) throws {
      scene = try Scene()
      daemon = try scene.waiting(playing: try Self.box(in: scene, doing: events, keys: keys))
      let words = ["\(Program.folder)/switchway", "setup", "--json", "--socket", scene.socket]
      (program, answers) = try Self.start(words, scene.environment)
    }

    private static func box(in scene: Scene, doing events: String, keys: String?) throws -> String {
      let box = try scene.recording(presses: [], end: 0)
      var text = String(decoding: try Scene.bytes(of: box), as: UTF8.self)
      if let keys { text.replace("B: 01 03 00", with: "B: 01 \(keys)") }
      return try scene.file("box.evemu", text + events + "E: 600.000000 0000 0000 0\n")
    }

    /// Starts a program, and returns where its input is written.
    private static func start(
      _ words: [String], _ environment: [String: String]
    ) throws -> (program: Program, answers: Int32) {
      var ends: [Int32] = [0, 0]
      guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
      else { throw ProgramError("no pipe") }
      defer { close(ends[1]) }
      return (try Program(words[0], Array(words.dropFirst()), environment: environment, input: ends[1]), ends[0])
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
  /// All but the presses.
  private static let answers = #"{"plan":"auto","interval":"1.2s"}"#
  private static let press = #"{"press":{\#(device),"input":"btn_0"}}"#

  @Test("answers and presses make a profile, which is tried, written and in force")
  func whole() throws {
    let person = try Person(isPressed: true)
    try person.asked("press")
    try person.program.output.lines { $0.contains("Test Box, btn_0: press 3") }
    let plan = try person.asked("plan")
    #expect(plan["choices"]?[0]?["answer"] == .string("auto"))
    #expect(person.profiles == [])
    person.answer(Self.answers)
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

  @Test("on a desktop with switchway-scan setup asks for typing and pointing, and the daemon then does what is given")
  func rights() throws {
    let person = try Person(environment: ["WAYLAND_DISPLAY": "wayland-0"])
    person.answer(Self.press)
    person.answer(#"{"plan":"auto"}"#)
    let question = try person.asked("typing")
    #expect(question["proposal"] == nil || question["proposal"] == .null, "\(question)")
    func refusal(_ right: String) throws -> JSONValue? { try Client(person.scene.socket).next("state")[right] }
    for right in ["typing", "pointing"] { #expect(try refusal(right) == .string("policy")) }
    person.answer(#"{"typing":"yes"}"#)
    try person.asked("pointing")
    person.answer(#"{"pointing":"yes","interval":"1.2s","keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml"), as: UTF8.self)
    #expect(text.hasSuffix("policy:\n  bridge: desktop\n  typing: yes\n  pointing: yes\n"), "\(text)")
    for right in ["typing", "pointing"] { #expect(try refusal(right) != .string("policy")) }
  }

  @Test("the trial is chosen from with the new settings: a page that the daemon's clock scans")
  func chosenBySwitch() throws {
    let person = try Person(isPressed: true)
    person.answer(Self.press)
    person.answer(Self.answers.replacing("1.2s", with: "0.3s"))
    let prompt = try person.asked("keep")
    let words = (prompt["choices"]?.arrayValue ?? []).compactMap { $0["answer"]?.stringValue }
    #expect(words == ["play", "keep", "slower", "faster", "show", "restore"])
    // The recording presses again and again: whatever is lit is chosen, without any typed answer.
    try person.program.output.lines { $0.type == "highlight" }
    try person.program.output.lines { $0.type == "note" || $0.type == "result" || $0.type == "question" }
  }

  @Test("playing: five stars, a game, and the question again; nothing is changed by it")
  func played() throws {
    let person = try Person(isPressed: true)
    person.answer(Self.press)
    person.answer(Self.answers.replacing("1.2s", with: "0.3s"))
    person.answer(#"{"keep":["play","restore"],"pace":"no"}"#)
    // The recording presses again and again: it hits or misses stars, and plays some squares or stops.
    let result = try person.program.result()
    let notes = result.output.split(separator: "\n").map { String($0).message }.compactMap { $0["text"]?.stringValue }
    #expect(notes.contains { $0.contains("Choose the star") }, "\(notes)")
    let said = notes.filter { ["Yes.", "A little late.", "Not the star."].contains($0) }
    #expect(said.count == 5, "\(notes)")
    let ends = ["You win.", "O wins.", "It is a draw.", "You left the game."]
    #expect(notes.contains { note in ends.contains { note.hasSuffix($0) } }, "\(notes)")
    #expect(result.status == 1 && person.profiles == nil, "\(result)")
  }

  static let ends: [(question: String, signal: Int32?)] = [
    ("change", SIGINT), ("press", SIGHUP), ("plan", SIGINT), ("interval", SIGTERM), ("keep", SIGTERM), ("keep", SIGHUP),
    ("interval", nil), ("keep", nil),
  ]

  @Test("interrupted at any point, the profile is as it was, and nothing is left behind", arguments: ends)
  func interrupted(question: String, signal: Int32?) throws {
    let before = Scene.profile(label: "Before")
    let person = try Person(profile: before)
    let answers: KeyValuePairs = [
      "change": #"{"change":"all"}"#, "press": Self.press, "plan": #"{"plan":"auto"}"#,
      "interval": #"{"interval":"1.2s"}"#, "keep": #"{"keep":"keep"}"#,
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
    for answers in [#"{"leave":true}"#, Self.answers + "\n" + #"{"keep":"restore"}"#] {
      let person = try Person()
      person.answer(Self.press)
      person.answer(answers)
      let result = try person.program.result()
      #expect(result.status == 1 && result.errors == "\(SetupCommand.cancelled)\n", "\(result)")
      #expect(person.profiles == nil)
    }
  }

  @Test("in GNOME with Slow Keys it says before the trial what to do about them")
  func slowKeys() throws {
    let person = try Person(gnome: "switched")
    person.answer(Self.press)
    person.answer(Self.answers)
    let notes = try person.program.output.lines { $0.message["question"] == .string("keep") }
    let said = notes.compactMap { $0.message["text"]?.stringValue }
    #expect(
      said.contains {
        $0.hasPrefix("Slow Keys are on in GNOME: a key counts when it is held for ")
          && $0.contains(": turn Slow Keys off in the settings of GNOME; ")
      }, "\(said)")
  }

  @Test("a file that another program has changed meanwhile stays unchanged")
  func changedMeanwhile() throws {
    let person = try Person(profile: Scene.profile())
    person.answer(Self.press)
    person.answer(Self.answers)
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
    person.answer(Self.press)
    person.answer(Self.answers)
    person.answer(#"{"keep":["show","keep"]}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#"-   right: {input: box/button-2"#), "\(result)")
    #expect(try person.scene.kept(of: "switchway/default.yaml") == [before] && person.profiles?.count == 2)
    let path = "\(person.scene.folder)/switchway/default.yaml"
    let copy = try #require(person.profiles?.last)
    #expect(result.output.contains(": cp \(person.scene.folder)/switchway/\(copy) \(path)"), "\(result)")
  }

  @Test("a second setup changes only the pace, if that is all that is wanted")
  func onlyThePace() throws {
    let before =
      Scene.profile(left: "select", right: "attention").replacing("switches:\n", with: "# Mine.\nswitches:\n")
      + "scan:\n  style: auto\n  interval: 1s\n"
    let person = try Person(profile: before)
    let question = try person.asked("change")
    let words = (question["choices"]?.arrayValue ?? []).compactMap { $0["answer"]?.stringValue }
    #expect(words == ["interval", "steadying", "plan", "press", "try", "all"])
    person.answer(#"{"change":"interval","interval":"2s","keep":"keep"}"#)
    let result = try person.program.result()
    #expect(result.status == 0, "\(result)")
    #expect(
      try Scene.bytes(of: "\(person.scene.folder)/switchway/default.yaml")
        == Data(before.replacing("interval: 1s", with: "interval: 2s").utf8))
  }

  @Test("a file that setup cannot begin with is named with the reason, and everything is asked")
  func unreadable() throws {
    let more = (3...9).map { "  s\($0): {input: box/button-\($0), tap: menu}\n" }.joined()
    let person = try Person(profile: Scene.profile() + more)
    let notes = try person.program.output.lines { $0.type == "question" }
    #expect(notes.last?.message["question"] == .string("press"))
    #expect(notes.contains { $0.contains("it has 9 switches") })
  }

  @Test("an answer that does not fit is refused, and 'back' asks again")
  func refused() throws {
    let person = try Person()
    person.answer(#"{"press":"hands"}"#)
    let lines = try person.program.output.lines { $0.type == "note" }
    #expect(lines.last?.contains("press a switch, or 'straw', 'keyboard'") == true)
    person.answer(#"{"press":[{\#(Self.device),"input":"btn_0"},{\#(Self.device),"input":"btn_1"}],"plan":"first"}"#)
    #expect(try person.asked("action")["switch"] == .string("first"))
    person.answer(#"{"back":true}"#)
    #expect(try person.asked("plan")["proposal"] == .string("yes"))
    person.answer("[]")
    let result = try person.program.result()
    #expect(result.status == 2 && result.errors.hasPrefix("setup: expected "), "\(result)")
  }

  @Test("setup reports obstacles with their remedy before it asks anything")
  func inTheWay() throws {
    let scene = try Scene()
    let none = try Program.run("switchway", ["setup", "--json"], environment: scene.environment)
    #expect(none.status == 4 && none.errors.contains("sudo switchway install-service "), "\(none)")
    let daemon = try scene.daemon()
    let noTerminal = try scene.ask("setup")
    #expect(noTerminal.status == 2 && noTerminal.errors.contains("use --json"), "\(noTerminal)")
    try scene.file("switchway/default.yaml.draft", "x")
    let draft = try scene.ask("setup", "--json")
    #expect(draft.status == 1 && draft.errors.contains("finish it with 'switchway edit'"), "\(draft)")
    _ = daemon
  }
}
