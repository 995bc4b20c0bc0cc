import ProtocolSchema
import SwitchwayClock
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayCore
@testable import SwitchwayLines

/// One message and the very line that it is.
struct EncodingRow: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: String
  let write: @Sendable (inout LineBuffer) -> Void

  init(_ name: String, _ expected: String, _ write: @escaping @Sendable (inout LineBuffer) -> Void) {
    self.name = name
    self.expected = expected
    self.write = write
  }

  var testDescription: String { name }
}

@Suite struct MessageEncodingTests {
  static let box = DeviceDescription(
    name: "USB Switch Interface", vendor: 0x05f3, product: 0x0232, kind: .switchInterface)
  static let lines = EventLines(
    profile: Profile(
      name: "default",
      devices: ["box", "headrest"].map { DeviceEntry(name: $0, match: DeviceMatch()) },
      switches: [
        SwitchDefinition(
          name: "left", inputs: [SwitchInput(device: 1, selector: .anyKey)], gestures: GestureBindings())
      ]))

  /// The line of an effect.
  static func write(_ effect: Effect, _ line: inout LineBuffer) { _ = lines.write(effect, into: &line) }

  static func question(_ id: Int, _ name: String, _ arguments: [String] = [], pressed: Int64) -> CommandGate.Question {
    let word = ScanCommand(name: name, arguments: arguments, group: .act)
    return CommandGate.Question(
      id: id, command: Command(word, from: ClientName(), at: Instant(pressed)))
  }

  static let state = StateMessage(
    profileName: "default", profileLabel: "Two switches", profiles: ["default", "afternoon"],
    devices: [StateMessage.Device(entry: "box", box, isGrabbed: true)],
    switches: [StateMessage.Switch(name: "left", label: "left", isDown: false)],
    time: Instant(81_000_000))

  static func writeCommand(_ line: inout LineBuffer) {
    line.writeCommand(
      seq: 7, EscapedText("move"), EscapedList(["left"]), phase: "do",
      .press(switchName: EscapedText("left"), device: EscapedText("headrest"), gesture: "tap"),
      pressed: 81_650_123, accepted: 81_650_123, sent: 81_650_190, claimant: EscapedText("board"))
  }

