import Foundation
import SwitchwayConfig
import SwitchwayClock
import SwitchwayCore
import Testing

@Suite("the profiles that are shipped")
struct ShippedProfileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized.path
  private static let store = ProfileStore(directories: [root + "/Config"])

  @Test("all are there")
  func all() {
    #expect(
      ShippedProfileTests.store.names() == [
        "buzzers", "default", "full-keyboard-access", "gamepad", "joystick", "one-switch",
        "one-switch-desktop", "one-switch-step", "pedals", "sip-and-puff", "two-switch",
      ])
  }

  @Test("each is right, without a warning, and has a label for people", arguments: store.names())
  func right(name: String) throws {
    let result = ShippedProfileTests.store.load(name)
    // Notes say long presses and the pace of the clock in words, where a profile wants them.
    #expect(result.diagnostics.filter { $0.severity != .note } == [])
    let profile = try #require(result.profile)
    #expect(profile.name == name)
    #expect(profile.label != name)
  }

  /// The smallest file that starts from a profile, as the comments at the head of each show it.
  @Test("the example at the head of a profile is right, and starts from it", arguments: store.names())
  func example(name: String) throws {
    let text = try String(contentsOfFile: ShippedProfileTests.root + "/Config/\(name).yaml", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
    let example = lines.filter { $0.hasPrefix("#     ") }.map { $0.dropFirst(6) + "\n" }.joined()
    guard !example.isEmpty else { return #expect(["default", "one-switch"].contains(name)) }
    let sandbox = try Sandbox()
    let file = try sandbox.write("own.yaml", example)
    let result = ProfileStore(file: file, directories: ShippedProfileTests.store.directories).load("own")
    #expect(result.diagnostics.filter { $0.severity != .note } == [])
    #expect(example.contains("extends: \(name)\n"))
    #expect(result.profile != nil)
    let shipped = ShippedProfileTests.store.load(name).profile
    #expect(result.profile?.switches != shipped?.switches || result.profile?.keyboard != shipped?.keyboard)
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

  @Test("one switch scans the desktop, by itself or step by step")
  func oneSwitchScans() throws {
    let one = try #require(ShippedProfileTests.store.load("one-switch").profile)
    let desktop = try #require(ShippedProfileTests.store.load("one-switch-desktop").profile)
    #expect(desktop.switches == one.switches)
    // A box that sends a joystick's buttons is a joystick.
    let kinds: Set<DeviceKind> = [.switchInterface, .pedal, .joystick]
    #expect(desktop.devices.map(\.name) == ["box"] && desktop.devices.map { Set($0.match.kinds) } == [kinds])
    #expect(desktop.scan == ScanSettings(style: .auto))
    let step = try #require(ShippedProfileTests.store.load("one-switch-step").profile)
    #expect(step.devices == desktop.devices)
    #expect(step.switches.map(\.gestures) == [GestureBindings(tap: try CommandVocabulary.parse("next"))])
    #expect(step.scan == ScanSettings(style: .step, interval: .milliseconds(1_500)))
    for profile in [desktop, step] {
      #expect(profile.bridge?.name == "desktop")
      let keys = try ["next", "previous", "select"].map { profile.bridge?.keys[try CommandVocabulary.parse($0)]?.text }
      #expect(keys == ["tab", "shift+tab", "enter"])
    }
  }
}
