import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

/// Lines about keyboards. What is decided is tested in `Tests/Timelines`.
@Suite("Lines about keyboards") struct KeyboardLinesTests {
  private let sink = Sink()
  private let node = NodeID(rawValue: 1)

  /// Keeps lines, and checks that lines and keys are handed over.
  private final class Sink: LineSink, KeySink {
    private var lines: [String] = []
    private var isFlushed = true

    func emit(_ head: LineHead, _ line: LineBuffer) {
      isFlushed = false
      lines.append(String(line.text.dropLast()))
    }
    func type(_ code: UInt16, down: Bool, at time: Instant) { isFlushed = false }
    func flush() { isFlushed = true }
    func flushTyped() {}
    func take() -> [String] {
      #expect(isFlushed)
      defer { lines = [] }
      return lines
    }
  }

  private func performer() throws -> Performer {
    let result = ProfileStore(directories: ["\(Scene.top)/Config"]).load("full-keyboard-access")
    let performer = Performer(
      profile: try #require(result.profile), audience: .clients(clock: { Instant(0) }), sink: sink)
    performer.keys = sink
    let board = ClaimTable(permanent: .all, name: ClientName(EscapedText("board")))
    performer.handle(.claims(board, at: Instant(0)))
    let keyboard = DeviceDescription(
      name: "Test Keyboard", bus: 3, vendor: 0x1209, product: 2, kind: .keyboard, keys: KeySet((1...248).map { $0 }))
    performer.handle(.attached(node, keyboard, entry: 0, down: KeySet(), at: Instant(0)))
    _ = sink.take()
    return performer
  }

  /// Keys go down, in this order and 10 ms apart, and come up in the other order. `at`: in ms.
  private func press(_ performer: Performer, _ codes: [UInt16], at start: Int64, releasing: Bool = true) {
    let edges = codes.map { ($0, Int32(1)) } + (releasing ? codes.reversed().map { ($0, 0) } : [])
    for (place, (code, value)) in edges.enumerated() {
      let time = Instant((start + Int64(place) * 10) * 1_000)
      let event = InputEvent(time: time, type: EventType.key, code: code, value: value)
      performer.handle(.frame([event][...], from: node))
    }
  }

  @Test("the source and the times of what keys publish")
  func source() throws {
    let performer = try performer()
    press(performer, [15], at: 1)
    #expect(
      sink.take() == [
        #"{"type":"command","seq":1,"command":"next","args":[],"phase":"do","count":1,"source":{"device":"keyboard","#
          + #""gesture":"chord"},"pressed":1000,"released":11000,"accepted":11000,"sent":11000,"for":"board"}"#
      ])
  }

  @Test("a confirmed command carries its own press, and is accepted at the confirming one")
  func confirmedTimes() throws {
    let performer = try performer()
    press(performer, [29, 56, 42, 125, 19], at: 0)
    press(performer, [15, 21], at: 9_000)
    let line = sink.take().last
    #expect(line?.contains(#""pressed":40000,"released":50000,"accepted":9010000"#) == true, "\(line ?? "")")
    #expect(line?.contains(#""source":{"device":"keyboard","gesture":"chord"}"#) == true)
  }

  @Test("what leaves a gesture mode that a client entered is in that client's name")
  func gestureSender() throws {
    let performer = try performer()
    let on = ScanCommand(known: "gesture-mode", ["on"], group: .gesture)
    performer.handle(.request(.send(on), from: ClientName(EscapedText("tester")), number: 1, at: Instant(0)))
    press(performer, [32], at: 10)
    _ = sink.take()
    performer.handle(.claims(ClaimTable(), at: Instant(50_000)))
    let commands = sink.take().filter { $0.type == "command" }
    #expect(commands.map { $0.message["command"]?.stringValue } == ["cancel", "gesture-mode"])
    #expect(commands.allSatisfy { $0.contains(#""source":{"client":"tester"}"#) })
  }

  @Test("a panic is a mode and a warning")
  func panic() throws {
    let performer = try performer()
    press(performer, [14, 1, 28], at: 0, releasing: false)
    _ = sink.take()
    performer.handle(.time(Instant(1_020_000)))
    #expect(
      sink.take().map(\.message).map { [$0["type"], $0["code"]] } == [
        [.string("mode"), nil], [.string("warning"), .string("panic")],
      ])
    #expect(performer.hasPanicked)
  }
}
