import Testing

@testable import SwitchwayCore

@Suite("Chords")
struct ChordTests {
  /// Switches a, b, c with a tap each, unless a row has other gestures, and the chord a+b within 120 ms.
  struct ChordRow: CustomTestStringConvertible, Sendable {
    var name: String
    var a = GestureBindings.tapOnly
    var b = GestureBindings.tapOnly
    var steadying = SteadyingPreset.quick.parameters
    var steadyingOfB: SteadyingParameters?
    var chords: [ChordDefinition] = [ChordTests.ab]
    var timeline: String
    var expected: [String]
    var testDescription: String { name }
  }

  static func chord(_ name: String, _ parts: [Int], _ within: Int64 = 120, nothing: Bool = false) -> ChordDefinition {
    ChordDefinition(
      name: name, parts: parts, within: .milliseconds(within),
      command: nothing ? ScanCommand(name: "nothing", arguments: [], group: .daemon) : .menu)
  }
  static let ab = chord("a+b", [0, 1])
  static let slow = SteadyingParameters(
    debounce: .milliseconds(20), holdDuration: .milliseconds(200), ignoreRepeat: .zero)

  static let together: [ChordRow] = [
    ChordRow(
      name: "both down within the window: at the last press", timeline: "a100v b150v a400^ b500^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "150 a+b chord 100", "425 a up 400",
        "525 b up 500",
      ]),
    ChordRow(
      name: "one microsecond before the end", timeline: "a100v b219.999v a400^ b400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "219.999 b down 219.999", "219.999 a+b chord 100",
        "425 a up 400", "425 b up 400",
      ]),
    ChordRow(
      name: "exactly at the end: each alone", timeline: "a100v b220v a400^ b400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "220 a tap 100", "220 b down 220",
        "b pending 220 until 340 chord", "340 b tap 220", "425 a up 400", "425 b up 400",
      ]),
    ChordRow(
      name: "one microsecond after the end", timeline: "a100v b220.001v a400^ b400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "220 a tap 100", "220.001 b down 220.001",
        "b pending 220.001 until 340.001 chord", "340.001 b tap 220.001", "425 a up 400", "425 b up 400",
      ]),
    ChordRow(
      name: "in one frame", timeline: "b100v a100v a300^ b300^",
      expected: [
        "100 b down 100", "b pending 100 until 220 chord", "100 a down 100", "100 a+b chord 100", "325 a up 300",
        "325 b up 300",
      ]),
    ChordRow(
      name: "a part alone: its tap, at the end of the window, with its own press time", timeline: "a100v a150^",
      expected: ["100 a down 100", "a pending 100 until 220 chord", "175 a up 150", "220 a tap 100-150"]),
    ChordRow(
      name: "a part without a gesture of its own", b: .none, timeline: "b100v b150^",
      expected: [
        "100 b down 100", "b pending 100 until 220 chord", "175 b up 150", "220 b rejected 100 chord-broken",
      ]),
    ChordRow(
      name: "the first was up when the second came: both alone", timeline: "a100v a130^ b160v b190^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "155 a up 130", "160 b down 160",
        "b pending 160 until 280 chord", "215 b up 190", "220 a tap 100-130", "280 b tap 160-190",
      ]),
    ChordRow(
      name: "an opening that may still be a bounce is no release yet", timeline: "a100v a130^ b130v b190^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "130 b down 130", "130 a+b chord 100", "155 a up 130",
        "215 b up 190",
      ]),
    ChordRow(
      name: "pressed, released and pressed again in one window: the first alone, the second may still be of the chord",
      timeline: "a100v a130^ a160v b200v a500^ b500^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "155 a up 130", "160 a down 160",
        "a pending 160 until 280 chord", "200 b down 200", "200 a+b chord 160", "220 a tap 100-130", "525 a up 500",
        "525 b up 500",
      ]),
    ChordRow(
      name: "a press that is over when its window ends waits for no hold", a: .tapHold, timeline: "a100v a150^",
      expected: ["100 a down 100", "a pending 100 until 220 chord", "175 a up 150", "220 a tap 100-150"]),
    ChordRow(
      name: "until all are up, a part does nothing more",
      timeline: "a100v b150v a200^ a300v a350^ b400^ a500v a520^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "150 a+b chord 100", "225 a up 200",
        "300 a down 300", "300 a rejected 300 no-gesture", "375 a up 350", "425 b up 400", "500 a down 500",
        "a pending 500 until 620 chord", "545 a up 520", "620 a tap 500-520",
      ]),
    ChordRow(
      name: "a chord that does nothing answers each press", chords: [chord("a+b", [0, 1], nothing: true)],
      timeline: "b100v a150v a400^ b500^",
      expected: [
        "100 b down 100", "b pending 100 until 220 chord", "150 a down 150", "150 a rejected 150 no-gesture",
        "150 b rejected 100 no-gesture", "425 a up 400", "525 b up 500",
      ]),
    ChordRow(
      name: "a hold counts from the press", a: .tapHold, timeline: "a100v a2000^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "a pending 100 until 900 hold", "900 a hold 100",
        "2025 a up 2000",
      ]),
    ChordRow(
      name: "... and so do repeats", a: .repeating, timeline: "a100v a1700^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "220 a tap 100", "1000 a repeat 100 #2",
        "1600 a repeat 100 #3", "1725 a up 1700",
      ]),
    ChordRow(
      name: "a phase begins when the window has ended, and ends with the press", a: .press,
      timeline: "a100v a150^ a1000v a2000^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "175 a up 150", "220 a press 100 begin",
        "220 a press 100-150 end", "1000 a down 1000", "a pending 1000 until 1120 chord", "1120 a press 1000 begin",
        "2025 a up 2000", "2025 a press 1000-2000 end",
      ]),
  ]

  static let among: [ChordRow] = [
    ChordRow(
      name: "of three, only all three", chords: [chord("a+b+c", [0, 1, 2])],
      timeline: "a100v b150v c219v a400^ b400^ c400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "b pending 150 until 270 chord",
        "219 c down 219", "219 a+b+c chord 100", "425 a up 400", "425 b up 400", "425 c up 400",
      ]),
    ChordRow(
      name: "of three, the last too late for the first", chords: [chord("a+b+c", [0, 1, 2])],
      timeline: "a100v b150v c220v a400^ b400^ c400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "b pending 150 until 270 chord",
        "220 a tap 100", "220 c down 220", "c pending 220 until 340 chord", "270 b tap 150", "340 c tap 220",
        "425 a up 400", "425 b up 400", "425 c up 400",
      ]),
    ChordRow(
      name: "the chord that is complete first wins", chords: [ab, chord("b+c", [1, 2])],
      timeline: "a100v c110v b150v a400^ b400^ c400^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "110 c down 110", "c pending 110 until 230 chord",
        "150 b down 150", "150 a+b chord 100", "230 c tap 110", "425 a up 400", "425 b up 400", "425 c up 400",
      ]),
    ChordRow(
      name: "a part of two chords waits for the longer", chords: [ab, chord("b+c", [1, 2], 300)],
      timeline: "b100v a230v b500^ a500^",
      expected: [
        "100 b down 100", "b pending 100 until 400 chord", "230 a down 230", "a pending 230 until 350 chord",
        "350 a tap 230", "400 b tap 100", "525 a up 500", "525 b up 500",
      ]),
  ]

  static let undecided: [ChordRow] = [
    ChordRow(
      name: "a contact that began in the window and is accepted after it", steadyingOfB: slow,
      timeline: "a100v b150v a600^ b600^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration", "350 b down 150",
        "350 a+b chord 100", "620 b up 600", "625 a up 600",
      ]),
    ChordRow(
      name: "... and is too short: the window ends with it", steadyingOfB: slow, timeline: "a100v b150v b250^ a600^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 150 until 350 hold-duration",
        "270 b rejected 150 too-short", "270 a tap 100", "625 a up 600",
      ]),
    ChordRow(
      name: "a slow one first: its contact began less than the window before", steadyingOfB: slow,
      timeline: "b100v a150v a600^ b600^",
      expected: [
        "b pending 100 until 300 hold-duration", "150 a down 150", "a pending 150 until 300 chord",
        "300 b down 100", "300 a+b chord 100", "620 b up 600", "625 a up 600",
      ]),
    ChordRow(
      name: "of a part's two presses the one that is down", steadying: .off, steadyingOfB: slow,
      timeline: "b100v a160v a160^ a190v b600^ a700^",
      expected: [
        "b pending 100 until 300 hold-duration", "160 a down 160", "a pending 160 until 300 chord", "160 a up 160",
        "190 a down 190", "a pending 190 until 310 chord", "280 a tap 160-160", "300 b down 100",
        "300 a+b chord 100", "620 b up 600", "700 a up 700",
      ]),
    ChordRow(
      name: "a later press of a part that is in no chord is decided alone, and ended", a: .press, steadying: .off,
      steadyingOfB: slow, timeline: "a100v b100v a110^ a230v a400^ b900^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "b pending 100 until 300 hold-duration", "110 a up 110",
        "230 a down 230", "a pending 230 until 350 chord", "300 b down 100", "300 a+b chord 100",
        "350 a press 230 begin", "400 a up 400", "400 a press 230-400 end", "920 b up 900",
      ]),
    ChordRow(
      name: "both slow", steadying: slow, timeline: "a100v b150v a600^ b600^",
      expected: [
        "a pending 100 until 300 hold-duration", "b pending 150 until 350 hold-duration", "300 a down 100",
        "a pending 100 until 350 chord", "350 b down 150", "350 a+b chord 100", "620 a up 600", "620 b up 600",
      ]),
  ]

  static let lost: [ChordRow] = [
    ChordRow(
      name: "unplugged in the window", timeline: "a100v 150!",
      expected: ["100 a down 100", "a pending 100 until 220 chord", "150 a up 150", "150 a rejected 100 device-lost"]),
    ChordRow(
      name: "a lost release in the window", timeline: "a100v a150=^",
      expected: ["100 a down 100", "a pending 100 until 220 chord", "150 a up 150", "150 a rejected 100 sync-lost"]),
    ChordRow(
      name: "unplugged in the chord: nothing more is said of it, and it is over",
      timeline: "a100v b150v 300! 400+ a500v a520^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "150 a+b chord 100", "300 a up 300",
        "300 b up 300", "500 a down 500", "a pending 500 until 620 chord", "545 a up 520", "620 a tap 500-520",
      ]),
    ChordRow(
      name: "a part found by reading makes it uncertain", timeline: "a100=v b150v a300^ b300^",
      expected: [
        "100 a down 100", "a pending 100 until 220 chord", "150 b down 150", "150 a+b chord 100 uncertain",
        "325 a up 300", "325 b up 300",
      ]),
  ]

  @Test("each case, and both sides of each boundary", arguments: together + among + undecided + lost)
  func row(_ row: ChordRow) {
    var rig = Rig(
      [
        Rig.switchOf(named: "a", code: 0x100, row.steadying, row.a),
        Rig.switchOf(named: "b", code: 0x101, row.steadyingOfB ?? row.steadying, row.b),
        Rig.switchOf(named: "c", code: 0x102, row.steadying, .tapOnly),
      ], chords: row.chords)
    #expect(rig.play(row.timeline) == row.expected)
  }

  @Test("a part of a chord can be the first of a double tap: both windows count from contacts")
  func chordAndDouble() {
    let double = MultipleTapTests.bindings(double: 200)
    var rig = Rig(
      [Rig.switchOf(.gentle, double), Rig.switchOf(named: "b", code: 0x101, .gentle, .tapOnly)], chords: [Self.ab])
    let lines = rig.play("a100v a150^ a340v a400^ a1000v a1050^")
    #expect(
      lines == [
        "100 a down 100", "a pending 100 until 220 chord", "180 a up 150", "a pending 100 until 350 double",
        "340 a down 340", "a pending 340 until 460 chord", "430 a up 400", "460 a double 100-400",
        "1000 a down 1000", "a pending 1000 until 1120 chord", "1080 a up 1050", "a pending 1000 until 1250 double",
        "1250 a tap 1000-1050",
      ])
  }
}
