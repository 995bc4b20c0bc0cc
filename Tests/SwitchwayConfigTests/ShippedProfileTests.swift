import Foundation
import SwitchwayConfig
import SwitchwayClock
import SwitchwayCore
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

  @Test("default is two-switch under its own name")
  func twoSwitch() throws {
    #expect(ShippedProfileTests.store.names().contains("default"))
    let two = try #require(ShippedProfileTests.store.load("two-switch").profile)
    // The first two buttons; of a box that is a keyboard Space, Left, 1, and Enter, Right, 2.
    func inputs(_ selectors: InputSelector...) -> [SwitchInput] {
      selectors.map { SwitchInput(device: 0, selector: $0) }
    }
    #expect(two.devices.map(\.name) == ["box"])
    #expect(two.devices[0].match == DeviceMatch(kinds: [.switchInterface, .pedal]))
    #expect(
      two.switches == [
        SwitchDefinition(
          name: "left", inputs: inputs(.button(1), .key(57), .key(105), .key(2)),
          gestures: GestureBindings(tap: try CommandVocabulary.parse("next"))),
        SwitchDefinition(
          name: "right", inputs: inputs(.button(2), .key(28), .key(106), .key(3)),
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
    // Trials on GNOME 43, Plasma 5.27 and a console found these: docs/TRIALS.md.
    let rows = [
      "console": ["control-centre": nil, "notifications": nil, "lock": nil, "apps": nil, "menu-bar": nil, "back": nil],
      "gnome": ["control-centre": nil, "notifications": "super+v", "lock": "super+l", "actions": "compose"],
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
