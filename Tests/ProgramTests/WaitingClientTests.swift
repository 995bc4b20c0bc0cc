import ProgramFixtures
import Switchway
import SwitchwayProtocol
import Testing

/// Front ends that wait for a text to be typed where they take events: they answer pings all the same.
@Suite("Front ends that wait for a text", .blocking) struct WaitingClientTests {
  /// Plays a daemon that types slowly. The front end types a text at `select`, and says `back` when it is typed.
  private func play(_ daemon: ScriptedDaemon) throws {
    try daemon.accept()
    try daemon.answer(until: "claim")
    try daemon.answer(until: "get")
    try daemon.command("select", item: 0)
    try daemon.say(#"{"type":"ping","n":1}"#)
    var typing: JSONValue?
    for _ in 1...2 {
      let request = try daemon.nextRequest()
      if request["type"] == .string("type") { typing = request } else { #expect(request["n"] == .integer(1)) }
    }
    for number: Int64 in 2...4 {
      try daemon.say(#"{"type":"ping","n":\#(number)}"#)
      let request = try daemon.nextRequest()
      #expect(request["type"] == .string("pong") && request["n"] == .integer(number))
    }
    let id = try #require(typing?["id"]).line.dropLast()
    try daemon.say(#"{"type":"ok","id":\#(id)}"#)
    #expect(try daemon.nextRequest()["command"] == .string("back"))
  }

  @Test("Swift")
  func swift() throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let client = Switchway.Client(name: "board", claiming: .commands(["select"]), path: scene.socket)
    defer { client.close() }
    Task(executorPreference: TestThreads.frontEnds) {
      for await event in client {
        guard case .command = event else { continue }
        try? await client.type(text: "abc")
        try? await client.send("back")
      }
    }
    try play(daemon)
  }

  @Test("Python, that waits or takes the answer as an event", arguments: [true, false])
  func python(waits: Bool) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let board = try PythonClientTests().run(
      scene,
      """
      import switchway
      client = switchway.Client(name="board", claim=["select"])
      typing = None
      for event in client.events():
          if event["type"] == "command" and \(waits ? "True" : "False"):
              client.type("abc")
              client.send("back")
          elif event["type"] == "command":
              typing = client.type("abc", wait=False)
          elif event["type"] == "ok" and event["id"] == typing:
              client.send("back")

      """)
    try play(daemon)
    _ = board
  }
}
