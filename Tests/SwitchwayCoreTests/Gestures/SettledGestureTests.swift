import Testing

@testable import SwitchwayCore

/// Cases in which the design could be read in two ways, and the decision for the person who presses.
@Suite("Gestures where the design was ambiguous")
struct SettledGestureTests {
  static let quick = SteadyingPreset.quick.parameters

  static func bindings(hold: Bool = false, double: Int64? = nil, triple: Int64) -> GestureBindings {
    MultipleTapTests.bindings(hold: hold, double: double, triple: triple)
  }

  static let held: [Row] = [
    Row(
      "no double: a second press that is held up to hold.after is a hold, the first a tap", quick,
      bindings(hold: true, triple: 400), "100v 150^ 200v 1000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "200 a down 200", "a pending 200 until 1000 hold", "1000 a tap 100-150", "1000 a hold 200", "1025 a up 1000",
      ]),
    Row(
      "... and one a microsecond shorter is a tap, too", quick, bindings(hold: true, triple: 400),
      "100v 150^ 200v 999.999^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "200 a down 200", "a pending 200 until 1000 hold", "1024.999 a up 999.999",
        "a pending 100 until 1399.999 double", "1399.999 a tap 100-150", "1399.999 a tap 200-999.999",
      ]),
    Row(
      "a double is one however long its second press lasts, with triple, too", quick,
      bindings(hold: true, double: 350, triple: 400), "100v 150^ 200v 2000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "200 a down 200", "2025 a up 2000", "a pending 100 until 2400 double", "2400 a double 100-2000",
      ]),
    Row(
      "... and a third press after it makes it a triple", quick, bindings(hold: true, double: 350, triple: 400),
      "100v 150^ 200v 2000^ 2100v 2150^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "200 a down 200", "2025 a up 2000", "a pending 100 until 2400 double", "2100 a down 2100", "2100 a triple 100",
        "2175 a up 2150",
      ]),
    Row(
      "too late for the double, a second press that is held is a hold", quick,
      bindings(hold: true, double: 200, triple: 400), "100v 150^ 350v 2000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "350 a down 350", "a pending 350 until 1150 hold", "1150 a tap 100-150", "1150 a hold 350", "2025 a up 2000",
      ]),
    Row(
      "in time for the double by a microsecond, it is none", quick,
      bindings(hold: true, double: 200, triple: 400), "100v 150^ 349.999v 2000^",
      [
        "100 a down 100", "a pending 100 until 900 hold", "175 a up 150", "a pending 100 until 550 double",
        "349.999 a down 349.999", "2025 a up 2000", "a pending 100 until 2400 double", "2400 a double 100-2000",
      ]),
  ]

  static let windows: [Row] = [
    Row(
      "each gap counts for its own gesture: at the end of double's, in triple's", quick,
      bindings(double: 200, triple: 400), "100v 150^ 350v 400^ 700v 750^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "350 a down 350", "425 a up 400",
        "a pending 100 until 800 double", "700 a down 700", "700 a triple 100", "775 a up 750",
      ]),
    Row(
      "a microsecond before the end of double's", quick, bindings(double: 200, triple: 400),
      "100v 150^ 349.999v 400^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "349.999 a down 349.999", "425 a up 400",
        "a pending 100 until 800 double", "800 a double 100-400",
      ]),
    Row(
      "at the end of triple's, in double's: a double at once", quick, bindings(double: 400, triple: 200),
      "100v 150^ 350v 400^ 450v 500^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "350 a down 350", "350 a double 100",
        "425 a up 400", "450 a down 450", "525 a up 500", "a pending 450 until 900 double", "900 a tap 450-500",
      ]),
    Row(
      "a microsecond before the end of triple's: it may be three", quick, bindings(double: 400, triple: 200),
      "100v 150^ 349.999v 400^ 450v 500^",
      [
        "100 a down 100", "175 a up 150", "a pending 100 until 550 double", "349.999 a down 349.999", "425 a up 400",
        "a pending 100 until 600 double", "450 a down 450", "450 a triple 100", "525 a up 500",
      ]),
  ]

  static let gentle = SteadyingPreset.gentle.parameters

  static let readBack: [Row] = [
    Row(
      "a press that was accepted before a resync: its release is told debounce later", gentle, .tapOnly,
      "100v 200=^", ["100 a down 100", "100 a tap 100", "230 a up 200"]),
    Row(
      "... so that a bounce at that moment is no new press", gentle, .tapOnly, "100v 200=^ 229.999v 300^",
      ["100 a down 100", "100 a tap 100", "330 a up 300"]),
    Row(
      "... and what closes debounce later is one", quick, .tapOnly, "100v 200=^ 225v 300^",
      ["100 a down 100", "100 a tap 100", "225 a up 200", "225 a down 225", "225 a tap 225", "325 a up 300"]),
    Row(
      "a phase that is begun ends at once", gentle, .press, "100v 200=^",
      ["100 a down 100", "100 a press 100 begin", "200 a up 200", "200 a press 100-200 end"]),
    Row(
      "a press that is undecided is rejected at once", gentle, .tapHold, "100v 200=^",
      ["100 a down 100", "a pending 100 until 900 hold", "200 a up 200", "200 a rejected 100 sync-lost"]),
  ]

  @Test("each case, on both sides of its boundary", arguments: held + windows + readBack)
  func row(_ row: Row) {
    var rig = Rig([Rig.switchOf(row.steadying, row.gestures)])
    #expect(rig.play(row.timeline) == row.expected)
  }

  static let chords: [ChordTests.ChordRow] = [
    ChordTests.ChordRow(
      name: "down together by their contacts, though the first is up when the second is long enough: a chord",
      steadyingOfB: ChordTests.slow, timeline: "a100v b150v a160^ b600^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration", "185 a up 160",
        "350 b down 150", "350 a+b chord 100", "620 b up 600",
      ]),
    ChordTests.ChordRow(
      name: "... the window of the first waits for the second, and ends with it where it is too short",
      steadyingOfB: ChordTests.slow, timeline: "a100v b150v a160^ b300^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration", "185 a up 160",
        "320 b rejected 150 too-short", "320 a tap 100-160",
      ]),
    ChordTests.ChordRow(
      name: "up a microsecond before the second closed: never together, and nothing waits",
      steadyingOfB: ChordTests.slow, timeline: "a100v a149.999^ b150v b600^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration",
        "174.999 a up 149.999", "220 a tap 100-149.999", "350 b down 150", "350 b tap 150", "620 b up 600",
      ]),
    ChordTests.ChordRow(
      name: "up at the moment at which the second closed: likewise",
      steadyingOfB: ChordTests.slow, timeline: "a100v a150^ b150v b600^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration", "175 a up 150",
        "220 a tap 100-150", "350 b down 150", "350 b tap 150", "620 b up 600",
      ]),
    ChordTests.ChordRow(
      name: "both up before either is long enough: no press, and no chord",
      steadying: ChordTests.slow, timeline: "a100v b150v a250^ b250^",
      expected: [
        "a pending 100 until 300 hold-duration", "b pending 150 until 350 hold-duration",
        "270 a rejected 100 too-short", "270 b rejected 150 too-short",
      ]),
  ]

  @Test("chords are counted from contacts", arguments: chords)
  func chord(_ row: ChordTests.ChordRow) {
    var rig = Rig(
      [
        Rig.switchOf(named: "a", code: 0x100, row.steadying, row.a),
        Rig.switchOf(named: "b", code: 0x101, row.steadyingOfB ?? row.steadying, row.b),
      ], chords: row.chords)
    #expect(rig.play(row.timeline) == row.expected)
  }
}
