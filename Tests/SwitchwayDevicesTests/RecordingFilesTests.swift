import Foundation
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

/// The recordings of the tree, and what the core makes of them.
@Suite struct RecordingFilesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let shipped = root.appending(path: "Config/recordings/two-switch-session.evemu").path
  static func path(_ name: String) -> String { root.appending(path: "Tests/Recordings/\(name).evemu").path }

  static func command(_ name: String) -> ScanCommand { ScanCommand(name: name, arguments: [], group: .scan) }

  /// Two buttons of whatever device there is: `next`, `menu` when held for 800 ms where `hold` is set, and `select`.
  static func boxProfile(hold: Bool) -> Profile {
    let left = GestureBindings(
      tap: command("next"), hold: hold ? .init(after: .milliseconds(800), command: command("menu")) : nil)
    return Profile(
      name: "box", devices: [DeviceEntry(name: "box", match: DeviceMatch(name: Glob("*Switch Box")))],
      switches: [
        SwitchDefinition(name: "left", inputs: [SwitchInput(device: 0, selector: .button(1))], gestures: left),
        SwitchDefinition(
          name: "right", inputs: [SwitchInput(device: 0, selector: .button(2))],
          gestures: GestureBindings(tap: command("select"))),
      ])
  }

  static func stickProfile() -> Profile {
    func level(_ percent: Int64) -> AxisLevel { AxisLevel(thousandths: percent * 1_000) }
    func input(_ code: UInt16, _ press: Int64, _ release: Int64) -> [SwitchInput] {
      [
        SwitchInput(
          device: 0,
          selector: .axis(AxisCondition(code: code, region: .beyond(level(press)), release: level(release))))
      ]
    }
    return Profile(
      name: "stick", devices: [DeviceEntry(name: "stick", match: DeviceMatch(kinds: [.joystick]))],
      switches: [
        SwitchDefinition(
          name: "forward", inputs: input(1, -60, -40), gestures: GestureBindings(tap: command("next"))),
        SwitchDefinition(
          name: "over", inputs: input(16, 50, 33),
          gestures: GestureBindings(
            tap: command("select"), repeats: .init(after: .milliseconds(500), every: .milliseconds(200)))),
        SwitchDefinition(
          name: "back", inputs: input(16, -50, -33), gestures: GestureBindings(press: command("touch"))),
      ])
  }

  /// The words of what a recording makes of a profile: commands by their switch and gesture, rejections by reason.
  static func play(_ recording: Recording, _ profile: Profile) throws -> [String] {
    var interpreter = Interpreter(profile: profile)
    var outputs: [Effect] = []
    let node = NodeID(rawValue: 1)
    let entry = try #require(profile.entry(for: recording.description))
    let start = try #require(recording.start)
    interpreter.handle(.attached(node, recording.description, entry: entry, down: KeySet(), at: start), into: &outputs)
    var end = start
    for item in recording.items {
      switch item {
      case .frame(let events, let report):
        interpreter.handle(.frame(events[...], from: node), into: &outputs)
        interpreter.handle(.time(report), into: &outputs)
      case .unplug(let time): interpreter.handle(.detached([node], at: time), into: &outputs)
      case .replug(let time, let down):
        interpreter.handle(.attached(node, recording.description, entry: entry, down: down, at: time), into: &outputs)
      case .resync(let time, let down):
        interpreter.handle(.resynced(node, down: down, axes: [], at: time), into: &outputs)
      }
      end = max(end, item.end)
    }
    interpreter.handle(.finished(at: end), into: &outputs)
    return outputs.compactMap { output in
      switch output {
      case .published(let done, _, _, _, _), .performed(let done):
        "\(name(of: done.press?.origin, in: profile)) \(done.press?.gesture.rawValue ?? "")"
          + (done.phase == .once ? "" : " \(done.phase.rawValue)") + (done.isUncertain ? " uncertain" : "")
      case .rejected(let index, _, _, let reason): "\(profile.switches[index].name) !\(reason.rawValue)"
      default: nil
      }
    }
  }

  private static func name(of origin: CommandOrigin?, in profile: Profile) -> String {
    switch origin {
    case .single(let index): profile.switches[index].name
    case .chord(let index): profile.chords[index].name
    case nil: "nobody"
    }
  }

  @Test("the shipped session is sixteen presses, a double and a long one among them, and six brushes")
  func session() throws {
    let recording = try Recording(path: Self.shipped)
    #expect(recording.warnings.isEmpty)
    #expect(recording.description.kind == .switchInterface)
    let words = try Self.play(recording, Self.boxProfile(hold: false))
    let left = "left tap"
    let right = "right tap"
    let brush = " !repeat"
    #expect(
      words == [
        left, left, "left" + brush, left, right, "right" + brush, left, left, "left" + brush, right, left, left, left,
        "left" + brush, left, right, "right" + brush, left, left, left, "left" + brush, right,
      ])
    let end = try #require(recording.items.last)
    #expect(end == .frame([], report: Instant(22_000_000)), "time goes on until everything is decided")
    #expect(recording.items.dropLast().last.map { end.time - $0.end > .seconds(1) } == true)
  }

  @Test("contacts of the shipped session bounce for 1 to 6 ms at most", arguments: [UInt16(0x100), 0x101])
  func bounce(code: UInt16) throws {
    let recording = try Recording(path: Self.shipped)
    let edges = recording.items.flatMap { item -> [InputEvent] in
      if case .frame(let events, _) = item { events.filter { $0.code == code } } else { [] }
    }
    let gaps = zip(edges, edges.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.contains { $0 <= .milliseconds(6) }, "some bounce")
    #expect(gaps.allSatisfy { $0 >= .milliseconds(1) && ($0 <= .milliseconds(6) || $0 >= .milliseconds(25)) })
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0.value != $1.value } && edges.last?.value == 0)
  }

  static let outcomes: [(name: String, words: [String])] = [
    ("tap", ["left tap", "left tap", "left tap", "right tap"]),
    (
      "bounce",
      ["right tap", "left tap", "left !repeat", "left tap", "right tap", "left tap", "left !repeat", "left tap"]
    ),
    ("hold", ["left tap", "left tap", "left hold", "left hold"]),
    ("overlap", ["right tap", "left tap", "right tap", "left tap"]),
    (
      "unplug",
      ["left tap", "left !device-lost", "right !down-at-arrival", "right tap", "left !device-lost", "left tap"]
    ),
    ("dropped", ["left tap", "left tap uncertain", "right tap", "right tap", "left tap"]),
    ("backwards", ["left tap", "left tap", "right tap", "left tap", "right tap"]),
    ("cut", ["left tap", "right tap"]),
    ("axis", ["forward tap", "forward tap"]),
    (
      "hat",
      [
        "over tap", "back press begin", "back press end", "over tap", "over repeat", "over repeat", "over repeat",
        "back press begin", "over tap", "back press end",
      ]
    ),
  ]

  @Test("each recording gives what its model describes", arguments: outcomes.indices)
  func outcome(index: Int) throws {
    let row = Self.outcomes[index]
    let recording = try Recording(path: Self.path(row.name))
    let isStick = row.name == "axis" || row.name == "hat"
    #expect(recording.warnings.count == (row.name == "cut" ? 1 : 0))
    #expect(recording.description.kind == (isStick ? .joystick : .switchInterface))
    let words = try Self.play(recording, isStick ? Self.stickProfile() : Self.boxProfile(hold: true))
    #expect(words == row.words)
  }

  @Test("a recording that is cut anywhere is the beginning of the whole one", arguments: outcomes.map(\.name))
  func cutAnywhere(name: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Self.path(name))))
    let whole = try Recording(bytes, file: name).items
    var longest = 0
    // Every byte of the end, and places all over the rest: thirteen is no line's length.
    for length in bytes.indices where length % 13 == 0 || length > bytes.count - 200 {
      guard var items = try? Recording(Array(bytes[..<length]), file: name).items else { continue }
      // Cut just after a loss: time alone has gone on to it.
      if case .frame(let events, _) = items.last, events.isEmpty, items.last != whole[items.count - 1] {
        items.removeLast()
      }
      #expect(items.elementsEqual(whole.prefix(items.count)), "cut after \(length) bytes")
      longest = max(longest, items.count)
    }
    #expect(longest >= whole.count - 1)
  }

  @Test("any bytes end in a recording or in problems", arguments: [UInt64(1), 2, 3])
  func garbage(seed: UInt64) throws {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    let corpus = try ["dropped", "unplug", "axis"].map { Array(try Data(contentsOf: URL(filePath: Self.path($0)))) }
    let spice = ["\n", "-", "99999999999999999999", "#", "# STATE ", "\u{0}", ".", " ", "7fffffff", "E: ", "\r"]
    var readable = 0
    for _ in 0..<100 {
      var bytes = corpus[random(corpus.count)]
      for _ in 0...random(6) {
        let place = random(bytes.count)
        switch random(4) {
        case 0: bytes[place] = UInt8(random(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array(spice[random(spice.count)].utf8), at: place)
        default: bytes.swapAt(place, random(bytes.count))
        }
      }
      do throws(RecordingError) {
        let recording = try Recording(bytes, file: "x")
        readable += 1
        _ = RecordingMerge.order(of: [recording, recording]).map { recording.items[$0.item] }
      } catch {
        guard case .malformed(_, let problems) = error else {
          Issue.record("seed \(seed): \(error)")
          continue
        }
        #expect(problems.allSatisfy { $0.hasPrefix("x:") && $0.contains("\n  help: ") }, "seed \(seed)")
      }
    }
    #expect(readable > 0 && readable < 100, "seed \(seed): both ends were met")
  }

  @Test("a file that cannot be read is told with its errno")
  func unreadable() {
    func failure(_ path: String) -> RecordingError? {
      do throws(RecordingError) {
        _ = try Recording(path: path)
        return nil
      } catch { return error }
    }
    #expect(failure("/no/such/file") == .unreadable(file: "/no/such/file", errno: 2))
    #expect(failure("/") == .unreadable(file: "/", errno: 21))
    #expect(
      failure("/no/such/file")?.message
        == "/no/such/file: error: No such file or directory\n  help: name a recording that you may read")
  }
}
