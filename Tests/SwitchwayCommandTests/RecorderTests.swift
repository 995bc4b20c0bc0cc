import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayJSON
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

  @Test("lines of a daemon without events are refused with a reason")
  func old() {
    let line =
      #"{"type":"learn","device":{"name":"Pad","id":"1209:0001","kind":"gamepad","phys":"","uniq":""},"#
      + #""input":"btn_south","down":true,"time":1}"#
    #expect(LearnedLine(line.message) == nil)
  }
}
