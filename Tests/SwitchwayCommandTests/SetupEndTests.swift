import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// What is said at the end of a setup.
@Suite("The end of setup", .blocking) struct SetupEndTests {
  @Test("after --config FILE, every command that is advised names the file")
  func config() throws {
    let person = try SetupCommandTests.Person(config: "switchway/chair.yaml")
    let device = #""device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface"}"#
    try person.asked("press")
    person.answer(#"{"press":{\#(device),"input":"btn_0"},"plan":"auto","interval":"1.2s","keep":"keep"}"#)
    person.closeInput()
    let result = try person.program.result()
    let notes = result.output.split(separator: "\n").map { String($0).message }
    let advice = notes.filter { $0["type"] == "note" }.compactMap { $0["text"]?.stringValue }
      .filter { $0.contains("'switchway calibrate") || $0.contains("'switchway setup") }
    #expect(!advice.isEmpty, "\(result)")
    let option = "--config \(person.scene.folder)/switchway/chair.yaml"
    for text in advice { #expect(text.contains(option), "\(text)") }
  }

  @Test(
    "a path is written as a shell takes it",
    arguments: [("/a/b-1.yaml", "/a/b-1.yaml"), ("my chair", "'my chair'"), ("a'b", #"'a'\''b'"#), ("a;b", "'a;b'")])
  func word(path: String, expected: String) { #expect(SetupFile.word(path) == expected) }

  static let profiles: [(String, String?)] = [
    (
      "scan: {style: auto, interval: 1500ms, steps: 15}\npolicy: {bridge: desktop}\n",
      "To stop the highlight at once: 'switchway scan stop'; the next press starts it again. 'switchway rest' pauses "
        + "all switches, and 'switchway rest off' ends the pause. It stops after 15 steps without a press, which take "
        + "22.5 s. While it moves, its Tabs also reach the terminal: wait until it stops, then type."
    ),
    (
      "scan: {style: auto, steps: 0}\npolicy: {bridge: desktop}\n",
      "To stop the highlight at once: 'switchway scan stop'; the next press starts it again. 'switchway rest' pauses "
        + "all switches, and 'switchway rest off' ends the pause. While it moves, its Tabs also reach the terminal, "
        + "and it never stops by itself: set 'steps' in the profile."
    ),
    (
      "policy: {bridge: desktop}\n",
      "To stop what presses type: 'switchway rest' pauses all switches, and 'switchway rest off' ends the pause."
    ),
    ("scan: {style: auto}\n", nil),
  ]

  @Test("with a bridge it is said how to stop at once", arguments: profiles)
  func stop(more: String, expected: String?) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile() + more)
    let profile = try #require(try EditedFile(path: path).load().profile)
    #expect(StopWords.text(profile)?.english == expected)
  }

  @Test("a gesture of a switch that does it is named")
  func ownWay() throws {
    let scene = try Scene()
    let text = Scene.profile().replacing("tap: next}", with: "tap: next, hold: {after: 1s, do: rest}}")
    let path = try scene.file("test.yaml", text + "policy: {bridge: desktop}\n")
    let profile = try #require(try EditedFile(path: path).load().profile)
    #expect(StopWords.text(profile)?.english.hasSuffix(" The switch 'left' also does it: hold.") == true)
  }
}