  static let events: [EncodingRow] = [
    EncodingRow(
      "command",
      #"""
      {"type":"command","seq":7,"command":"move","args":["left"],"phase":"do","count":1,\#
      "source":{"switch":"left","device":"headrest","gesture":"tap"},"pressed":81650123,"accepted":81650123,\#
      "sent":81650190,"for":"board"}
      """#
    ) { writeCommand(&$0) },
    EncodingRow(
      "command with all that may be absent, and nobody's",
      #"{"type":"command","seq":8,"command":"next","args":[],"phase":"end","count":2,"source":{"client":"board"},"#
        + #""pressed":-5,"released":6,"accepted":7,"uncertain":true,"for":null}"#
    ) {
      $0.writeCommand(
        seq: 8, EscapedText("next"), EscapedList(), phase: "end", count: 2, .client(EscapedText("board")), pressed: -5,
        released: 6, accepted: 7, isUncertain: true)
    },
    EncodingRow(
      "press", #"{"type":"press","switch":"left","down":true,"time":81650123,"accepted":81650123}"#
    ) {
      $0.writePress(switchName: EscapedText("left"), down: true, time: 81_650_123, accepted: 81_650_123)
    },
    EncodingRow(
      "pending",
      #"{"type":"pending","switch":"left","pressed":81650123,"until":81770123,"reason":"hold-duration"}"#
    ) {
      $0.writePending(
        switchName: EscapedText("left"), pressed: 81_650_123, until: 81_770_123,
        reason: "hold-duration")
    },
    EncodingRow(
      "rejected", #"{"type":"rejected","switch":"left","pressed":81900000,"time":81931000,"reason":"repeat"}"#
    ) {
      $0.writeRejected(
        switchName: EscapedText("left"), pressed: 81_900_000, time: 81_931_000, reason: "repeat")
    },
    EncodingRow(
      "device added",
      #"{"type":"device","change":"added","device":"headrest","name":"USB Switch Interface","id":"05f3:0232","#
        + #""kind":"switch-interface","time":80000000}"#
    ) { write(.node(.added, NodeFacts(box, entry: 1), at: Instant(80_000_000)), &$0) },
    EncodingRow(
      "device failed, of no entry",
      #"{"type":"device","change":"failed","device":null,"name":"x","id":"0000:0001","kind":"other","reason":"flood","#
        + #""time":1}"#
    ) {
      let node = NodeFacts(DeviceDescription(name: "x", product: 1), entry: nil)
      write(.muted(node: NodeID(rawValue: 1), about: node, time: Instant(1)), &$0)
    },
    EncodingRow(
      "profile", #"{"type":"profile","name":"afternoon","label":"Afternoon, chair","time":83000000}"#
    ) {
      write(.profile(name: "afternoon", label: "Afternoon, chair", at: Instant(83_000_000)), &$0)
    },
    EncodingRow(
      "warning about a switch",
      #"{"type":"warning","code":"stuck","switch":"left","message":"held for 10 s","time":96000000}"#
    ) {
      $0.putLine(Wire.Warning(.stuck, about: .switchName("left"), message: "held for 10 s", time: 96_000_000).json)
    },
    EncodingRow(
      "warning about a device",
      #"{"type":"warning","code":"device-lost","device":"box","message":"it went","time":1}"#
    ) {
      $0.putLine(Wire.Warning(.deviceLost, about: .device("box"), message: "it went", time: 1).json)
    },
    EncodingRow(
      "warning about nothing in particular", #"{"type":"warning","code":"degraded","message":"m","time":1}"#
    ) { $0.putLine(Wire.Warning(.degraded, about: nil, message: "m", time: 1).json) },
    EncodingRow(
      "config", #"{"type":"config","change":"loaded","diagnostics":[]}"#
    ) { $0.writeConfig(loaded: true, diagnostics: []) },
    EncodingRow(
      "config with diagnostics",
      #"{"type":"config","change":"failed","diagnostics":[{"file":"a.yaml","line":3,"column":14,"severity":"error","#
        + #""message":"m","help":"h"},{"file":"a.yaml","line":4,"column":1,"severity":"warning","message":"n"}]}"#
    ) {
      $0.writeConfig(
        loaded: false,
        diagnostics: [
          DiagnosticMessage(file: "a.yaml", line: 3, column: 14, severity: "error", message: "m", help: "h"),
          DiagnosticMessage(file: "a.yaml", line: 4, column: 1, severity: "warning", message: "n"),
        ])
    },
  ]

  static let session: [EncodingRow] = [
    EncodingRow(
      "hello",
      #"{"type":"hello","protocol":1,"server":"switchwayd 0.1.0","boot":"b1946ac9","time":81000000}"#
    ) { $0.writeHello(server: "switchwayd 0.1.0", boot: "b1946ac9", time: 81_000_000) },
    EncodingRow(
      "state",
      #"""
      {"type":"state","profile":{"name":"default","label":"Two switches"},"profiles":["default","afternoon"],\#
      "modes":{"active":true,"locked":false,"pass-through":false,"rest":false,"gesture":false,\#
      "panic":false,"suspended":false},\#
      "devices":[{"device":"box","name":"USB Switch Interface","id":"05f3:0232","kind":"switch-interface",\#
      "grabbed":true}],"switches":[{"switch":"left","label":"left","down":false}],"consumers":[],"question":null,\#
      "context":null,"scan":null,"typing":true,"pointing":true,"time":81000000}
      """#
    ) { $0.writeState(state) },
    EncodingRow("missed", #"{"type":"missed","count":12}"#) { $0.writeMissed(count: 12) },
    EncodingRow("bye", #"{"type":"bye","reason":"ended"}"#) { $0.writeBye(reason: "ended") },
    EncodingRow("ok of nobody", #"{"type":"ok"}"#) { $0.writeOK(id: nil) },
    EncodingRow("ok of an integer", #"{"type":"ok","id":-9223372036854775808}"#) {
      $0.writeOK(id: .integer(.min))
    },
    EncodingRow(
      "ok with a result",
      #"""
      {"type":"ok","id":"a\"b","result":[{"switch":"left","label":"Left","gesture":"tap","command":"next","args":[]}]}
      """#
    ) {
      var result = LineBuffer()
      result.put(#"[{"switch":"left","label":"Left","gesture":"tap","command":"next","args":[]}]"#)
      $0.writeOK(id: .text("a\"b"), result: result)
    },
    EncodingRow(
      "ok with the files in force",
      #"{"type":"ok","id":1,"result":{"profile":"default","files":["/a.yaml"],"absent":["box"],"diagnostics":[]}}"#
    ) {
      var configuration = Wire.Configuration()
      (configuration.profile, configuration.files, configuration.absent) = ("default", ["/a.yaml"], ["box"])
      $0.write(.page(of: configuration.paged(inForce: nil), from: 0), id: .integer(1))
    },
    EncodingRow(
      "ok with what stands in for a profile with errors",
      #"{"type":"ok","id":1,"result":{"profile":"a","files":[],"absent":[],"diagnostics":[],"#
        + #""substitute":{"kind":"last-good","profile":"b"}}}"#
    ) {
      var configuration = Wire.Configuration()
      (configuration.profile, configuration.substitute) = ("a", .init(kind: "last-good", profile: "b"))
      $0.write(.page(of: configuration.paged(inForce: nil), from: 0), id: .integer(1))
    },
    EncodingRow(
      "ok with what is in force",
      #"{"type":"ok","id":1,"result":{"profile":"a","files":[],"absent":[],"diagnostics":[],"in-force":"#
        + #"{"profile":{"name":"a","label":"A"},"devices":[],"switches":[],"chords":[],"#
        + #""keyboard":null,"bridge":null}}}"#
    ) {
      var (configuration, inForce) = (Wire.Configuration(), Wire.Explanation())
      configuration.profile = "a"
      inForce.profile = Wire.ProfileName(name: "a", label: "A")
      $0.write(.page(of: configuration.paged(inForce: PagedValue(inForce)), from: 0), id: .integer(1))
    },
    EncodingRow(
      "error",
      #"{"type":"error","id":4,"code":"bad-argument","#
        + #""message":"claim: commands: unknown command 'selct'; did you mean 'select'?","#
        + #""reason":"unknown-command"}"#
    ) {
      $0.writeError(
        RequestError(
          .badArgument, .unknownCommand, "claim: commands: unknown command 'selct'; did you mean 'select'?"),
        id: .integer(4))
    },
    EncodingRow(
      "error with diagnostics",
      #"{"type":"error","code":"config-invalid","message":"m","diagnostics":[],"reason":"file-errors"}"#
    ) { $0.writeError(RequestError(.configInvalid, .fileErrors, "m", diagnostics: []), id: nil) },
  ]

  /// The context of a client with a claim.
  static func context(_ kind: ContextKind, items: Int64? = nil) -> ClaimTable.Context? {
    var table = ClaimTable(permanent: .all, name: ClientName())
    try? table.setContext(kind, items: items, by: 0)
    return table.context
  }

  static let claims: [EncodingRow] = [
    EncodingRow(
      "consumers",
      #"{"type":"consumer","consumers":[{"client":"board","commands":"all"},"#
        + #"{"client":"b\"","commands":["next","x-a"]}],"time":5}"#
    ) {
      let consumers = [
        StateMessage.Consumer(client: "board", commands: .all),
        StateMessage.Consumer(client: "b\"", commands: .names(["next", "x-a"])),
      ]
      $0.writeConsumers(consumers, at: Instant(5))
    },
    EncodingRow("nobody", #"{"type":"consumer","consumers":[],"time":5}"#) {
      $0.writeConsumers([], at: Instant(5))
    },
    EncodingRow("context", #"{"type":"context","context":{"kind":"text","items":5},"time":9}"#) {
      $0.writeContext(context(.text, items: 5), at: Instant(9))
    },
    EncodingRow("context without a count", #"{"type":"context","context":{"kind":"find"},"time":9}"#) {
      $0.writeContext(context(.find), at: Instant(9))
    },
    EncodingRow("no context", #"{"type":"context","context":null,"time":9}"#) {
      $0.writeContext(nil, at: Instant(9))
    },
    EncodingRow("ping", #"{"type":"ping","n":3}"#) { $0.writePing(3) },
    EncodingRow("rejected, made by a client", #"{"type":"rejected","pressed":1,"time":2,"reason":"stale"}"#) {
      $0.writeRejected(switchName: nil, pressed: 1, time: 2, reason: "stale")
    },
    EncodingRow(
      "consumers and context in a state",
      #"""
      {"type":"state","profile":{"name":"default","label":"Two switches"},"profiles":["default","afternoon"],\#
      "modes":{"active":true,"locked":false,"pass-through":false,"rest":false,"gesture":false,\#
      "panic":false,"suspended":false},\#
      "devices":[{"device":"box","name":"USB Switch Interface","id":"05f3:0232","kind":"switch-interface",\#
      "grabbed":true}],"switches":[{"switch":"left","label":"left","down":false}],\#
      "consumers":[{"client":"board","commands":"all"}],"question":null,"context":{"kind":"items","items":3},\#
      "scan":null,"typing":true,"pointing":true,"time":81000000}
      """#
    ) {
      var state = state
      state.consumers = [StateMessage.Consumer(client: "board", commands: .all)]
      state.context = context(.items, items: 3)
      $0.writeState(state)
    },
  ]

  static let decisions: [EncodingRow] = [
    EncodingRow(
      "question", #"{"type":"question","id":3,"command":"restart","args":[],"pressed":84000000}"#
    ) { write(.asked(question(3, "restart", pressed: 84_000_000)), &$0) },
    EncodingRow("its answer", #"{"type":"question","id":3,"answer":"reject","time":85000000}"#) {
      write(.answered(question(3, "restart", pressed: 1), .reject, at: Instant(85_000_000)), &$0)
    },
    EncodingRow(
      "attention",
      #"{"type":"attention","source":{"switch":"left","device":"headrest","gesture":"hold"},"pressed":86000000}"#
    ) {
      let command = Command(
        ScanCommand(name: "attention", arguments: [], group: .safety),
        by: .press(Command.Press(.single(0), device: 1, .hold)), pressed: Instant(86_000_000), accepted: Instant(0))
      write(.attention(command), &$0)
    },
    EncodingRow("mode", #"{"type":"mode","mode":"pass-through","on":true,"time":83000000}"#) {
      write(.mode(.passThrough, true, at: Instant(83_000_000)), &$0)
    },
    EncodingRow(
      "mode of a modifier", #"{"type":"mode","mode":"sticky-ctrl","state":"latched","time":2}"#
    ) { write(.sticky(.ctrl, .latched, at: Instant(2)), &$0) },
    EncodingRow(
      "a question in a state",
      #"""
      {"type":"state","profile":{"name":"a","label":"a"},"profiles":[],\#
      "modes":{"active":true,"locked":false,"pass-through":false,"rest":false,"gesture":false,\#
      "panic":false,"suspended":false},\#
      "devices":[],"switches":[],"consumers":[],"question":{"id":1,"command":"choose","args":["2"],"pressed":5},\#
      "context":null,"scan":null,"typing":"no-keyboard","pointing":"no-pointer","time":9}
      """#
    ) {
      $0.writeState(
        StateMessage(
          profileName: "a", profileLabel: "a", profiles: [], devices: [], switches: [],
          question: question(1, "choose", ["2"], pressed: 5), typingObstacle: "no-keyboard",
          pointingObstacle: "no-pointer", time: Instant(9)))
    },
  ]

  @Test("each message is its line, to the letter", arguments: events + session + claims + decisions)
  func encodes(row: EncodingRow) throws {
    var line = LineBuffer()
    row.write(&line)
    #expect(line.text == row.expected + "\n")
    ProtocolSchema.expect(row.expected)
  }

  @Test(
    "each message that is read into its typed value is written as the same line",
    arguments: events + session + claims + decisions)
  func typed(row: EncodingRow) throws {
    let value = try JSONValue.parse(Array(row.expected.utf8))
    let unread = UnreadMembers()
    let event = try #require(Wire.Event(value, unread: unread))
    #expect(unread.text == nil)
    #expect(event.type == value["type"]?.stringValue)
    // Replays write `key` lines, which are no messages of the socket.
    guard event.type != "key" else { return }
    #expect(event.json.line == row.expected + "\n")
  }

  @Test("a buffer that is used again holds only the new line, in the same room")
  func reuse() {
    var line = LineBuffer(capacity: 16)
    Self.writeCommand(&line)
    line.clear()
    line.writeMissed(count: 1)
    #expect(line.text == #"{"type":"missed","count":1}"# + "\n")
  }

  @Test("integers are written as people write them", arguments: [0, 9, 10, -1, 1_000_000, .max, .min] as [Int64])
  func integers(number: Int64) {
    var line = LineBuffer()
    line.putNumber(number)
    #expect(line.text == String(number))
  }

  @Test("every warning has its own code on the wire", arguments: WarningCode.allCases)
  func warningCodes(code: WarningCode) throws {
    var line = LineBuffer()
    line.putLine(Wire.Warning(code, about: nil, message: "", time: 0).json)
    let value = try JSONValue.parse(Array(line.bytes.dropLast()))
    #expect(value["code"]?.stringValue == code.rawValue)
  }

  @Test("every change of a device has its own word on the wire", arguments: NodeChange.allCases)
  func deviceChanges(change: NodeChange) throws {
    var line = LineBuffer()
    _ = Self.lines.write(change, Self.box, entry: 0, at: Instant(0), into: &line)
    let value = try JSONValue.parse(Array(line.bytes.dropLast()))
    #expect(value["change"]?.stringValue == change.rawValue)
  }

  @Test("each type has a bit of its own")
  func bits() {
    var seen: MessageTypes = []
    for type in MessageType.allCases {
      #expect(!seen.contains(type), "\(type)")
      seen.insert(MessageTypes(type))
    }
    #expect(seen == .all)
  }
}
