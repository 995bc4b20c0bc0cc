import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// What can go wrong in the middle of `switchway setup`: the profile stays as it was, and nothing is left behind.
@Suite("Bad input of setup", .blocking) struct SetupBadInputTests {
  private static let before = Scene.profile(label: "Before")
  private static let device = #""device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface"}"#
  /// All answers to the end, in the order of the questions.
  private static let steps: KeyValuePairs = [
    "change": #""all""#, "press": #"[{\#(device),"input":"btn_0"},{\#(device),"input":"btn_1"}]"#,
    "plan": #""style""#, "style": #""auto""#, "interval": #""0.3s""#, "keep": #"["slower","keep"]"#,
  ]

  /// The answers up to a question; nil: all.
  private static func answers(before question: String? = nil) -> String {
    let given = steps.prefix { $0.key != question }.map { "\"\($0.key)\":\($0.value)" }
    return "{\(given.joined(separator: ","))}"
  }

  /// The person's folder of profiles: names and contents.
  private func files(_ scene: Scene) throws -> [String: String] {
    let folder = "\(scene.folder)/switchway"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.reduce(into: [:]) {
      $0[$1] = String(decoding: try Scene.bytes(of: "\(folder)/\($1)"), as: UTF8.self)
    }
  }

  @Test("setup that is interrupted at any line changes nothing, or all", arguments: [SIGINT, SIGTERM, SIGHUP])
  func atAnyLine(signal: Int32) throws {
    var line = 0
    while true {
      let person = try SetupCommandTests.Person(profile: Self.before)
      person.answer(Self.answers())
      var said = 0
      while said <= line, try person.program.output.next() != nil { said += 1 }
      let isOver = said <= line
      person.program.signal(signal)
      let status = try person.program.end()
      let files = try files(person.scene)
      if status == 0 {
        #expect(try person.scene.kept(of: "switchway/default.yaml") == [Self.before])
        #expect(files["default.yaml"]?.contains("interval: 360ms") == true && files.count == 2, "\(files)")
      } else {
        #expect(status == 128 + signal, "after \(line) lines")
        #expect(files == ["default.yaml": Self.before], "after \(line) lines")
        #expect(try person.profileInForce() == "default")
      }
      if isOver { break }
      line += 1
    }
    #expect(line > 8)
  }

