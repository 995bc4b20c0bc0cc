import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Keys that come back without a press")
struct KeysThatComeBackTests {
  private let node = NodeID(rawValue: 1)
  private static let names = ["a", "b", "c"]

  private func at(_ seconds: Double) -> Instant { Instant(Int64((seconds * 1_000_000).rounded())) }

  /// Three pedals.
  private func pedals(_ codes: [UInt16] = [1, 2, 3], _ kind: DeviceKind = .pedal, down: [UInt16] = []) -> SwitchRun {
    let switches = zip(Self.names, codes).map { name, code in
      SwitchDefinition(
        name: name, inputs: [SwitchInput(device: 0, selector: .key(code))],
        steadying: SteadyingPreset.gentle.parameters, gestures: .tapOnly)
    }
    let entry = DeviceEntry(name: "pedals", match: DeviceMatch())
    var run = SwitchRun(Profile(name: "p", devices: [entry], switches: switches))
    run.attach(
      node, DeviceDescription(name: "Pedals", kind: kind, keys: KeySet(codes)), down: KeySet(down), at: at(0))
    return run
  }

  @Test("a pedal that was held all the time makes no second command when the other one lets it come back")
  func back() {
    var run = pedals()
    run.frame([(1, 1)], from: node, at: at(1))
    run.frame([(1, 0), (2, 1)], from: node, at: at(2))
    run.frame([(2, 0), (1, 1)], from: node, at: at(3))
    run.frame([(1, 0)], from: node, at: at(4))
    run.frame([(1, 1)], from: node, at: at(5))
    run.advance(to: at(6))
    #expect(run.told(Self.names) == ["1 a tap", "2 b tap", "3 a still-down", "5 a tap"])
  }

  @Test("three of them, each behind the other")
  func three() {
    var run = pedals()
    run.frame([(1, 1)], from: node, at: at(1))
    run.frame([(1, 0), (2, 1)], from: node, at: at(2))
    run.frame([(2, 0), (3, 1)], from: node, at: at(3))
    run.frame([(2, 1), (3, 0)], from: node, at: at(4))
    run.frame([(2, 0), (1, 1)], from: node, at: at(5))
    run.advance(to: at(6))
    #expect(run.told(Self.names) == ["1 a tap", "2 b tap", "3 c tap", "4 b still-down", "5 a still-down"])
  }

  @Test("what comes in a frame of its own is a press")
  func own() {
    var run = pedals()
    run.frame([(1, 1)], from: node, at: at(1))
    run.frame([(1, 0), (2, 1)], from: node, at: at(2))
    // The second one alone comes up: none is down.
    run.frame([(2, 0)], from: node, at: at(3))
    run.frame([(1, 1)], from: node, at: at(3))
    run.frame([(1, 0)], from: node, at: at(4))
    // A press and its release in one frame, twice.
    run.frame([(3, 1), (3, 0)], from: node, at: at(5))
    run.frame([(3, 1), (3, 0)], from: node, at: at(6))
    run.advance(to: at(7))
    #expect(run.told(Self.names) == ["1 a tap", "2 b tap", "3 a tap", "5 c tap", "6 c tap"])
  }

  @Test("a cross and a gamepad's buttons send the same of real presses", arguments: [true, false])
  func cross(isPad: Bool) {
    var run = isPad ? pedals([0x130, 0x131, 0x132], .gamepad) : pedals([105, 106, 103], .keyboard)
    let codes: [UInt16] = isPad ? [0x130, 0x131] : [105, 106]
    run.frame([(codes[0], 1)], from: node, at: at(1))
    run.frame([(codes[0], 0), (codes[1], 1)], from: node, at: at(2))
    run.frame([(codes[1], 0), (codes[0], 1)], from: node, at: at(3))
    #expect(run.told(Self.names) == ["1 a tap", "2 b tap", "3 a tap"])
  }

  @Test("the next press of a key that was set aside is no press, and the one after it is")
  func setAside() {
    var run = pedals(down: [1])
    #expect(run.told(Self.names) == ["0 a down-at-arrival"])
    run.setAside(node, KeySet([1]), at: at(10))
    run.frame([(1, 0)], from: node, at: at(10))
    run.frame([(1, 1), (2, 1)], from: node, at: at(11))
    run.frame([(1, 0)], from: node, at: at(12))
    run.frame([(1, 1)], from: node, at: at(13))
    #expect(run.told(Self.names) == ["11 a down-at-arrival", "11 b tap", "13 a tap"])
  }
}
