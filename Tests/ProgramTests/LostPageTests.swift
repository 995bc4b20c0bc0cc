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

  /// Chooses once for a front end that hangs, and waits until it has lost its claim.
  private func choose(_ witness: Client) throws {
    var (command, time) = ("select", microseconds())
    try eventually("the loss of the claim") {
      guard microseconds() >= time else { return false }
      try witness.send(#"{"type":"send","command":"\#(command)"}"# + "\n")
      (command, time) = ("next", time + 100_000)
      return try witness.answer().contains { $0.message["code"] == .string("consumer-lost") }
    }
  }

  @Test("Swift: a front end that hangs at a choice, and loses its claim, is scanned again when it goes on")
  func swiftHangs() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let client = client(scene)
    defer { client.close() }
    try eventually("a connection") { if case .connected = client.take() { true } else { false } }
    Task(executorPreference: TestThreads.frontEnds) { try await client.scan(items: 5, page: 3) }
    let witness = try Client(scene.socket)
    try awaitRunning(witness, page: 3)
    // Nobody takes its events.
    try choose(witness)
    startBoard(client)
    try awaitRunning(witness, page: 4)
    _ = daemon
  }

  @Test("Python: a front end that hangs at a choice, and loses its claim, is scanned again when it goes on")
  func pythonHangs() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let board = try PythonClientTests().run(scene, Self.board)
    let witness = try Client(scene.socket)
    try awaitRunning(witness, page: 3)
    board.signal(SIGSTOP)
    try choose(witness)
    board.signal(SIGCONT)
    try awaitRunning(witness, page: 4)
    _ = daemon
  }
}
