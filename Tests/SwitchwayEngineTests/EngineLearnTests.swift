import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime
import Testing

/// The engine while a client learns: devices are told, and do nothing else.
@Suite("The engine while a client learns") struct EngineLearnTests {
  private let sink = Collector()
  private let node = NodeID(rawValue: 1)

  private func engine(_ text: String = Scene.profile()) throws -> Performer {
    let engine = Performer(profile: try profile(text), audience: .replay(.all), sink: sink)
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
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
    engine.handle(.learning(true, at: Instant(10_000)))
    engine.handle(.frame(frame(20, 0, 1), from: node))
    engine.handle(.frame(frame(30, 0, 0), from: node))
    #expect(sink.take() == [Self.learn("btn_0", true, 20_000), Self.learn("btn_0", false, 30_000)])
    engine.handle(.learning(false, at: Instant(40_000)))
    engine.handle(.frame(frame(50, 0, 1), from: node))
    #expect(sink.take().map(\.type) == ["press", "command"])
  }

  @Test("what comes is told, what goes lets go, and what no entry takes is told, too")
  func comesAndGoes() throws {
    let engine = try engine()
    engine.handle(.learning(true, at: Instant(10_000)))
    let other = NodeID(rawValue: 2)
    var description = box
    description.name = "Other Box"
    engine.handle(.attached(other, description, entry: nil, down: KeySet(), at: Instant(15_000)))
    #expect(sink.take().map(\.type) == ["device"])
    engine.handle(.frame(frame(20, 1, 1), from: other))
    #expect(sink.take().first?.message["device"]?["name"] == .string("Other Box"))
    engine.handle(.detached([other], at: Instant(30_000)))
    let lines = sink.take().map(\.message)
    #expect(lines.map { $0["type"]?.stringValue } == ["learn", "device"])
    #expect(lines.first?["down"] == .bool(false))
    // A touchpad's buttons are told, so that a client can say why they are no switches; a recording has none of them.
    description.kind = .touch
    engine.handle(.attached(NodeID(rawValue: 3), description, entry: nil, down: KeySet(), at: Instant(40_000)))
    _ = sink.take()
    engine.handle(.frame(frame(50, 1, 1), from: NodeID(rawValue: 3)))
    #expect(sink.take().map { $0.message["device"]?["kind"] } == [.string("touch")])
    engine.handle(.learning(false, at: Instant(60_000)))
    engine.handle(.learning(true, events: true, at: Instant(70_000)))
    _ = sink.take()
    engine.handle(.frame(frame(80, 1, 1), from: NodeID(rawValue: 3)))
    #expect(sink.take() == [])
  }

  @Test("at the end, what is held on a device that no entry takes is reported as let go of")
  func finishes() throws {
    let engine = try engine()
    let other = NodeID(rawValue: 2)
    engine.handle(.learning(true, at: Instant(10_000)))
    engine.handle(.offered(other, box, down: KeySet(), at: Instant(15_000)))
    engine.handle(.frame(frame(20, 0, 1), from: other))
    engine.handle(.finished(at: Instant(30_000)))
    #expect(sink.take() == [Self.learn("btn_0", true, 20_000), Self.learn("btn_0", false, 30_000)])
  }

  // MARK: Events

  private static let added =
    #"{"type":"learn","device":{"name":"Test Box","id":"1209:0001","kind":"switch-interface","phys":"","uniq":""},"#