  @Test("a program's blank line says nothing: the presses are not over")
  func blankLines() throws {
    let person = try SetupCommandTests.Person(isPressed: true)
    let output = person.program.output
    try output.lines { $0.contains("press 3") }
    var line = ""
    while !line.contains("press 5"), !line.contains(#""question""#) {
      person.answer("")
      // On a terminal, Enter ends the presses half a second after the last one. The next one comes later than that.
      if try output.hasNext(by: microseconds() + 100_000) { line = try #require(try output.next()) }
    }
    #expect(line.contains("press 5"), "\(line)")
  }

  @Test("the next setup ends the trial of one that was killed")
  func killed() throws {
    let person = try SetupCommandTests.Person(profile: Self.before)
    person.answer(Self.answers(before: "keep"))
    try person.asked("keep")
    let second = try Program.run(
      "switchway", ["setup", "--json", "--socket", person.scene.socket], environment: person.scene.environment)
    #expect(second.status == 1 && second.errors.hasPrefix("another 'switchway setup'"), "\(second)")
    #expect(try files(person.scene).keys.sorted() == ["default.yaml", "setup-trial.yaml"])
    person.program.signal(SIGKILL)
    _ = try person.program.end()
    try eventually("its claim to end") {
      let client = try Client(person.scene.socket)
      return try client.lines(until: "state").last?.message["consumers"]?.arrayValue?.isEmpty ?? true
    }
    let next = try Program.run(
      "switchway", ["setup", "--json", "--socket", person.scene.socket], environment: person.scene.environment)
    #expect(next.output.contains("An earlier trial was interrupted."), "\(next)")
    #expect(try files(person.scene) == ["default.yaml": Self.before])
    #expect(try person.profileInForce() == "default")
  }

  @Test("the daemon dies: all is as before", arguments: ["press", "plan", "interval", "keep"])
  func daemonDies(question: String) throws {
    let person = try SetupCommandTests.Person(profile: Self.before)
    person.answer(Self.answers(before: question))
    try person.asked(question)
    person.daemon.signal(SIGKILL)
    let result = try person.program.result()
    #expect(result.status == 4 && result.errors.hasPrefix("the daemon "), "\(result)")
    #expect(try files(person.scene) == ["default.yaml": Self.before])
  }

  @Test("an answer that the rest of the file forbids is refused with the reason, and asked again")
  func forbidden() throws {
    let before =
      Self.before.replacing("tap: select}", with: "tap: select, hold: {after: 800ms, do: menu}}")
      + "scan:\n  style: auto\n"
    let person = try SetupCommandTests.Person(profile: before)
    person.answer(#"{"change":"plan","plan":"style","style":"inverse"}"#)
    let lines = try person.program.output.lines { $0.contains("cannot be written into the file") }
    #expect(lines.last?.contains("error: ") == true, "\(lines)")
    try person.asked("style")
    person.closeInput()
    #expect(try person.program.end() == 1)
    #expect(try files(person.scene) == ["default.yaml": before])
  }

  @Test("a file in which a switch can never be pressed is tried only after a clear question")
  func unheard() throws {
    func box(_ kind: String, _ input: String) -> String {
      #"{"device":{"name":"Twin","id":"1209:0002","kind":"\#(kind)"},"input":"\#(input)"}"#
    }
    for (answer, next) in [("press", "press"), ("keep", "keep")] {
      let person = try SetupCommandTests.Person()
      let presses = "[\(box("switch-interface", "btn_0")),\(box("joystick", "btn_0"))]"
      person.answer(#"{"press":\#(presses),"plan":"yes","unheard":"\#(answer)"}"#)
      let question = try person.asked("unheard")
      #expect(question["text"]?.stringValue?.contains("'second' can never be pressed") == true, "\(question)")
      try person.asked(next)
      person.program.signal(SIGTERM)
      #expect(try person.program.end() == 128 + SIGTERM)
      #expect(try files(person.scene).isEmpty)
    }
  }

  /// What happens after 8 s, in lines of a recording; and what is said about it.
  static let troubles: [(name: String, events: String, words: String)] = [
    ("a second switch", press("8.0", 0, 1) + press("8.2", 0, 0) + press("8.4", 1, 1), "btn_1: press 1"),
    ("a stuck switch", press("8.0", 0, 1), "still reads as pressed"),
    ("no device that is pressed", "", "'switchway devices'"),
    ("unplugged in the middle", press("8.0", 0, 1) + "# UNPLUG 8.500000\n", "was unplugged"),
  ]

  private static func press(_ time: String, _ button: Int, _ value: Int) -> String {
    "E: \(time)00000 0001 010\(button) \(value)\nE: \(time)00000 0000 0000 0\n"
  }

  @Test("what goes wrong while it listens is said, and it goes on listening", arguments: troubles)
  func trouble(name: String, events: String, words: String) throws {
    let person = try SetupCommandTests.Person(doing: events)
    let program = person.program
    try program.output.lines { $0.type == "note" && $0.contains(words) }
    program.signal(SIGTERM)
    #expect(try program.end() == 128 + SIGTERM)
    #expect(try files(person.scene).isEmpty)
  }

  @Test("a box that is unplugged is also named at later questions and in the trial", arguments: ["plan", "keep"])
  func unpluggedLater(question: String) throws {
    // Again and again, so that one comes after the question, however late that is.
    let changes = (2..<300).map { "# UNPLUG \(2 * $0).000000\n# REPLUG \(2 * $0 + 1).000000\n" }.joined()
    let person = try SetupCommandTests.Person(doing: changes)
    let program = person.program
    let device = #""device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface"}"#
    let later = question == "keep" ? #","plan":"auto","interval":"1.2s""# : ""
    person.answer(#"{"press":{\#(device),"input":"btn_0"}\#(later)}"#)
    try program.output.lines { $0.message["question"] == .string(question) }
    try program.output.lines { $0.type == "note" && $0.contains("Test Box was unplugged") }
    program.signal(SIGTERM)
    #expect(try program.end() == 128 + SIGTERM)
    _ = person
  }

  @Test("an answer that does not fit leaves the presses counted")
  func refusedBetween() throws {
    let person = try SetupCommandTests.Person(isPressed: true)
    let output = person.program.output
    try output.lines { $0.contains("press 2") }
    person.answer(#"{"press":"hands"}"#)
    try output.lines { $0.contains("Not a valid answer") }
    let next = try output.lines { $0.contains("btn_0: press ") }.last
    #expect(next?.contains("press 1") == false, "\(next ?? "")")
  }

  @Test("more switches than there can be are refused once, and fewer are taken then")
  func tooMany() throws {
    var events = ""
    // Nine switches, and after the silence that ends the presses, one.
    let presses = (0..<27).map { (time: 20 + 4 * $0, button: $0 % 9) } + (0..<3).map { (200 + 12 * $0, 0) }
    for (time, button) in presses {
      for (moment, value) in [(time, 1), (time + 2, 0)] {
        events += Self.press("\(moment / 10).\(moment % 10)", button, value)
      }
    }
    let person = try SetupCommandTests.Person(doing: events, keys: "ff 03")
    let program = person.program
    try program.output.lines { $0.contains("use at most 8 switches") }
    let later = try program.output.lines { $0.message["question"] == .string("plan") }
    #expect(later.allSatisfy { !$0.contains("use at most 8 switches") })
    program.signal(SIGTERM)
    #expect(try program.end() == 128 + SIGTERM)
    _ = person
  }

  @Test("Enter alone is no answer once a switch is an Enter key, however late it comes")
  func enterKey() throws {
    let scene = try Scene()
    var text = "N: Enter Button\nI: 0003 1209 6b65 0100\nB: 01 00 00 00 10 00 00 00 00\nE: 0.500000 0000 0000 0\n"
    for (time, value) in [(3.0, 1), (3.3, 0), (4.0, 1), (4.3, 0), (5.0, 1), (5.3, 0)] {
      text += "E: \(time)00000 0001 001c \(value)\nE: \(time)00000 0000 0000 0\n"
    }
    let recording = try scene.file("enter.evemu", text + "E: 600.000000 0000 0000 0\n")
    let daemon = try scene.waiting(playing: recording)
    let terminal = try PseudoTerminal(
      "switchway", ["setup", "--plain", "--socket", scene.socket], environment: scene.environment)
    func shows(_ what: String) throws {
      try eventually(what) {
        terminal.look()
        return terminal.text.contains(what)
      }
    }
    try shows("what chooses?")
    try shows("> 2")
    terminal.type("\n\n")
    try shows("> 4")
    #expect(
      terminal.text.split(separator: SetupPrompt.cancel.english + ":", omittingEmptySubsequences: false).count == 2)
    #expect(!terminal.text.contains("or Enter for"))
    terminal.type("1\n")
    try shows("-> automatic scanning")
    _ = daemon
  }

  @Test("a second setup is answered by the profile's own switch from its first press on, also by a key that types")
  func keySwitch() throws {
    let scene = try Scene()
    var text = "N: Enter Button\nI: 0003 1209 6b65 0100\nB: 01 00 00 00 10 00 00 00 00\nE: 0.500000 0000 0000 0\n"
    for (time, value) in [(3, 1), (9, 0)] {
      text += "E: \(time).000000 0001 001c \(value)\nE: \(time).000000 0000 0000 0\n"
    }
    let recording = try scene.file("enter.evemu", text + "E: 600.000000 0000 0000 0\n")
    try scene.file(
      "switchway/default.yaml",
      """
      switchway: 1
      devices:
        keyboard: {match: {name: "Enter Button"}, grab: yes}
      switches:
        main: {input: keyboard/key_enter, steady: off, tap: select}
      scan:
        style: auto

      """)
    let daemon = try scene.waiting(playing: recording)
    let terminal = try PseudoTerminal(
      "switchway", ["setup", "--plain", "--socket", scene.socket], environment: scene.environment)
    // The first press chooses: another question comes.
    try eventually("the next question") {
      terminal.look()
      return terminal.text.split(separator: SetupPrompt.cancel.english + ":").count > 2
    }
    // What the held key types meanwhile is no answer to that one: it is still there when the highlight moves on.
    terminal.type("\n\n")
    try eventually("the highlight to move on") {
      terminal.look()
      return terminal.text.split(separator: SetupPrompt.cancel.english + ":").last?.contains("> 2") == true
    }
    #expect(terminal.text.split(separator: SetupPrompt.cancel.english + ":").count == 3)
    terminal.type("\u{3}")
    #expect(try terminal.end() == 128 + SIGINT)
    _ = daemon
  }
}
