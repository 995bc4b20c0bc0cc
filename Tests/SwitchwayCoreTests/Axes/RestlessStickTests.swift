import Testing

@testable import SwitchwayCore

@Suite("A stick that is never at rest")
struct RestlessStickTests {
  @Test("a million jittering events below the level decide nothing and leave no deadline")
  func jitter() {
    let node = NodeID(rawValue: 1)
    let condition = AxisCondition(
      code: 0, region: .beyond(AxisLevel(thousandths: 60_000)), release: AxisLevel(thousandths: 40_000))
    let definition = SwitchDefinition(
      name: "stick", inputs: [SwitchInput(device: 0, selector: .axis(condition))], gestures: GestureBindings())
    let profile = Profile(
      name: "p", devices: [DeviceEntry(name: "stick", match: DeviceMatch())], switches: [definition])
    let axis = AxisDescription(code: 0, minimum: -32_768, maximum: 32_767)
    let stick = DeviceDescription(name: "Stick", kind: .joystick, axes: [axis])
    var run = SwitchRun(profile)
    var now = Instant(1_000_000)
    run.attach(node, stick, down: KeySet(), at: now)
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