  @Test("a client that asks for events gets the node, its events, losses and its end")
  func events() throws {
    let engine = try engine()
    engine.handle(.learning(true, events: true, at: Instant(10_000)))
    engine.handle(.frame(frame(20, 0, 1), from: node))
    engine.handle(.resynced(node, down: KeySet([0x101]), axes: [], at: Instant(30_000)))
    engine.handle(.detached([node], at: Instant(40_000)))
    let lines = sink.take()
    let keys = box.keys.codes.map(String.init).joined(separator: ",")
    #expect(
      lines == [
        Self.added
          + #""node":1,"change":"added","bus":\#(box.bus),"version":\#(box.version),"keys":[\#(keys)],"axes":[],"#
          + #""held":[],"time":10000}"#,
        #"{"type":"learn","node":1,"events":[[20000,1,256,1]],"time":20000}"#,
        #"{"type":"learn","node":1,"change":"lost","held":[257],"events":[],"time":30000}"#,
        #"{"type":"learn","node":1,"change":"removed","time":40000}"#,
        #"{"type":"device","change":"removed","device":"box","name":"Test Box","id":"\#(box.id)","#
          + #""kind":"switch-interface","time":40000}"#,
      ])
  }

  @Test("axes are told at every step, and what a flood sends is not")
  func axes() throws {
    let engine = try engine()
    engine.handle(.learning(true, events: true, at: Instant(10_000)))
    var stick = box
    stick.axes = [AxisDescription(code: 0, minimum: 0, maximum: 255, value: 128)]
    let other = NodeID(rawValue: 2)
    engine.handle(.attached(other, stick, entry: nil, down: KeySet([0x100]), at: Instant(15_000)))
    let first = sink.take().map(\.message).first { $0["node"] == .integer(2) }
    #expect(first?["axes"] == .array([.array([.integer(0), .integer(0), .integer(255), .integer(128)])]))
    #expect(first?["held"] == .array([.integer(0x100)]))
    let move = InputEvent(time: Instant(20_000), type: EventType.absolute, code: 0, value: 130)
    engine.handle(.frame([move][...], from: other))
    #expect(sink.take() == [#"{"type":"learn","node":2,"events":[[20000,3,0,130]],"time":20000}"#])
    for step in 0..<3_000 { engine.handle(.frame(frame(30, 1, Int32(1 - step % 2)), from: other)) }
    #expect(sink.take().count <= 2_001)
  }

  @Test("of a node that types text, only a key pressed three times in a row is told, and nothing that is held")
  func text() throws {
    let engine = try engine()
    engine.handle(.learning(true, events: true, at: Instant(10_000)))
    var keys = box
    keys.kind = .keyboard
    keys.keys = KeySet([30, 31, 32])
    let other = NodeID(rawValue: 2)
    engine.handle(.attached(other, keys, entry: nil, down: KeySet([32]), at: Instant(15_000)))
    #expect(sink.take().map(\.message).first { $0["node"] == .integer(2) }?["held"] == .array([]))
    func press(_ code: UInt16, at time: Int64) {
      for (offset, value) in [(0, 1), (5_000, 0)] as [(Int64, Int32)] {
        let event = InputEvent(time: Instant(time + offset), type: EventType.key, code: code, value: value)
        engine.handle(.frame([event][...], from: other))
      }
    }
    press(30, at: 20_000)
    press(31, at: 30_000)
    press(30, at: 40_000)
    press(30, at: 50_000)
    #expect(sink.take() == [])
    press(30, at: 60_000)
    #expect(
      sink.take() == [
        #"{"type":"learn","node":2,"events":[[40000,1,30,1],[45000,1,30,0],[50000,1,30,1],[55000,1,30,0],"#
          + #"[60000,1,30,1]],"time":60000}"#,
        #"{"type":"learn","node":2,"events":[[65000,1,30,0]],"time":65000}"#,
      ])
    engine.handle(.resynced(other, down: KeySet([31]), axes: [], at: Instant(70_000)))
    #expect(sink.take() == [])
    // Its movements say nothing of what was typed.
    let turn = InputEvent(time: Instant(80_000), type: EventType.relative, code: 8, value: 1)
    engine.handle(.frame([turn][...], from: other))
    #expect(sink.take() == [#"{"type":"learn","node":2,"events":[[80000,2,8,1]],"time":80000}"#])
  }
}
