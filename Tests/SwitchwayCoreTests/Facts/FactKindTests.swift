import DeviceFacts
import SwitchwayCore
import Testing

@Suite("real devices: kind and group")
struct FactKindTests {
  @Test("the classifier finds the true kind", arguments: DeviceFact.all)
  func kind(fact: DeviceFact) { #expect(fact.classified.rawValue == fact.kind) }

  @Test("there is a fact of every kind, named with the program's words", arguments: DeviceKind.allCases)
  func every(kind: DeviceKind) {
    #expect(!DeviceFact.of(kind: kind.rawValue).isEmpty)
    #expect(DeviceFact.all.allSatisfy { DeviceKind(rawValue: $0.kind) != nil })
  }

  @Test("exactly the nodes of one device are grouped, in any order")
  func groups() {
    // Mixed, so that the nodes of a group do not follow each other.
    for facts in [DeviceFact.all, DeviceFact.all.reversed(), DeviceFact.all.sorted { $0.phys < $1.phys }] {
      let groups = DeviceGroups.of(facts.map(\.node))
      for first in facts.indices {
        for second in facts.indices where second > first {
          let one = !facts[first].device.isEmpty && facts[first].device == facts[second].device
          #expect((groups[first] == groups[second]) == one, "\(facts[first]) and \(facts[second])")
        }
      }
    }
  }

  @Test("fourteen nodes with one name are one device at one location, and fourteen devices at fourteen")
  func fourteen() {
    func node(_ phys: String) -> DeviceDescription {
      DeviceDescription(
        name: "Gaming Keyboard UNKNOWN", bus: 3, vendor: 0x1234, product: 1, phys: phys, keys: KeySet([0x1e]))
    }
    let together = (0..<14).map { node("usb-0000:00:14.0-1/input\($0 % 3)") }
    #expect(DeviceGroups.of(together) == Array(repeating: 0, count: 14))
    let apart = (0..<14).map { node("usb-0000:00:14.0-\($0)/input0") }
    #expect(DeviceGroups.of(apart) == Array(0..<14))
  }

  @Test("a shared name does not make two devices one")
  func impostors() throws {
    // The ids of a board used in many products, a vendor's other products, a pedal's ids on a remote control.
    for (name, ids, like, kind) in [
      ("My Own Pad", (0x2886, 0x8044), "Seeed XIAO nRF52840", "gamepad"),
      ("X-keys Console", (0x05f3, 0x0232), "VEC  VEC USB Footpedal", "switch-interface"),
      ("Media Remote", (0x0c45, 0x7403), "PCsensor FootSwitch Keyboard", "keyboard"),
      ("Unknown Box", (0x1234, 0x5678), "P.I. Engineering RailDriver", "pointer"),
      ("Quiz Box", (0x1234, 0x5678), "Namtai Wbuzz", "joystick"),
    ] as [(String, (UInt16, UInt16), String, String)] {
      var fact = try #require(DeviceFact.named(like))
      (fact.name, fact.vendor, fact.product) = (name, ids.0, ids.1)
      #expect(fact.classified.rawValue == kind, "\(name)")
    }
  }
}
