import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Inputs of a node")
struct SwitchInputsTests {
  static func profile(_ inputs: [[InputSelector]]) -> Profile {
    let switches = inputs.enumerated().map { index, selectors in
      SwitchDefinition(
        name: "s\(index)", inputs: selectors.map { SwitchInput(device: 0, selector: $0) }, gestures: .tapOnly)
    }
    return Profile(name: "test", devices: [Sample.box], switches: switches)
  }

  static func inputs(_ profile: Profile, entry: Int = 0, _ description: DeviceDescription) -> SwitchInputs {
    SwitchInputs(
      NodeID(rawValue: 1), description, entry: entry, of: profile, down: KeySet(), at: Instant(0))
  }

  static func key(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: Instant(0), type: EventType.key, code: code, value: value)
  }

  @Test("keys by code, by number and any key; of two switches on one key the first")
  func selectors() {
    let profile = Self.profile([[.key(0x120)], [.button(2)], [.anyKey], [.button(9)], [.key(0x120)]])
    let description = DeviceDescription(name: "Box", keys: KeySet([0x130, 0x120, 0x2ff]))
    var inputs = Self.inputs(profile, description)
    var seen: [[String]] = []
    for (code, value): (UInt16, Int32) in [(0x120, 1), (0x130, 1), (0x120, 0), (0x130, 0), (0x2ff, 1), (0x2ff, 2)] {
      let edges = inputs.handle(Self.key(code, value), letsType: false).edges
      seen.append(edges.map { "\($0.switchIndex)\($0.down ? "v" : "^")" })
    }
    // The last switch names the first one's key again, so it is not pressed.
    #expect(seen == [["0v", "2v"], ["1v"], ["0^"], ["1^", "2^"], ["2v"], []])
  }

  @Test("impossible codes and inputs of another device give no edge")
  func nothing() {
    var inputs = Self.inputs(Self.profile([[.key(0x120)], [.anyKey]]), entry: 1, DeviceDescription(name: ""))
    for code: UInt16 in [0x120, 768, .max] {
      let edges = inputs.handle(Self.key(code, 1), letsType: false).edges
      #expect(edges.isEmpty)
    }
  }

  @Test("a state gives its differences, releases first")
  func state() {
    var inputs = Self.inputs(
      Self.profile([[.key(1)], [.key(2)], [.key(3)]]), DeviceDescription(name: "", keys: KeySet([1, 2, 3])))
    _ = inputs.handle(Self.key(1, 1), letsType: false)
    _ = inputs.handle(Self.key(2, 1), letsType: false)
    let edges = inputs.handleState(down: KeySet([2, 3]), axes: [], letsType: false).edges
    #expect(edges == [.init(switchIndex: 0, down: false), .init(switchIndex: 2, down: true)])
    #expect(inputs.closedSwitches == [1, 2])
  }
}
