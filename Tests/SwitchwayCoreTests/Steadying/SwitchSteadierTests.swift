import Testing

@testable import SwitchwayCore

@Suite("Steadying of one switch")
struct SwitchSteadierTests {
  static let hold = SteadyingParameters(debounce: .milliseconds(40), holdDuration: .milliseconds(120))
  static let rows: [Row] = [
    Row(
      "off: pressed and released at each edge", .off, "100v 101^ 101v 102^",
      ["100 a down 100", "100 a tap 100", "101 a up 101", "101 a down 101", "101 a tap 101", "102 a up 102"]),
    Row(
      "accepted at the edge; released after debounce, at its own edge", .gentle, "100v 200^",
      ["100 a down 100", "100 a tap 100", "230 a up 200"]),
    Row(
      "an opening one microsecond shorter than debounce is no release", .gentle, "100v 200^ 229.999v 300^",
      ["100 a down 100", "100 a tap 100", "330 a up 300"]),
    Row(
      "an opening of exactly debounce is a release, and the closing is a new contact", .gentle,
      "100v 200^ 230v 300^",
      ["100 a down 100", "100 a tap 100", "230 a up 200", "330 a rejected 230 repeat"]),
    Row(
      "a press one microsecond before ignore-repeat ends is rejected", .gentle, "100v 200^ 349.999v 400^",
      ["100 a down 100", "100 a tap 100", "230 a up 200", "430 a rejected 349.999 repeat"]),
    Row(
      "a press exactly when ignore-repeat ends is accepted", .gentle, "100v 200^ 350v 400^",
      ["100 a down 100", "100 a tap 100", "230 a up 200", "350 a down 350", "350 a tap 350", "430 a up 400"]),
    Row(
      "a press one microsecond after ignore-repeat is accepted", .gentle, "100v 200^ 350.001v 400^",
      [
        "100 a down 100", "100 a tap 100", "230 a up 200", "350.001 a down 350.001", "350.001 a tap 350.001",
        "430 a up 400",
      ]),
    Row(
      "a rejected contact arms the dead time again, from its end", .gentle, "100v 200^ 300v 340^ 489.999v 520^",
      [
        "100 a down 100", "100 a tap 100", "230 a up 200", "370 a rejected 300 repeat",
        "550 a rejected 489.999 repeat",
      ]),
    Row(
      "... and a press exactly at the end of that is accepted", .gentle, "100v 200^ 300v 340^ 490v 520^",
      [
        "100 a down 100", "100 a tap 100", "230 a up 200", "370 a rejected 300 repeat", "490 a down 490",
        "490 a tap 490", "550 a up 520",
      ]),
    Row(
      "re-arming ends ignore-repeat-max after the accepted press ended",
      SteadyingParameters(debounce: .milliseconds(10), ignoreRepeatMax: .milliseconds(300)),
      "100v 200^ 300v 320^ 400v 420^ 499.999v 510^ 530v 540^",
      [
        "100 a down 100", "100 a tap 100", "210 a up 200", "330 a rejected 300 repeat", "430 a rejected 400 repeat",
        "520 a rejected 499.999 repeat", "530 a down 530", "530 a tap 530", "550 a up 540",
      ]),
    Row(
      "held one microsecond too short is told when its release is sure", hold, "100v 219.999^",
      ["a pending 100 until 220 hold-duration", "259.999 a rejected 100 too-short"]),
    Row(
      "held exactly hold-duration has reached it", hold, "100v 220^",
      ["a pending 100 until 220 hold-duration", "220 a down 100", "220 a tap 100", "260 a up 220"]),
    Row(
      "only closed time counts, and bounces inside do not begin anew", hold, "100v 150^ 180v 400^",
      ["a pending 100 until 220 hold-duration", "250 a down 100", "250 a tap 100", "440 a up 400"]),
    Row(
      "a contact that closes exactly at the bridge deadline is a new contact", hold, "100v 150^ 190v 400^",
      [
        "a pending 100 until 220 hold-duration", "190 a rejected 100 too-short",
        "a pending 190 until 310 hold-duration",
        "310 a down 190", "310 a tap 190", "440 a up 400",
      ]),
    Row(
      "value 2 is no edge", .gentle, "100v 150~ 180~ 200^",
      ["100 a down 100", "100 a tap 100", "230 a up 200"]),
    Row(
      "equal levels and a release without a press are no edges", .gentle, "50^ 100v 110v 200^ 210^",
      ["100 a down 100", "100 a tap 100", "230 a up 200"]),
    Row(
      "stuck one microsecond later than the release is not told", .gentle, "100v 10099.999^",
      ["100 a down 100", "100 a tap 100", "10129.999 a up 10099.999"]),
    Row(
      "stuck is told once, exactly stuck-after from the start", .gentle, "100v 25000^",
      ["100 a down 100", "100 a tap 100", "10100 a stuck 10000", "25030 a up 25000"]),
    Row(
      "stuck falls due during an opening: told at the closing that ends it", .gentle,
      "100v 10090^ 10110v 10500^",
      ["100 a down 100", "100 a tap 100", "10110 a stuck 10000", "10530 a up 10500"]),
    Row(
      "unplugged while undecided", hold, "100v 150!",
      ["a pending 100 until 220 hold-duration", "150 a rejected 100 device-lost"]),
    Row(
      "unplugged while held: it ends there", .gentle, "100v 150!",
      ["100 a down 100", "100 a tap 100", "150 a up 150"]),
    Row(
      "unplugged during an opening: it ended at the opening", .gentle, "100v 140^ 150!",
      ["100 a down 100", "100 a tap 100", "150 a up 140"]),
    Row(
      "unplugged while ignored", .gentle, "100v 200^ 300v 310!",
      ["100 a down 100", "100 a tap 100", "230 a up 200", "310 a rejected 300 repeat"]),
    Row(
      "plugged in again while down: nothing until it opened and closed", .gentle,
      "100v 150! 400+v 450^ 600v 700^",
      ["100 a down 100", "100 a tap 100", "150 a up 150", "600 a down 600", "600 a tap 600", "730 a up 700"]),
    Row(
      "an opening shorter than debounce after such an arrival is no onset", .gentle,
      "0! 400+v 450^ 470v 700^ 900v 950^",
      ["900 a down 900", "900 a tap 900", "980 a up 950"]),
    Row(
      "a release that was lost: an edge when it is found", .gentle, "100v 300=^",
      ["100 a down 100", "100 a tap 100", "330 a up 300"]),
    Row(
      "an undecided press whose release was lost", hold, "100v 150=^",
      ["a pending 100 until 220 hold-duration", "150 a rejected 100 sync-lost"]),
    Row(
      "a press that was lost is uncertain", .gentle, "300=v 400^",
      ["300 a down 300", "300 a tap 300 uncertain", "430 a up 400"]),
  ]

