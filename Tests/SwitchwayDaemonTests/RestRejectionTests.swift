import SwitchwayCore
import SwitchwayReport
import Testing

/// What `rest(on)` answers a press with.
@Suite("Presses while resting") struct RestRejectionTests {
  let sink = Collector()
  let node = NodeID(rawValue: 1)

  private func rejections(_ text: String, _ edges: [(at: Int64, button: UInt16, value: Int32)]) throws -> [String] {
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    engine.interpreter.attach(node, box, entry: 0, down: KeySet(), at: Instant(0))
    engine.interpreter.setRest(true, at: Instant(1))
    for edge in edges { engine.interpreter.handle(frame(edge.at, edge.button, edge.value), from: node) }
    engine.interpreter.advance(to: Instant(60_000_000))
    let lines = sink.take()
    #expect(!lines.contains { $0.type == "command" })
    return lines.filter { $0.type == "rejected" }
  }

  private func rejected(_ name: String, _ pressed: Int, _ time: Int) -> String {
    #"{"type":"rejected","switch":"\#(name)","pressed":\#(pressed)000,"time":\#(time)000,"reason":"rest"}"#
  }

  @Test("a tap: one")
  func tap() throws {
    #expect(try rejections(Scene.profile(), [(100, 0, 1), (200, 0, 0)]) == [rejected("left", 100, 100)])
  }

  @Test("a chord: one, of the chord as it is written, with the first press")
  func chord() throws {
    let text = Scene.profile() + "chords: {right+left: {within: 120ms, do: menu}}\n"
    #expect(
      try rejections(text, [(100, 0, 1), (150, 1, 1), (300, 0, 0), (300, 1, 0)])
        == [rejected("right+left", 100, 150)])
  }

  @Test("a double tap: one, with the first press")
  func double() throws {
    let text = Scene.profile().replacing("tap: next", with: "tap: next, double: {within: 300ms, do: menu}")
    #expect(
      try rejections(text, [(100, 0, 1), (150, 0, 0), (250, 0, 1), (300, 0, 0)]) == [rejected("left", 100, 250)])
  }

  @Test("two taps that are no double: two")
  func taps() throws {
    let text = Scene.profile().replacing("tap: next", with: "tap: next, double: {within: 100ms, do: menu}")
    #expect(
      try rejections(text, [(100, 0, 1), (150, 0, 0), (350, 0, 1), (400, 0, 0)])
        == [rejected("left", 100, 250), rejected("left", 350, 500)])
  }

  @Test("a press with phases: one; a press that repeats: one, at its tap")
  func lasting() throws {
    let text = Scene.profile().replacing("tap: next", with: "press: next").replacing(
      "tap: select", with: "tap: select, repeat: {after: 500ms, every: 100ms}")
    #expect(
      try rejections(text, [(100, 0, 1), (900, 0, 0), (1_000, 1, 1), (3_000, 1, 0)])
        == [rejected("left", 100, 100), rejected("right", 1_000, 1_000)])
  }
}
