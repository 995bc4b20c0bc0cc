import ProtocolSchema
import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// The schema of the protocol says what the program says, and notices what it should.
@Suite("The schema of the protocol") struct SchemaTests {
  private var definitions: JSONValue { ProtocolSchema.schema.root["$defs"] ?? .null }

  private func words(_ value: JSONValue?) -> Set<String> {
    Set(value?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }

  private func types(_ side: String) -> Set<String> {
    let prefix = "#/$defs/\(side)-"
    return Set(
      definitions[side]?["oneOf"]?.arrayValue?.compactMap { $0["$ref"]?.stringValue }
        .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) } ?? [])
  }

  @Test("every type of message is described, and no other")
  func messages() {
    // `key` is a replay's alone.
    #expect(types("server") == Set(MessageType.allCases.map(\.rawValue)).union(["key"]))
    #expect(types("client") == Set(RequestType.allCases.map(\.rawValue)))
  }

  @Test("the words of the program are those of the schema")
  func vocabulary() {
    func server(_ type: String, _ member: String) -> Set<String> {
      words(definitions["server-\(type)"]?["properties"]?[member])
    }
    #expect(words(definitions["reason"]) == Set(RejectionReason.allCases.map(\.rawValue)))
    #expect(words(definitions["gesture"]) == Set(Gesture.allCases.map(\.rawValue)))
    #expect(words(definitions["kind"]) == Set(DeviceKind.allCases.map(\.rawValue)))
    #expect(server("warning", "code") == Set(WarningCode.allCases.map(\.rawValue)))
    #expect(server("error", "code") == Set(ErrorCode.allCases.map(\.rawValue)))
    #expect(server("error", "reason") == Set(ErrorReason.allCases.map(\.rawValue)))
    let actions = (definitions["client-point"]?["anyOf"]?.arrayValue ?? []).map { $0["properties"]?["action"] }
    #expect(
      actions.reduce(into: Set()) { $0.formUnion(words($1).union($1?["const"]?.stringValue.map { [$0] } ?? [])) }
        == Set(PointedInput.Word.allCases.map(\.rawValue)))
    let state = words(definitions["server-state"]?["properties"]?["pointing"])
    #expect(state == Set(PointingObstacle.allCases.map(\.rawValue)))
    #expect(server("device", "change") == Set(NodeChange.allCases.map(\.rawValue)))
    #expect(server("pending", "reason") == Set(PendingReason.allCases.map(\.rawValue)))
    #expect(server("command", "phase") == Set(CommandPhase.allCases.map(\.rawValue)))
    #expect(words(definitions["scan-state"]) == Set(ClockState.allCases.map(\.rawValue)))
    #expect(words(definitions["scan-style"]) == Set(ClockStyle.allCases.map(\.rawValue)))
    #expect(
      words(definitions["client-get"]?["properties"]?["what"])
        == Set(Request.Subject.allCases.map(\.rawValue) + [RequestReader.state]))
    #expect(
      words(definitions["situation"]?["properties"]?["kind"]) == Set(ContextKind.allCases.map(\.rawValue)))
  }

  static let wrong: [(String, String)] = [
    (#"{"type":"press","switch":"a","down":true,"time":1}"#, "/accepted is missing"),
    (#"{"type":"press","switch":"a","down":1,"time":1,"accepted":1}"#, "/down: expected boolean, found a number"),
    (
      #"{"type":"press","switch":"a","down":true,"time":1,"accepted":1,"key":"KEY_A"}"#,
      "/key is not in the schema"
    ),
    (#"{"type":"press","switch":null,"down":true,"time":1,"accepted":1}"#, "/switch: expected string, found null"),
    (#"{"type":"ping","n":0}"#, "/n: 0 is below 1"),
    (#"{"type":"ping","n":1.5}"#, "/n: expected integer, found a number"),
    (#"{"type":"context","context":{"kind":"desk"},"time":1}"#, "/context/kind: expected one of"),
    (#"{"type":"config","change":"loaded","diagnostics":[{}]}"#, "/diagnostics/0/file is missing"),
    (#"{"type":"mode","mode":"rest","time":1}"#, "/on is missing"),
    (#"{"type":"presses"}"#, "no type of message fits"),
    ("[]", "expected object"),
    ("{", "no JSON"),
  ]

  @Test("what is wrong is found, and said where", arguments: wrong)
  func finds(line: String, problem: String) {
    let problems = ProtocolSchema.problems(ofServerLine: line)
    #expect(problems.contains { $0.contains(problem) }, "\(problems)")
  }

  @Test(
    "what a client may say",
    arguments: [
      #"{"type":"hello","name":"board","protocol":1,"id":1}"#, #"{"type":"observe","types":["command"]}"#,
      #"{"type":"claim","commands":"all","when-locked":"type"}"#,
      #"{"type":"claim","commands":"all","items":3}"#, #"{"type":"claim","commands":["next"],"id":"a"}"#,
      #"{"type":"set","mode":"pass-through","on":"once"}"#, #"{"type":"set","bridge":null}"#,
      #"{"type":"point","x":0,"y":0.5,"action":"click"}"#,
      #"{"type":"point","x":1,"y":0.25,"action":"drag","to-x":0.5,"to-y":1}"#,
      #"{"type":"point","x":0.1,"y":0.1,"action":"scroll","direction":"down","notches":20}"#,
      #"{"type":"type","text":"Ab1"}"#, #"{"type":"type","keys":"ctrl+c","id":1}"#,
      #"{"type":"get","what":"statistics"}"#, #"{"type":"learn","on":true,"events":true}"#,
      #"{"type":"learn","on":true,"seen":true}"#, #"{"type":"pong","n":1}"#,
    ])
  func requests(line: String) {
    #expect(ProtocolSchema.problems(ofClientLine: line) == [])
    #expect(ProtocolSchema.problems(ofClientLine: line.replacing(#""type":""#, with: #""type":"x"#)) != [])
  }

  @Test(
    "what is no place and no action of the pointer",
    arguments: [
      #"{"type":"point","x":0,"y":1.01,"action":"click"}"#, #"{"type":"point","x":-0.01,"y":1,"action":"click"}"#,
      #"{"type":"point","x":"0","y":1,"action":"click"}"#, #"{"type":"point","x":0,"y":1}"#,
      #"{"type":"point","x":0,"y":1,"action":"drag"}"#, #"{"type":"point","x":0,"y":1,"action":"jump"}"#,
      #"{"type":"point","x":0,"y":1,"action":"scroll","direction":"down","notches":21}"#,
    ])
  func noPointing(line: String) { #expect(ProtocolSchema.problems(ofClientLine: line) != []) }

  @Test("what a client may say that can be chosen")
  func scanRequest() throws {
    func problems(_ line: String) throws -> [String] {
      ProtocolSchema.schema.problems(try JSONValue.parse(Array(line.utf8)), as: "client-scan")
    }
    #expect(try problems(#"{"type":"scan","items":12,"page":-3,"item":11,"hold":true,"id":4}"#) == [])
    #expect(try problems(#"{"type":"scan","items":0}"#) == [])
    #expect(try problems(#"{"type":"scan","items":-1}"#) != [])
    #expect(try problems(#"{"type":"scan","items":1.5}"#) != [])
    #expect(try problems(#"{"type":"scan","page":1}"#) != [])
  }

  static let scanLines = [
    #"{"type":"scan","state":"holding","style":"auto","interval":1000000,"page":12,"item":3,"time":91470000}"#,
    #"{"type":"scan","state":"off","style":"auto","interval":200000,"time":1}"#,
    #"{"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"clock":"auto"},"#
      + #""pressed":1,"accepted":1,"sent":2,"for":"board","page":12,"item":3}"#,
  ]

  @Test("lines of the scanning clock", arguments: scanLines)
  func clock(line: String) {
    #expect(ProtocolSchema.problems(ofServerLine: line) == [])
    #expect(ProtocolSchema.problems(ofServerLine: line.replacing(#""auto"#, with: #""manual"#)) != [])
  }

  @Test("a schema that says what is not understood is no schema")
  func keywords() {
    let schema = JSONSchema(.object(["$defs": .object(["a": .object(["pattern": .string("x")])])]))
    #expect(
      schema.problems(.string("y"), as: "a") == ["the message: the schema says 'pattern', which is not understood"])
    #expect(schema.problems(.null, as: "b") == ["there is no definition 'b'"])
  }
}