  @Test("each transition, and both sides of each boundary", arguments: rows)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    let lines = rig.play(row.timeline)
    #expect(lines == row.expected)
  }

  @Test("an offset is added to physical times, never to decision times")
  func offset() {
    var rig = Rig([Rig.switchOf(Self.hold, .tapHold)], offset: .milliseconds(-50))
    let lines = rig.play("1000v 1500^")
    #expect(
      lines == [
        "a pending 950 until 1120 hold-duration", "1120 a down 950", "a pending 950 until 1800 hold",
        "1540 a up 1450", "1540 a tap 950-1450",
      ])
  }

  @Test("events of several devices out of time order are decided no earlier than the one before")
  func lateDevice() {
    var rig = Rig([Rig.switchOf(.gentle, .tapOnly), Rig.switchOf(named: "b", code: 0x101, .gentle, .tapOnly)])
    let other = NodeID(rawValue: 2)
    rig.pipeline.attach(other, rig.description, entry: 0, down: KeySet(), at: Instant(0), into: &rig.outputs)
    _ = rig.play("1000v", until: "1000")
    let late = InputEvent(time: Rig.instant("999.900"), type: EventType.key, code: 0x101, value: 1)
    rig.pipeline.handle([late][...], from: other, into: &rig.outputs)
    #expect(rig.lines().suffix(2) == ["1000 b down 999.900", "1000 b tap 999.900"])
  }
}
