import Testing

@testable import SwitchwayCore

@Suite struct DeviceClassifierTests {
  /// A node: what it declares, and its kind.
  struct Fact: Sendable, CustomTestStringConvertible {
    var about: String
    var kind: DeviceKind
    var name = "Thing"
    var ids: (bus: UInt16, vendor: UInt16, product: UInt16) = (3, 0x1234, 0x5678)
    var keys: [ClosedRange<UInt16>] = []
    var relative: [UInt16] = []
    var axes: [ClosedRange<UInt16>] = []
    var switches: UInt64 = 0
    var properties: [UInt16] = []

    var testDescription: String { about }

    var capabilities: DeviceCapabilities {
      func mask(_ codes: [UInt16]) -> UInt64 { codes.reduce(0) { $0 | 1 << UInt64($1) } }
      return DeviceCapabilities(
        keys: KeySet(keys.flatMap(Array.init)), relative: mask(relative), absolute: mask(axes.flatMap(Array.init)),
        switches: switches, properties: mask(properties))
    }

    func kind(udev: [String: String]? = nil) -> DeviceKind {
      DeviceClassifier.kind(
        name: name, bus: ids.bus, vendor: ids.vendor, product: ids.product, capabilities: capabilities, udev: udev)
    }
  }

  static let wholeKeyboard: [ClosedRange<UInt16>] = [1...0x53, 0x57...0x58, 0x60...0x6f]
  static let stick: [ClosedRange<UInt16>] = [0...1]

  static let byCapability: [Fact] = [
    Fact(about: "power button", kind: .system, ids: (0x19, 0, 1), keys: [0x74...0x74]),
    Fact(about: "lid", kind: .system, ids: (0x19, 0, 5), switches: 1),
    Fact(about: "jack of a sound card", kind: .system, ids: (0, 0, 0), switches: 0b10000),
    Fact(about: "speaker: nothing that can be read", kind: .system, ids: (0x10, 0x1f, 1)),
    Fact(about: "hotkeys with a tablet mode", kind: .system, ids: (0x19, 0, 0), keys: [0x8a...0x8a], switches: 2),
    Fact(about: "brightness keys", kind: .system, ids: (0x19, 0, 6), keys: [0xe0...0xe1, 0xf1...0xf5]),
    Fact(about: "mouse buttons beside a tablet-mode switch", kind: .system, keys: [0x110...0x111], switches: 2),
    Fact(
      about: "buttons soldered to a board, for a person", kind: .switchInterface, ids: (0x19, 1, 1),
      keys: [0x100...0x101]),
    Fact(
      about: "remote control's receiver on the board", kind: .other, ids: (0x19, 0x1283, 0),
      keys: [0x1c...0x1c, 0x67...0x6c, 0x71...0x74, 0x160...0x160, 0x200...0x20b]),
    Fact(about: "power keys of a USB keyboard", kind: .other, keys: [0x74...0x74, 0x8e...0x8f]),
    Fact(about: "keyboard", kind: .keyboard, keys: wholeKeyboard),
    Fact(about: "keyboard of the host", kind: .keyboard, ids: (0x19, 0, 0), keys: wholeKeyboard + [0x74...0x74]),
    Fact(
      about: "keyboard with a touchpad in one node", kind: .keyboard, keys: wholeKeyboard + [0x110...0x112],
      relative: [0, 1, 8]),
    Fact(about: "keyboard without left Ctrl", kind: .keyboard, keys: [1...0x1c, 0x1e...0x35]),
    Fact(
      about: "keyboard with a volume knob and axes of multitouch's numbers", kind: .keyboard, keys: wholeKeyboard,
      axes: [0x20...0x20, 0x28...0x3f]),
    Fact(about: "media keys", kind: .other, keys: [0x71...0x73, 0xa3...0xa6]),
    Fact(about: "one key of a keyboard", kind: .other, keys: [0x39...0x39]),
    Fact(
      about: "touchpad", kind: .touch, keys: [0x110...0x110, 0x145...0x145, 0x14a...0x14a],
      axes: [0...1, 0x2f...0x2f, 0x35...0x36], properties: [0, 2]),
    Fact(
      about: "touchscreen", kind: .touch, keys: [0x14a...0x14a], axes: [0...1, 0x2f...0x2f, 0x35...0x36],
      properties: [1]),
    Fact(about: "pen tablet", kind: .touch, keys: [0x140...0x140, 0x14a...0x14b], axes: [0...1, 0x18...0x18]),
    Fact(about: "buttons beside a tablet", kind: .other, keys: [0x100...0x107, 0x14b...0x14b], axes: [0...1]),
    Fact(about: "mouse", kind: .pointer, keys: [0x110...0x114], relative: [0, 1, 8]),
    Fact(
      about: "mouse with more buttons than the range of mice holds", kind: .pointer, keys: [0x110...0x12f],
      relative: [0, 1]),
    Fact(about: "mouse of a virtual machine", kind: .pointer, keys: [0x110...0x112], relative: [8], axes: stick),
    Fact(
      about: "pointing stick with media keys", kind: .pointer, keys: [0x71...0x73, 0x110...0x112], relative: [0, 1],
      properties: [0, 5]),
    Fact(about: "gamepad", kind: .gamepad, keys: [0x130...0x131, 0x133...0x134], axes: [0...5, 0x10...0x11]),
    Fact(about: "gamepad with a media key", kind: .gamepad, keys: [0xa7...0xa7, 0x130...0x13e], axes: [0...5]),
    Fact(about: "joystick", kind: .joystick, keys: [0x120...0x12b], axes: [0...1, 5...6, 0x10...0x11]),
    Fact(about: "stick with one button", kind: .joystick, keys: [0x120...0x120], axes: stick),
    Fact(about: "handbrake: one axis and no button", kind: .joystick, axes: [0...0]),
    Fact(about: "two joystick buttons without an axis", kind: .joystick, keys: [0x120...0x121]),
    Fact(about: "motion sensor", kind: .other, axes: [0...5], properties: [6]),
    Fact(about: "axes in space, no key", kind: .other, axes: [0...2]),
    Fact(about: "two numbered buttons", kind: .switchInterface, keys: [0x100...0x101]),
    Fact(about: "one button of any range", kind: .switchInterface, keys: [0x2c0...0x2c0]),
    Fact(about: "a dial with a button", kind: .other, keys: [0x100...0x100], relative: [8, 11], axes: [0...1]),
    Fact(about: "all keys that there are", kind: .keyboard, keys: [0...0x2ff]),
  ]

