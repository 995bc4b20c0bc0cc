import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import switchway

@Suite("Making recordings from what the daemon tells") struct RecorderTests {
  private var recorder = Recorder(machine: []) { _, _ in false }

  private static func added(_ node: Int, _ time: Int, phys: String = "usb-1", keys: String = "304") -> String {
    #"{"type":"learn","device":{"name":"Pad","id":"1209:0001","kind":"gamepad","phys":"\#(phys)","uniq":""},"#
      + #""node":\#(node),"change":"added","bus":3,"version":256,"keys":[\#(keys)],"axes":[[0,0,255,128]],"held":[],"#
      + #""time":\#(time)}"#
  }

  private mutating func take(_ lines: String...) throws {
    for line in lines { recorder.take(try #require(LearnedLine(line.message))) }
  }

  /// The recording of a device.
  private mutating func recording(of index: Int) throws -> Recording {
    try Recording(Array(recorder.takeText(of: index).utf8), file: "test")
  }

  @Test("a device that is unplugged and comes back continues its recording")
  mutating func replugged() throws {
    try take(
      Self.added(1, 1_000), #"{"type":"learn","node":1,"events":[[2000,1,304,1]],"time":2000}"#,
      #"{"type":"learn","node":1,"change":"removed","time":3000}"#, Self.added(2, 4_000),
      #"{"type":"learn","node":2,"events":[[5000,1,304,1]],"time":5000}"#)
    recorder.finish(at: Instant(6_000))
    #expect(recorder.devices.count == 1)
    let items = try recording(of: 0).items
    #expect(
      items.map(\.time) == [1_000, 2_000, 3_000, 4_000, 5_000, 6_000].map { Instant($0) })
    #expect(items[2] == .unplug(Instant(3_000)))
    #expect(items[3] == .replug(Instant(4_000), down: KeySet()))
  }

  @Test("two devices at once are two recordings, which their places tell apart")
  mutating func two() throws {
    try take(Self.added(1, 1_000), Self.added(2, 1_000), Self.added(3, 1_000, phys: "usb-2"))
    #expect(recorder.devices.count == 3)
    #expect(try recording(of: 2).description.phys == "usb-2")
  }

  @Test("a recording has lost events, axes, and times that never go back")
  mutating func lost() throws {
    try take(
      Self.added(1, 1_000), #"{"type":"learn","node":1,"events":[[2000,3,0,130]],"time":2000}"#,
      #"{"type":"learn","node":1,"change":"lost","held":[304],"events":[[3000,3,0,255]],"time":3000}"#,
      #"{"type":"learn","node":1,"events":[[2500,1,304,0]],"time":2500}"#)
    recorder.finish(at: Instant(2_000))
    #expect(recorder.devices[0].isPressed)
    let read = try recording(of: 0)
    #expect(read.warnings == [])
    #expect(read.items.count == 6)
    #expect(read.items.map(\.time).allSatisfy { $0 <= Instant(3_000) })
    #expect(read.items[2] == .resync(Instant(3_000), down: KeySet([304])))
  }

  @Test("a trembling axis is no press, and keys that type text are left out")
  mutating func quiet() throws {
    try take(
      Self.added(1, 1_000, keys: "30,304"), #"{"type":"learn","node":1,"events":[[2000,3,0,140]],"time":2000}"#,
      #"{"type":"learn","node":1,"events":[[3000,1,30,1],[3000,1,30,0]],"time":3000}"#)
    #expect(!recorder.devices[0].isPressed)
    #expect(recorder.devices[0].leftOutText)
    #expect(!recorder.takeText(of: 0).contains(" 001e "))
  }

  @Test("a recording of movements presses the same switches", arguments: ["chair", "knob", "cap"])
  func movements(name: String) throws {
    let path = "\(Scene.recordings)/movement-\(name).evemu"
    let rules = String(decoding: try Scene.bytes(of: "\(Scene.recordings)/movement.yaml"), as: UTF8.self)
    let profile = try EngineFixtures.profile(rules)
    let original = try Recording(path: path)
    let start = original.items.first?.time ?? Instant(0)
    let sink = Collector()
    let engine = Performer(profile: profile, audience: .replay(.all), sink: sink)
    engine.handle(.learning(true, events: true, at: start))
    let entry = profile.entry(for: original.description)
    engine.handle(.attached(NodeID(rawValue: 1), original.description, entry: entry, down: KeySet(), at: start))
    for case .frame(let events, _) in original.items { engine.handle(.frame(events, from: NodeID(rawValue: 1))) }
    var recorder = Recorder(machine: []) { _, _ in false }
    for line in sink.take().compactMap({ LearnedLine($0.message) }) { recorder.take(line) }
    // Of the cap, nothing is pushed three times in a row.
    #expect(recorder.devices[0].isPressed == (name != "cap") && recorder.devices[0].hasMoved)
    recorder.finish(at: original.items.last?.end ?? start)
    let copy = try Recording(Array(recorder.takeText(of: 0).utf8), file: "copy")
    #expect(copy.warnings == [] && copy.description.movements == original.description.movements)
    let spans = RecordedContacts([original], profile: profile).spans
    #expect(spans.contains { !$0.isEmpty })
    #expect(RecordedContacts([copy], profile: profile).spans == spans)
  }

  @Test("a mouse that is only moved about is not taken for a pressed switch, and of what types its movements are kept")
  mutating func mouse() throws {
    let added =
      #"{"type":"learn","device":{"name":"Mouse","id":"1209:0003","kind":"pointer","phys":"","uniq":""},"#
      + #""node":1,"change":"added","bus":3,"version":256,"keys":[272],"axes":[],"movements":[0,1,8],"#
      + #""held":[],"time":1}"#
    try take(added)
    for (index, step) in [60, -60, 60, -60].enumerated() {
      let time = 1_000_000 * (index + 1)
      try take(#"{"type":"learn","node":1,"events":[[\#(time),2,0,\#(step)]],"time":\#(time)}"#)
    }
    #expect(!recorder.devices[0].isPressed && recorder.devices[0].hasMoved)
    let text = recorder.takeText(of: 0)
    #expect(text.contains("\nB: 02 03 01 00 00 00 00 00 00\n") && text.contains(" 0002 0000 -60\n"), "\(text)")
  }

  @Test("lines of a daemon without events are refused with a reason")
  func old() {
    let line =
      #"{"type":"learn","device":{"name":"Pad","id":"1209:0001","kind":"gamepad","phys":"","uniq":""},"#
      + #""input":"btn_south","down":true,"time":1}"#
    #expect(LearnedLine(line.message) == nil)
  }
}
