import Glibc
import ProgramFixtures
import class ProgramFixtures.Client
import Switchway
import SwitchwayProtocol
import Testing

/// A front end whose page the daemon does not know, or waits for in vain: both libraries announce it again.
@Suite("Pages of front ends that are lost", .blocking) struct LostPageTests {
  private static let board = """
    import contextlib, switchway
    client = switchway.Client(name="board", claim=["next", "previous", "select"])
    pages, is_new = {"select": 4, "back": 5}, True
    for event in client.events():
        page = pages.get(event["command"]) if client.acts_on(event) else None
        if event["type"] == "connected" and is_new:
            page, is_new = 3, False
        if page is not None:
            with contextlib.suppress(switchway.Refused):
                client.scan(5, page=page)

    """

  /// The same in Swift, until the client is closed.
  private func startBoard(_ client: Switchway.Client) {
    Task(executorPreference: TestThreads.frontEnds) {
      var isNew = true
      for await event in client {
        switch event {
        case .connected where isNew:
          isNew = false
          _ = try? await client.scan(items: 5, page: 3)
        case .command(let command) where command.isMine && command.name == "select":
          _ = try? await client.scan(items: 5, page: 4)
        case .command(let command) where command.isMine && command.name == "back":
          _ = try? await client.scan(items: 5, page: 5)
        default: break
        }
      }
    }
  }

  private func client(_ scene: Scene) -> Switchway.Client {
    Switchway.Client(name: "board", claiming: .commands(["next", "previous", "select"]), path: scene.socket)
  }

  @Test("Swift: a page is announced again only where the daemon needs it", arguments: LostPage.allCases)
  func swift(what: LostPage) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let client = client(scene)
    startBoard(client)
    defer { client.close() }
    try what.play(daemon)
  }

  @Test("Python: a page is announced again only where the daemon needs it", arguments: LostPage.allCases)
  func python(what: LostPage) throws {
    let scene = try Scene()
    let daemon = try ScriptedDaemon(scene)
    let board = try PythonClientTests().run(scene, Self.board)
    try what.play(daemon)
    _ = board
  }

  /// Starts a daemon with a clock.
  private func daemon(_ scene: Scene) throws -> Program {
    try scene.daemon(
      profile: Scene.profile() + "scan: {style: auto, interval: 200ms, first-item-pause: 0, loops: 0}\n")
  }

  private func state(_ witness: Client) throws -> JSONValue? {
    try witness.ask(#"{"type":"get","what":"state"}"#)["result"]?["scan"]
  }

  private func awaitRunning(_ witness: Client, page: Int64) throws {
    try eventually("page \(page)") {
      let scan = try state(witness)
      return scan?["state"] == .string("running") && scan?["page"] == .integer(page)
    }
  }

  /// The page that is scanned when the front end goes on after a choice: 3 if the choice has not reached it.
  private func pageAfterChoice(_ witness: Client) throws -> Int64 {
    var page: Int64?
    try eventually("a page after the choice") {
      let scan = try state(witness)
      page = scan?["state"] == .string("running") ? scan?["page"]?.integerValue : nil
      return page == 3 || page == 4
    }
    return page ?? 0
  }

  /// Chooses once for a front end that hangs, and waits until it has lost its claim. False: it had lost it before.
  private func choose(_ witness: Client) throws -> Bool {
    let choice = try witness.answer(to: #"{"type":"send","command":"select"}"#).last { $0.type == "command" }
    guard choice?.message["for"]?.stringValue != nil else { return false }
    var time = microseconds()
    try eventually("the loss of the claim") {
      guard microseconds() >= time else { return false }
      time += 100_000
      try witness.send(#"{"type":"send","command":"next"}"# + "\n")
      return try witness.answer().contains { $0.message["code"] == .string("consumer-lost") }
    }
    return true
  }

  @Test("Swift: a front end that hangs at a choice, and loses its claim, is scanned again when it goes on")
  func swiftHangs() async throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let witness = try Client(scene.socket)
    let end = microseconds() + patience
    var page: Int64 = 3
    // On a busy machine one has lost its claim before the choice: then it is another one's turn.
    while page == 3 {
      try #require(microseconds() < end, "no choice reaches a front end that hangs")
      let client = client(scene)
      defer { client.close() }
      try eventually("a connection") { if case .connected = client.take() { true } else { false } }
      guard (try? await client.scan(items: 5, page: 3)) != nil,
        try state(witness)?["state"] == .string("running")
      else { continue }
      // Nobody takes its events.
      guard try choose(witness) else { continue }
      startBoard(client)
      page = try pageAfterChoice(witness)
    }
    #expect(page == 4)
    _ = daemon
  }

  @Test("Python: a front end that hangs at a choice, and loses its claim, is scanned again when it goes on")
  func pythonHangs() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let board = try PythonClientTests().run(scene, Self.board)
    let witness = try Client(scene.socket)
    // On a busy machine a ping comes before the choice, which then waits behind it: it hangs once more.
    try eventually("the page after a choice") {
      try awaitRunning(witness, page: 3)
      board.signal(SIGSTOP)
      let isChosen = try choose(witness)
      board.signal(SIGCONT)
      return try isChosen && pageAfterChoice(witness) == 4
    }
    _ = daemon
  }
}
