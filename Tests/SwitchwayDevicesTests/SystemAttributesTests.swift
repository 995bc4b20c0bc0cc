import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayDevices

@Suite struct SystemAttributesTests {
  @Test("a bitmap of sysfs is read from its end")
  func bitmap() {
    #expect(SystemAttributes.codes("3", below: 768) == [0, 1])
    #expect(SystemAttributes.codes("3 0 0 0 0", below: 768) == [256, 257])
    #expect(SystemAttributes.codes("8000000000000000 0", below: 768) == [127])
    #expect(SystemAttributes.codes("1 0", below: 64) == [], "past the limit")
    #expect(SystemAttributes.codes("", below: 768) == [])
    #expect(SystemAttributes.codes("zz 1", below: 768) == [0], "nonsense is empty")
  }

  @Test("only event nodes are nodes")
  func eventNodes() {
    #expect(DeviceMonitor.isEventNode("/sys/devices/virtual/input/input5/event12"))
    for path in ["/sys/devices/virtual/input/input5", "/x/event", "/x/event1x", "/x/mouse0", "/x/js0", "", "/"] {
      #expect(!DeviceMonitor.isEventNode(path))
    }
  }

  @Test("devices that cannot be watched are told in words")
  func unavailable() {
    #expect("\(DeviceMonitor.Failure.unavailable(24))" == "cannot look for devices: Too many open files")
  }

  @Test("what is missing is empty, and a device that went has no description")
  func missing() {
    #expect(SystemAttributes.text("/sys/no/such/attribute") == nil)
    #expect(SystemAttributes.number("/sys/no/such/attribute") == 0)
    #expect(SystemAttributes.description(systemPath: "/sys/no/such/input1/event1", links: [], udev: nil) == nil)
    #expect(SystemAttributes.description(systemPath: "", links: [], udev: nil) == nil)
  }

  @Test(
    "the device that a node belongs to is the USB device, else the HID device, else not known",
    arguments: [
      (
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:05F3:00FF.0001/input/input5/event5",
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2"
      ),
      (
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3/1-2.3:1.1/0003:05F3:00FF.0002/input/input6/event6",
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.3"
      ),
      (
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/input/input7/event7",
        "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4"
      ),
      (
        "/sys/devices/virtual/misc/uhid/0005:1209:6770.000A/input/input8/event8",
        "/sys/devices/virtual/misc/uhid/0005:1209:6770.000A"
      ),
      ("/sys/devices/platform/i8042/serio0/input/input3/event3", ""),
      ("/sys/devices/virtual/input/input9/event9", ""), ("", ""), ("/", ""), (":", ""), ("a/a:", ""),
    ])
  func parent(_ path: String, _ expected: String) {
    #expect(SystemAttributes.parent(of: path) == expected)
  }

  @Test("stable links are those by id and by path")
  func links() {
    #expect(DeviceLinks.isStable("/dev/input/by-id/usb-Box-event-if00"))
    #expect(DeviceLinks.isStable("/dev/input/by-path/pci-0000-event"))
    #expect(!DeviceLinks.isStable("/dev/input/js0"))
    #expect(DeviceLinks.pointing(at: "/dev/input/no-such-node").isEmpty)
    #expect(DeviceLinks.devicePath("/sys/devices/platform/a/input/input5/event3") == "/devices/platform/a/input/input5")
  }

  @Test("what cannot be a node is refused, with its reason")
  func openings() {
    func failure(_ path: String) -> NodeFailure? {
      do throws(NodeFailure) {
        _ = try EvdevNode(path: path, described: DeviceDescription(name: "x"))
        return nil
      } catch { return error }
    }
    #expect(failure("/dev/input/no-such-node") == .gone)
    #expect(failure("/dev/null") == .other(25), "ENOTTY: not an event node")
    do throws(NodeFailure) {
      _ = try EvdevNode(
        NodeAnnouncement(path: "/dev/null", systemPath: "/sys/x", description: DeviceDescription(name: "x")))
      Issue.record("opened a node that sysfs has elsewhere")
    } catch { #expect(error == .gone) }
  }

  @Test("monotonic time goes on")
  func clock() {
    let before = MonotonicClock.now()
    let after = MonotonicClock.now()
    #expect(before <= after && before.microseconds > 0)
  }
}