  @Test("without other information the capabilities decide the kind", arguments: byCapability)
  func capabilities(fact: Fact) { #expect(fact.kind() == fact.kind) }

  static let byTable: [Fact] = [
    Fact(about: "transcription pedal", kind: .pedal, ids: (3, 0x05f3, 0x00ff), keys: [0x100...0x102]),
    Fact(about: "keyboard of the same maker", kind: .keyboard, ids: (3, 0x05f3, 0x0007), keys: wholeKeyboard),
    Fact(about: "pedal that types", kind: .pedal, ids: (3, 0x3553, 0xb001), keys: wholeKeyboard),
    Fact(about: "pedal that clicks", kind: .pedal, ids: (3, 0x3553, 0xb001), keys: [0x110...0x114], relative: [0, 1]),
    Fact(
      about: "pedal of shared ids", kind: .pedal, name: "FootSwitch1F1.", ids: (3, 0x0c45, 0x7403),
      keys: wholeKeyboard),
    Fact(
      about: "remote of the same ids", kind: .keyboard, name: "Media Remote", ids: (3, 0x0c45, 0x7403),
      keys: wholeKeyboard),
    Fact(about: "buzzers", kind: .switchInterface, ids: (3, 0x054c, 0x1000), keys: [0x2c0...0x2d3]),
    Fact(about: "board that types", kind: .switchInterface, ids: (3, 0x1b4f, 0x2b75), keys: wholeKeyboard),
    Fact(
      about: "lip stick on a board", kind: .switchInterface, name: "Seeed XIAO nRF52840", ids: (3, 0x2886, 0x8044),
      keys: [0x130...0x137], axes: stick),
    Fact(
      about: "something else on that board", kind: .gamepad, name: "My Pad", ids: (3, 0x2886, 0x8044),
      keys: [0x130...0x137], axes: stick),
    Fact(
      about: "a maker of switches", kind: .switchInterface, name: "Origin Instruments Corp. Breeze",
      keys: [0x120...0x121], axes: [0...0]),
    Fact(about: "headset that sends numbered buttons", kind: .other, ids: (3, 0x047f, 0xc013), keys: [0x100...0x104]),
    Fact(
      about: "pad in a joystick's clothes", kind: .gamepad, ids: (3, 0x054c, 0x0268), keys: [0x120...0x12f],
      axes: [0...5]),
    Fact(
      about: "its motion sensors", kind: .other, name: "Pad Motion Sensors", ids: (3, 0x054c, 0x0268), axes: [0...5],
      properties: [6]),
    Fact(
      about: "racing pedals that look like a motion sensor", kind: .joystick, ids: (3, 0x0483, 0xa3be), axes: [0...2]),
  ]

  @Test("known devices have their true kind, whatever their capabilities", arguments: byTable)
  func table(fact: Fact) { #expect(fact.kind() == fact.kind) }

  @Test("udev's properties are used if udev has examined the node")
  func udev() {
    let box = Fact(about: "", kind: .other, keys: [0x120...0x121])
    #expect(box.kind(udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]) == .keyboard)
    #expect(box.kind(udev: ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"]) == .touch)
    #expect(box.kind(udev: ["ID_INPUT": "1", "ID_INPUT_TABLET": "1", "ID_INPUT_TABLET_PAD": "1"]) == .other)
    #expect(box.kind(udev: ["ID_INPUT": "1", "ID_INPUT_POINTINGSTICK": "1"]) == .pointer)
    #expect(box.kind(udev: ["ID_INPUT": "1", "ID_INPUT_JOYSTICK": "1"]) == .joystick)
    #expect(box.kind(udev: ["ID_INPUT": "1"]) == .switchInterface)
    #expect(box.kind(udev: [:]) == .joystick, "no ID_INPUT: udev has not looked")
    #expect(box.kind(udev: nil) == .joystick)
    let pedal = Fact(about: "", kind: .pedal, ids: (3, 0x05f3, 0x00ff), keys: [0x100...0x102])
    #expect(pedal.kind(udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"]) == .pedal, "the table comes first")
  }
}
