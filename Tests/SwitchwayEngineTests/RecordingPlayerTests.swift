import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

@Suite("Players of recordings", .blocking) struct RecordingPlayerTests {
  let sink = Collector()
  let scene: Scene

  init() throws { scene = try Scene() }

  private func recording(_ presses: [(at: Int, button: Int)], end: Int) throws -> Recording {
    try Recording(path: try scene.recording(presses: presses, end: end))
  }

  @Test("an item at a time, each at its time, and then no more")
  func items() throws {
    let engine = Performer(profile: try profile(Scene.profile()), audience: .replay(.none), sink: sink)
    let player = RecordingPlayer([try recording([(500, 0)], end: 900)], performer: engine)
    #expect(player.start == Instant(500_000))
    #expect(player.nextTime == Instant(500_000))
    player.step()
    #expect(sink.take().map(\.type) == ["device", "press", "command"])
    #expect(player.nextTime == Instant(600_000))
    player.step()
    #expect(sink.take().map(\.type) == ["press"])
    #expect(!player.isAtEnd)
    player.step()
    #expect(player.nextTime == nil)
    #expect(player.isAtEnd)
    player.step()
    player.finish()
    #expect(sink.take().isEmpty)
  }

  @Test("a recording in which nothing happens is a device all the same")
  func empty() throws {
    let engine = Performer(profile: try profile(Scene.profile()), audience: .replay(.none), sink: sink)
    let text = try Scene.bytes(of: try scene.recording(presses: [], end: 1))
    let nothing = try Recording(
      Array(String(decoding: text, as: UTF8.self).replacing(/E: .*\n/, with: "").utf8), file: "a")
    let player = RecordingPlayer([nothing], performer: engine)
    #expect(player.nextTime == nil)
    player.finish()
    #expect(sink.take().map(\.type) == ["device"])
  }

  @Test("one that begins with being unplugged does not move the time of the others")
  func unpluggedFirst() throws {
    let profile = try profile(
      Scene.profile().replacing("steady: off", with: "steady: {preset: quick, hold-duration: 50ms}"))
    let engine = Performer(profile: profile, audience: .replay(.none), sink: sink)
    let whole = try Scene.bytes(of: try scene.recording(presses: [], end: 3_000))
    let late = String(decoding: whole, as: UTF8.self)
    let header = String(late[..<(late.range(of: "E: ")?.lowerBound ?? late.endIndex)])
    let gone = header + "# UNPLUG 0.200000\nE: 3.000000 0000 0000 0\n"
    let pressed =
      header
      + [(300, 1), (310, 0)].map { "E: 0.\($0.0)000 0001 0100 \($0.1)\nE: 0.\($0.0)000 0000 0000 0\n" }.joined()
      + "E: 3.000000 0000 0000 0\n"
    let player = RecordingPlayer(
      [try Recording(Array(gone.utf8), file: "a"), try Recording(Array(pressed.utf8), file: "b")], performer: engine)
    while player.nextTime != nil { player.step() }
    player.finish()
    let lines = sink.take()
    #expect(lines.filter { $0.type == "command" }.isEmpty)
    #expect(
      lines.filter { $0.type == "rejected" } == [
        #"{"type":"rejected","switch":"left","pressed":300000,"time":335000,"reason":"too-short"}"#
      ])
    #expect(
      lines.filter { $0.type == "device" }.map { $0.message["time"] }
        == [200_000, 200_000, 300_000].map { .integer($0) })
  }

  @Test("a press at the end is rejected, and makes no command")
  func openEnd() throws {
    let text = Scene.profile().replacing("tap: next", with: "tap: next, hold: {after: 800ms, do: menu}")
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    let whole = try Scene.bytes(of: try scene.recording(presses: [(500, 0)], end: 800))
    let held = String(decoding: whole, as: UTF8.self).replacing(/E: 0\.600000.*\n/, with: "")
    let player = RecordingPlayer([try Recording(Array(held.utf8), file: "a")], performer: engine)
    while player.nextTime != nil { player.step() }
    player.finish()
    let lines = sink.take()
    #expect(lines.map(\.type) == ["device", "press", "pending", "press", "rejected"])
    #expect(lines.last?.message["reason"] == .string("device-lost"))
    #expect(lines.last?.message["time"] == .integer(800_000))
  }

  @Test("what happens in the engine is told before the next thing happens")
  func activity() throws {
    let text = Scene.profile(left: "select").replacing(
      "tap: select", with: "tap: select, hold: {after: 300ms, do: menu}")
    let engine = Performer(profile: try profile(text), audience: .replay(.none), sink: sink)
    let whole = try Scene.bytes(of: try scene.recording(presses: [(500, 0), (2_000, 1)], end: 3_000))
    let held = String(decoding: whole, as: UTF8.self).replacing("0.600000", with: "1.900000")
    let player = RecordingPlayer([try Recording(Array(held.utf8), file: "a")], performer: engine)
    var told: [[String]] = []
    player.onActivity = { [sink] in told.append(sink.take().map(\.type)) }
    player.step()
    player.step()
    // The hold at 0.8 s comes by itself, before the release at 1.9 s.
    #expect(told == [["device", "press", "pending"], ["command"], ["press"]])
  }

  @Test("a device that no entry takes is named, and nothing else of it is told")
  func unmatched() throws {
    let other = try profile(Scene.profile().replacing("Test Box", with: "Other Box"))
    let engine = Performer(profile: other, audience: .replay(.none), sink: sink)
    let player = RecordingPlayer([try recording([(500, 0)], end: 900)], performer: engine)
    while player.nextTime != nil { player.step() }
    player.finish()
    let lines = sink.take()
    #expect(lines.count == 1)
    #expect(lines.first?.message["device"] == .null)
  }

  @Test("a replay refuses a profile that there is not, and goes on")
  func refusal() throws {
    let config = try scene.file("test.yaml", Scene.profile(left: "profile(nowhere)"))
    let store = ProfileStore(file: config, directories: [])
    let loaded = try #require(store.load("test").profile)
    let replay = Replay(
      [try recording([(500, 0), (1_000, 1)], end: 2_000)], profile: loaded, store: store, environment: [:],
      claims: .all, sink: sink)
    var refusals: [String] = []
    replay.onRefusal = { refusals.append($0.message) }
    while replay.step() {}
    #expect(refusals == ["set: profile: there is no profile 'nowhere'; there are: test"])
    #expect(sink.take().filter { $0.type == "command" }.map { $0.message["command"]?.stringValue } == ["select"])
    #expect(!replay.step())
  }
}
