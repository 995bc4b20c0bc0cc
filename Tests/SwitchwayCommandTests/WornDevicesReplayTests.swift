import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// Devices as people have them: worn sticks, macro pads that wrap their keys, a switch that is held to scan.
@Suite("Replays of worn and odd devices", .blocking) struct WornDevicesReplayTests {
  /// What `replay` tells of a recording with these lines behind its head, in short.
  private func replay(_ profile: String, _ head: String, _ events: [String], _ options: [String]) throws -> [String] {
    let scene = try Scene()
    let frames = events.map { event in
      let time = event.prefix { $0 != " " }
      return "E: \(event)\nE: \(time) 0000 0000 0\n"
    }
    let recording = try scene.file("odd.evemu", head + "\n" + frames.joined())
    let config = try scene.file("odd.yaml", profile)
    let result = try Program.run(
      "switchway", ["replay", "--config", config] + options + [recording], environment: scene.environment)
    #expect(result.errors.isEmpty)
    return result.output.split(separator: "\n").compactMap { line in
      let message = String(line).message
      switch message["type"]?.stringValue {
      case "command":
        return "command \(message.text("command"))" + (message["item"]?.integerValue.map { " \($0)" } ?? "")
      case "warning": return "\(message.text("code")): \(message.text("message"))"
      case "key": return "\(message.text("code")) \(message.number("value"))"
      case "rejected": return "rejected \(message.text("reason"))"
      default: return nil
      }
    }
  }

  @Test("a hold of 14.5 s in inverse scanning chooses what is lit at its end")
  func inverse() throws {
    let told = try replay(
      """
      switchway: 1
      devices: {box: {match: {id: "1209:0007"}}}
      switches: {main: {input: box/btn_trigger, tap: select}}
      scan: {style: inverse, interval: 2s}

      """,
      "N: Box\nI: 0003 1209 0007 0100\nB: 00 03 00 00 00 00 00 00 00\n" + buttons,
      ["1.000000 0001 0120 1", "15.400000 0001 0120 0", "16.000000 0000 0000 0"],
      ["--items", "12"])
    #expect(told.last == "command select 6")
    #expect(!told.contains { $0.hasPrefix("stuck") || $0.hasPrefix("rejected") })
  }

  /// `BTN_TRIGGER`.
  private let buttons = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4) + "B: 01 00 00 00 00 01 00 00 00"

  @Test("a stick that rests above its release level is named within 10 s, with what to write")
  func rests() throws {
    let told = try replay(
      """
      switchway: 1
      devices: {stick: {match: {kind: joystick}}}
      switches:
        right: {input: stick/abs_x > 60%, release: 35%, tap: move(right)}
        fire: {input: stick/button-1, tap: select}

      """,
      "N: Worn Stick\nI: 0003 1209 0008 0100\nB: 00 0b 00 00 00 00 00 00 00\n" + buttons
        + "\nB: 03 01 00 00 00 00 00 00 00\nA: 00 -127 127 0 0 0",
      [
        "0.500000 0003 0000 100", "0.900000 0003 0000 48", "3.000000 0003 0000 100", "3.400000 0003 0000 48",
        "9.900000 0003 0000 47",
      ], [])
    #expect(
      told == [
        "command move",
        "rests-above-release: it stays pressed: abs_x rests at 37 %, and is released only at 35%; write release: 45%",
      ])
  }

  @Test("no Super and no Alt alone reaches the desktop from a switch that is wrapped in them")
  func wrapped() throws {
    let told = try replay(
      """
      switchway: 1
      devices: {pad: {match: {name: "Macro Pad"}, grab: yes}}
      switches: {one: {input: pad/f1, tap: select}}

      """,
      "N: Macro Pad\nI: 0003 1209 0009 0100\nB: 00 03 00 00 00 00 00 00 00\nB: 01 fe ff ff ff ff ff ff ff\n"
        + "B: 01 ff ff 8f 01 ff ff 00 e0",
      [
        "1.000000 0001 007d 1\nE: 1.000000 0001 003b 1", "1.100000 0001 007d 0\nE: 1.100000 0001 003b 0",
        "3.000000 0001 0038 1\nE: 3.000000 0001 003b 1", "3.100000 0001 0038 0\nE: 3.100000 0001 003b 0",
      ], ["--claim", "none", "--keys", "--only", "command,key"])
    let ctrl = ["KEY_LEFTCTRL 1", "KEY_LEFTCTRL 0"]
    #expect(
      told == ["command select", "KEY_LEFTMETA 1"] + ctrl + ["KEY_LEFTMETA 0"]
        + ["command select", "KEY_LEFTALT 1"] + ctrl + ["KEY_LEFTALT 0"])
  }
}
