import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// Which of the inputs that move together are switches.
@Suite("What is heard of a device") struct HeardInputsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Edges of inputs, as in `SetupHearingTests`.
    let edges: [String]
    let switches: String
    init(_ name: String, _ edges: [String], _ switches: String) {
      (testDescription, self.edges, self.switches) = (name, edges, switches)
    }
  }

  static let rows = [
    Row(
      "a key that is wrapped in a modifier",
      ["key_leftmeta 0 200 1000 1200 2000 2200", "key_f13 10 190 1010 1190 2010 2190"], "key_f13"),
    Row(
      "a digit with NumLock before and after it",
      ["key_numlock 0 8 88 96 1000 1008 1088 1096 2000 2008 2088 2096", "key_kp1 8 88 1008 1088 2008 2088"], "key_kp1"),
    Row(
      "two keys that are wrapped in the same modifiers",
      ["key_leftctrl 0 200 1000 1200 5000 5200 6000 6200", "key_f13 10 190 1010 1190", "key_f14 5010 5190 6010 6190"],
      "key_f13 key_f14"),
    Row("a modifier that is the switch", ["key_leftshift 0 200 1000 1200 2000 2200"], "key_leftshift"),
    Row(
      "a modifier that is a switch beside another one",
      ["key_leftshift 0 200 1000 1200 2000 2200", "key_f13 5000 5200 6000 6200 7000 7200"], "key_leftshift key_f13"),
    Row(
      "keys one after the other: the first",
      ["key_f13 0 10 1000 1010 2000 2010", "key_f14 20 30 1020 1030 2020 2030"], "key_f13"),
    Row(
      "a pulse that comes with a press: the press",
      ["key_f13 0 5 1000 1005 2000 2005", "key_f14 20 230 1020 1230 2020 2230"], "key_f14"),
    Row(
      "a key that comes with two switches is neither",
      [
        "key_f13 0 10 1000 1010 2000 2010 5000 5010 6000 6010 7000 7010",
        "key_f14 20 30 1020 1030 2020 2030", "key_f15 5020 5030 6020 6030 7020 7030",
      ], "key_f14 key_f15"),
    Row("the second begins soon after the first", ["btn_0 0 200", "btn_1 400 600"], "btn_0 btn_1"),
  ]

  @Test("the input that distinguishes the press is the switch", arguments: rows)
  func wanted(row: Row) throws {
    var heard = HeardInputs()
    let edges = try row.edges.flatMap { try SetupHearingTests.edges($0) }
    for (_, edge) in edges.sorted(by: { $0.time < $1.time }) { _ = heard.take(edge) }
    #expect(heard.wanted.compactMap { $0.source?.input }.joined(separator: " ") == row.switches)
  }

  /// Peaks and rests of pushes, percent; the level and the release that follow.
  static let pushes: [(peaks: [Int], rests: [Int], input: String, release: String?)] = [
    ([100, 95, 98], [0, 2, 1], "abs_x > 60%", nil), ([70, 66, 80], [0, 0, 0], "abs_x > 40%", nil),
    ([100, 95, 98], [0, 36, 20], "abs_x > 60%", nil), ([100, 95, 98], [0, 37, 20], "abs_x > 60%", "49%"),
    ([100, 95, 98], [0, 45, 44], "abs_x > 60%", "53%"), ([100, 95, 98], [80, 0, 0], "abs_x > 60%", nil),
    ([70, 70, 70], [0, 40, 40], "abs_x > 55%", "48%"),
  ]

  @Test("levels follow from pushes: two thirds of the weakest, released above where it rests", arguments: pushes)
  func levels(peaks: [Int], rests: [Int], input: String, release: String?) throws {
    let device = try #require(LearnedPresses.Device(#"{"name":"S","id":"1:2","kind":"joystick"}"#.read()))
    let source = LearnedPresses.Source(device: device, input: "abs_x > 60%")
    var presses = LearnedPresses()
    for (index, (peak, rest)) in zip(peaks, rests).enumerated() {
      let time = Int64(index) * 1_000_000
      _ = presses.takeEdge(source, isDown: true, at: time, level: rest)
      _ = presses.takeEdge(source, isDown: false, at: time + 200_000, level: peak)
    }
    #expect(presses.input == input && presses.release == release, "\(presses.input) \(presses.release ?? "")")
    let words = SteadyingWords.heard(presses).english
    #expect(words.contains("its weakest push reached") && words.contains("it rests at") == (release != nil))
  }

  private static func device(phys: String, uniq: String = "") -> LearnedPresses.Device? {
    let device = #"{"name":"Twin Box","id":"f1e1:0025","kind":"joystick","phys":"\#(phys)","uniq":"\#(uniq)"}"#
    return LearnedPresses.Device(device.read())
  }

  static let marks: [(one: (String, String), other: (String, String), text: String?)] = [
    (("usb-1.2-1/input0", ""), ("usb-1.2-2/input0", ""), #"phys: "usb-1.2-1/input*""#),
    (("usb-1.2-1/input0", "A[1]"), ("usb-1.2-2/input0", "A2"), #"uniq: "A\\[1\\]""#),
    (("usb-1.2-1/input0", "same"), ("usb-1.2-2/input0", "same"), #"phys: "usb-1.2-1/input*""#),
    (("usb-1.2-1/input2:1", ""), ("usb-1.2-1/input2:2", ""), #"phys: "usb-1.2-1/input2:1""#),
    (("", ""), ("usb-1.2-2/input0", ""), nil),
  ]

  @Test("equal devices are told apart by the serial number, else by the socket", arguments: marks)
  func mark(one: (String, String), other: (String, String), text: String?) throws {
    let device = try #require(Self.device(phys: one.0, uniq: one.1))
    let twin = try #require(Self.device(phys: other.0, uniq: other.1))
    #expect(device.isTwin(of: twin))
    #expect(DeviceMark.of(device, among: [twin])?.text == text)
    #expect(DeviceMark.of(device, among: []) == nil)
  }

  /// Where two equal devices without `phys` are, and what tells the first apart.
  static let places: [(one: String, other: String, text: String?)] = [
    (
      "/dev/input/by-path/pci-0000:00:14.0-usb-0:1:1.0-event-joystick",
      "/dev/input/by-path/pci-0000:00:14.0-usb-0:2:1.0-event-joystick",
      #"path: "/dev/input/by-path/pci-0000:00:14.0-usb-0:1:*""#
    ),
    (
      "/dev/input/by-path/platform-a-event", "/dev/input/by-path/platform-b-event",
      #"path: "/dev/input/by-path/platform-a*""#
    ),
    (
      "/devices/platform/a/input/input5", "/devices/platform/b/input/input6",
      #"path: "/devices/platform/a/input/input*""#
    ),
    // The number alone is another one each time.
    ("/devices/virtual/input/input5", "/devices/virtual/input/input6", nil),
    ("/dev/input/by-path/platform-a-event", "/dev/input/by-path/platform-a-event-kbd", nil), ("", "/x/input1", nil),
  ]

  @Test("equal devices that tell no socket are told apart by where udev finds them", arguments: places)
  func place(one: String, other: String, text: String?) throws {
    var device = try #require(Self.device(phys: ""))
    var twin = device
    (device.path, twin.path) = (one, other)
    #expect(device.isTwin(of: twin))
    let mark = DeviceMark.of(device, among: [twin])
    #expect(mark?.text == text)
    #expect((mark?.words("Box")?.english.contains("USB ports") == true) == (text != nil))
    guard let text else { return }
    // The daemon matches by the same text.
    let profile = try EngineFixtures.profile(
      "switchway: 1\ndevices: {box: {match: {\(text)}}}\nswitches: {a: {input: box/button-1, tap: select}}\n")
    #expect(profile.entry(for: device.description) == 0 && profile.entry(for: twin.description) == nil)
  }

  @Test("another node of the same device is no twin")
  func node() throws {
    let device = try #require(Self.device(phys: "usb-1.2-1/input0"))
    let node = try #require(Self.device(phys: "usb-1.2-1/input1"))
    #expect(!device.isTwin(of: node) && device.isNode(of: node))
  }

  static let acting: [(key: String, kind: String, others: [UInt16], takesPower: Bool)] = [
    ("key_power", "keyboard", [], true), ("key_sleep", "other", [], true), ("key_volumeup", "other", [115], false),
    ("key_volumeup", "other", [115, 116], true), ("key_f13", "keyboard", [116, 142], false),
    ("btn_0", "joystick", [116], false),
  ]

  @Test("a key for power or sleep is taken only with the person's yes", arguments: acting)
  func power(key: String, kind: String, others: [UInt16], takesPower: Bool) throws {
    let device = try #require(LearnedPresses.Device(#"{"name":"R","id":"1:2","kind":"\#(kind)"}"#.read()))
    var description = device.description
    description.keys = KeySet(others)
    #expect(DesktopKeys.takesPower(LearnedPresses.Source(device: device, input: key), description) == takesPower)
  }
}
