import ProgramFixtures
import Switchway
import SwitchwayProtocol
import Testing

/// Answers that come in pages: the library for front ends in Swift joins them.
@Suite("Answers in pages", .blocking) struct AnswerPagesTests {
  /// The pages of an answer, and what the request for each has as `from`.
  private static let pages: [(from: JSONValue?, members: String)] = [
    (nil, #""result":{"files":["a"],"in-force":{"name":"a","switches":[1,2]}},"next":3"#),
    (.integer(3), #""result":{"files":[],"in-force":{"name":"a","switches":[3]}},"next":4"#),
    (.integer(4), #""result":{"files":[],"in-force":{"name":"a","switches":[4]}}"#),
  ]

  private static let whole = #"{"files":["a"],"in-force":{"name":"a","switches":[1,2,3,4]}}"#.message

  /// Plays a daemon that is asked for all of them.
  private func play(_ daemon: ScriptedDaemon) throws {
    for page in Self.pages {
      let request = try daemon.nextRequest()
      #expect(request["what"] == "config" && request["from"] == page.from)
      let id = try #require(request["id"]).line.dropLast()
      try daemon.say(#"{"type":"ok","id":\#(id),\#(page.members)}"#)
    }
  }

  /// A client that is connected to a played daemon.
  private func connect(_ daemon: ScriptedDaemon, _ scene: Scene) throws -> Switchway.Client {
    let client = Switchway.Client(path: scene.socket)
    try daemon.accept()
    try daemon.answer(until: "get")
    try eventually("a connection") { if case .connected = client.take() { true } else { false } }
    return client
  }

  @Test("they are joined for a task that waits, and for an answer among the events")
  func joined() async throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let client = try connect(daemon, scene)
    defer { client.close() }
    let waiting = Task(executorPreference: TestThreads.frontEnds) { try await client.get("config") }
    try play(daemon)
    #expect(try await waiting.value == Self.whole)
    let id = client.submit("get", ["what": "config"])
    try play(daemon)
    var answer: Switchway.Event?
    try eventually("an answer") {
      answer = client.take()
      return answer != nil
    }
    #expect(answer == .answer(id, .success(Self.whole)))
  }

  @Test(
    "a page that cannot be had fails the request, with the reason if the daemon gives a word",
    arguments: [(nil, nil), ("\"of-a-newer-daemon\"", "of-a-newer-daemon"), ("7", nil)] as [(String?, String?)])
  func refused(given: String?, reason: String?) async throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let client = try connect(daemon, scene)
    defer { client.close() }
    let waiting = Task(executorPreference: TestThreads.frontEnds) { try await client.get("config") }
    let id = try #require(try daemon.nextRequest()["id"]).line.dropLast()
    try daemon.say(#"{"type":"ok","id":\#(id),\#(Self.pages[0].members)}"#)
    try daemon.answer(until: "get", error: "busy", reason: given)
    let error = ClientError.refused(code: "busy", message: "scan: no", reason: reason)
    await #expect(throws: error) { try await waiting.value }
  }
}
