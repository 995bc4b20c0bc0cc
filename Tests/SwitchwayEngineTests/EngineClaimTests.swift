import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

/// Lines for clients. `Tests/Timelines/claims.timeline` tests whose a command is.
@Suite("The engine and who claims commands") struct EngineClaimTests {
  /// What a server would say and what a clock shows.
  private final class World {
    var now = Instant(0)
    var claims = ClaimTable()
    let sink = Collector()
  }

  private let world = World()
  private let node = NodeID(rawValue: 1)

  private func engine(_ text: String) throws -> Performer {
    let world = world
    let engine = Performer(
      profile: try profile(text),
      audience: .clients(clock: { world.now }, lifetime: .seconds(1)),
      sink: world.sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    _ = world.sink.take()
    return engine
  }

  private func claim(_ client: Int, _ engine: Performer, at milliseconds: Int64) throws {
    try world.claims.claim(.all, items: nil, by: client, at: Instant(milliseconds * 1_000))
    world.claims.setName(of: client, ClientName(EscapedText("c\(client)")))
    engine.handle(.claims(world.claims, at: Instant(milliseconds * 1_000)))
  }

  /// An edge, with the clock at its time.
  private func edge(_ engine: Performer, _ value: Int32, at milliseconds: Int64, late: Int64 = 0) {
    world.now = Instant(milliseconds * 1_000 + late)
    engine.handle(.frame(frame(milliseconds, 0, value), from: node))
  }

  private func owners() -> [String?] {
    world.sink.take().filter { $0.type == "command" }.map { $0.message["for"]?.stringValue }
  }

  @Test("a command decided over a second ago is rejected as stale, and not counted")
  func stale() throws {
    let engine = try engine(Scene.profile())
    edge(engine, 1, at: 100, late: 1_000_001)
    edge(engine, 0, at: 200, late: 1_000_001)
    #expect(
      world.sink.take().filter { $0.type == "rejected" || $0.type == "command" } == [
        #"{"type":"rejected","switch":"left","pressed":100000,"time":100000,"reason":"stale"}"#
      ])
    edge(engine, 1, at: 300, late: 1_000_000)
    #expect(world.sink.take().filter { $0.type == "command" }.map { $0.message["seq"] } == [.integer(1)])
  }

  @Test("a client that dies while it is told of its command: what comes next is decided without its claim")
  func diesWhileTold() throws {
    let engine = try engine(Scene.profile())
    try claim(1, engine, at: 0)
    world.sink.onFlush = { [world] in
      world.sink.onFlush = nil
      world.claims.end(1)
      engine.handle(.claims(world.claims, at: engine.moment ?? Instant(0)))
    }
    edge(engine, 1, at: 100)
    edge(engine, 0, at: 150)
    edge(engine, 1, at: 200)
    #expect(owners() == ["c1", nil])
  }

  @Test("a phase ends for the client that it began for, by the name that it has then")
  func renamed() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    try claim(1, engine, at: 0)
    edge(engine, 1, at: 100)
    world.claims.setName(of: 1, ClientName(EscapedText("board")))
    engine.handle(.claims(world.claims, at: Instant(150_000)))
    edge(engine, 0, at: 200)
    #expect(owners() == ["c1", "board"])
  }
}
