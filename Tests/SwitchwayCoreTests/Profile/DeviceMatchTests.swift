import SwitchwayCore
import Testing

@Suite("matching of devices")
struct DeviceMatchTests {
  private static let pedal = DeviceDescription(
    name: "Foot Pedal", bus: 3, vendor: 0x05F3, product: 0x0232, phys: "usb-1/input0", uniq: "42", kind: .pedal,
    links: ["/dev/input/by-id/usb-Pedal-event-kbd", "/dev/input/by-path/pci-1-event-kbd"])

  @Test(
    "everything that is given must match",
    arguments: [
      (DeviceMatch(name: Glob("Foot*")), true), (DeviceMatch(name: Glob("foot*")), false),
      (DeviceMatch(id: Glob("05f3:0232")), true), (DeviceMatch(id: Glob("05f3:*")), true),
      (DeviceMatch(id: Glob("05f3:0233")), false), (DeviceMatch(uniq: Glob("42")), true),
      (DeviceMatch(uniq: Glob("4")), false), (DeviceMatch(phys: Glob("usb-*")), true),
      (DeviceMatch(phys: Glob("bt-*")), false), (DeviceMatch(kinds: [.switchInterface, .pedal]), true),
      (DeviceMatch(kinds: [.keyboard]), false), (DeviceMatch(bus: "usb"), true), (DeviceMatch(bus: "bluetooth"), false),
      (DeviceMatch(path: Glob("/dev/input/by-path/*")), true), (DeviceMatch(path: Glob("/dev/input/by-id/x*")), false),
      (DeviceMatch(name: Glob("Foot*"), kinds: [.keyboard]), false),
      (DeviceMatch(name: Glob("Foot*"), kinds: [.pedal], bus: "usb"), true),
    ])
  func all(_ match: DeviceMatch, _ expected: Bool) {
    #expect(match.matches(DeviceMatchTests.pedal) == expected)
  }

  @Test("pointers and system nodes are taken only by id, path or exact name", arguments: [DeviceKind.pointer, .system])
  func careful(_ kind: DeviceKind) {
    var device = DeviceMatchTests.pedal
    device.kind = kind
    for match in [
      DeviceMatch(name: Glob("*")), DeviceMatch(name: Glob("Foot?Pedal")), DeviceMatch(kinds: [kind]),
      DeviceMatch(bus: "usb"), DeviceMatch(uniq: Glob("42")), DeviceMatch(phys: Glob("usb-1/input0")),
    ] {
      #expect(!match.matches(device))
    }
    for match in [
      DeviceMatch(name: Glob("Foot Pedal")), DeviceMatch(id: Glob("05f3:*")),
      DeviceMatch(name: Glob("*"), path: Glob("/dev/input/by-id/*")),
    ] {
      #expect(match.matches(device))
    }
  }

  @Test("a keyboard that Switchway made is taken only by id, path or exact name; another virtual one by its kind")
  func own() {
    var device = DeviceDescription(
      name: OwnDevice.keyboard.name, bus: OwnDevice.bus, vendor: OwnDevice.vendor, product: OwnDevice.keyboard.product,
      kind: .keyboard)
    #expect(device.busName == "virtual")
    #expect(!DeviceMatch(kinds: [.keyboard]).matches(device))
    #expect(!DeviceMatch(name: Glob("Switchway*")).matches(device))
    #expect(DeviceMatch(name: Glob(OwnDevice.keyboard.name)).matches(device))
    #expect(DeviceMatch(id: Glob(device.id)).matches(device))
    device.product += 1
    #expect(DeviceMatch(kinds: [.keyboard]).matches(device))
  }

  @Test("the first entry that matches takes the node")
  func first() {
    let profile = Profile(
      name: "p",
      devices: [
        DeviceEntry(name: "a", match: DeviceMatch(kinds: [.keyboard])),
        DeviceEntry(name: "b", match: DeviceMatch(name: Glob("Foot*"))),
        DeviceEntry(name: "c", match: DeviceMatch(kinds: [.pedal])),
      ])
    #expect(profile.entry(for: DeviceMatchTests.pedal) == 1)
    var other = DeviceMatchTests.pedal
    other.name = "Other"
    #expect(profile.entry(for: other) == 2)
    other.kind = .other
    #expect(profile.entry(for: other) == nil)
  }
}
