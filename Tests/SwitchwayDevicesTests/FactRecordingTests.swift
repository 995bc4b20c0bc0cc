import DeviceFacts
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

/// Recordings of real devices, as they are and as they lie.
@Suite("real devices: recordings")
struct FactRecordingTests {
  /// The description in evemu's text. `types`: the first byte of the bitmap of types, which is often wrong.
  static func text(_ fact: DeviceFact, types: UInt8 = 0x0b, axes: (DeviceFact.Axis) -> String = Self.axis) -> String {
    func bitmap(_ type: String, _ codes: [UInt16], bytes count: Int) -> String {
      var bytes = [UInt8](repeating: 0, count: count)
      for code in codes { bytes[Int(code) / 8] |= 1 << UInt8(code % 8) }
      return stride(from: 0, to: count, by: 8).map { start in
        type + bytes[start..<(start + 8)].map { " " + byte(UInt16($0)) }.joined() + "\n"
      }.joined()
    }
    return "# EVEMU 1.3\nN: \(fact.name)\n"
      + "I: "
      + [fact.bus, fact.vendor, fact.product, fact.version].map { DeviceFact.hexadecimal($0) }.joined(separator: " ")
      + "\n"
      + bitmap("P:", fact.properties, bytes: 8) + "B: 00 \(byte(UInt16(types))) 00 00 00 00 00 00 00\n"
      + bitmap("B: 01", fact.keys, bytes: 96) + bitmap("B: 02", fact.relative, bytes: 8)
      + bitmap("B: 03", fact.axes.map(\.code), bytes: 8) + bitmap("B: 05", fact.switches, bytes: 8)
      + fact.axes.map { axes($0) }.joined()
  }

  static func axis(_ axis: DeviceFact.Axis) -> String {
    "A: \(byte(axis.code)) \(axis.minimum) \(axis.maximum) 0 0 0\n"
  }

  private static func byte(_ value: UInt16) -> String { String(DeviceFact.hexadecimal(value).suffix(2)) }

  static func read(_ text: String) throws(RecordingError) -> Recording {
    try Recording(Array(text.utf8), file: "fact.evemu")
  }

  static func axes(_ fact: DeviceFact) -> [AxisDescription] {
    fact.axes.map { AxisDescription(code: $0.code, minimum: $0.minimum, maximum: $0.maximum) }
  }

  @Test("a recording describes the device as it is", arguments: DeviceFact.all)
  func description(fact: DeviceFact) throws {
    let recording = try Self.read(Self.text(fact))
    let device = recording.description
    #expect(device.kind.rawValue == fact.kind)
    #expect(device.name == fact.name && device.bus == fact.bus && device.version == fact.version)
    #expect(device.vendor == fact.vendor && device.product == fact.product)
    #expect(device.keys == KeySet(fact.keys) && device.axes == Self.axes(fact))
    #expect(recording.warnings.count == fact.axes.count { $0.minimum >= $0.maximum })
  }

  @Test("the bitmap of types is not believed", arguments: [0x00, 0x01, 0xff] as [UInt8])
  func types(byte: UInt8) throws {
    for fact in DeviceFact.all {
      let recording = try Self.read(Self.text(fact, types: byte))
      #expect(recording.description == (try Self.read(Self.text(fact)).description), "\(fact)")
    }
  }

  @Test("five numbers to an axis, as old recordings have it, are the same axis", arguments: DeviceFact.all)
  func fiveNumbers(fact: DeviceFact) throws {
    let recording = try Self.read(
      Self.text(fact) { Self.axis($0).replacing(" 0 0 0\n", with: " 3 15\n") })
    #expect(recording.description.axes == Self.axes(fact))
  }

  @Test("a range without its axis is left out, an axis without its range never presses")
  func halves() throws {
    let stick = try #require(DeviceFact.named("Logitech Logitech Extreme 3D"))
    let more = try Self.read(Self.text(stick) + "A: 3f 0 255 0 0 0\n")
    #expect(more.description.axes == Self.axes(stick) && more.description.kind == .joystick)
    let less = try Self.read(Self.text(stick) { $0.code == 0 ? "" : Self.axis($0) })
    #expect(less.description.axes.first == AxisDescription(code: 0, minimum: 0, maximum: 0))
    #expect(less.description.kind == .joystick)
    #expect(Self.presses(less, .axis(Self.pushed), [(3, 0, 1_023), (3, 0, 0), (3, 0, 1_023)]).isEmpty)
    #expect(Self.presses(more, .axis(Self.pushed), [(3, 0, 1_023), (3, 0, 512)]) == [true, false])
  }

