import SwitchwayCore
import SwitchwayTime
import Testing

/// What the core does with a switch that no key-remap file can describe.
@Suite("Switches that no file describes") struct SwitchCornerTests {
  private func check(
    _ steadying: SteadyingParameters, _ gestures: GestureBindings, _ script: String, _ expected: [String]
  )
    throws
  {
    let box = DeviceEntry(name: "box", match: DeviceMatch())
    let a = SwitchDefinition(
      name: "a", inputs: [SwitchInput(device: 0, selector: .key(0x100))], steadying: steadying, gestures: gestures)
    var run = TimelineRun(
      Profile(name: "test", devices: [box], switches: [a]), claims: .all, devices: [.box], shows: ["presses"])
    let difference = Timeline.difference(expected, try run.play(script))
    #expect(difference == nil)
  }

  @Test("no gesture at all")
  func none() throws {
    try check(
      SteadyingPreset.gentle.parameters, GestureBindings(), "100+a 300-a end",
      ["100 a down 100", "100 a rejected 100 no-gesture", "330 a up 300"])
  }

  @Test("hold.after that has passed when the press is accepted fires at once")
  func heldLong() throws {
    let select = try CommandVocabulary.parse("select")
    try check(
      SteadyingParameters(debounce: .milliseconds(40), holdDuration: .milliseconds(900)),
      GestureBindings(tap: select, hold: .init(after: .milliseconds(800), command: select)), "100+a 2000-a end",
      ["a pending 100 until 1000 hold-duration", "1000 a down 100", "1000 a hold 100", "2040 a up 2000"])
  }
}
