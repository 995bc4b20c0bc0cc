import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// What `switchway` says of a daemon that is newer, older or broken.
@Suite("A daemon of another version", .blocking) struct OtherVersionTests {
  @Test("monitor shows what it can read, and says once what it cannot")
  func monitor() throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let program = try Program(
      "switchway", ["monitor", "--plain", "--socket", scene.socket], environment: scene.environment)
    try daemon.accept()
    // Newer: a member, a type and a reason that nobody knows yet.
    try daemon.say(#"{"type":"press","switch":"left","down":true,"time":1001,"accepted":1001,"force":{"n":[3]}}"#)
    try daemon.say(#"{"type":"dance","time":2001}"#)
    try daemon.say(#"{"type":"rejected","switch":"left","pressed":3001,"time":3001,"reason":"moonlight"}"#)
    // Broken: a member of another type, twice; a line that is cut off.
    for _ in 0..<2 {
      try daemon.say(#"{"type":"press","switch":"right","down":"yes","time":4001,"accepted":4001}"#)
    }
    try daemon.say(#"{"type":"press","switch":"le"#)
    try daemon.say(#"{"type":"bye","reason":"over"}"#)
    let result = try program.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("press     left: pressed\n"), "\(result)")
    #expect(result.output.contains("  dance\n"), "\(result)")
    #expect(result.output.contains("not acted on (moonlight)\n"), "\(result)")
    #expect(result.output.count(of: "press     right: not pressed\n") == 2, "\(result)")
    #expect(result.output.contains("bye       over\n"), "\(result)")
    let complaint = "cannot read all of the daemon's 'press': down: expected true or false, found a string"
    #expect(result.errors.count(of: complaint) == 1, "\(result)")
  }

  @Test("the live monitor shows what it can read of a state, and what it cannot as a message")
  func live() throws {
    let unread = UnreadMembers()
    let text =
      #"{"type":"state","modes":{"active":7,"rest":true},"switches":[{"switch":"left","down":true},8],"time":1}"#
    var state = MonitorState()
    state.handle(try #require(Wire.Event(text.message, unread: unread)))
    var said = UnreadNotes()
    let (first, second) = (said.text(unread, of: "state"), said.text(unread, of: "state"))
    state.note(unread: try #require(first))
    #expect(second == nil, "it is said once")
    #expect(state.state.modes.on == ["rest"] && state.state.isDown("left"))
    #expect(
      state.notes.map(\.text) == [
        "cannot read all of the daemon's 'state': modes.active: expected true, false or a word, found a number; "
          + "switches[1]: expected an object, found a number"
      ])
  }

  @Test("no more than a few such messages are said, whatever is sent")
  func flood() {
    var said = UnreadNotes()
    let texts = (0..<1_000).compactMap { number -> String? in
      let unread = UnreadMembers()
      _ = Wire.Event(#"{"type":"press","down":[\#(number)],"time":"\#(number)"}"#.message, unread: unread)
      return said.text(unread, of: "press \(number)")
    }
    #expect(texts.count == UnreadNotes.limit)
  }

  @Test("an older daemon's refusal without a reason keeps its message")
  func older() {
    let refusal: Wire.Refusal = #"{"type":"error","id":1,"code":"refused","message":"set: profile: no"}"#.read()
    #expect(refusal.reason == nil && refusal.message == "set: profile: no")
    #expect(refusal.id == .integer(1) && refusal.diagnostics == nil)
  }
}

extension String {
  /// How often `text` is in it.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
