import Foundation
import Glibc
import SwitchwayJSON
import Testing

/// What can go wrong in the middle of `switchway setup`: the profile stays as it was, and nothing is left behind.
@Suite("Bad input of setup") struct SetupBadInputTests {
  private static let before = Scene.profile(label: "Before")
  private static let device = #""device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface"}"#
  /// All answers to the end, in the order of the questions.
  private static let steps: KeyValuePairs = [
    "change": #""all""#, "kind": #""switches""#, "count": "2",
    "press": #"[{\#(device),"input":"btn_0"},{\#(device),"input":"btn_1"}]"#, "action": #"["next","select"]"#,
    "steadying": #""gentle""#, "style": #""auto""#, "interval": #""0.3s""#, "programs": #""desktop""#,
    "agree": "true", "keep": #"["slower","keep"]"#,
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

  @Test("interrupted at any line that it says: all is as before, or all is done", arguments: [SIGINT, SIGTERM, SIGHUP])
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
        #expect(files["default.yaml.before"] == Self.before)
        #expect(files["default.yaml"]?.contains("interval: 360ms") == true && files.count == 2, "\(files)")
      } else {
        #expect(status == 128 + signal, "after \(line) lines")
        #expect(files == ["default.yaml": Self.before], "after \(line) lines")
        #expect(try person.profileInForce() == "default")
      }
      if isOver { break }
      line += 1
    }
    #expect(line > 12)
  }

  @Test("what a killed setup leaves is ended by the next one")
  func killed() throws {
    let person = try SetupCommandTests.Person(profile: Self.before)
    person.answer(Self.answers(before: "keep"))
    try person.asked("keep")
    let second = try Program.run(
      "switchway", ["setup", "--json", "--socket", person.scene.socket], environment: person.scene.environment)
    #expect(second.status == 1 && second.errors.hasPrefix("another 'switchway setup' tries its result"), "\(second)")
    #expect(try files(person.scene).keys.sorted() == ["default.yaml", "setup-trial.yaml"])
    person.program.signal(SIGKILL)
    _ = try person.program.end()
    try eventually("its claim to end") {
      let client = try Client(person.scene.socket)
      return try client.lines(until: "state").last?.message["consumers"]?.arrayValue?.isEmpty ?? true
    }
    let next = try Program.run(
      "switchway", ["setup", "--json", "--socket", person.scene.socket], environment: person.scene.environment)
    #expect(next.output.contains("A trial that was broken off is ended now."), "\(next)")
    #expect(try files(person.scene) == ["default.yaml": Self.before])
    #expect(try person.profileInForce() == "default")
  }

  @Test("the daemon dies: all is as before", arguments: ["kind", "press", "agree", "keep"])
  func daemonDies(question: String) throws {
    let person = try SetupCommandTests.Person(profile: Self.before)
    person.answer(Self.answers(before: question))
    try person.asked(question)
    person.daemon.signal(SIGKILL)
    let result = try person.program.result()
    #expect(result.status == 4 && result.errors.hasPrefix("the daemon "), "\(result)")
    #expect(try files(person.scene) == ["default.yaml": Self.before])
  }
}
