import SwitchwayCore
import SwitchwayTime
import Testing

@Suite("Two switches on one key of a device") struct SharedInputTests {
  /// Two joystick buttons.
  private static let device = DeviceDescription(name: "Box", kind: .switchInterface, keys: KeySet([0x120, 0x121]))

  private static func profile(_ selectors: [[InputSelector]]) -> Profile {
    Profile(
      name: "test", devices: [DeviceEntry(name: "box", match: DeviceMatch())],
      switches: selectors.enumerated().map { index, one in
        SwitchDefinition(
          name: "s\(index)", inputs: one.map { SwitchInput(device: 0, selector: $0) },
          gestures: GestureBindings(tap: try? CommandVocabulary.parse("select")))
      })
  }

  private static func level(_ percent: Int64) -> InputSelector {
    let level = AxisLevel(thousandths: percent * 1_000)
    return .axis(AxisCondition(code: 0, region: .beyond(level), release: level.twoThirds))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let selectors: [[InputSelector]]
    /// Whether the file alone allows sharing, and the later use on the device, as switch and input.
    let mayShare: Bool
    let later: [[Int]]

    init(_ name: String, _ selectors: [[InputSelector]], mayShare: Bool, _ later: [[Int]]) {
      (testDescription, self.selectors, self.mayShare, self.later) = (name, selectors, mayShare, later)
    }
  }

  static let rows = [
    Row("a number and a code that are one button", [[.button(1)], [.key(0x120)]], mayShare: true, [[1, 0]]),
    Row("the other way round", [[.key(0x121)], [.button(2)]], mayShare: true, [[1, 0]]),
    Row("first in both lists", [[.button(2), .button(1)], [.key(0x121), .key(0x122)]], mayShare: true, [[1, 0]]),
    Row("in lists", [[.button(2), .button(1)], [.key(0x122), .key(0x121)]], mayShare: true, [[1, 1]]),
    Row("a number that is later in its list yields", [[.key(0x122), .button(2)], [.key(0x121)]], mayShare: true, []),
    Row("the later list comes first", [[.key(0x122), .button(1)], [.key(0x120)]], mayShare: true, []),
    Row("a number and a code of two buttons", [[.button(1)], [.key(0x121)]], mayShare: true, []),
    Row("a code that the device lacks", [[.button(1)], [.key(0x1c)]], mayShare: true, []),
    Row("a number that the device lacks", [[.key(0x120)], [.button(3)]], mayShare: true, []),
    Row("of one switch", [[.button(1), .key(0x120)], [.button(2)]], mayShare: true, []),
    Row("of the only switch", [[.button(1), .key(0x120)]], mayShare: false, []),
    Row("numbers only", [[.button(1)], [.button(2)]], mayShare: false, []),
    Row("two levels of one axis", [[level(40)], [level(60)]], mayShare: false, []),
  ]

  @Test("are found where the device makes one of them", arguments: rows)
  func finds(row: Row) {
    let profile = Self.profile(row.selectors)
    #expect(profile.mayShareInputs == row.mayShare)
    let found = profile.sharedInputs(on: Self.device, entry: 0)
    #expect(found.map { [$0.later.switchIndex, $0.later.inputIndex] } == row.later)
  }

  @Test("a number in a list yields to a name: a pedal that has only b is the middle one")
  func yields() {
    let profile = Self.profile([[.key(0x122), .button(1)], [.key(0x120), .button(2)]])
    let pressed = Self.pressed(by: profile)
    #expect(pressed == ["s1"])
  }

  @Test("a press of that key presses the first switch only")
  func pressesOne() {
    let pressed = Self.pressed(by: Self.profile([[.button(1)], [.key(0x120)]]))
    #expect(pressed == ["s0"])
  }

  /// The switches whose commands come when `0x120` is pressed and released.
  private static func pressed(by profile: Profile) -> [String] {
    var interpreter = Interpreter(profile: profile)
    var outputs: [Effect] = []
    let node = NodeID(rawValue: 1)
    interpreter.handle(.attached(node, Self.device, entry: 0, down: KeySet(), at: Instant(0)), into: &outputs)
    for (time, value) in [(1_000_000, 1), (1_200_000, 0)] as [(Int64, Int32)] {
      let event = InputEvent(time: Instant(time), type: EventType.key, code: 0x120, value: value)
      interpreter.handle(.frame([event][...], from: node), into: &outputs)
    }
    interpreter.handle(.time(Instant(9_000_000)), into: &outputs)
    return outputs.compactMap { effect in
      guard let command = effect.command, case .single(let index) = command.origin else { return nil }
      return profile.switches[index].name
    }
  }
}
