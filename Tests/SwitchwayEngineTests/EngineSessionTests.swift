import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

@Suite("The engine, while the session is not in front or locked") struct EngineSessionTests {
  let sink = Collector()
  let node = NodeID(rawValue: 1)
  let other = NodeID(rawValue: 2)

  private func engine(_ text: String) throws -> Performer {
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    for one in [node, other] { engine.handle(.attached(one, box, entry: 0, down: KeySet(), at: Instant(0))) }
    _ = sink.take()
    return engine
  }

  @Test("what is begun ends and what is pending is rejected as inactive before any device goes, then it is told")
  func leaving() throws {
    let engine = try engine(
      Scene.profile().replacing("tap: next", with: "press: next").replacing(
        "tap: select", with: "tap: select, hold: {after: 500ms, do: menu}"))
    engine.handle(.frame(frame(100, 0, 1), from: node))
    engine.handle(.frame(frame(200, 1, 1), from: other))
    _ = sink.take()
    engine.handle(.detached([node, other], at: Instant(300_000), reason: .inactive))
    engine.handle(.active(false, at: Instant(300_000)))
    #expect(!engine.interpreter.isActive)
    let lines = sink.take()
    #expect(lines.map(\.type) == ["press", "command", "press", "rejected", "device", "device", "mode"])
    #expect(lines[1].message["phase"] == .string("end"))
    #expect(
      lines[3] == #"{"type":"rejected","switch":"right","pressed":200000,"time":300000,"reason":"inactive"}"#)
    #expect(lines[4].message["change"] == .string("removed"))
    #expect(lines[6] == #"{"type":"mode","mode":"active","on":false,"time":300000}"#)
    #expect(engine.stateNow.devices.isEmpty && engine.interpreter.deviceCount == 0)
    engine.handle(.time(Instant(9_000_000)))
    #expect(sink.take().isEmpty, "nothing comes of it afterwards")
  }

  @Test("a mode that has not changed is not told")
  func once() throws {
    let engine = try engine(Scene.profile())
    engine.handle(.active(true, at: Instant(1)))
    engine.handle(.locked(false, at: Instant(1)))
    #expect(sink.take().isEmpty)
    engine.handle(.locked(true, at: Instant(2)))
    engine.handle(.locked(true, at: Instant(3)))
    #expect(sink.take() == [#"{"type":"mode","mode":"locked","on":true,"time":2}"#])
  }

  @Test("while the screen is locked only what when-locked names works; another profile may name more")
  func locked() throws {
    let text = Scene.profile(left: "attention") + "policy: {when-locked: [attention]}\n"
    let engine = try engine(text)
    engine.handle(.locked(true, at: Instant(1)))
    #expect(engine.interpreter.isLocked)
    _ = sink.take()
    engine.handle(.frame(frame(100, 0, 1), from: node))
    engine.handle(.frame(frame(150, 0, 0), from: node))
    engine.handle(.frame(frame(200, 1, 1), from: node))
    engine.handle(.frame(frame(250, 1, 0), from: node))
    #expect(
      sink.take().filter { $0.type != "press" } == [
        #"{"type":"attention","source":{"switch":"left","device":"box","gesture":"tap"},"pressed":100000}"#,
        #"{"type":"rejected","switch":"right","pressed":200000,"time":200000,"reason":"inactive"}"#,
      ])
    engine.handle(.profile(try profile(text.replacing("[attention]", with: "[select]")), at: Instant(300_000)))
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(300_000)))
    engine.handle(.frame(frame(400, 1, 1), from: node))
    #expect(sink.take().contains { $0.message["command"] == .string("select") })
    engine.handle(.frame(frame(450, 1, 0), from: node))
    engine.handle(.locked(false, at: Instant(500_000)))
    engine.handle(.frame(frame(600, 0, 1), from: node))
    #expect(sink.take().contains { $0.type == "attention" })
  }
}
