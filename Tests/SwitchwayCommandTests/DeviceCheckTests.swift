import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayProtocol
import SwitchwayYAML
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

  @Test("what the file alone makes certain is warned of once, whatever the words of the warning are")
  func leaks() throws {
    let scene = try Scene()
    let text = """
      switchway: 1
      devices:
        keys: {match: {name: Keys, kind: keyboard}, grab: no}
      switches:
        left: {input: keys/f13, tap: select}

      """
    var result = ProfileStore(file: try scene.file("test.yaml", text), directories: []).load("test")
    let profile = try #require(result.profile, "\(result.text)")
    let keys = DeviceDescription(name: "Keys", vendor: 0x1209, product: 2, kind: .keyboard, keys: KeySet([183]))
    try #require(!profile.leaks(of: keys).isEmpty && result.diagnostics.map(\.code) == [.reachesDesktop])
    result.diagnostics[0].message = "in other words"
    LeakWords.warn(&result, profile, [keys])
    #expect(result.diagnostics.count == 1)
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

  @Test("a device of the entry's name with another id is named: it may have changed its mode")
  func changed() throws {
    var other = Self.box
    other.product = 2
    let words = try words(
      "  left: {input: box/button-1, tap: select}\n", devices: "name: Test Box, id: \"1209:0001\"", [other])
    #expect(words.contains("warning: 'box' of the profile is not plugged in, but Test Box is"), "\(words)")
    #expect(words.contains("1209:0002") && words.contains("set it up again"), "\(words)")
  }

  @Test("one input of a list is enough; of none, one error says so")
  func alternatives() throws {
    #expect(try words("  left: {input: [box/button-9, box/button-1, box/key_a], tap: select}\n", [Self.box]).isEmpty)
    let words = try words("  left: {input: [box/button-8, box/button-9], tap: select}\n", [Self.box])
    #expect(
      words.hasPrefix(
        "PATH:5:18: error: 'Test Box' has none of the inputs of 'left': 'box/button-8', 'box/button-9'\n"), "\(words)")
  }

  @Test(
    "a key that does something on a desktop is a warning while its device is not grabbed",
    arguments: [
      (114, "key_volumedown"), (164, "key_playpause"), (155, "key_mail"), (116, "key_power"), (183, "key_f13"),
      (194, "key_f24"), (114, "button-1"), (114, "any"),
    ])
  func leaks(code: Int, input: String) throws {
    var button = DeviceDescription(name: "Test Box", kind: .other, keys: KeySet([UInt16(code)]))
    let line = "  main: {input: box/\(input), tap: select}\n"
    let words = try words(line, [button])
    #expect(
      words.hasPrefix("PATH:5:17: warning: 'box/\(input)' also reaches the desktop: 'Test Box' is not grabbed\n"),
      "\(words)")
    #expect(words.contains("add grab: yes to device 'box'"), "\(words)")
    #expect(words.contains("turn the computer off") == (code == 116), "\(words)")
    #expect(try self.words(line, devices: "name: Test Box}, grab: yes}  # ", [button]).isEmpty)
    button.kind = .pedal
    #expect(try self.words(line, [button]).isEmpty)
  }

  @Test("of switches that a profile inherits, one warning says that no switch can hear the device, and what to write")
  func inherited() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", "switchway: 1\nextends: pedals\n")
    let store = ProfileStore(file: path, directories: ["\(Scene.top)/Config"])
    func words(_ device: DeviceDescription) throws -> String {
      var result = store.load("test")
      DeviceCheck.compare(&result, try #require(result.profile), with: [device])
      return result.diagnostics.map { "\($0.severity): \($0.message); \($0.help)" }.joined(separator: "\n")
    }
    let three = DeviceDescription(name: "Pedals", kind: .pedal, keys: KeySet([184, 185, 186]))
    #expect(try words(three).isEmpty)
    let none = DeviceDescription(
      name: "Pedals", kind: .pedal, axes: [AxisDescription(code: 2, minimum: 0, maximum: 255)])
    #expect(
      try words(none) == "warning: 'Pedals' has no input that a switch of the profile uses; it has no keys, but abs_z; "
        + "'switchway learn' writes the one that you press, or write for example input: pedals/abs_z > 60%")
    let one = DeviceDescription(name: "Pedals", kind: .pedal, keys: KeySet([184]))
    #expect(try words(one).hasPrefix("warning: 'Pedals' has no input for 'middle', 'right'; it has button-1: "))
  }

  @Test("two spellings of one button are an error that names both places")
  func shared() throws {
    let words = try words(
      "  left: {input: box/button-2, tap: select}\n  right: {input: box/btn_1, tap: next}\n", [Self.box])
    #expect(
      words.hasPrefix(
        "PATH:6:18: error: two switches on one input: on 'Test Box', 'box/btn_1' is 'box/button-2', which presses "
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
        "help: key_space types text, and such keys are read only from a device that is grabbed; add 'grab: yes' to "
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
    #expect(words.text.contains("it is plugged in, but not read: key_space types text"), "\(words.text)")
    #expect(!words.text.contains("not plugged in now"))
  }

  @Test("two equal devices of one entry are said to be one")
  func twins() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let paths = try ["one.evemu", "two.evemu"].map { try scene.recording($0, presses: [], end: 1) }
    let result = try Program.run(
      "switchway", ["devices", "--config", config] + paths, environment: scene.environment)
    let line =
      "  equal   another device with this name and id: one entry matches all, so each presses the same switches"
    #expect(result.output.components(separatedBy: line).count == 3, "\(result)")
    #expect(Learn.twins(of: 0, among: [Self.box]) == nil)
    let twins = Learn.twins(of: 0, among: [Self.box, Self.box])
    #expect(twins?.hasPrefix("2 devices are 'Test Box' (1209:0001): ") == true)
  }
}
