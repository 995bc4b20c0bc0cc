import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

@Suite("Writing recordings") struct RecordingTextTests {
  private static let device = DeviceDescription(
    name: "Box\nwith a line end", bus: 3, vendor: 0x5f3, product: 0x232, version: 0x100, phys: "usb-1/input0",
    uniq: "AB cd", kind: .joystick, links: ["/dev/input/by-id/usb-a", "/dev/input/by-path/b"],
    keys: KeySet([0x120, 0x2ff]), axes: [AxisDescription(code: 0, minimum: -127, maximum: 127)])

  @Test("what is written is read back the same")
  func roundTrip() throws {
    let capabilities = DeviceCapabilities(
      keys: Self.device.keys, relative: 3, absolute: 1, switches: 1 << 5, properties: 1 << 63)
    let events = [
      InputEvent(time: Instant(1_000_001), type: EventType.key, code: 0x120, value: 1),
      InputEvent(time: Instant(1_000_001), type: EventType.absolute, code: 0, value: -127),
      InputEvent(time: Instant(2_500_000), type: EventType.key, code: 0x120, value: 0),
    ]
    let text =
      RecordingText.header(Self.device, capabilities) + RecordingText.emptyFrame(at: Instant(7))
      + RecordingText.frames(events) + RecordingText.loss(at: Instant(3_000_000), held: [0x120])
      + RecordingText.unplug(at: Instant(4_000_000)) + RecordingText.replug(at: Instant(5_000_000), held: [0x2ff])
      + RecordingText.emptyFrame(at: Instant(6_000_000))
    let recording = try Recording(Array(text.utf8), file: "test.evemu")
    #expect(recording.warnings == [])
    #expect(recording.capabilities == capabilities)
    #expect(recording.description.name == "Box with a line end")
    #expect(recording.description.id == "05f3:0232")
    #expect(recording.description.phys == "usb-1/input0")
    #expect(recording.description.uniq == "AB cd")
    #expect(recording.description.links == Self.device.links)
    #expect(recording.description.axes == Self.device.axes)
    #expect(
      recording.items == [
        .frame([], report: Instant(7)), .frame(events[..<2], report: Instant(1_000_001)),
        .frame(events[2...], report: Instant(2_500_000)), .resync(Instant(3_000_000), down: KeySet([0x120])),
        .unplug(Instant(4_000_000)), .replug(Instant(5_000_000), down: KeySet([0x2ff])),
        .frame([], report: Instant(6_000_000)),
      ])
    #expect(text.contains("\nB: 01 00 00 00 00 01 00 00 00\n"))
    #expect(text.contains("\nB: 00 2f 00 00 00 00 00 00 00\n"))
  }
}
