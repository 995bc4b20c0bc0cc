import CLinuxInput
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("Front ends that die or freeze", .blocking) struct ConsumerProcessTests {
  private func witness(_ scene: Scene) throws -> Client {
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(try client.ask(#"{"type":"hello","name":"witness"}"#)["type"] == .string("ok"))
    return client
  }

  /// Whose a command is that is sent now.
  private func owner(_ client: Client) throws -> JSONValue? {
    try client.send(#"{"type":"send","command":"select"}"# + "\n")
    return try client.answer().last { $0.type == "command" }?.message["for"]
  }

  @Test("a front end that is killed has no claim any more, and everybody is told")
  func killed() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try witness(scene)
    let board = try FrontEnd(scene)
    try client.lines(until: "consumer")
    #expect(try owner(client) == .string("board"))
    board.program.signal(SIGKILL)
    let lines = try client.lines(until: "consumer")
    #expect(lines.last?.message["consumers"] == .array([]))
    #expect(lines.dropLast().last?.message["code"] == .string("consumer-lost"))
    #expect(try owner(client) == .null)
    _ = daemon
  }

  @Test("a front end that answers keeps its claim, however long it is silent otherwise")
  func answers() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try witness(scene)
    var board = try FrontEnd(scene)
    try client.lines(until: "consumer")
    var next = microseconds()
    var pings = 0
    // Ten commands a second: one of them after each second of silence brings a ping, and it is still there then.
    try eventually("two pings, answered") {
      guard microseconds() >= next else { return false }
      next += 100_000
      guard try owner(client)?.stringValue?.hasPrefix("board") == true else {
        // A busy machine may stop it for longer than the daemon waits for an answer: another one begins again then.
        (board, pings) = (try FrontEnd(scene), 0)
        return false
      }
      pings += try board.program.output.lines { ["command", "missed"].contains($0.type) }.count { $0.type == "ping" }
      return pings >= 2
    }
    let state = try client.ask(#"{"type":"get","what":"state"}"#)["result"]
    #expect(state?["consumers"]?[0]?["client"]?.stringValue?.hasPrefix("board") == true, "\(state ?? .null)")
    _ = daemon
  }

  @Test("a front end that is stopped loses its claim, and gets missed and state when it goes on, no old commands")
  func stopped() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try witness(scene)
    let board = try FrontEnd(scene)
    try client.lines(until: "consumer")
    board.program.signal(SIGSTOP)
    var sent = 0
    var told: [JSONValue] = []
    let began = microseconds()
    var next = began
    // Ten commands a second: the first after a second of silence brings the ping.
    try eventually("the loss of the claim") {
      guard microseconds() >= next else { return false }
      next += 100_000
      try client.send(#"{"type":"send","command":"select"}"# + "\n")
      let lines = try client.answer()
      sent += lines.count { $0.type == "command" }
      told += lines.map(\.message)
      return lines.contains { $0.type == "consumer" }
    }
    let lost = told.first { $0["type"] == .string("warning") }
    #expect(lost?["code"] == .string("consumer-lost"))
    #expect(microseconds() - began >= 1_000_000)
    #expect(try owner(client) == .null)
    #expect(try owner(client) == .null)
    board.program.signal(SIGCONT)
    let lines = try board.program.output.lines { $0.type == "state" }
    let types = lines.map(\.type)
    let ping = try #require(types.firstIndex(of: "ping"))
    // What was sent in the second before it was known to be stopped, and nothing that was decided later.
    let early = types[..<ping].count { $0 == "command" }
    #expect(Array(types[ping...]) == ["ping", "missed", "state"])
    #expect(lines.last?.message["consumers"] == .array([]))
    // Every event is either there or counted: the commands, the warning, the consumers, and two commands.
    let missed = try #require(lines[ping + 1].message["count"]?.integerValue)
    #expect(Int64(early) + missed == Int64(sent + 2 + 2))
    #expect(try owner(client) == .null)
    try board.program.output.lines { $0.type == "command" }
    _ = daemon
  }

  @Test("presses are held back for a client's sake, no longer than it is there")
  func inhibits() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try witness(scene)
    do {
      let other = try Client(scene.socket)
      #expect(try other.ask(#"{"type":"inhibit","reason":"a call"}"#)["type"] == .string("ok"))
      #expect(try client.ask(#"{"type":"send","command":"select"}"#)["code"] == .string("refused"))
    }
    try eventually("the end of it") {
      try client.ask(#"{"type":"send","command":"select"}"#)["type"] == .string("ok")
    }
    _ = daemon
  }
}
