import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("A stick that is never at rest")
struct RestlessStickTests {
  private let node = NodeID(rawValue: 1)
  private let start = Instant(1_000_000)

  /// A switch at 60 % of the way of an axis.
  private func stick(release: Int64, _ preset: SteadyingPreset, minimum: Int32, maximum: Int32) -> SwitchRun {
    let condition = AxisCondition(
      code: 0, region: .beyond(AxisLevel(thousandths: 60_000)), release: AxisLevel(thousandths: release * 1_000))
    let definition = SwitchDefinition(
      name: "stick", inputs: [SwitchInput(device: 0, selector: .axis(condition))], steadying: preset.parameters,
      gestures: GestureBindings())
    let axis = AxisDescription(code: 0, minimum: minimum, maximum: maximum)
    var run = SwitchRun(
      Profile(name: "p", devices: [DeviceEntry(name: "stick", match: DeviceMatch())], switches: [definition]))
    let description = DeviceDescription(name: "Stick", kind: .joystick, axes: [axis])
    run.attach(node, description, down: KeySet(), at: start)
    return run
  }

  @Test("a move to the level lets go and does not press again, if the release level is the same")
  func oneLevel() {
    var run = stick(release: 60, .off, minimum: -100, maximum: 100)
    var now = start
    for value: Int32 in [60, 61, 60] {
      now = now + Microseconds(1_000)
      run.send(InputEvent(time: now, type: EventType.absolute, code: 0, value: value), from: node)
    }
    let presses = run.decisions.compactMap { if case .press(_, let isDown, _, _) = $0 { isDown } else { nil } }
    #expect(presses == [true, false])
  }

  @Test("a million jittering events below the level decide nothing and leave no deadline")
  func jitter() {
    var run = stick(release: 40, .gentle, minimum: -32_768, maximum: 32_767)
    var now = start
    var random: UInt32 = 12_345
    for _ in seeds(1...1_000_000) {
      random = random &* 1_664_525 &+ 1_013_904_223
      now = now + Microseconds(1_000)
      // Up to 59 % of the way on either side.
      let value = Int32(random >> 16) % 38_660 - 19_330
      run.send(InputEvent(time: now, type: EventType.absolute, code: 0, value: value), from: node)
    }
    #expect(run.decisions.isEmpty)
    #expect(run.nextDeadline == nil)
  }
}
