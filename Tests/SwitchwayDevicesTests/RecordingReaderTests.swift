import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

@Suite struct RecordingReaderTests {
  static let head = "N: Box\nI: 0003 05f3 0232 0100\n"

  static func read(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "box.evemu")
  }

  /// The problems of a text that cannot be read; none if it can.
  static func problems(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch {
      if case .malformed(_, let problems) = error { return problems }
      return ["\(error)"]
    }
  }

  @Test("a whole description is taken")
  func description() throws {
    let recording = try Self.read(
      """
      # EVEMU 1.3
      N: VEC  VEC USB \u{AE} Footpedal\u{20}
      I: 0003 05f3 00FF 0120
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 02 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 80
      B: 02 03 00 00 00 00 00 00 00
      B: 03 01 00 00 00 00 00 00 80
      B: 05 01 00 00 00 00 00 00 00
      A: 00 -127 127 1 15
      A: 01 0 255 0 0 0
      A: 3f 5 -5 0 0 0
      L: 00 1
      S: 00 0

      """)
    #expect(recording.description.name == "VEC  VEC USB \u{AE} Footpedal ")
    #expect(recording.description.id == "05f3:00ff")
    #expect(recording.description.bus == 3)
    #expect(recording.description.version == 0x120)
    #expect(recording.description.kind == .pedal)
    #expect(recording.description.keys == KeySet([1, 127]))
    #expect(
      recording.description.axes == [
        AxisDescription(code: 0, minimum: -127, maximum: 127), AxisDescription(code: 63, minimum: 5, maximum: -5),
      ], "an axis without its bit is left out; an absurd range is kept")
    #expect(recording.capabilities.relative == 3)
    #expect(recording.capabilities.switches == 1)
    #expect(recording.capabilities.properties == 2)
    #expect(recording.items.isEmpty && recording.start == nil)
    #expect(
      recording.warnings == [
        "box.evemu:13: warning: the axis's minimum is not below its maximum: it can press no switch"
      ])
    #expect(recording.description.phys.isEmpty && recording.description.uniq.isEmpty)
  }

  static func key(_ time: Int64, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: Instant(time), type: 1, code: code, value: value)
  }

  static let timelines: [(about: String, text: String, items: [RecordingItem])] = [
    (
      "a frame", "E: 1.000001 0001 0100 1\nE: 1.000002 0000 0000 0\n",
      [.frame([key(1_000_001, 0x100, 1)], report: Instant(1_000_002))]
    ),
    (
      "comments, blanks and CR LF",
      "# x\r\n\r\n  E: 0.000000\t0001 0100 1\t# EV_KEY\r\nE: 0.000000 0000 0000 0 # ----\r\n",
      [.frame([key(0, 0x100, 1)], report: Instant(0))]
    ),
    ("an empty frame", "E: 5.000000 0000 0000 0\n", [.frame([], report: Instant(5_000_000))]),
    (
      "two keys in a frame, a value of the scan code that is negative",
      "E: 0.000001 0004 0004 -589825\nE: 0.000001 0001 0100 1\nE: 0.000001 0001 0101 1\nE: 0.000001 0000 0000 0\n",
      [
        .frame(
          [InputEvent(time: Instant(1), type: 4, code: 4, value: -589_825), key(1, 0x100, 1), key(1, 0x101, 1)],
          report: Instant(1))
      ]
    ),
    ("a frame without its report is not there", "E: 0.000001 0001 0100 1\n", []),
    (
      "times that go back stay", "E: 2.000000 0000 0000 0\nE: 1.000000 0000 0000 0\n",
      [.frame([], report: Instant(2_000_000)), .frame([], report: Instant(1_000_000))]
    ),
    (
      "unplugged in mid-frame, and back with a key down",
      "E: 1.000000 0001 0100 1\n# UNPLUG 2.000000\n# REPLUG 3.000000 100 2FF\nE: 4.000000 0000 0000 0\n",
      [
        .unplug(Instant(2_000_000)), .replug(Instant(3_000_000), down: KeySet([0x100, 0x2ff])),
        .frame([], report: Instant(4_000_000)),
      ]
    ),
    (
      "what comes while unplugged is not there, but time goes on with it",
      "# UNPLUG 1.000000\nE: 2.000000 0001 0100 1\nE: 2.000000 0000 0000 0\n",
      [.unplug(Instant(1_000_000)), .frame([], report: Instant(2_000_000))]
    ),
    (
      "a loss, and the state after it",
      "E: 1.000000 0000 0003 0\nE: 1.000000 0001 0100 1\nE: 1.000000 0000 0000 0\n# STATE 1.000100 101\n",
      [.resync(Instant(1_000_100), down: KeySet([0x101]))]
    ),
    (
      "a state right after the loss, before any report",
      "E: 1.000000 0000 0003 0\n# STATE 1.000100\nE: 2.000000 0001 0100 1\nE: 2.000000 0000 0000 0\n",
      [.resync(Instant(1_000_100), down: KeySet()), .frame([key(2_000_000, 0x100, 1)], report: Instant(2_000_000))]
    ),
    (
      "what began after the loss's report goes with it",
      "E: 1.000000 0000 0003 0\nE: 1.000000 0000 0000 0\nE: 1.500000 0001 0100 1\n# STATE 1.600000\n"
        + "E: 1.700000 0000 0000 0\n",
      [.resync(Instant(1_600_000), down: KeySet()), .frame([], report: Instant(1_700_000))]
    ),
    (
      "prose that begins with a word of ours", "# STATE of the art\n# UNPLUGGED 1.000000\n#UNPLUG 0.000000\n",
      [.unplug(Instant(0))]
    ),
  ]

  @Test("what happens is read in order", arguments: timelines.indices)
  func items(index: Int) throws {
    let timeline = Self.timelines[index]
    let recording = try Self.read(Self.head + timeline.text)
    #expect(recording.items == timeline.items, "\(timeline.about)")
    #expect(recording.warnings.isEmpty, "\(timeline.about)")
  }

  static let doubtful: [(text: String, items: Int, warning: String)] = [
    (
      "E: 1.000000 0000 0000 0\nE: 2.000000 0000 0000 0", 1,
      "box.evemu:4: warning: the last line is cut off, and was not read"
    ),
    (
      "E: 1.000000 0000 0003 0\nE: 1.000000 0000 0000 0\nE: 2.000000 0000 0000 0\n", 2,
      "box.evemu:5: warning: no `# STATE` after the SYN_DROPPED before this: assuming that no key is down"
    ),
    ("# UNPLUG 1.000000\n# UNPLUG 2.000000\n", 1, "box.evemu:4: warning: already unplugged: this line has no effect"),
    ("# REPLUG 1.000000\n", 0, "box.evemu:3: warning: not unplugged: this line has no effect"),
    ("# UNPLUG 1.000000\n# STATE 2.000000\n", 1, "box.evemu:4: warning: unplugged: this line has no effect"),
  ]

  @Test("what is doubtful is told, and the rest is read", arguments: doubtful.indices)
  func warnings(index: Int) throws {
    let row = Self.doubtful[index]
    let recording = try Self.read(Self.head + row.text)
    #expect(recording.items.count == row.items)
    #expect(recording.warnings == [row.warning])
  }

  static let time =
    "expected a time such as 12.345678\n  help: write seconds, a point and six digits; times are not negative"
  static let event =
    "expected a type, a code and a value after the time\n"
    + "  help: as in `E: 12.345678 0001 0120 1`: type and code hexadecimal, value a decimal number of 32 bits"
  static let code =
    "expected the codes of the keys that are down, in hexadecimal, at most 2ff\n"
    + "  help: as in `# STATE 12.345678 120 121`"
  static let ids =
    "expected four numbers: bus, vendor, product, version\n"
    + "  help: hexadecimal, at most four digits each, as in `I: 0003 05f3 00ff 0120`"
  static let bitmap =
    "expected bytes in hexadecimal\n"
    + "  help: as in `P: 00 00 00 00 00 00 00 00` or, with the type first, `B: 01 00 00 00 00 00 00 03 00`"
  static let axis =
    "expected an axis and its minimum, maximum, fuzz, flat and resolution\n"
    + "  help: as in `A: 00 -127 127 0 0 0`: the axis in hexadecimal, at most 3f, "
    + "the others decimal numbers of 32 bits"
  static let state = "expected a code and 0 or 1\n  help: as in `L: 00 0` or `S: 05 1`"
  static let line =
    "not a line of a recording\n"
    + "  help: lines begin with N: I: P: B: A: L: S: E: or #; 'switchway record' makes recordings"

  static let malformed: [(line: String, problem: String)] = [
    ("E: -1.000000 0001 0100 1", time), ("E: 1 0001 0100 1", time), ("E: 1.5 0001 0100 1", time),
    ("E: 1.0000000 0001 0100 1", time), ("E: .000000 0001 0100 1", time), ("E:", time),
    ("E: 99999999999999999999.000000 0001 0100 1", time), ("E: 9223372036854.775807 0001 0100 1", time),
    ("E: 999999999999999999.000000 0001 0100 1", time), ("E: 1.00000x 0001 0100 1", time),
    ("E: 1.000000", event), ("E: 1.000000 0001 0100", event), ("E: 1.000000 10001 0100 1", event),
    ("E: 1.000000 0001 0x10 1", event), ("E: 1.000000 0001 0100 2147483648", event),
    ("E: 1.000000 0001 0100 -2147483649", event), ("E: 1.000000 0001 0100 --1", event),
    ("E: 1.000000 0001 0100 1 1", event), ("E: 1.000000 0001 0100 -", event),
    ("# UNPLUG", time), ("# REPLUG 1.0", time), ("# STATE -1.000000", time),
    ("# STATE 1.000000 300", code), ("# REPLUG 1.000000 1e x", code),
    (
      "# UNPLUG 1.000000 1e",
      "unexpected codes after the time\n  help: `# UNPLUG` has only a time; `# REPLUG` also has codes"
    ),
    ("N: Second", "this is a second name\n  help: one recording describes one node: split the file"),
    (
      "I: 0003 05f3 0232 0100",
      "this is a second line of ids\n  help: one recording describes one node: split the file"
    ),
    ("P: 000", bitmap), ("B: 01 00", bitmap), ("B: 20 00 00 00 00 00 00 00 00", bitmap),
    ("B: 01 00 00 00 00 00 00 00 00 00", bitmap), ("B: 01 00 00 00 00 00 00 00 gg", bitmap), ("B:", bitmap),
    ("A: 40 0 1 0 0 0", axis), ("A: 00 0 1", axis), ("A: 00 0 99999999999 0 0 0", axis),
    ("A: 00 0 1 0 0 0 0", axis), ("A: 00 zero 1 0 0 0", axis),
    ("L: 00 2", state), ("S: 00", state), ("S: 00 1 1", state),
    ("X: 1", line), ("hello", line), ("E 1.000000 0001 0100 1", line), ("\u{1B}[2J", line), (":", line),
  ]

  @Test("a wrong line is told with its place and its mend", arguments: malformed.indices)
  func errors(index: Int) {
    let row = Self.malformed[index]
    #expect(Self.problems(Self.head + row.line + "\n") == ["box.evemu:3: error: \(row.problem)"])
  }

  @Test("all wrong lines are told at once, up to twenty")
  func allErrors() {
    #expect(Self.problems(Self.head + "x\nE: 1\nE: 1.000000 0000 0000 0\nA: x\n").count == 3)
    #expect(Self.problems(Self.head + String(repeating: "x\n", count: 100)).count == 20)
  }

  @Test("an axis that stands twice, a recording without a name, an empty file")
  func header() {
    #expect(
      Self.problems(Self.head + "A: 00 0 1 0 0 0\nA: 00 0 2 0 0 0\n")
        == ["box.evemu:4: error: this is a second axis\n  help: one recording describes one node: split the file"]
    )
    #expect(
      Self.problems("")
        == [
          "box.evemu:1: error: the recording does not say the device's name\n  help: add a line `N: NAME` at the top",
          "box.evemu:1: error: the recording does not say the device's ids\n"
            + "  help: add a line `I: BUS VENDOR PRODUCT VERSION` at the top",
        ])
  }

  @Test("a device that declares everything there is, and more, is taken")
  func everything() throws {
    let row = String(repeating: " ff", count: 8) + "\n"
    let text = Self.head + (0..<0x20).map { "B: " + ($0 < 16 ? "0" : "") + String($0, radix: 16) + row }.joined()
    let recording = try Self.read(text + String(repeating: "B: 01" + row, count: 40) + "P:" + row + "P:" + row)
    #expect(recording.description.keys.count == 768)
    #expect(recording.description.axes.count == 64)
    #expect(recording.description.axes.allSatisfy { $0.minimum == $0.maximum })
  }
}
