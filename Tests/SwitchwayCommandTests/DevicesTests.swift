import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway devices", .blocking) struct DevicesTests {
  static let box = "\(Scene.recordings)/tap.evemu"
  static let stick = "\(Scene.recordings)/axis.evemu"
  static let config = "\(Scene.recordings)/box.yaml"

  @Test("recordings describe devices: what they are, what they send, which entry takes them and why")
  func text() throws {
    let scene = try Scene()
    #expect(
      try Program.run(
        "switchway", ["devices", "--config", Self.config, Self.box, Self.stick], environment: scene.environment)
        == Program.Result(
          status: 0,
          output: """
            Model Switch Box
              id      0000:0002, bus virtual
              kind    switch-interface
              sends   btn_0 btn_1
              entry   box: its name is 'Model Switch Box'
              grab    yes: a switch-interface that switches use; everything else on it does nothing

            Model Joystick
              id      0000:0003, bus virtual
              kind    joystick
              sends   btn_trigger btn_thumb abs_x abs_y abs_hat0x abs_hat0y
              entry   none: box does not match: its name is 'Model Joystick', and must be 'Model Switch Box'

            """, errors: ""))
  }

  @Test("the same as JSON")
  func json() throws {
    let scene = try Scene()
    let result = try Program.run(
      "switchway", ["devices", "--json", "--config", Self.config, Self.box, Self.stick], environment: scene.environment)
    #expect(
      result
        == Program.Result(
          status: 0,
          output: #"[{"name":"Model Switch Box","id":"0000:0002","kind":"switch-interface","bus":"virtual","phys":"","#
            + #""uniq":"","inputs":["BTN_0","BTN_1"],"entry":"box","grabbed":false},"#
            + #"{"name":"Model Joystick","id":"0000:0003","kind":"joystick","bus":"virtual","phys":"","uniq":"","#
            + #""inputs":["BTN_TRIGGER","BTN_THUMB","ABS_X","ABS_Y","ABS_HAT0X","ABS_HAT0Y"],"#
            + #""entry":null,"grabbed":false}]"# + "\n", errors: ""))
  }

  @Test("a hostile device name is made printable for people and programs")
  func hostile() throws {
    let scene = try Scene()
    let path = try scene.recording(presses: [], end: 1)
    var text = String(decoding: try Array(Scene.bytes(of: path)), as: UTF8.self)
    text.replace("N: Test Box", with: "N: \u{1B}]0;owned\u{7}\u{202E}\"Box")
    try scene.file("box.evemu", text)
    let plain = try Program.run("switchway", ["devices", path], environment: scene.environment)
    #expect(plain.output.hasPrefix("?]0;owned??\"Box\n"), "\(plain)")
    let json = try Program.run("switchway", ["devices", "--json", path], environment: scene.environment)
    #expect(json.output.message[0]?["name"] == .string("?]0;owned??\"Box"))
  }

  @Test("devices says why each entry does not match")
  func reasons() throws {
    let scene = try Scene()
    let config = try scene.file(
      "test.yaml",
      """
      switchway: 1
      devices:
        pedal: {match: {kind: pedal, bus: usb}}
        other: {match: {name: "Test*", id: "dead:beef"}}
        linked: {match: {path: "/dev/input/by-id/*"}}
      switches:
        one: {input: [pedal/any, other/any, linked/any], tap: select}

      """)
    let recording = try scene.recording(presses: [], end: 1)
    let result = try Program.run(
      "switchway", ["devices", "--config", config, recording], environment: scene.environment)
    #expect(
      result.output.hasSuffix(
        "  entry   none: pedal does not match: its kind is switch-interface, and must be pedal. "
          + "other does not match: its id is '1209:0001', and must be 'dead:beef'. "
          + "linked does not match: its path is not known, and must be like '/dev/input/by-id/*'\n"), "\(result)")
  }

  @Test("devices reports an axis of a switch that has no range")
  func axisWithoutRange() throws {
    let scene = try Scene()
    let config = try scene.file(
      "test.yaml",
      """
      switchway: 1
      devices: {stick: {match: {name: "Model Joystick"}}}
      switches: {push: {input: stick/abs_x > 60%, tap: select}}

      """)
    let lines = String(decoding: try Scene.bytes(of: Self.stick), as: UTF8.self).split(separator: "\n")
    for range in ["0 0", "127 -127"] {
      let text = lines.map { line in
        line.hasPrefix("A: 00") || line.hasPrefix("A: 01") ? "\(line.prefix(5)) \(range) 0 0 0" : String(line)
      }
      let recording = try scene.file("stick.evemu", text.joined(separator: "\n") + "\n")
      let result = try Program.run(
        "switchway", ["devices", "--config", config, recording], environment: scene.environment)
      #expect(result.status == 0)
      #expect(
        result.output.hasSuffix(
          """
            entry   stick: its name is 'Model Joystick'
            axis    ABS_X has no range: it never presses
            grab    no: only a switch-interface or a pedal is grabbed without 'grab: yes'; \
          the desktop also gets its events

          """), "\(result)")
    }
    let sound = try Program.run(
      "switchway", ["devices", "--config", config, Self.stick], environment: scene.environment)
    #expect(!sound.output.contains("has no range"), "\(sound)")
  }

  @Test("with errors in the key-remap file, no entry matches, and devices says so")
  func badProfile() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", "switchway: 2\n")
    let result = try Program.run(
      "switchway", ["devices", "--json", "--config", config, Self.box], environment: scene.environment)
    #expect(result.status == 0)
    #expect(result.output.message[0]?["entry"] == .null)
    #expect(
      result.errors
        == "the profile has errors, so no entry matches any device\nhelp: switchway check \(config)\n")
  }

  @Test("a key-remap file that cannot be read is refused if it was named, else its fault is said")
  func unreadableProfile() throws {
    let scene = try Scene()
    let missing = try Program.run(
      "switchway", ["devices", "--config", "\(scene.folder)/none.yaml", Self.box], environment: scene.environment)
    #expect(missing.status == 1 && missing.output.isEmpty, "\(missing)")
    #expect(missing.errors.hasPrefix("\(scene.folder)/none.yaml:1:1: error: no such file\n"), "\(missing)")
    let path = try scene.file("switchway/default.yaml", Scene.profile())
    unsafe chmod(path, 0o666)
    let own = try Program.run("switchway", ["devices", Self.box], environment: scene.environment)
    #expect(own.status == 0 && own.output.hasPrefix("Model Switch Box\n"), "\(own)")
    #expect(own.errors.hasPrefix("\(path):1:1: error: everybody can write to the file\n"), "\(own)")
    unsafe chmod(path, 0)
    unsafe chmod(scene.folder, 0o755)
    let recording = try scene.recording(presses: [], end: 1)
    let denied = try Unprivileged.run(
      "switchway", ["devices", "--config", path, recording], environment: scene.environment)
    #expect(denied.status == 3 && denied.output.isEmpty, "\(denied)")
    #expect(denied.errors.hasPrefix("\(path):1:1: error: no permission to read the file\n"), "\(denied)")
  }

  @Test("the machine's own devices are a list, whatever there is")
  func machine() throws {
    let scene = try Scene()
    let result = try Program.run("switchway", ["devices", "--json"], environment: scene.environment)
    #expect(result.status == 0)
    let list = try #require(result.output.message.arrayValue)
    #expect(list.allSatisfy { $0["inputs"]?.arrayValue != nil && $0["kind"]?.stringValue != nil })
  }
}
