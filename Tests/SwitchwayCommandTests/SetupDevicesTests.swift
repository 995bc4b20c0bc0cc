import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import SwitchwayYAML
import Testing

@testable import switchway

/// What `switchway setup` writes for the devices that people have: equal boxes, pulses, remotes, one switch.
@Suite("The devices of setup", .blocking) struct SetupDevicesTests {
  /// Three presses of an input of a device, as JSON describes it.
  private static func presses(_ device: String, _ input: String) -> LearnedPresses {
    var presses = LearnedPresses()
    for (index, time) in [0, 150, 1_000, 1_150, 2_000, 2_150].enumerated() {
      let edge = #""input":"\#(input)","down":\#(index % 2 == 0),"time":\#(time * 1_000)"#
      _ = presses.takeLine(#"{"type":"learn","device":\#(device),\#(edge)}"#.message)
    }
    return presses
  }

  private static func box(socket: Int, node: Int = 0, serial: String = "") -> String {
    #"{"name":"Twin Box","id":"f1e1:0025","kind":"switch-interface","phys":"usb-0-\#(socket)/input\#(node)","#
      + #""uniq":"\#(serial)"}"#
  }

  private static let twins = [1, 2].map { presses(box(socket: $0), "btn_trigger") }

  private func profile(_ text: String) throws -> Profile {
    let scene = try Scene()
    let store = ProfileStore(file: try scene.file("made.yaml", text), directories: ["\(Scene.top)/Config"])
    let result = store.load(store.fileName ?? "made")
    #expect(!result.diagnostics.contains { $0.severity == .warning }, "\(result.text)\n\(text)")
    return try #require(result.profile, "\(result.text)\n\(text)")
  }

  /// The names of the switches that these presses press in a file; nil: none.
  private func holders(_ text: String, of presses: [LearnedPresses]) throws -> [String?] {
    let profile = try profile(text)
    return presses.map { one in
      one.source.flatMap { profile.holder(of: $0, on: $0.device.description) }.map { profile.switches[$0.index].name }
    }
  }

  @Test("two equal boxes are two switches, told apart by their sockets")
  func twins() throws {
    var setup = Setup()
    try setup.answer(pressed: Self.twins)
    try setup.answer("yes")
    let made = SetupProfile(setup)
    let text = try #require(made.text)
    #expect(text.contains(#"id: "f1e1:0025", phys: "usb-0-1/input*"}"#), "\(text)")
    #expect(made.marks.first?.mark.words("Twin Box")?.english.contains("USB ports") == true)
    #expect(try holders(text, of: Self.twins) == ["first", "second"])
  }

  @Test("two boxes that change sockets: the switches stay with serial numbers, else with the sockets, and none is lost")
  func exchanged() throws {
    func file(of boxes: [LearnedPresses]) throws -> String {
      var setup = Setup()
      try setup.answer(pressed: boxes)
      try setup.answer("yes")
      return try #require(SetupProfile(setup).text)
    }
    #expect(try holders(file(of: Self.twins), of: Self.twins.reversed()) == ["second", "first"])
    func boxes(_ sockets: [Int]) -> [LearnedPresses] {
      zip(sockets, ["A1", "B2"]).map { Self.presses(Self.box(socket: $0, serial: $1), "btn_trigger") }
    }
    let text = try file(of: boxes([1, 2]))
    #expect(try holders(text, of: boxes([2, 1])) == ["first", "second"], "\(text)")
    #expect(try holders(text, of: boxes([3, 4])) == ["first", "second"], "\(text)")
  }

  @Test("a box of a model is taken in any socket, until an equal one is pressed for another switch")
  func again() throws {
    var one = Setup()
    try one.answer(pressed: [Self.twins[0]])
    for answer in ["auto", "1s"] { try one.answer(answer) }
    let text = try #require(SetupProfile(one).text)
    #expect(try holders(text, of: Self.twins) == ["main", "main"])
    var setup = Setup(former: try FormerSetup(try profile(text), text: text))
    try setup.answer("press")
    try setup.answer(pressed: Self.twins)
    #expect(setup.count == 2)
    try setup.answer("yes")
    let changed = try #require(SetupProfile(setup).text)
    #expect(try holders(changed, of: Self.twins) == ["main", "second"], "\(changed)")
    #expect(!changed.contains("extends:"), "\(changed)")
  }

  @Test("two nodes of one box need one entry")
  func nodes() throws {
    var setup = Setup()
    try setup.answer(pressed: [0, 1].map { Self.presses(Self.box(socket: 1, node: $0), "btn_\($0)") })
    try setup.answer("yes")
    let text = try #require(SetupProfile(setup).text)
    #expect(!text.contains("box-2") && text.contains("box/btn_0") && text.contains("box/btn_1"), "\(text)")
  }

  private static func one(_ input: String, _ kind: String, _ edges: [Int64] = [0, 150, 1_000, 1_150]) throws -> Setup {
    var setup = Setup()
    try setup.answer(pressed: [SetupTests.presses(input, device: "Thing", kind: kind, edges: edges)])
    return setup
  }

  @Test("one switch gets the shipped profile with all that it can do, whatever the device is")
  func best() throws {
    for (input, kind, name) in [("btn_0", "switch-interface", "box"), ("key_volumeup", "other", "device")] {
      var setup = try Self.one(input, kind)
      for answer in ["auto", "1s"] { try setup.answer(answer) }
      let text = try #require(SetupProfile(setup).text)
      #expect(text.contains("\nextends: one-switch-desktop\n"), "\(text)")
      #expect(text.contains("  box: nothing\n") == (name != "box"), "\(text)")
      #expect(text.contains("grab: yes") == (kind == "other"), "\(text)")
      let presses = try #require(setup.switches.first?.presses)
      #expect(try holders(text, of: [presses]) == ["main"])
      #expect(try profile(text).switches.first?.gestures[.hold] != nil)
      #expect(TrialWords.base(setup)?.english.contains("Space") == true)
    }
    var scan = Setup(hasScanner: true)
    try scan.answer(pressed: [SetupTests.presses("btn_0")])
    for answer in ["auto", "yes", "no", "1s"] { try scan.answer(answer) }
    #expect(SetupProfile(scan).text?.contains("\nextends: one-switch-scan\n") == true)
  }

  @Test("a switch that sends pulses is offered no hold, no acceptance time and no inverse scanning")
  func pulses() throws {
    var setup = try Self.one("key_volumeup", "other", [0, 8, 1_000, 1_008, 2_000, 2_008])
    #expect(setup.choices(for: .plan).map(\.word).contains("auto"))
    #expect(!setup.choices(for: .plan).contains { $0.word == "inverse" })
    #expect(!setup.choices(for: .steadying).contains { ["steady", "strong"].contains($0.word) })
    for answer in ["auto", "1s"] { try setup.answer(answer) }
    let text = try #require(SetupProfile(setup).text)
    #expect(!text.contains("extends") && !text.contains("hold"), "\(text)")
    #expect(text.contains("double: {within: 350ms, do: scan(reverse)}") && text.contains("steps: 15"), "\(text)")
    let presses = try #require(setup.switches.first?.presses)
    #expect(try holders(text, of: [presses]) == ["main"])
  }

  /// The figures of 20 presses of these lengths, ms, one after the other.
  private func figures(_ lengths: [Int64]) throws -> CalibrationFigures {
    let starts = (0..<20).map { Int64($0) * 4_000_000 + 20_000_000 }
    let session = CalibrationSession(
      restStart: Instant(0), restEnd: Instant(15_000_000), end: Instant(110_000_000),
      prompts: starts.map { .init(time: Instant($0), switchIndex: 0, count: 1) })
    let contacts = starts.enumerated().map { index, time in
      let start = time + 500_000
      return ClosedSpan(start: Instant(start), end: Instant(start + lengths[index % lengths.count] * 1_000))
    }
    guard case .proposed(let proposal) = try Calibration.propose(session, [.init(contacts: contacts)])[0] else {
      throw ProgramError("no proposal")
    }
    return proposal.figures
  }

  @Test("calibrate says if a hold is reached by accident, or never by a switch of pulses")
  func holds() throws {
    var gestures = GestureBindings(tap: try CommandVocabulary.parse("select"))
    gestures[.hold] = .init(after: .milliseconds(800), command: try CommandVocabulary.parse("menu"))
    func words(_ lengths: [Int64]) throws -> String? {
      let figures = try figures(lengths)
      return HoldFinding(gestures, presses: figures.pressLengths, holds: [], sendsPulses: figures.sendsPulses)
        .map(CalibrationWords.hold)
    }
    #expect(try words([200, 799]) == nil)
    let often = try words([200, 800])
    #expect(often?.hasPrefix("10 of 20 presses lasted long enough") == true, "\(often ?? "")")
    #expect(often?.contains("a hold after 1.1 s") == true, "\(often ?? "")")
    #expect(try words([8])?.contains("never reached") == true)
    #expect(CalibrationWords.figures(try figures([8])).contains { $0.hasPrefix("it sends short pulses") })
    gestures[.hold] = nil
    #expect(try words([200, 800]) == nil)
  }

  @Test("a USB device without an input node is named: a serial line, and one for input that has none")
  func usb() throws {
    let scene = try Scene()
    for (file, text) in [
      ("1-1/product", "Arduino\n"), ("1-1:1.0/bInterfaceClass", "02\n"), ("1-1:1.0/tty/x", ""),
      ("1-2/product", "Strange Pad\n"), ("1-2:1.0/bInterfaceClass", "03\n"),
      ("1-2:1.0/0003:1209:0001.0001/hidraw/x", ""), ("1-3/product", "Keyboard\n"),
      ("1-3:1.0/bInterfaceClass", "03\n"), ("1-3:1.0/0003:1209:0002.0001/input/x", ""),
      ("1-4/product", "Disk\n"), ("1-4:1.0/bInterfaceClass", "08\n"),
    ] { try scene.file("usb/" + file, text) }
    let found = DeviceTrouble.usb(in: "\(scene.folder)/usb")
    #expect(found == [.serialLine(device: "Arduino"), .noNode(device: "Strange Pad")])
  }

  /// How long each press lasts, ms, and what the file says of holding.
  static let longRows: [(press: Int, hold: String?, words: String)] = [
    (799, nil, "Held for 0.8 s, "), (800, "hold: {after: 1100ms, do: activate}", "Held for 1.1 s, "),
    (3_900, "hold: nothing", "does nothing else"),
  ]

  @Test("a hand that presses long gets a later hold, or none, and is told", arguments: longRows)
  func longPresses(press: Int, hold: String?, words: String) throws {
    var presses = LearnedPresses()
    for index in 0..<3 {
      for (isDown, time) in [(true, 10_000 * index), (false, 10_000 * index + press)] {
        let edge = #""input":"btn_trigger","down":\#(isDown),"time":\#(time * 1_000)"#
        _ = presses.takeLine(#"{"type":"learn","device":\#(Self.box(socket: 1)),\#(edge)}"#.message)
      }
    }
    var setup = Setup()
    try setup.answer(pressed: [presses])
    for answer in ["auto", "1s"] { try setup.answer(answer) }
    let text = try #require(SetupProfile(setup).text)
    #expect(text.contains("hold:") == (hold != nil) && hold.map { text.contains($0) } ?? true, "\(text)")
    #expect(TrialWords.base(setup)?.english.contains(words) == true)
    _ = try profile(text)
  }

  @Test("programs that have a node open are named, but none of the desktop and none of Switchway's own")
  func holders() throws {
    let scene = try Scene()
    let nodes = (0..<6).map { "/dev/input/event\($0)" }
    for (process, name, open) in [
      (12, "evtest", ["/dev/pts/1", nodes[2]]), (7, "strange\u{1b}[31m", [nodes[2]]), (20, "Xorg", [nodes[2]]),
      (21, "my-desktop", Array(nodes[0...3])), (22, "switchwayd", [nodes[2]]), (23, "other", [nodes[3]]),
    ] as [(Int, String, [String])] {
      try scene.file("proc/\(process)/comm", name + "\n")
      try FileManager.default.createDirectory(
        atPath: "\(scene.folder)/proc/\(process)/fd", withIntermediateDirectories: true)
      for (number, target) in open.enumerated() {
        try FileManager.default.createSymbolicLink(
          atPath: "\(scene.folder)/proc/\(process)/fd/\(number)", withDestinationPath: target)
      }
    }
    try scene.file("proc/meminfo", "")
    let found = NodeHolders(nodes: nodes.count, in: "\(scene.folder)/proc").of(nodes[2])
    #expect(found.count == 2 && found.last == "evtest (process 12)", "\(found)")
    #expect(found.first?.contains("\u{1b}") == false, "\(found)")
  }

  @Test("what another program has grabbed is named by setup and learn as by doctor")
  func grabbed() {
    let held = #"{"name":"Box","id":"1209:0001","grabbed":false,"reason":"busy"}"#
    let state = #"{"devices":[\#(held),{"name":"B","id":"1:2"}]}"#
    let found = DeviceTrouble.grabbed(state.read(), [])
    #expect(found == [.grabbed(device: "Box", path: nil, programs: [])])
    #expect(found.first?.message == "another program has grabbed Box, so its presses do not arrive")
    let line = #"{"type":"device","change":"failed","device":"box","name":"Box","reason":"busy","time":1}"#
    #expect(PressingWords.text(about: line.event) == found.first?.text)
    #expect(PressingWords.text(about: line.replacing("busy", with: "key-down").event) == nil)
    #expect(
      PressingWords.text(about: line.replacing("busy", with: "gone").event)?.english.contains("plug it in") == true)
  }

  @Test("a length can be answered as it is printed, and as people write it")
  func lengths() throws {
    for text in ["2.5 s", "2.5s", "2,5 s", "2500 ms"] {
      var setup = try Self.one("btn_0", "switch-interface")
      for answer in ["auto", text] { try setup.answer(answer) }
      #expect(setup.interval == .milliseconds(2_500), "\(text)")
    }
  }

  @Test("a device of the file that comes back with another id is named")
  func changed() throws {
    var profile = try profile(Scene.profile())
    profile.devices[0].match = DeviceMatch(name: Glob("Test Box"), id: Glob("1209:0001"))
    let other = DeviceDescription(name: "Test Box", vendor: 0x1209, product: 2, kind: .joystick)
    let found = DeviceTrouble.changed(profile, [other])
    #expect(found == [.changed(entry: profile.devices[0].name, device: "Test Box", id: "1209:0002", kind: "joystick")])
    #expect(found.first?.text.english.contains("may have changed its mode") == true)
    #expect(DeviceTrouble.changed(profile, [DeviceDescription(name: "Test Box", vendor: 0x1209, product: 1)]).isEmpty)
  }
}
