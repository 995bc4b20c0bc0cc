import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayServer

extension AskedLine {
  /// Why nothing is done.
  var refusal: RequestError? { if case .failure(let error) = request { error } else { nil } }
}

@Suite struct ClientStateMachineTests {
  static func line(_ text: String) -> LineDecoder.Item { .line(Array(text.utf8)) }

  static let done: [(String, AskedLine)] = [
    (#"{"type":"ping","id":1}"#, AskedLine(.ping, id: .integer(1))),
    (#"{"id":"a","type":"ping","x":[{}]}"#, AskedLine(.ping, id: .text("a"))),
    (#"{"type":"hello"}"#, AskedLine(.hello(name: nil), id: nil)),
    (#"{"type":"hello","name":"board","protocol":1}"#, AskedLine(.hello(name: "board"), id: nil)),
    (#"{"type":"observe","types":[]}"#, AskedLine(.observe([]), id: nil)),
    (
      #"{"type":"observe","types":["command","mode","command"]}"#,
      AskedLine(.observe([MessageTypes(.command), MessageTypes(.mode)]), id: nil)
    ),
    (#"{"type":"get","what":"state"}"#, AskedLine(.state, id: nil)),
    (#"{"type":"get","what":"config"}"#, AskedLine(.get(.config), id: nil)),
    (#"{"type":"get","what":"bindings"}"#, AskedLine(.get(.bindings), id: nil)),
    (#"{"type":"get","what":"statistics"}"#, AskedLine(.get(.statistics), id: nil)),
    (#"{"type":"send","command":"next"}"#, AskedLine(.send(command: "next", arguments: []), id: nil)),
    (
      #"{"type":"send","command":"scroll","args":["down","page"]}"#,
      AskedLine(.send(command: "scroll", arguments: ["down", "page"]), id: nil)
    ),
    (#"{"type":"set","profile":"afternoon"}"#, AskedLine(.setProfile("afternoon"), id: nil)),
    (#"{"type":"set","mode":"rest","on":true}"#, AskedLine(.setRest(true), id: nil)),
    (
      #"{"type":"set","mode":"rest","on":true,"for":86400000000}"#,
      AskedLine(.setRest(true, length: .seconds(86_400)), id: nil)
    ),
    (#"{"type":"set","bridge":"onboard"}"#, AskedLine(.setBridge("onboard"), id: nil)),
    (#"{"type":"set","bridge":null}"#, AskedLine(.setBridge(nil), id: nil)),
    (#"{"type":"set","mode":"pass-through","on":true}"#, AskedLine(.setPassThrough("on"), id: nil)),
    (#"{"type":"set","mode":"pass-through","on":false}"#, AskedLine(.setPassThrough("off"), id: nil)),
    (#"{"type":"set","mode":"pass-through","on":"once"}"#, AskedLine(.setPassThrough("once"), id: nil)),
    (
      #"{"type":"set","mode":"gesture","on":false}"#,
      AskedLine(.send(command: "gesture-mode", arguments: ["off"]), id: nil)
    ),
    (#"{"type":"unhandled","seq":7}"#, AskedLine(.unhandled(seq: 7), id: nil)),
    (#"{"type":"resume","id":3}"#, AskedLine(.resume, id: .integer(3))),
    (#"{"type":"reload"}"#, AskedLine(.reload, id: nil)),
    (#"{"type":"pong","n":4}"#, AskedLine(.pong(4), id: nil)),
    (#"{"type":"claim","commands":"all"}"#, AskedLine(.claim(.all, items: nil), id: nil)),
    (
      #"{"type":"claim","commands":["select","next","x-mine","select"],"items":12,"id":1}"#,
      AskedLine(.claim(.names(["select", "next", "x-mine"]), items: 12), id: .integer(1))
    ),
    (
      #"{"type":"claim","commands":["move"],"items":0}"#, AskedLine(.claim(.names(["move"]), items: 0), id: nil)
    ),
    (
      #"{"type":"claim","commands":"all","when-locked":"scan"}"#,
      AskedLine(.claim(.all, items: nil, lockedUse: .scan), id: nil)
    ),
    (
      #"{"type":"claim","commands":["next"],"when-locked":"type"}"#,
      AskedLine(.claim(.names(["next"]), items: nil, lockedUse: .type), id: nil)
    ),
    (#"{"type":"release"}"#, AskedLine(.release, id: nil)),
    (#"{"type":"context","kind":"text"}"#, AskedLine(.context(.text, items: nil), id: nil)),
    (#"{"type":"context","kind":"menu","items":5}"#, AskedLine(.context(.menu, items: 5), id: nil)),
    (#"{"type":"inhibit"}"#, AskedLine(.inhibit, id: nil)),
    (#"{"type":"rearm","reason":"woken"}"#, AskedLine(.rearm, id: nil)),
    (#"{"type":"suspend","on":true}"#, AskedLine(.suspend(true), id: nil)),
  ]

  @Test("what is right is to be done", arguments: done)
  func performs(line: String, expected: AskedLine) {
    var machine = ClientStateMachine()
    let action = machine.handle(Self.line(line), at: Instant(0))
    #expect(action == expected)
  }

  static let types = "; there are: " + RequestType.allCases.map(\.rawValue).joined(separator: ", ")

  static let refused: [(String, ErrorCode, String)] = [
    ("", .malformed, "byte 1: an empty line"),
    ("[]", .malformed, "expected one JSON object per line, found a list"),
    ("{}", .malformed, #"type: every message has one, a string such as "ping""#),
    (#"{"type":1}"#, .malformed, #"type: every message has one, a string such as "ping""#),
    (#"{"type":"ping","id":1.5}"#, .badArgument, "id: expected a string or an integer, found a number"),
    (#"{"type":"ping","id":null}"#, .badArgument, "id: expected a string or an integer, found null"),
    (#"{"type":"observ"}"#, .unknownType, "unknown type 'observ'; did you mean 'observe'?"),
    (#"{"type":"command"}"#, .unknownType, "unknown type 'command'" + types),
    (#"{"type":"\u001b[2J"}"#, .unknownType, "unknown type '?[2J'" + types),
    (
      #"{"type":"hello","name":""}"#, .badArgument,
      "hello: name: expected 1 to 64 printable characters, found none; leave 'name' out to keep the one that you have"
    ),
    (#"{"type":"hello","name":5}"#, .badArgument, "hello: name: expected a string, found a number"),
    (#"{"type":"hello","protocol":"1"}"#, .badArgument, "hello: protocol: expected an integer, found a string"),
    (#"{"type":"observe"}"#, .badArgument, "observe: types: expected a list of message types, found nothing"),
    (
      #"{"type":"observe","types":["pres"]}"#, .badArgument,
      "observe: types: unknown type 'pres'; did you mean 'press'?"
    ),
    (#"{"type":"observe","types":[1]}"#, .badArgument, "observe: types: expected strings in the list, found a number"),
    (
      #"{"type":"get"}"#, .badArgument,
      "get: what: expected 'state', 'config', 'bindings' or 'statistics', found nothing"
    ),
    (
      #"{"type":"get","what":"all"}"#, .badArgument,
      "get: what: expected 'state', 'config', 'bindings' or 'statistics', found 'all'"
    ),
    (#"{"type":"send"}"#, .badArgument, "send: command: expected the name of a command, found nothing"),
    (
      #"{"type":"send","command":"move","args":"left"}"#, .badArgument,
      "send: args: expected a list of strings, found a string"
    ),
    (
      #"{"type":"send","command":"choose","args":[1]}"#, .badArgument,
      "send: args: expected strings in the list, found a number"
    ),
    (
      #"{"type":"claim"}"#, .badArgument,
      #"claim: commands: expected a list of names, or "all", found nothing"#
    ),
    (
      #"{"type":"claim","commands":"next"}"#, .badArgument,
      #"claim: commands: expected a list of names, or "all", found a string"#
    ),
    (
      #"{"type":"claim","commands":["next","selct"]}"#, .badArgument,
      "claim: commands: unknown command 'selct'; did you mean 'select'?"
    ),
    (
      #"{"type":"claim","commands":["x-"]}"#, .badArgument,
      "claim: commands: 'x-' is not a name for a scanning program's own command; "
        + "after 'x-' come lower-case letters, digits and hyphens, 64 characters at most in all"
    ),
    (
      #"{"type":"claim","commands":["move(left)"]}"#, .badArgument,
      "claim: commands: unknown command 'move(left)'; use a command of the vocabulary, such as 'select', "
        + "or a scanning program's own, 'x-NAME'"
    ),
    (
      #"{"type":"claim","commands":[]}"#, .badArgument,
      "claim: commands: the list is empty; 'release' gives up a claim"
    ),
    (
      #"{"type":"claim","commands":[7]}"#, .badArgument,
      "claim: commands: expected strings in the list, found a number"
    ),
    (
      #"{"type":"claim","commands":"all","when-locked":"all"}"#, .badArgument,
      "claim: when-locked: expected 'nothing' or 'scan' or 'type', found a string"
    ),
    (
      #"{"type":"claim","commands":"all","when-locked":true}"#, .badArgument,
      "claim: when-locked: expected 'nothing' or 'scan' or 'type', found true or false"
    ),
    (
      #"{"type":"claim","commands":"all","items":-1}"#, .badArgument,
      "claim: items: expected a count from 0, found -1"
    ),
    (
      #"{"type":"claim","commands":"all","items":"2"}"#, .badArgument,
      "claim: items: expected a count from 0, found a string"
    ),
    (
      #"{"type":"context"}"#, .badArgument,
      "context: kind: expected 'items', 'text', 'find', 'modal' or 'menu', found nothing"
    ),
    (
      #"{"type":"context","kind":"itmes"}"#, .badArgument,
      "context: kind: unknown kind 'itmes'; did you mean 'items'?"
    ),
    (
      #"{"type":"context","kind":"desk"}"#, .badArgument,
      "context: kind: unknown kind 'desk'; there are: items, text, find, modal, menu"
    ),
    (
      #"{"type":"set","mode":"sleep","on":true}"#, .badArgument,
      "set: mode: unknown mode 'sleep'; there are: rest, pass-through, gesture"
    ),
    (
      #"{"type":"observe","types":["everything"]}"#, .badArgument,
      "observe: types: unknown type 'everything'; there are: hello, state, command, press, pending, rejected, device, "
        + "mode, profile, context, consumer, scan, config, question, attention, warning, ping, missed, learn, ok, "
        + "error, bye"
    ),
    (#"{"type":"ping","id":"\u0000"}"#, .malformed, "byte 29: a NUL in a string: leave it out"),
    (
      #"{"type":"context","kind":"text","items":1.5}"#, .badArgument,
      "context: items: expected a count from 0, found a number"
    ),
    (#"{"type":"inhibit","reason":1}"#, .badArgument, "inhibit: reason: expected a string, found a number"),
    (#"{"type":"rearm","reason":[]}"#, .badArgument, "rearm: reason: expected a string, found a list"),
    (
      #"{"type":"set","mode":"rest","on":true,"for":86400000001}"#, .badArgument,
      "set: for: expected microseconds from 1 to 86400000000, found a number"
    ),
    (
      #"{"type":"set","mode":"rest","on":true,"for":0}"#, .badArgument,
      "set: for: expected microseconds from 1 to 86400000000, found a number"
    ),
    (
      #"{"type":"set","mode":"rest","on":false,"for":1}"#, .badArgument,
      "set: for: only mode 'rest' set to 'on' can end by itself"
    ),
    (#"{"type":"suspend"}"#, .badArgument, "suspend: on: expected true or false, found nothing"),
    (#"{"type":"pong"}"#, .badArgument, "pong: n: expected the number of the server's ping, found nothing"),
    (
      #"{"type":"set"}"#, .badArgument,
      "set: expected 'profile' with a name, 'mode' with 'on', or 'bridge' with a name or null"
    ),
    (
      #"{"type":"set","bridge":1}"#, .badArgument, "set: bridge: expected the name of a bridge, or null, found a number"
    ),
    (#"{"type":"set","mode":"rset","on":true}"#, .badArgument, "set: mode: unknown mode 'rset'; did you mean 'rest'?"),
    (#"{"type":"set","mode":"rest"}"#, .badArgument, "set: on: expected true or false, found nothing"),
    (#"{"type":"set","mode":"rest","on":"yes"}"#, .badArgument, "set: on: expected true or false, found a string"),
    (#"{"type":"answer"}"#, .badArgument, "answer: question: expected the id of a question, found nothing"),
    (
      #"{"type":"answer","question":1,"confirm":1}"#, .badArgument,
      "answer: confirm: expected true or false, found a number"
    ),
    (#"{"type":"set","profile":[]}"#, .badArgument, "set: profile: expected the name of a profile, found a list"),
    (
      #"{"type":"set","profile":"a","mode":"rest","on":true}"#, .badArgument,
      "set: expected one thing to set, found 'profile' and 'mode'"
    ),
    (
      #"{"type":"set","mode":"pass-through","on":"twice"}"#, .badArgument,
      #"set: on: expected true, false or "once", found a string"#
    ),
    (
      #"{"type":"set","mode":"pass-through"}"#, .badArgument,
      #"set: on: expected true, false or "once", found nothing"#
    ),
    (#"{"type":"set","mode":"gesture","on":"once"}"#, .badArgument, "set: on: expected true or false, found a string"),
    (#"{"type":"unhandled"}"#, .badArgument, "unhandled: seq: expected the number of a command, found nothing"),
    (
      #"{"type":"unhandled","seq":1.5}"#, .badArgument,
      "unhandled: seq: expected the number of a command, found a number"
    ),
  ]

  private static let reasons: [ErrorCode: Set<ErrorReason>] = [
    .malformed: [.noJSON, .noObject, .noType], .tooLong: [.tooLong], .unknownType: [.unknownType],
    .badArgument: [.badMember, .unknownWord, .unknownCommand],
  ]

  @Test(
    "the reason is what is wrong",
    arguments: [
      ("", .noJSON), ("[]", .noObject), ("{}", .noType), (#"{"type":1}"#, .noType), (#"{"type":"x"}"#, .unknownType),
      (#"{"type":"unhandled"}"#, .badMember), (#"{"type":"observe","types":["x"]}"#, .unknownWord),
      (#"{"type":"set","mode":"x","on":true}"#, .unknownWord), (#"{"type":"get","what":"x"}"#, .unknownWord),
      (#"{"type":"claim","commands":["selct"]}"#, .unknownCommand), (#"{"type":"claim","commands":[]}"#, .badMember),
    ] as [(String, ErrorReason)])
  func reason(line: String, reason: ErrorReason) {
    var machine = ClientStateMachine()
    let asked = machine.handle(Self.line(line), at: Instant(0))
    #expect(asked.refusal?.reason == reason && asked.id == nil)
  }

  @Test("what is wrong is refused with what, where and how", arguments: refused)
  func refuses(line: String, code: ErrorCode, message: String) {
    var machine = ClientStateMachine()
    let asked = machine.handle(Self.line(line), at: Instant(0))
    guard let error = asked.refusal, asked.farewell == nil else { return #expect(Bool(false), "\(asked)") }
    #expect(asked.id == nil)
    #expect(error.code == code && error.message == message)
    #expect(Self.reasons[code]?.contains(error.reason) == true, "\(error)")
  }

  @Test("another major protocol is refused and ends the connection")
  func otherProtocol() {
    var machine = ClientStateMachine()
    let action = machine.handle(Self.line(#"{"type":"hello","protocol":2,"id":9}"#), at: Instant(0))
    #expect(
      action
        == AskedLine(
          refused: RequestError(.unsupported, .otherProtocol, "hello: protocol: this server speaks 1, not 2"),
          id: .integer(9), farewell: "unknown protocol"))
  }

  @Test("two hundred requests a second are done, the next is busy, the next second is new")
  func requestsPerSecond() {
    var machine = ClientStateMachine()
    let ping = Self.line(#"{"type":"ping","id":3}"#)
    for _ in 0..<200 {
      let action = machine.handle(ping, at: Instant(5))
      #expect(action == AskedLine(.ping, id: .integer(3)))
    }
    for time in [5, 1_000_004] as [Int64] {
      let asked = machine.handle(ping, at: Instant(time))
      #expect(asked.refusal?.code == .busy && asked.farewell == nil)
      #expect(asked.id == .integer(3))
    }
    let later = machine.handle(ping, at: Instant(1_000_005))
    #expect(later == AskedLine(.ping, id: .integer(3)))
  }

  @Test("refused requests count too, and a clock that goes back does not shut the door")
  func countsAll() {
    var machine = ClientStateMachine()
    for _ in 0..<200 { _ = machine.handle(Self.line(#"{"type":"claim"}"#), at: Instant(50)) }
    let next = machine.handle(Self.line(#"{"type":"claim"}"#), at: Instant(50))
    #expect(next.refusal?.code == .busy)
    let earlier = machine.handle(Self.line(#"{"type":"ping"}"#), at: Instant(49))
    #expect(earlier == AskedLine(.ping, id: nil))
  }

  @Test("words of strangers are made printable and short")
  func printable() {
    #expect(PrintableName.of("a\u{202e}b\u{1b}\u{9}é🦽") == "a?b??é🦽")
    #expect(PrintableName.of(String(repeating: "ж", count: 100)).unicodeScalars.count == 64)
    #expect(PrintableName.of("abc", limit: -1) == "")
  }
}
