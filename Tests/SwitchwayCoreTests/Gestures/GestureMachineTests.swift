import Testing

@testable import SwitchwayCore

@Suite("Gestures of one switch")
struct GestureMachineTests {
  static let held = SteadyingParameters(debounce: .milliseconds(40), holdDuration: .milliseconds(900))
  static let rows: [Row] = [
    Row(
      "tap alone: at the press, whatever its length", .gentle, .tapOnly, "100v 9000^",
      ["100 a down 100", "100 a tap 100", "9030 a up 9000"]),
    Row(
      "tap with hold: at the release", .gentle, .tapHold, "100v 300^",
      ["100 a down 100", "a pending 100 until 900 hold", "330 a up 300", "330 a tap 100-300"]),
    Row(
      "released one microsecond before hold.after is a tap", .gentle, .tapHold, "100v 899.999^",
      ["100 a down 100", "a pending 100 until 900 hold", "929.999 a up 899.999", "929.999 a tap 100-899.999"]),
    Row(
      "released exactly at hold.after has reached it", .gentle, .tapHold, "100v 900^",
      ["100 a down 100", "a pending 100 until 900 hold", "900 a hold 100", "930 a up 900"]),
    Row(
      "... and so has one released a microsecond after", .gentle, .tapHold, "100v 900.001^",
      ["100 a down 100", "a pending 100 until 900 hold", "900 a hold 100", "930.001 a up 900.001"]),
    Row(
      "hold fires while still held, and its release makes nothing", .gentle, .tapHold, "100v 2000^",
      ["100 a down 100", "a pending 100 until 900 hold", "900 a hold 100", "2030 a up 2000"]),
    Row(
      "hold falls due during an opening: it fires when that ends", .gentle, .tapHold, "100v 890^ 910v 1500^",
      ["100 a down 100", "a pending 100 until 900 hold", "910 a hold 100", "1530 a up 1500"]),
    Row(
      "... and not at all when that was the release", .gentle, .tapHold, "100v 890^",
      ["100 a down 100", "a pending 100 until 900 hold", "920 a up 890", "920 a tap 100-890"]),
    Row(
      "short for a switch with hold alone", .gentle, .holdOnly, "100v 300^",
      ["100 a down 100", "a pending 100 until 900 hold", "330 a up 300", "330 a rejected 100 too-short"]),
    Row(
      "a hold that does nothing is still no tap", .gentle, .holdNothing, "100v 1000^ 2000v 2100^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "900 a rejected 100 no-gesture", "1030 a up 1000",
        "2000 a down 2000", "a pending 2000 until 2800 hold", "2130 a up 2100", "2130 a tap 2000-2100",
      ]),
    Row(
      "no gesture at all", .gentle, GestureBindings.none, "100v 300^",
      ["100 a down 100", "100 a rejected 100 no-gesture", "330 a up 300"]),
    Row(
      "press: begin and end, the end with the press's own time", .gentle, .press, "100v 300^",
      ["100 a down 100", "100 a press 100 begin", "330 a up 300", "330 a press 100-300 end"]),
    Row(
      "press that is stuck: its phase is ended then", .gentle, .press, "100v 20000^",
      [
        "100 a down 100", "100 a press 100 begin", "10100 a stuck 10000", "10100 a press 100 end",
        "20030 a up 20000",
      ]),
    Row(
      "repeat: after, then every, counted", .gentle, .repeating, "100v 2300^",
      [
        "100 a down 100", "100 a tap 100", "1000 a repeat 100 #2", "1600 a repeat 100 #3", "2200 a repeat 100 #4",
        "2330 a up 2300",
      ]),
    Row(
      "released exactly when a repeat is due: it was due", .gentle, .repeating, "100v 1000^",
      ["100 a down 100", "100 a tap 100", "1000 a repeat 100 #2", "1030 a up 1000"]),
    Row(
      "released one microsecond before: it was not", .gentle, .repeating, "100v 999.999^",
      ["100 a down 100", "100 a tap 100", "1029.999 a up 999.999"]),
    Row(
      "released one microsecond after: it was", .gentle, .repeating, "100v 1000.001^",
      ["100 a down 100", "100 a tap 100", "1000 a repeat 100 #2", "1030.001 a up 1000.001"]),
    Row(
      "a repeat that falls due in an opening fires when that ends, and the beat goes on", .gentle, .repeating,
      "100v 990^ 1015v 1700^",
      ["100 a down 100", "100 a tap 100", "1015 a repeat 100 #2", "1600 a repeat 100 #3", "1730 a up 1700"]),
    Row(
      "repeats stop when stuck, even one that is due at that moment",
      SteadyingParameters(stuckAfter: .milliseconds(1_500)), .repeating, "100v 4000^",
      ["100 a down 100", "100 a tap 100", "1000 a repeat 100 #2", "1600 a stuck 1500", "4025 a up 4000"]),
    Row(
      "hold.after counts from the contact, not from its acceptance",
      SteadyingParameters(debounce: .milliseconds(40), holdDuration: .milliseconds(200)), .tapHold, "100v 2000^",
      [
        "a pending 100 until 300 hold-duration", "300 a down 100", "a pending 100 until 900 hold", "900 a hold 100",
        "2040 a up 2000",
      ]),
    Row(
      "hold.after that has passed when the press is accepted fires at once", held, .tapHold, "100v 2000^",
      [
        "a pending 100 until 1000 hold-duration", "1000 a down 100", "1000 a hold 100", "2040 a up 2000",
      ]),
    Row(
      "unplugged while undecided: no command is made of it", .gentle, .tapHold, "100v 300!",
      ["100 a down 100", "a pending 100 until 900 hold", "300 a up 300", "300 a rejected 100 device-lost"]),
    Row(
      "what the kernel releases while a device goes is no release of the person's", .gentle, .tapHold, "100v 300* 310!",
      [
        "100 a down 100", "a pending 100 until 900 hold", "300 a up 300", "300 a rejected 100 device-lost",
      ]),
    Row(
      "... and ends a phase at once", .gentle, .press, "100v 300* 310!",
      ["100 a down 100", "100 a press 100 begin", "300 a up 300", "300 a press 100-300 end"]),
    Row(
      "unplugged just after the release: still none", .gentle, .tapHold, "100v 290^ 300!",
      ["100 a down 100", "a pending 100 until 900 hold", "300 a up 290", "300 a rejected 100 device-lost"]),
    Row(
      "unplugged while a phase is begun: it ends", .gentle, .press, "100v 300!",
      ["100 a down 100", "100 a press 100 begin", "300 a up 300", "300 a press 100-300 end"]),
    Row(
      "a lost release ends a phase when it is found", .gentle, .press, "100v 300=^",
      ["100 a down 100", "100 a press 100 begin", "300 a up 300", "300 a press 100-300 end"]),
    Row(
      "a lost release of an undecided gesture", .gentle, .tapHold, "100v 300=^",
      ["100 a down 100", "a pending 100 until 900 hold", "300 a up 300", "300 a rejected 100 sync-lost"]),
    Row(
      "after a hold the loss of the release is an ordinary edge", .gentle, .tapHold, "100v 1300=^",
      ["100 a down 100", "a pending 100 until 900 hold", "900 a hold 100", "1330 a up 1300"]),
    Row(
      "a closing within debounce that was found by reading makes what still comes uncertain", .gentle, .repeating,
      "100v 200^ 210=v 1100^",
      ["100 a down 100", "100 a tap 100", "1000 a repeat 100 #2 uncertain", "1130 a up 1100"]),
    Row(
      "a lost press makes all its commands uncertain", .gentle, .repeating, "100=v 1100^",
      ["100 a down 100", "100 a tap 100 uncertain", "1000 a repeat 100 #2 uncertain", "1130 a up 1100"]),
  ]

  @Test("each gesture, and both sides of each boundary", arguments: rows)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    let lines = rig.play(row.timeline)
    #expect(lines == row.expected)
  }

  @Test("unplugging ends phases of all switches before it rejects what is pending")
  func orderOfCuts() {
    var rig = Rig([
      Rig.switchOf(named: "a", code: 0x100, .gentle, .tapHold), Rig.switchOf(named: "b", code: 0x101, .gentle, .press),
    ])
    let lines = rig.play("a100v b200v 300!")
    #expect(
      lines == [
        "100 a down 100", "a pending 100 until 900 hold", "200 b down 200", "200 b press 200 begin", "300 a up 300",
        "300 b up 300", "300 b press 200-300 end", "300 a rejected 100 device-lost",
      ])
  }

  @Test("the end of a run is like unplugging")
  func finish() {
    var rig = Rig([Rig.switchOf(.gentle, .tapHold)])
    let lines = rig.play("100v 300.")
    #expect(lines.suffix(2) == ["300 a up 300", "300 a rejected 100 device-lost"])
  }

  @Test("deadlines at the same time: steadying first, then gestures by press time")
  func orderOfDeadlines() {
    // b pressed at 0, its hold due at 800; a released at 770, its release due at 800; c pressed at 0, after b in file.
    var rig = Rig([
      Rig.switchOf(named: "a", code: 0x100, .gentle, .tapOnly),
      Rig.switchOf(named: "c", code: 0x102, .gentle, .holdOnly),
      Rig.switchOf(named: "b", code: 0x101, .gentle, .holdOnly),
    ])
    let lines = rig.play("b1000v c1000v a1100v a1770^ b1900^ c1900^", until: "1850")
    #expect(lines.filter { $0.hasPrefix("1800") } == ["1800 a up 1770", "1800 c hold 1000", "1800 b hold 1000"])
  }
}
