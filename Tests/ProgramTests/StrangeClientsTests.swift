import ProgramFixtures
import SwitchwayProtocol
import Testing

/// Clients that do not keep to the protocol cost the others nothing.
@Suite("Strange clients of the daemon", .blocking) struct StrangeClientsTests {
  /// What a client sends, and the code of the error that answers it; nil: nothing does.
  static let rows: [(what: String, bytes: String, code: String?)] = [
    ("nothing", "", nil), ("half a line", #"{"type":"pi"#, nil), ("garbage", "\u{1}\u{2}garbage\n", "malformed"),
    ("an empty line", "\n", "malformed"), ("a list", "[]\n", "malformed"),
    ("a type that there is not", #"{"type":"pnig"}"# + "\n", "unknown-type"),
    ("100,000 brackets", String(repeating: "[", count: 60_000) + "\n", "malformed"),
    ("a number too large", #"{"type":"ping","id":1e999}"# + "\n", "malformed"),
    ("a key twice", #"{"type":"ping","type":"ping"}"# + "\n", "malformed"),
    ("a megabyte without an end", String(repeating: "x", count: 1_048_576), "too-long"),
  ]

  @Test("each gets its answer, and the others go on", arguments: rows)
  func strange(what: String, bytes: String, code: String?) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let honest = try Client(scene.socket)
    try honest.lines(until: "state")
    do {
      let strange = try Client(scene.socket)
      try strange.lines(until: "state")
      try strange.send(bytes)
      if let code { #expect(try strange.next("error")["code"] == .string(code)) }
    }
    // The strange one has left, in the middle of whatever it was doing.
    #expect(try honest.ask(#"{"type":"send","command":"select","id":9}"#)["id"] == .integer(9))
    #expect(try honest.ask(#"{"type":"ping","id":10}"#) == .object(["type": .string("ok"), "id": .integer(10)]))
    _ = daemon
  }

  @Test("ten malformed lines in a row end a connection, and no other")
  func tenMalformed() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let honest = try Client(scene.socket)
    try honest.lines(until: "state")
    let strange = try Client(scene.socket)
    try strange.lines(until: "state")
    try strange.send(String(repeating: "x\n", count: 10))
    let answers = try strange.rest()
    #expect(answers.count { $0.type == "error" } == 10)
    #expect(answers.last?.type == "bye")
    #expect(try honest.ask(#"{"type":"ping"}"#)["type"] == .string("ok"))
    _ = daemon
  }

  @Test("connecting and leaving, a hundred times, leaves nothing behind")
  func comeAndGo() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    for _ in 0..<100 { _ = try Client(scene.socket) }
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(try client.ask(#"{"type":"ping"}"#)["type"] == .string("ok"))
    _ = daemon
  }

  @Test("a request in pieces is a request")
  func pieces() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    for byte in #"{"type":"ping","id":"π"}"#.unicodeScalars { try client.send(String(byte)) }
    #expect(try client.ask("")["id"] == .string("π"))
    _ = daemon
  }
}
