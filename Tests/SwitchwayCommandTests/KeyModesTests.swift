import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("switchway pass-through and resume, and modes in words", .blocking) struct KeyModesTests {
  @Test("pass-through can be toggled, on, off and once, and clients are informed")
  func passThrough() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    _ = try client.ask(#"{"type":"observe","types":["mode"]}"#)
    func told() throws -> Bool { try client.next("mode")["on"] == .bool(true) }
    let isOn = "keys type, whatever they are bound to, also those that are switches\n"
    #expect(try scene.ask("pass-through").output == isOn)
    #expect(try told())
    #expect(try scene.ask("status").output.contains("modes     active, pass-through\n"))
    #expect(try scene.ask("pass-through").output == "keys make commands\n")
    #expect(try !told())
    #expect(try scene.ask("pass-through", "on", "--json").output.message["type"] == .string("ok"))
    #expect(try told())
    #expect(try scene.ask("pass-through", "off").output == "keys make commands\n")
    #expect(try !told())
    let isOnce = "keys type, also those that are switches, until they have been pressed once\n"
    #expect(try scene.ask("pass-through", "once").output == isOnce)
    #expect(try told())
    #expect(try scene.ask("pass-through", "twice").status == 2)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("resume without a panic says that there was none")
  func resume() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    #expect(
      try scene.ask("resume")
        == Program.Result(status: 0, output: "the emergency release was not active; nothing was changed\n", errors: ""))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test(
    "resume waits for the keys that are down, such as the Enter that typed it; an older daemon gives no reason",
    arguments: ["\"keys-down\"", nil, "7"])
  func resumeWaits(reason: String?) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let program = try Program("switchway", ["resume", "--socket", scene.socket], environment: scene.environment)
    try daemon.accept()
    for _ in 1...3 {
      try daemon.answer(until: "resume", error: "refused", message: "resume: Enter is down", reason: reason)
    }
    try daemon.answer(until: "resume")
    #expect(
      try program.result()
        == Program.Result(
          status: 0, output: "the emergency release was not active; nothing was changed\n",
          errors: "Enter is down\n"))
  }

  static let notDone: [(reason: String?, message: String, error: String)] = [
    ("\"rest\"", "send: no command is published now: rest", "not possible now: switches are paused"),
    ("\"panic\"", "in other words", "not possible now: the emergency release is active"),
    // Of a newer daemon, and of an older one.
    ("\"tired\"", "send: the machine is tired", "the machine is tired"),
    (nil, "send: no command is published now: rest", "no command is published now: rest"),
    ("7", "send: no", "no"), ("\"ending\"", "in other words", "in other words"),
  ]

  @Test("send says by the word of the reason why nothing is done, else what the daemon says", arguments: notDone)
  func sendRefused(reason: String?, message: String, error: String) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let program = try Program(
      "switchway", ["send", "select", "--socket", scene.socket], environment: scene.environment)
    try daemon.accept()
    try daemon.answer(until: "send", error: "refused", message: message, reason: reason)
    #expect(try program.result() == Program.Result(status: 1, output: "", errors: error + "\n"))
  }

  @Test("resume waits for nothing else that is refused", arguments: ["ending", "of-a-newer-daemon"])
  func resumeRefused(reason: String) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let program = try Program("switchway", ["resume", "--socket", scene.socket], environment: scene.environment)
    try daemon.accept()
    try daemon.answer(until: "resume", error: "refused", message: "it ends", reason: "\"\(reason)\"")
    #expect(try program.result() == Program.Result(status: 1, output: "", errors: "it ends\n"))
  }

  static let lines: [(String, String)] = [
    (
      #"{"type":"mode","mode":"pass-through","on":true,"time":0}"#,
      "pass-through on: keys type, whatever they are bound to, also those that are switches"
    ),
    (#"{"type":"mode","mode":"gesture","on":false,"time":0}"#, "gesture off: keys make commands"),
    (
      #"{"type":"mode","mode":"panic","on":true,"time":0}"#,
      "panic on: all devices are released until 'switchway resume'"
    ),
    (
      #"{"type":"mode","mode":"active","on":false,"time":0}"#,
      "active off: another session is active: no device is read"
    ),
    (#"{"type":"mode","mode":"locked","on":true,"time":0}"#, "locked on: the screen is locked, and few commands work"),
    (#"{"type":"mode","mode":"rest","on":true,"time":0}"#, "rest on: presses make no commands"),
    (#"{"type":"mode","mode":"sticky-shift","state":"latched","time":0}"#, "sticky-shift latched: for the next key"),
    (#"{"type":"mode","mode":"sticky-tab","state":"off","time":0}"#, "sticky-tab off: ended"),
    (#"{"type":"mode","mode":"new","on":true,"time":0}"#, "new on"),
    (#"{"type":"mode","mode":"new\u001b","state":"x\u001b","time":0}"#, "new? x?"),
  ]

  @Test("monitor explains each mode", arguments: lines)
  func words(line: String, expected: String) throws {
    var words = EventWords()
    _ = words.text(of: #"{"type":"hello","time":0}"#.event)
    let told = words.text(of: line.event)
    #expect(told == "     0.000 s  mode      \(expected)")
  }

  @Test("a command of a keyboard names no switch")
  func keyboard() throws {
    var words = EventWords()
    let line =
      #"{"type":"command","seq":8,"command":"next","args":["by=group"],"phase":"do","count":1,"#
      + #""source":{"device":"keyboard","gesture":"chord"},"pressed":0,"accepted":0,"for":null}"#
    let told = words.text(of: line.event)
    #expect(told.contains("next(by=group), chord of keyboard, pressed at"))
  }

  @Test("status warns after a panic, and while another session is in front")
  func warnings() throws {
    let state: Wire.State = #"{"modes":{"active":false,"panic":true}}"#.read()
    #expect(ModeWords.warnings(of: state.modes).count == 2)
    #expect(ModeWords.warnings(of: Wire.Modes()).isEmpty)
  }
}
