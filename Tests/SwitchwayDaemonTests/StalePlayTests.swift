import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

/// What is too late to be sent while a recording is played.
@Suite("Commands of a recording that are late", .blocking) struct StalePlayTests {
  @Test("a command that could not be sent within a second is rejected as stale")
  func stopped() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let presses = (0..<600).map { (at: $0 * 300, button: 0) }
    let recording = try scene.recording(presses: presses, end: 180_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let client = try Client(scene.socket)
    try client.lines(until: "command")
    daemon.signal(SIGSTOP)
    let stopped = microseconds()
    try eventually("two seconds") { microseconds() - stopped >= 2_000_000 }
    daemon.signal(SIGCONT)
    let lines = try client.lines.lines { $0.message["reason"] == .string("stale") }
    let rejected = try #require(lines.last?.message)
    #expect(rejected["switch"] == .string("left"))
    // What was not too late comes, and is told how late it is.
    let command = try client.next("command")
    let (accepted, sent) = (command["accepted"]?.integerValue ?? 0, command["sent"]?.integerValue ?? 0)
    #expect(accepted > rejected["pressed"]?.integerValue ?? 0)
    #expect((0...1_000_000).contains(sent - accepted), "\(command)")
  }

  @Test("how late it is counts on the machine's clock, whatever the speed", arguments: [0.5, 1, 100, 1_000])
  func speeds(speed: Double) throws {
    let scene = try Scene()
    let recording = try Recording(path: try scene.recording(presses: [(0, 0)], end: 100_000_000))
    let sink = Collector()
    let reactor = try Reactor()
    let profile = try profile(Scene.profile())
    func late(by microseconds: Int64) throws -> JSONValue {
      var input: RecordedInput?
      let engine = Performer(
        profile: profile,
        audience: .clients(
          clock: { input?.now ?? Instant(0) }, lifetime: Microseconds(Int64(1_000_000 * speed)), speed: speed),
        sink: sink)
      let playing = try RecordedInput(
        [recording], speed: speed, startsAtOnce: true, performer: engine, reactor: reactor)
      input = playing
      playing.start()
      let began = Reactor.now
      try eventually("\(microseconds) µs") { (Reactor.now - began).value >= microseconds }
      playing.catchUp()
      playing.finish()
      return sink.take().first { ["command", "rejected"].contains($0.type) }?.message ?? .null
    }
    #expect(try late(by: 1_001_000)["reason"] == .string("stale"))
    // A busy machine may be later than that, and then it is stale, too.
    var command = JSONValue.null
    try eventually("one that is not too late") {
      command = try late(by: 100_000)
      return command["type"] == .string("command")
    }
    let lateness = (command["sent"]?.integerValue ?? 0) - (command["accepted"]?.integerValue ?? 0)
    #expect((100_000...1_000_000).contains(lateness), "\(command)")
  }
}
