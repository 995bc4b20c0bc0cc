import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// Every shipped profile, driven by the recording of a device that it is for.
@Suite("Shipped profiles and their devices", .blocking) struct ShippedProfileReplayTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var profile: String
    var recording: String
    /// `kind entry`.
    var device: String
    /// `pressed accepted switch gesture command`, times in ms; of rejected presses `pressed time switch reason`.
    var lines: [String]
    var testDescription: String { "\(profile): \(recording)" }
  }

  static let rows = [
    Row(
      profile: "joystick", recording: "joystick", device: "joystick stick",
      lines: [
        "516 596 up tap move(up)", "1516 1596 down tap move(down)", "2516 2596 left tap move(left)",
        "3516 3596 right tap move(right)", "4500 4580 up tap move(up)", "5000 5080 down tap move(down)",
        "5500 5580 left tap move(left)", "6000 6080 right tap move(right)", "7000 7150 fire tap select",
        "8000 8800 fire hold menu", "9500 9500 thumb tap back", "11500 11562 up too-short",
        "13532 13532 right neighbour", "13524 13604 up tap move(up)",
      ]),
    Row(
      profile: "joystick", recording: "joystick-pad", device: "joystick stick",
      lines: [
        "500 580 right tap move(right)", "1000 1080 left tap move(left)", "1500 1580 up tap move(up)",
        "2000 2080 down tap move(down)", "3000 3150 fire tap select", "3500 3500 thumb tap back",
      ]),
    Row(
      profile: "gamepad", recording: "gamepad", device: "gamepad pad",
      lines: [
        "500 500 up tap move(up)", "1000 1000 down tap move(down)", "1500 1500 left tap move(left)",
        "2000 2000 right tap move(right)", "2516 2516 up tap move(up)", "3516 3516 down tap move(down)",
        "4516 4516 left tap move(left)", "5516 5516 right tap move(right)", "6500 6500 south tap select",
        "7000 7000 east tap back", "7500 7500 north tap actions", "8000 8000 start tap menu",
        "9516 9516 right tap move(right)",
      ]),
    Row(
      profile: "gamepad", recording: "gamepad-dpad", device: "gamepad pad",
      lines: [
        "500 500 up tap move(up)", "1000 1000 down tap move(down)", "1500 1500 left tap move(left)",
        "2000 2000 right tap move(right)", "3016 3016 right tap move(right)", "4016 4016 up tap move(up)",
        "5000 5000 south tap select",
      ]),
    Row(
      profile: "sip-and-puff", recording: "breath", device: "switch-interface tube",
      lines: [
        "482 732 puff tap select", "1982 2232 sip tap next", "3482 3626 puff too-short",
        "3546 3676 hard-puff tap menu", "3978 4028 puff neighbour", "4982 5126 sip too-short",
        "5046 5176 hard-sip tap back", "5478 5528 sip neighbour", "6450 6538 hard-puff too-short",
        "7482 7694 puff too-short", "8982 9126 puff too-short", "9046 9176 hard-puff tap menu",
        "9562 9612 puff neighbour",
      ]),
    Row(
      profile: "sip-and-puff", recording: "breath-buttons", device: "switch-interface tube",
      lines: ["450 500 sip-button tap next", "1450 1500 sip-button tap next", "2450 2500 puff-button tap select"]),
    Row(
      profile: "pedals", recording: "pedals", device: "pedal pedals",
      lines: [
        "500 500 left tap previous", "1500 1500 middle tap select", "2500 2500 right tap next",
        "3050 3210 right repeat", "3480 3480 right tap next",
      ]),
    Row(
      profile: "pedals", recording: "footswitch", device: "pedal pedals",
      lines: ["500 500 left tap previous", "2000 2000 middle tap select", "3500 3500 right tap next"]),
    Row(
      profile: "buzzers", recording: "buzzers", device: "switch-interface buzzers",
      lines: [
        "500 500 first tap next", "1000 1000 second tap select", "1500 1500 third tap back",
        "2000 2000 fourth tap menu", "5000 5000 first tap next", "5000 5000 second tap select",
      ]),
    Row(
      profile: "mouse-switch", recording: "mouse-box", device: "pointer mouse",
      lines: ["500 500 left tap next", "1500 1500 right tap select", "2500 2500 left tap next"]),
    Row(
      profile: "pedals", recording: "pedals-f14", device: "pedal pedals",
      lines: ["500 500 left tap previous", "2000 2000 middle tap select", "3500 3500 right tap next"]),
    // What runs by itself: the first two buttons of whatever box or pedal is there.
    Row(
      profile: "default", recording: "pedals", device: "pedal box",
      lines: [
        "500 500 left tap next", "1500 1500 right tap select",
      ]),
    Row(
      profile: "default", recording: "buzzers", device: "switch-interface box",
      lines: [
        "500 500 left tap next", "2800 2800 right tap select", "5000 5000 left tap next",
      ]),
    Row(
      profile: "one-switch", recording: "breath-buttons", device: "switch-interface box",
      lines: ["500 500 main tap select", "1500 1500 main tap select"]),
    Row(
      profile: "two-switch", recording: "breath-buttons", device: "switch-interface box",
      lines: ["500 500 left tap next", "1500 1500 left tap next", "2500 2500 right tap select"]),
  ]

  @Test("a device does what its profile says", arguments: rows)
  func driven(row: Row) throws {
    let scene = try Scene()
    let result = try Program.run(
      "switchway",
      [
        "replay", "--config", "\(Scene.top)/Config/\(row.profile).yaml", "\(Scene.recordings)/\(row.recording).evemu",
      ], environment: scene.environment)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let messages = result.output.split(separator: "\n").map { String($0).message }
    func words(_ type: String) -> [JSONValue] { messages.filter { $0["type"] == .string(type) } }
    let devices = words("device").map {
      "\($0["kind"]?.stringValue ?? "") \($0["device"]?.stringValue ?? "nobody's")"
    }
    #expect(devices == [row.device])
    #expect(messages.compactMap(line) == row.lines)
    #expect(words("warning").isEmpty)
  }

  @Test(
    "a box that sends a joystick's buttons is read",
    arguments: ["one-switch-desktop 950 scan(start)", "one-switch-step 500 next"])
  func joystickBox(words: String) throws {
    let scene = try Scene()
    // BTN_TRIGGER and BTN_THUMB in the place of BTN_0 and BTN_1.
    let path = try scene.recording(presses: [(at: 500, button: 0)], end: 1_000)
    let text = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
      .replacing("B: 01 03 00 00 00 00 00 00 00", with: "B: 01 00 00 00 00 03 00 00 00")
      .replacing("0001 0100", with: "0001 0120")
    let recording = try scene.file("joystick-box.evemu", text)
    let names = words.split(separator: " ")
    let result = try Program.run(
      "switchway", ["replay", "--config", "\(Scene.top)/Config/\(names[0]).yaml", recording],
      environment: scene.environment)
    let messages = result.output.split(separator: "\n").map { String($0).message }
    #expect(messages.first?["kind"] == .string("joystick") && messages.first?["device"] == .string("box"), "\(result)")
    #expect(messages.compactMap(line) == ["500 \(names[1]) main tap \(names[2])"], "\(result)")
  }

  /// Nil for what is neither a command nor a rejection.
  private func line(_ message: JSONValue) -> String? {
    func time(_ key: String) -> String { "\((message[key]?.integerValue ?? -1_000) / 1_000)" }
    func text(_ value: JSONValue?) -> String { value?.stringValue ?? "?" }
    switch message["type"]?.stringValue {
    case "command":
      let arguments = (message["args"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
      let source = message["source"]
      return "\(time("pressed")) \(time("accepted")) \(text(source?["switch"])) \(text(source?["gesture"])) "
        + text(message["command"]) + (arguments.isEmpty ? "" : "(\(arguments))")
    case "rejected":
      return "\(time("pressed")) \(time("time")) \(text(message["switch"])) \(text(message["reason"]))"
    default: return nil
    }
  }
}
