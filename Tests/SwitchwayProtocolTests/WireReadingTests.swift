import SwitchwayProtocol
import Testing

/// What readers do with messages that are not as this version writes them.
@Suite struct WireReadingTests {
  private static func value(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

  private static func event(_ text: String, _ unread: UnreadMembers) throws -> Wire.Event? {
    Wire.Event(try value(text), unread: unread)
  }

  @Test("a newer daemon's unknown members are ignored, at every depth")
  func unknownMembers() throws {
    let unread = UnreadMembers()
    let state = Wire.State(
      try Self.value(
        #"""
        {"type":"state","profile":{"name":"a","label":"A","colour":7},"profiles":["a"],
        "modes":{"active":true,"dance":true},
        "devices":[{"device":"box","name":"Box","id":"1:2","kind":"robot","grabbed":true,"weight":{"kg":1}}],
        "switches":[{"switch":"left","label":"L","down":true,"force":[1]}],"consumers":[],"question":null,
        "context":null,"scan":{"state":"dreaming","style":"spiral","interval":5,"depth":[[]]},"typing":"moonlight",
        "time":5,"moon":{"phase":"full"}}
        """#), unread: unread)
    #expect(unread.text == nil)
    #expect(state.profile == Wire.ProfileName(name: "a", label: "A"))
    #expect(state.modes.on == ["active", "dance"])
    #expect(state.devices.first?.kind == "robot")
    #expect(state.isDown("left"))
    #expect(state.scan?.style == "spiral")
    #expect(state.typing == .refused("moonlight"))
  }

  @Test("an unknown type is a message, and unknown words are read as they are")
  func unknownWords() throws {
    let unread = UnreadMembers()
    #expect(try Self.event(#"{"type":"dance","time":5,"switch":7}"#, unread) == .unknown(type: "dance", time: 5))
    guard case .rejected(let rejected)? = try Self.event(#"{"type":"rejected","reason":"moonlight"}"#, unread),
      case .error(let refusal)? = try Self.event(#"{"type":"error","code":"tired","reason":"late"}"#, unread),
      case .warning(let warning)? = try Self.event(#"{"type":"warning","code":"rain","message":"wet"}"#, unread)
    else {
      Issue.record("other messages")
      return
    }
    #expect(rejected.reason == "moonlight" && rejected.pressed == nil && rejected.switchName == nil)
    #expect(refusal.code == "tired" && refusal.reason == "late")
    #expect(warning.code == "rain" && warning.message == "wet")
    #expect(unread.text == nil)
  }

  @Test("an older daemon's error has no reason, and its state no typing")
  func olderDaemon() throws {
    let unread = UnreadMembers()
    guard case .error(let refusal)? = try Self.event(#"{"type":"error","code":"refused","message":"no"}"#, unread)
    else {
      Issue.record("no error")
      return
    }
    #expect(refusal.reason == nil && refusal.message == "no")
    let state = Wire.State(try Self.value(#"{"type":"state","modes":{"active":true}}"#), unread: unread)
    #expect(state.typing == nil && state.omitted.devices == nil && state.modes["suspended"] == nil)
    #expect(!state.modes.isOn(.suspended) && !state.modes.isOff(.suspended))
    #expect(unread.text == nil)
  }

  @Test("a member of the wrong type is named, and the others are read")
  func wrongTypes() throws {
    let unread = UnreadMembers()
    let state = Wire.State(
      try Self.value(
        #"""
        {"type":"state","profile":"a","profiles":["a",7,"b"],"modes":{"active":1,"rest":true},
        "devices":[5,{"device":"box","name":"Box","id":[],"kind":"pedal","grabbed":"yes"}],
        "switches":{"left":true},"typing":false,"time":5}
        """#), unread: unread)
    #expect(
      unread.first.map(\.description) == [
        "profile: expected an object, found a string", "profiles[1]: expected a string, found a number",
        "modes.active: expected true, false or a word, found a number",
        "devices[0]: expected an object, found a number", "devices[1].id: expected a string, found a list",
        "devices[1].grabbed: expected true or false, found a string", "switches: expected a list, found an object",
        "typing: expected true or a word, found true or false",
      ])
    #expect(state.profiles == ["a", "b"])
    #expect(state.modes.on == ["rest"])
    #expect(state.devices.map(\.name) == ["Box"] && state.devices.first?.kind == "pedal")
    #expect(state.switches.isEmpty && state.time == 5)
  }

  @Test("what is no message is none: no object, no type, a type that is no text", arguments: ["[]", "5", "{}"])
  func noMessage(text: String) throws {
    #expect(try Self.event(text, UnreadMembers()) == nil)
    #expect(try Self.event(#"{"type":5}"#, UnreadMembers()) == nil)
  }

  @Test("numbers that do not fit are not read as others")
  func numbers() throws {
    let unread = UnreadMembers()
    guard
      case .press(let press)? = try Self.event(
        #"{"type":"press","switch":"left","down":true,"time":1.5,"accepted":-9223372036854775808}"#, unread)
    else {
      Issue.record("no press")
      return
    }
    #expect(press.time == nil && press.accepted == .min && press.isDown)
    #expect(unread.text == "time: expected a number without a fraction, found a number")
  }

  @Test("only the first wrong members are kept, and all are counted")
  func manyWrong() throws {
    let unread = UnreadMembers()
    let many = [String](repeating: "7", count: 10_000).joined(separator: ",")
    let state = Wire.State(try Self.value(#"{"type":"state","profiles":[\#(many)]}"#), unread: unread)
    #expect(state.profiles.isEmpty)
    #expect(unread.first.count == UnreadMembers.limit && unread.count == 10_000)
    #expect(unread.text?.hasSuffix("; and 9992 more") == true)
  }

  @Test("a state of 64 KiB is read whole, and written as it was")
  func longState() throws {
    let switches = (0..<1_100).map { #"{"switch":"switch-number-\#($0)","label":"Switch \#($0)","down":false}"# }
    let text =
      #"{"type":"state","profile":{"name":"a","label":"A"},"profiles":[],"modes":{},"devices":[],"switches":["#
      + switches.joined(separator: ",")
      + #"],"consumers":[],"question":null,"context":null,"scan":null,"time":1,"omitted":{"switches":900}}"#
    #expect(text.utf8.count > LineDecoder.maximumLength * 9 / 10)
    let unread = UnreadMembers()
    let state = Wire.State(try Self.value(text), unread: unread)
    #expect(state.switches.count == 1_100 && state.omitted.switches == 900)
    #expect(unread.text == nil)
    #expect(try state.json == Self.value(text))
  }

  @Test("every beginning of a line is no JSON, and the next line is read")
  func cutOff() throws {
    let line = Array(#"{"type":"press","switch":"left","down":true,"time":1,"accepted":2}"#.utf8)
    for length in 1..<line.count {
      #expect(throws: JSONError.self) { try JSONValue.parse(line[..<length]) }
      // A line that was cut off by its end is skipped alone.
      var decoder = LineDecoder()
      var items: [LineDecoder.Item] = []
      decoder.decode(line[..<length] + [UInt8(ascii: "\n")] + line + [UInt8(ascii: "\n")], into: &items)
      let events = items.compactMap { item -> Wire.Event? in
        guard case .line(let bytes) = item, let value = try? JSONValue.parse(bytes) else { return nil }
        return Wire.Event(value)
      }
      #expect(events.count == 1 && events.first?.type == "press")
    }
  }

  @Test("a page of bindings with an entry that is none loses only that entry")
  func bindings() throws {
    let unread = UnreadMembers()
    let rows = Wire.Binding.list(
      try Self.value(
        #"""
        [{"switch":"left","label":"L","gesture":"tap","command":"next","args":[]},null,"cut",
        {"chord":"tab+z","label":"Tab Z","gesture":"chord","command":"zoom","args":["in"],"alone":null,"after":true}]
        """#), unread: unread)
    #expect(rows.map(\.command) == ["next", "zoom"])
    #expect(
      unread.first.map(\.path) == ["[1]", "[2]", "[3].after"], "the last one is read without its wrong member")
    #expect(Wire.Binding.list(.bool(true), unread: unread).isEmpty)
  }
}
