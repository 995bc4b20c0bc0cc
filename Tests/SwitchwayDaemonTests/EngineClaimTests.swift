import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer
import Testing

/// Whose a command is, and which are too late: the engine with clients.
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
    engine.interpreter.attach(node, box, entry: 0, down: KeySet(), at: Instant(0))
    _ = world.sink.take()
    return engine
  }

  private func claim(_ client: Int, _ engine: Performer, at milliseconds: Int64) throws {
    try world.claims.claim(.all, items: nil, by: client, at: Instant(milliseconds * 1_000))
    world.claims.setName(of: client, ClientName(EscapedText("c\(client)")))
    engine.interpreter.setClaims(world.claims, at: Instant(milliseconds * 1_000))
  }

  private func end(_ client: Int, _ engine: Performer, at milliseconds: Int64) {
    world.claims.end(client)
    engine.interpreter.setClaims(world.claims, at: Instant(milliseconds * 1_000))
  }

  /// An edge, with the clock at its time.
  private func edge(_ engine: Performer, _ value: Int32, at milliseconds: Int64, late: Int64 = 0) {
    world.now = Instant(milliseconds * 1_000 + late)
    engine.interpreter.handle(frame(milliseconds, 0, value), from: node)
  }

  private func owners() -> [String?] {
    world.sink.take().filter { $0.type == "command" }.map { $0.message["for"]?.stringValue }
  }

  @Test("what is decided at the release belongs to whoever had claimed it at the press")
  func hold() throws {
    let engine = try engine(
      Scene.profile().replacing("tap: next", with: "tap: next, hold: {after: 500ms, do: select}"))
    try claim(1, engine, at: 0)
    edge(engine, 1, at: 100)
    try claim(2, engine, at: 120)
    edge(engine, 0, at: 200)
    #expect(owners() == ["c1"])
    edge(engine, 1, at: 300)
    end(2, engine, at: 310)
    edge(engine, 0, at: 400)
    #expect(owners() == ["c1"])
    edge(engine, 1, at: 500)
    end(1, engine, at: 510)
    edge(engine, 0, at: 600)
    #expect(owners() == [nil])
  }

  @Test("an end goes where its begin went, whoever comes or goes in between")
  func phases() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    try claim(1, engine, at: 0)
    try claim(2, engine, at: 0)
    edge(engine, 1, at: 100)
    end(2, engine, at: 110)
    edge(engine, 0, at: 200)
    #expect(owners() == ["c2", "c2"])
    edge(engine, 1, at: 300)
    try claim(3, engine, at: 350)
    engine.interpreter.detach(node, at: Instant(400_000))
    #expect(owners() == ["c1", "c1"])
  }

  @Test("a begin that was nobody's ends as nobody's")
  func nobodys() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    edge(engine, 1, at: 100)
    try claim(1, engine, at: 150)
    edge(engine, 0, at: 200)
    #expect(owners() == [nil, nil])
  }

  @Test("the device's offset moves what is told of a press, and not whose it is", arguments: ["-80ms", "0"])
  func offset(offset: String) throws {
    let engine = try engine(
      Scene.profile().replacing(
        #"{match: {name: "Test Box"}}"#, with: #"{match: {name: "Test Box"}, offset: \#(offset)}"#))
    try claim(1, engine, at: 100)
    edge(engine, 1, at: 99)
    edge(engine, 0, at: 110)
    edge(engine, 1, at: 120)
    #expect(owners() == [nil, "c1"])
  }

  @Test("a client's command is for the newest claim, too")
  func sent() throws {
    let engine = try engine(Scene.profile())
    try claim(1, engine, at: 0)
    let refusal = engine.interpreter.send(
      try CommandVocabulary.parse("x-mine"), from: ClientName(EscapedText("other")), at: Instant(5_000))
    #expect(refusal == nil)
    #expect(owners() == ["c1"])
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

  @Test("what begins too late does not begin, and what has begun ends however late")
  func stalePhases() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    edge(engine, 1, at: 100, late: 1_000_001)
    edge(engine, 0, at: 200)
    let lines = world.sink.take()
    #expect(lines.filter { $0.type == "rejected" }.map { $0.message["reason"] } == [.string("stale")])
    #expect(lines.filter { $0.type == "command" } == [])
    edge(engine, 1, at: 300)
    edge(engine, 0, at: 400, late: 9_000_000)
    #expect(
      world.sink.take().filter { $0.type == "command" }.map { $0.message["phase"]?.stringValue } == ["begin", "end"])
  }

  @Test("while a client holds presses back each is rejected, and what has begun still ends")
  func inhibited() throws {
    let engine = try engine(Scene.profile().replacing("tap: next", with: "press: gesture(touch)"))
    edge(engine, 1, at: 100)
    engine.interpreter.setInhibited(true, at: Instant(150_000))
    edge(engine, 0, at: 200)
    #expect(
      world.sink.take().filter { $0.type == "command" }.map { $0.message["phase"]?.stringValue } == ["begin", "end"])
    edge(engine, 1, at: 300)
    edge(engine, 0, at: 400)
    let lines = world.sink.take()
    #expect(lines.filter { $0.type == "command" } == [])
    #expect(
      lines.filter { $0.type == "rejected" } == [
        #"{"type":"rejected","switch":"left","pressed":300000,"time":300000,"reason":"inhibited"}"#
      ])
    engine.interpreter.setInhibited(false, at: Instant(450_000))
    edge(engine, 1, at: 500)
    #expect(world.sink.take().filter { $0.type == "command" }.count == 1)
  }

  @Test("a client that dies while it is told of its command: what comes next is decided without its claim")
  func diesWhileTold() throws {
    let engine = try engine(Scene.profile())
    try claim(1, engine, at: 0)
    world.sink.onFlush = { [world] in
      world.sink.onFlush = nil
      world.claims.end(1)
      engine.interpreter.setClaims(world.claims, at: engine.moment ?? Instant(0))
    }
    edge(engine, 1, at: 100)
    edge(engine, 0, at: 150)
    edge(engine, 1, at: 200)
    #expect(owners() == ["c1", nil])
  }
}
