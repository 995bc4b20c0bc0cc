import Foundation
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReport
import Testing

@testable import switchway

@Suite("a key-remap file beside devices", .blocking) struct DeviceCheckTests {
  private static let box = DeviceDescription(
    name: "Test Box", vendor: 0x1209, product: 1, kind: .switchInterface, keys: KeySet([0x100, 0x101]))

  /// The diagnostics for a profile with these lines under `switches`, while these devices are present. PATH stands for
  /// the profile's path.
  private func words(_ switches: String, devices: String = "name: Test Box", _ present: [DeviceDescription]) throws
    -> String
  {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml", "switchway: 1\ndevices:\n  box: {match: {\(devices)}}\nswitches:\n\(switches)")
    var result = ProfileStore(file: path, directories: []).load("test")
    let profile = try #require(result.profile, "\(result.text)")
    DeviceCheck.compare(&result, profile, with: present)
    return result.text.replacing(path, with: "PATH")
  }

  @Test("a button that the device lacks is an error at its place, with what the device has")
  func missing() throws {
    let words = try words("  left: {input: box/button-3, tap: select}\n", [Self.box])
    let expected = [
      "PATH:5:17: error: 'Test Box' has no 'box/button-3'",
      "    left: {input: box/button-3, tap: select}",
      "                  ^", "help: it has button-1 to button-2: btn_0, btn_1", "",
    ]
    #expect(words == expected.joined(separator: "\n"), "\(words)")
  }

  @Test("a key and an axis that it lacks; what another device of the entry has is right")
  func others() throws {
    let words = try words(
      "  left: {input: box/key_a, tap: select}\n  right: {input: box/abs_x > 60%, tap: next}\n", [Self.box])
    #expect(words.contains("PATH:5:17: error: 'Test Box' has no 'box/key_a'\n"), "\(words)")
    #expect(words.contains("PATH:6:18: error: 'Test Box' has no 'box/abs_x > 60%'\n"), "\(words)")
    var nodes = [Self.box, Self.box]
    nodes[0].parent = "/sys/devices/usb1"
    nodes[1].parent = "/sys/devices/usb1"
    nodes[1].keys = KeySet([0x100, 0x101, 0x102])
    #expect(try self.words("  left: {input: box/button-3, tap: select}\n", nodes).isEmpty)
  }

  @Test("two spellings of one button are an error that names both places")
  func shared() throws {
    let words = try words(
      "  left: {input: box/button-2, tap: select}\n  right: {input: box/btn_1, tap: next}\n", [Self.box])
    #expect(
      words.hasPrefix(
        "PATH:6:18: error: two switches on one input: of 'Test Box', 'box/btn_1' is 'box/button-2', which presses "
          + "'left' (PATH:5:17)\n"), "\(words)")
  }

  @Test("check explains why a device is not read whose switch is a key that types")
  func unread() throws {
    let button = DeviceDescription(name: "Test Box", kind: .keyboard, keys: KeySet([57]))
    let words = try words("  left: {input: box/key_space, tap: select}\n", [button])
    #expect(
      words.hasPrefix("PATH:3:3: warning: 'Test Box' is not read, so its switches do nothing\n"), "\(words)")
    #expect(
      words.hasSuffix(
        "help: key_space types text, and what is typed is read only on a device that is grabbed; add 'grab: yes' to "
          + "'box'\n"), "\(words)")
  }

  @Test("explain and status say it, too")
  func unreadElsewhere() throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml",
      """
      switchway: 1
      devices:
        box: {match: {name: Test Box}}
      switches:
        left: {input: box/key_space, tap: select}

      """)
    let result = ProfileStore(file: path, directories: []).load("test")
    let profile = try #require(result.profile, "\(result.text)")
    let button = DeviceDescription(name: "Test Box", kind: .keyboard, keys: KeySet([57]))
    let unread = try #require(UnreadWords.sentences(profile, [button]).first)
    #expect(unread.entry == "box" && unread.device == "Test Box")
    let words = ExplanationWords(
      profile: ProfileExplanation.of(profile, result.places, bridge: nil), present: [],
      unread: [unread.entry: unread.reason])
    #expect(words.text.contains("it is there and not read: key_space types text"), "\(words.text)")
    #expect(!words.text.contains("not there now"))
  }

  @Test("two equal devices of one entry are said to be one")
  func twins() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let paths = try ["one.evemu", "two.evemu"].map { try scene.recording($0, presses: [], end: 1) }
    let result = try Program.run(
      "switchway", ["devices", "--config", config] + paths, environment: scene.environment)
    let line =
      "  equal   another device of this name and id: one entry takes them all, so each presses the same switches"
    #expect(result.output.components(separatedBy: line).count == 3, "\(result)")
    #expect(Learn.twins(of: 0, among: [Self.box]) == nil)
    #expect(
      Learn.twins(of: 0, among: [Self.box, Self.box])
        == "2 devices are 'Test Box' (1209:0001): one entry takes them all, so each presses this switch")
  }
}
