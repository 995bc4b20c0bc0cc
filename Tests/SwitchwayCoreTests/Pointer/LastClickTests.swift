import Testing

@testable import SwitchwayCore

/// A mouse whose first button is a switch, where nothing else clicks.
@Suite("the last click") struct LastClickTests {
  private static func device(_ name: String, _ kind: DeviceKind, _ keys: [UInt16] = [0x110, 0x111]) -> DeviceDescription
  {
    DeviceDescription(name: name, kind: kind, keys: KeySet(keys))
  }

  private static func profile(_ grab: DeviceEntry.Grab = .yes, button: UInt16 = 0x110) -> Profile {
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "mouse", match: DeviceMatch(name: Glob("Box")), grab: grab)]
    profile.switches = [
      SwitchDefinition(
        name: "one", inputs: [SwitchInput(device: 0, selector: .key(button))], gestures: GestureBindings())
    ]
    return profile
  }

  @Test("is told where no other device clicks")
  func told() {
    let box = Self.device("Box", .pointer)
    let own = DeviceDescription(
      name: OwnDevice.pointer.name, bus: OwnDevice.bus, vendor: OwnDevice.vendor, product: OwnDevice.pointer.product,
      kind: .pointer, keys: KeySet([0x110]))
    for beside in [[], [own], [Self.device("Keys", .keyboard)], [Self.device("Buttons", .pointer, [0x113])]] {
      #expect(Self.profile().lastClick(among: [box] + beside)?.device == box)
    }
    #expect(Self.profile().lastClick(among: [box, box])?.entry == 0)
  }

  @Test("is not told where another mouse, a touchpad or another button clicks, or where the mouse is not grabbed")
  func silent() {
    let box = Self.device("Box", .pointer)
    #expect(Self.profile().lastClick(among: [box, Self.device("Mouse", .pointer)]) == nil)
    #expect(Self.profile().lastClick(among: [Self.device("Pad", .touch, [0x14a]), box]) == nil)
    #expect(Self.profile(button: 0x111).lastClick(among: [box])?.device == nil)
    #expect(Self.profile(.auto).lastClick(among: [box])?.device == nil)
    #expect(Self.profile().lastClick(among: [])?.device == nil)
  }
}