  static let pushed = AxisCondition(
    code: 0, region: .beyond(AxisLevel(thousandths: 60_000)), release: AxisLevel(thousandths: 40_000))

  /// Whether a switch on the input went down, for each time that it went down or up, to the end of the recording.
  static func presses(
    _ recording: Recording, _ selector: InputSelector, _ events: [(type: UInt16, code: UInt16, value: Int32)] = []
  ) -> [Bool] {
    let definition = SwitchDefinition(
      name: "a", inputs: [SwitchInput(device: 0, selector: selector)],
      steadying: SteadyingPreset.off.parameters,
      gestures: GestureBindings(tap: ScanCommand(name: "next", arguments: [], group: .scan)))
    let entry = DeviceEntry(name: "fact", match: DeviceMatch(name: Glob(recording.description.name)))
    var interpreter = Interpreter(profile: Profile(name: "p", devices: [entry], switches: [definition]))
    var outputs: [Effect] = []
    let node = NodeID(rawValue: 1)
    var end = recording.start ?? Instant(0)
    interpreter.handle(.attached(node, recording.description, entry: 0, down: KeySet(), at: end), into: &outputs)
    for item in recording.items {
      guard case .frame(let frame, let report) = item else { continue }
      interpreter.handle(.frame(frame[...], from: node), into: &outputs)
      end = report
    }
    for (type, code, value) in events {
      end = end + .milliseconds(100)
      interpreter.handle(
        .frame(
          [InputEvent(time: end, type: type, code: code, value: value)][...], from: node), into: &outputs)
    }
    interpreter.handle(.finished(at: end), into: &outputs)
    return outputs.compactMap { if case .press(_, let down, _, _) = $0 { down } else { nil } }
  }

  static func key(_ second: Int, _ code: UInt16, _ value: Int) -> String {
    "E: \(second).000000 0001 \(DeviceFact.hexadecimal(code)) \(value)\nE: \(second).000000 0000 0000 0\n"
  }

  @Test("a recording that begins with the release of Enter presses nothing by it")
  func release() throws {
    let keyboard = try #require(DeviceFact.named("HID 05f3:0007"))
    let begun = try Self.read(Self.text(keyboard) + Self.key(1, 0x1c, 0))
    #expect(Self.presses(begun, .key(0x1c)).isEmpty && Self.presses(begun, .anyKey).isEmpty)
    let later = try Self.read(
      Self.text(keyboard) + Self.key(1, 0x1c, 0) + Self.key(2, 0x1c, 1) + Self.key(3, 0x1c, 0))
    #expect(Self.presses(later, .key(0x1c)) == [true, false])
  }

  @Test("a recording that ends with keys down lets go of them")
  func heldAtEnd() throws {
    let keyboard = try #require(DeviceFact.named("Keychron Keychron C1"))
    let recording = try Self.read(Self.text(keyboard) + Self.key(1, 0x1d, 1) + Self.key(2, 0x2e, 1))
    for selector in [InputSelector.key(0x1d), .key(0x2e), .anyKey] {
      #expect(Self.presses(recording, selector) == [true, false])
    }
  }

  @Test("of a device with nothing but BTN_TRIGGER_HAPPY, and of one across all ranges, each button presses")
  func ranges() throws {
    for name in ["Namtai Wbuzz", "P.I. Engineering RailDriver"] {
      let fact = try #require(DeviceFact.named(name))
      for code in fact.keys {
        let recording = try Self.read(Self.text(fact) + Self.key(1, code, 1) + Self.key(2, code, 0))
        #expect(Self.presses(recording, .key(code)) == [true, false], "\(name) \(code)")
      }
    }
  }

  @Test("a recording that says a name or ids twice is two nodes, and is refused with its place")
  func twoInOne() throws {
    let pedal = try #require(DeviceFact.named("VEC  VEC USB Footpedal"))
    let text = Self.text(pedal)
    let lines = text.split(separator: "\n").count
    #expect(
      throws: RecordingError.malformed(
        file: "fact.evemu",
        problems: ["name", "line of ids"].enumerated().map { index, what in
          "fact.evemu:\(lines + 2 + index): error: this is a second \(what)\n"
            + "  help: one recording describes one node: split the file"
        })
    ) { try Self.read(text + text) }
  }
}
