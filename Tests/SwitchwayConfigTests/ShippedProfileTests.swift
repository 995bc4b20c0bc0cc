import Foundation
import SwitchwayConfig
import SwitchwayCore
import Testing

@Suite("the profiles that are shipped")
struct ShippedProfileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized.path
  private static let store = ProfileStore(directories: [root + "/Config"])

  @Test("each is right, without a warning")
  func right() {
    for name in ShippedProfileTests.store.names() {
      let result = ShippedProfileTests.store.load(name)
      #expect(result.lines == [])
      #expect(result.profile?.name == name)
    }
  }

  @Test("default is two-switch under its own name")
  func twoSwitch() throws {
    #expect(ShippedProfileTests.store.names().contains("default"))
    let two = try #require(ShippedProfileTests.store.load("two-switch").profile)
    #expect(two.devices.map(\.name) == ["box"])
    #expect(two.devices[0].match == DeviceMatch(kinds: [.switchInterface, .pedal]))
    #expect(
      two.switches == [
        SwitchDefinition(
          name: "left", inputs: [SwitchInput(device: 0, selector: .button(1))],
          gestures: GestureBindings(tap: try CommandVocabulary.parse("next"))),
        SwitchDefinition(
          name: "right", inputs: [SwitchInput(device: 0, selector: .button(2))],
          gestures: GestureBindings(tap: try CommandVocabulary.parse("select"))),
      ])
    var standard = try #require(ShippedProfileTests.store.load("default").profile)
    standard.name = "two-switch"
    #expect(standard == two)
  }

  @Test("one-switch selects")
  func oneSwitch() throws {
    let one = try #require(ShippedProfileTests.store.load("one-switch").profile)
    #expect(one.devices.map(\.name) == ["box"])
    #expect(one.switches.map(\.name) == ["main"])
    #expect(one.switches[0].gestures == GestureBindings(tap: try CommandVocabulary.parse("select")))
  }
}
