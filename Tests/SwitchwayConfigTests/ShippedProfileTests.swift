import Foundation
import SwitchwayConfig
import SwitchwayClock
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("the profiles that are shipped")
struct ShippedProfileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized.path
  private static let store = ProfileStore(directories: [root + "/Config"])

  @Test("every expected profile is shipped")
  func all() {
    #expect(
      ShippedProfileTests.store.names() == [
        "buzzers", "default", "full-keyboard-access", "full-keyboard-access-console", "full-keyboard-access-gnome",
        "full-keyboard-access-kde", "gamepad", "joystick", "mouse-switch", "one-switch", "one-switch-desktop",
        "one-switch-scan", "one-switch-step", "pedals", "sip-and-puff", "two-switch",
      ])
  }

  @Test("each shipped profile is accepted without a warning and has a label", arguments: store.names())
  func right(name: String) throws {
    let result = ShippedProfileTests.store.load(name)
    // Notes say long presses and the pace of the clock in words, where a profile wants them.
    #expect(result.diagnostics.filter { $0.severity != .note } == [])
    let profile = try #require(result.profile)
    #expect(profile.name == name)
    #expect(profile.label != name)
  }

  /// The smallest file that starts from a profile, as the comments at the head of each show it.
  @Test("the example at the head of a profile is right, and starts from it", arguments: store.names())
  func example(name: String) throws {
    let text = try String(contentsOfFile: ShippedProfileTests.root + "/Config/\(name).yaml", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
    let example = lines.filter { $0.hasPrefix("#     ") }.map { $0.dropFirst(6) + "\n" }.joined()
    guard !example.isEmpty else { return #expect(["default", "one-switch"].contains(name)) }
    let sandbox = try Sandbox()
    let file = try sandbox.write("own.yaml", example)
    let result = ProfileStore(file: file, directories: ShippedProfileTests.store.directories).load("own")
    #expect(result.diagnostics.filter { $0.severity != .note } == [])
    #expect(example.contains("extends: \(name)\n"))
    #expect(result.profile != nil)
    let shipped = ShippedProfileTests.store.load(name).profile
    #expect(result.profile?.switches != shipped?.switches || result.profile?.keyboard != shipped?.keyboard)
  }

  @Test("each profile for switches types by the desktop's keys while no front end is there", arguments: store.names())
  func bridges(name: String) throws {
    let profile = try #require(ShippedProfileTests.store.load(name).profile)
    #expect(profile.bridge?.name == (profile.keyboard == nil ? "desktop" : nil))
  }

  @Test("bridge: none, or nothing, takes it away", arguments: ["none", "nothing"])
  func noBridge(word: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("own.yaml", "switchway: 1\nextends: pedals\npolicy: {bridge: \(word)}\n")
    let result = ProfileStore(file: file, directories: ShippedProfileTests.store.directories).load("own")
    #expect(result.diagnostics == [])
    #expect(result.profile != nil && result.profile?.bridge == nil)
  }

  @Test("a switch of the person's own file has the input that the profile lists as an alternative")
  func claimed() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "own.yaml",
      """
      switchway: 1
      extends: gamepad
      switches:
        look: {input: pad/abs_rx > 50%, tap: menu}
        arrow: {input: pad/KEY_UP, tap: back}
      """)
    let result = ProfileStore(file: file, directories: ShippedProfileTests.store.directories).load("own")
    #expect(result.diagnostics == [])
    let switches = try #require(result.profile).switches
    func axes(_ name: String) -> [UInt16] {
      (switches.first { $0.name == name }?.inputs ?? []).compactMap {
        if case .axis(let axis) = $0.selector { axis.code } else { nil }
      }
    }
    #expect(axes("right") == [0x10, 0] && axes("left") == [0x10, 0, 3])
    #expect(!(switches.first { $0.name == "up" }?.inputs ?? []).contains { $0.selector == .key(103) })
  }

  @Test("default takes a box with a joystick's buttons, but no joystick, gamepad or flight stick")
  func joystickBox() throws {
    let profile = try #require(ShippedProfileTests.store.load("default").profile)
    let axes = [AxisDescription(code: 0, minimum: 0, maximum: 255)]
    for (kind, keys, axes, isTaken) in [
      (.joystick, [0x120, 0x121], [], true), (.gamepad, [0x130, 0x131], [], true),
      (.joystick, [0x120, 0x121], axes, false), (.gamepad, [0x130, 0x220], [], false), (.joystick, [], axes, false),
    ] as [(DeviceKind, [UInt16], [AxisDescription], Bool)] {
      let device = DeviceDescription(name: "Box", kind: kind, keys: KeySet(keys), axes: axes)
      #expect((profile.entry(for: device) != nil) == isTaken, "\(kind) \(keys)")
    }
    // An entry for its own kind comes first, wherever it stands.
    let both = Profile(
      name: "p",
      devices: [.switchInterface, .joystick].map { DeviceEntry(name: "\($0)", match: DeviceMatch(kinds: [$0])) })
    #expect(both.entry(for: DeviceDescription(name: "Box", kind: .joystick, keys: KeySet([0x120]))) == 1)
  }

  @Test("what a broken file extends is found, also if the file is no YAML")
  func extended() throws {
    let sandbox = try Sandbox()
    for (text, name) in [
      ("switchway: 1\nextends: pedals\nswitches: {left: {tap: nxt}}\n", "pedals"),
      ("extends: \"joystick\" # own\n{", "joystick"),
      ("switchway: 1\n# extends: pedals\nx: [", nil),
    ] as [(String, String?)] {
      let file = try sandbox.write("own.yaml", text)
      let result = ProfileStore(file: file, directories: ShippedProfileTests.store.directories).load("own")
      #expect(result.profile == nil && result.extendedName == name)
    }
  }

  @Test("default is two-switch under its own name")
  func twoSwitch() throws {
    #expect(ShippedProfileTests.store.names().contains("default"))
    let two = try #require(ShippedProfileTests.store.load("two-switch").profile)
    // The first two buttons; of a box that is a keyboard Space, Left, and Enter, Right.
    func inputs(_ selectors: InputSelector...) -> [SwitchInput] {
      selectors.map { SwitchInput(device: 0, selector: $0) }
    }
    #expect(two.devices.map(\.name) == ["box"])
    #expect(two.devices[0].match == DeviceMatch(kinds: [.switchInterface, .pedal]))
    #expect(
      two.switches == [
        SwitchDefinition(
          name: "left", inputs: inputs(.button(1), .key(57), .key(105)),
          gestures: GestureBindings(tap: try CommandVocabulary.parse("next"))),
        SwitchDefinition(
          name: "right", inputs: inputs(.button(2), .key(28), .key(106)),
          gestures: GestureBindings(tap: try CommandVocabulary.parse("select"))),
      ])
    var standard = try #require(ShippedProfileTests.store.load("default").profile)
    standard.name = "two-switch"
    #expect(standard == two)
  }

  @Test("one-switch selects")
  func oneSwitch() throws {
    let one = try #require(ShippedProfileTests.store.load("one-switch").profile)
    #expect(one.devices.map(\.name) == ["box"])
    #expect(one.switches.map(\.name) == ["main"])
    #expect(one.switches[0].gestures == GestureBindings(tap: try CommandVocabulary.parse("select")))
  }

  @Test("one switch scans the desktop, by itself or step by step")
  func oneSwitchScans() throws {
    let one = try #require(ShippedProfileTests.store.load("one-switch").profile)
    let desktop = try #require(ShippedProfileTests.store.load("one-switch-desktop").profile)
    // Space ticks a box, and there are ways out of a text that takes Tab.
    #expect(
      desktop.switches.map(\.gestures) == [
        GestureBindings(
          tap: try CommandVocabulary.parse("select"),
          hold: .init(after: .milliseconds(800), command: try CommandVocabulary.parse("activate")),
          double: .init(within: .milliseconds(350), command: try CommandVocabulary.parse("scan(reverse)")),
          triple: .init(within: .milliseconds(350), command: try CommandVocabulary.parse("next(by=section)")))
      ])
    #expect(desktop.switches.map(\.inputs) == one.switches.map(\.inputs))
    // A box that sends a joystick's buttons is a joystick.
    let kinds: Set<DeviceKind> = [.switchInterface, .pedal, .joystick]
    #expect(desktop.devices.map(\.name) == ["box"] && desktop.devices.map { Set($0.match.kinds) } == [kinds])
    #expect(desktop.scan == ScanSettings(style: .auto, steps: 15))
    let step = try #require(ShippedProfileTests.store.load("one-switch-step").profile)
    #expect(step.devices == desktop.devices)
    #expect(step.switches.map(\.gestures) == [GestureBindings(tap: try CommandVocabulary.parse("next"))])
    #expect(step.scan == ScanSettings(style: .step, interval: .milliseconds(1_500)))
    for profile in [desktop, step] {
      #expect(profile.bridge?.name == "desktop")
      let keys = try ["next", "previous", "select"].map { profile.bridge?.keys[try CommandVocabulary.parse($0)]?.text }
      #expect(keys == ["tab", "shift+tab", "enter"])
    }
  }

  @Test("the desktop's table: menus by the key Menu, which Qt knows; two keys that leave a text of many lines")
  func desktopTable() throws {
    let table = try #require(ShippedProfileTests.store.loadBridge("desktop").table)
    let rows = [
      ("actions", "compose"), ("context-menu", "compose"), ("activate", "space"),
      ("scan(reverse)", "ctrl+shift+tab"), ("next(by=section)", "f6"),
    ]
    for (command, key) in rows { #expect(table.keys[try CommandVocabulary.parse(command)]?.text == key, "\(command)") }
  }

  @Test("the keyboards' profiles differ in what a command types alone, and in nothing else")
  func keyboards() throws {
    let plain = try #require(ShippedProfileTests.store.load("full-keyboard-access").profile)
    // Trials on GNOME 43 and 48, Plasma 5.27 and 6.3, and a console found these: vm/trials/TRIALS.md.
    let rows = [
      "console": ["control-centre": nil, "notifications": nil, "lock": nil, "apps": nil, "menu-bar": nil, "back": nil],
      "gnome": ["control-centre": "super+s", "notifications": "super+v", "lock": "super+l", "actions": "compose"],
      "kde": ["control-centre": "super+alt+p", "notifications": nil, "windows": "ctrl+f10", "actions": "compose"],
    ]
    for (name, keys) in rows {
      let profile = try #require(ShippedProfileTests.store.load("full-keyboard-access-" + name).profile)
      #expect(profile.keyboard == plain.keyboard && profile.devices == plain.devices)
      let alone = AloneTexts(profile)
      for (command, key) in keys {
        let text = try alone[CommandVocabulary.parse(command)]
        #expect(text == key, "\(name): \(command)")
      }
    }
  }

  @Test("on a console no command types what a desktop would answer: Super, Alt, a function key")
  func console() throws {
    let profile = try #require(ShippedProfileTests.store.load("full-keyboard-access-console").profile)
    let commands = try #require(profile.keyboard).bindings.map(\.command)
    let alone = AloneTexts(profile)
    let typed = commands.compactMap { alone[$0] }
    #expect(!typed.isEmpty)
    for word in ["super", "alt+", "f10"] { #expect(!typed.contains { $0.contains(word) }, "\(typed)") }
  }
}
