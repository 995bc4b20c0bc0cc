import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol
import SwitchwayReport
import Testing

/// The engine while a client learns: devices are told, and do nothing else.
@Suite("The engine while a client learns") struct EngineLearnTests {
  private let sink = Collector()
  private let node = NodeID(rawValue: 1)

  private func engine(_ text: String = Scene.profile()) throws -> Performer {
    let engine = Performer(profile: try profile(text), audience: .replay(.all), sink: sink)
    engine.interpreter.attach(node, box, entry: 0, down: KeySet(), at: Instant(0))
    _ = sink.take()
    return engine
  }

  private static func learn(_ input: String, _ down: Bool, _ time: Int) -> String {
    #"{"type":"learn","device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface","phys":"","uniq":""},"#
      + #""input":"\#(input)","button":\#(input == "btn_0" ? 1 : 2),"down":\#(down),"time":\#(time)}"#
  }

  @Test("edges are told and make nothing; afterwards they make commands again")
  func tells() throws {
    let engine = try engine()
    engine.interpreter.setLearning(true, at: Instant(10_000))
    engine.interpreter.handle(frame(20, 0, 1), from: node)
    engine.interpreter.handle(frame(30, 0, 0), from: node)
    #expect(sink.take() == [Self.learn("btn_0", true, 20_000), Self.learn("btn_0", false, 30_000)])
    engine.interpreter.setLearning(false, at: Instant(40_000))
    engine.interpreter.handle(frame(50, 0, 1), from: node)
    #expect(sink.take().map(\.type) == ["press", "command"])
  }

  @Test("what comes is told, what goes lets go, and what no entry takes is told, too")
  func comesAndGoes() throws {
    let engine = try engine()
    engine.interpreter.setLearning(true, at: Instant(10_000))
    let other = NodeID(rawValue: 2)
    var description = box
    description.name = "Other Box"
    engine.interpreter.attach(other, description, entry: nil, down: KeySet(), at: Instant(15_000))
    #expect(sink.take().map(\.type) == ["device"])
    engine.interpreter.handle(frame(20, 1, 1), from: other)
    #expect(sink.take().first?.message["device"]?["name"] == .string("Other Box"))
    engine.interpreter.detach(other, at: Instant(30_000))
    let lines = sink.take().map(\.message)
    #expect(lines.map { $0["type"]?.stringValue } == ["learn", "device"])
    #expect(lines.first?["down"] == .bool(false))
    // A mouse is not listened to unless an entry takes it.
    description.kind = .pointer
    engine.interpreter.attach(NodeID(rawValue: 3), description, entry: nil, down: KeySet(), at: Instant(40_000))
    _ = sink.take()
    engine.interpreter.handle(frame(50, 1, 1), from: NodeID(rawValue: 3))
    #expect(sink.take() == [])
  }
}
