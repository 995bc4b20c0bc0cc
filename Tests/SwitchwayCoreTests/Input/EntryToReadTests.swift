import Testing

@testable import SwitchwayCore

@Suite("text keys as switches") struct EntryToReadTests {
  private static let numericKeypad: [UInt16] = [69, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 96, 98]
  private static let telephone: [UInt16] = Array(0x200...0x20B)
  /// The left half of a keyboard: Escape, digits, Tab, letters.
  private static let half: [UInt16] = Array(1...6) + Array(15...20) + Array(30...34)

  private static func profile(_ grab: DeviceEntry.Grab, _ selector: InputSelector) -> Profile {
    Profile(
      name: "p", devices: [DeviceEntry(name: "pad", match: DeviceMatch(), grab: grab)],
      switches: [
        SwitchDefinition(
          name: "one", inputs: [SwitchInput(device: 0, selector: selector)], gestures: GestureBindings())
      ])
  }

  private func isRead(_ profile: Profile, _ keys: [UInt16], _ kind: DeviceKind) -> Bool {
    profile.entryToRead(for: DeviceDescription(name: "Pad", kind: kind, keys: KeySet(keys))) == 0
  }

  @Test(
    "of a numeric keypad, a telephone pad or half a keyboard they need a grab, whatever the kind",
    arguments: [
      (numericKeypad, 76), (numericKeypad, 78), (telephone, 0x205), (telephone, 0x20A), (half, 2), (half, 30),
    ],
    [DeviceKind.keyboard, .switchInterface, .joystick, .gamepad, .pedal, .other])
  func needGrab(_ device: ([UInt16], Int), _ kind: DeviceKind) {
    let selector = InputSelector.key(UInt16(device.1))
    #expect(!isRead(Self.profile(.no, selector), device.0, kind))
    #expect(isRead(Self.profile(.yes, selector), device.0, kind))
    let isTaken = kind == .switchInterface || kind == .pedal
    #expect(isRead(Self.profile(.auto, selector), device.0, kind) == isTaken)
  }

  @Test("a device that is never grabbed is not read for text keys")
  func neverGrabbed() {
    #expect(!isRead(Self.profile(.yes, .key(76)), Self.numericKeypad, .touch))
  }

  @Test(
    "'any' and a button by its number count by the keys that the device has", arguments: [DeviceKind.gamepad, .other])
  func byDevice(_ kind: DeviceKind) {
    #expect(!isRead(Self.profile(.auto, .anyKey), Self.numericKeypad, kind))
    #expect(!isRead(Self.profile(.auto, .button(2)), Self.numericKeypad, kind), "7 of the keypad")
    #expect(isRead(Self.profile(.auto, .button(1)), Self.numericKeypad, kind), "Num Lock")
    #expect(isRead(Self.profile(.auto, .anyKey), [0x120, 0x121], kind))
    #expect(isRead(Self.profile(.auto, .button(2)), [0x120, 0x121], kind))
  }

  @Test("keys that type no character are switches without a grab", arguments: [96, 69, 1, 15, 28, 59])
  func noText(_ code: UInt16) {
    #expect(isRead(Self.profile(.no, .key(code)), Self.numericKeypad + Self.half + [28, 59], .other))
  }

  /// A grabbed device by its name, with numbered buttons as switches, and the letter Q of any keyboard.
  private static func numbered(_ numbers: ClosedRange<Int>) -> Profile {
    var profile = profile(.yes, .key(16))
    profile.switches[0].inputs += numbers.map { SwitchInput(device: 0, selector: .button($0)) }
    return profile
  }

  @Test("numbered buttons that are nine keys of text with the other switches are not read; eight are")
  func tooMany() {
    // Escape, 1 to 7, with Q.
    #expect(isRead(Self.numbered(1...8), Self.half + [28], .keyboard) == true)
    #expect(isRead(Self.numbered(1...8), Self.half + [7, 8, 28], .keyboard) == true)
    #expect(isRead(Self.numbered(1...9), Self.half + [7, 8, 9, 28], .keyboard) == false)
    #expect(isRead(Self.numbered(1...9), Self.half + [7, 8, 9, 28], .other) == false)
    #expect(isRead(Self.numbered(1...9), Self.half + [7, 8, 9, 28], .pedal), "nobody types on it")
    #expect(isRead(Self.numbered(1...20), Array(0x120...0x140), .keyboard), "no letters")
  }
}
