import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

@Suite("Requests, beside what is pressed", .blocking) struct CatchUpTests {
  let sink = Collector()

  @Test("what was pressed before a request is decided before it, however late both are read")
  func recorded() throws {
    let scene = try Scene()
    let text = Scene.profile().replacing("tap: next", with: "tap: next, hold: {after: 500ms, do: menu}")
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    // Pressed for 100 ms.
    let recording = try Recording(path: try scene.recording(presses: [(0, 0)], end: 100_000))
    let input = try RecordedInput(
      [recording], speed: 1_000, startsAtOnce: true, performer: engine, reactor: Reactor())
    input.catchUp()
    #expect(sink.take().isEmpty, "it has not begun")
    input.start()
    // Nobody has read anything yet when the hold would have been due.
    while input.now < Instant(600_000) {}
    let time = input.now
    input.catchUp()
    engine.handle(.rest(true, at: time))
    let commands = sink.take().filter { $0.type == "command" }.map { $0.message["command"] }
    #expect(commands == [.string("next")])
    input.finish()
  }
}
