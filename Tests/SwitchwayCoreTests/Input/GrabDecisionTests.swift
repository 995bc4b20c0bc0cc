import Testing

@testable import SwitchwayCore

@Suite("decisions about grabs")
struct GrabDecisionTests {
  /// The decision for `grab` and the kind of a device that switches use.
  private static func expected(_ grab: DeviceEntry.Grab, _ kind: DeviceKind) -> GrabDecision {
    switch (grab, kind) {
    case (.no, _): .forbidden
    case (_, .touch): .isTouched
    case (.yes, _): .asked
    case (.auto, .switchInterface), (.auto, .pedal): .boxOfSwitches
    case (.auto, .keyboard), (.auto, .pointer), (.auto, .joystick), (.auto, .gamepad), (.auto, .system),
      (.auto, .other):
      .otherKind
    }
  }

  private static func profile(_ grab: DeviceEntry.Grab, isUsed: Bool) -> Profile {
    let entries = [
      DeviceEntry(name: "first", match: DeviceMatch()), DeviceEntry(name: "box", match: DeviceMatch(), grab: grab),
    ]
    let one = SwitchDefinition(
      name: "one", inputs: [SwitchInput(device: isUsed ? 1 : 0, selector: .anyKey)], gestures: GestureBindings())
    return Profile(name: "p", devices: entries, switches: [one])
  }

  private static func device(_ kind: DeviceKind, keys: [UInt16] = [0x100]) -> DeviceDescription {
    DeviceDescription(name: "Box", kind: kind, keys: KeySet(keys))
  }

  @Test(
    "a device that has no input of a switch stays with the desktop, unless the file asks",
    arguments: DeviceKind.allCases)
  func unheard(_ kind: DeviceKind) {
    for grab in DeviceEntry.Grab.allCases {
      let profile = Self.profile(grab, isUsed: true)
      let decision = GrabDecision(profile: profile, entry: 1, device: Self.device(kind, keys: []))
      let expected: GrabDecision =
        switch (grab, kind) {
        case (.no, _): .forbidden
        case (_, .touch): .isTouched
        case (.yes, _): .asked
        case (.auto, _): .unheard
        }
      #expect(decision == expected)
    }
  }

  @Test("a joystick whose cross sends the arrow keys is grabbed; a keyboard is not, and nobody types on a button")
  func arrows() {
    let profile = Self.profile(.auto, isUsed: true)
    for (kind, keys, expected) in [
      (.joystick, [103], .boxOfSwitches), (.gamepad, [103, 0x130], .boxOfSwitches), (.gamepad, [0x130], .otherKind),
      (.keyboard, [103], .otherKind),
    ] as [(DeviceKind, [UInt16], GrabDecision)] {
      #expect(GrabDecision(profile: profile, entry: 1, device: Self.device(kind, keys: keys)) == expected)
    }
  }

  @Test("a decision for every kind", arguments: DeviceEntry.Grab.allCases, DeviceKind.allCases)
  func used(_ grab: DeviceEntry.Grab, _ kind: DeviceKind) {
    let decision = GrabDecision(profile: Self.profile(grab, isUsed: true), entry: 1, device: Self.device(kind))
    #expect(decision == Self.expected(grab, kind))
    #expect(decision.isGrab == (decision == .asked || decision == .boxOfSwitches))
  }

  @Test("an unused entry is never grabbed", arguments: DeviceEntry.Grab.allCases, DeviceKind.allCases)
  func unused(_ grab: DeviceEntry.Grab, _ kind: DeviceKind) {
    let decision = GrabDecision(profile: Self.profile(grab, isUsed: false), entry: 1, device: Self.device(kind))
    #expect(decision == (grab == .no ? .forbidden : .unused))
    #expect(!decision.isGrab)
  }

  @Test("only a requested grab is refused", arguments: DeviceKind.allCases)
  func refused(_ kind: DeviceKind) {
    for grab in DeviceEntry.Grab.allCases {
      let entry = DeviceEntry(name: "x", match: DeviceMatch(), grab: grab)
      #expect(GrabDecision.isRefused(entry, kind) == (grab == .yes && kind == .touch))
    }
  }
}
