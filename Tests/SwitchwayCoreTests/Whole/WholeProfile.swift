import Fixtures
import SwitchwayClock
import SwitchwayTime

@testable import SwitchwayCore

/// Random profiles that have everything: switches on a box, a keyboard and a mouse, chords, keyboards with bindings, a
/// clock, a bridge.
enum WholeProfile {
  static let devices = ["Box", "Board", "Pad", "Mouse"]

  private static let commands = [
    "next", "select", "previous", "key(f20)", "key(b)", "key(shift+f21)", "pass-through", "pass-through(once)", "rest",
    "delete", "confirm", "reject", "attention", "profile(next)", "gesture-mode", "scan(pause)", "scan(restart)",
    "x-one", "activate",
  ]
  private static let phased = ["select", "next", "key(f20)", "key(shift+f21)", "gesture(touch)", "x-one"]

  private static func word(_ words: [String] = commands, _ random: inout SeededGenerator) throws -> ScanCommand {
    try CommandVocabulary.parse(words.randomElement(using: &random) ?? "next")
  }

  static func random(_ style: ClockStyle, _ random: inout SeededGenerator) throws -> Profile {
    var profile = try KeyboardWorld.profile(isPlain: false, &random)
    profile.name = style.rawValue
    profile.devices = devices.map {
      DeviceEntry(name: $0, match: DeviceMatch(name: Glob($0)), grab: $0 == "Mouse" ? .yes : .auto)
    }
    profile.devices[0].offset = .milliseconds(Bool.random(using: &random) ? -50 : 0)
    profile.keyboard?.devices = .only([1, 2])
    for code: UInt16 in [1, 16, 59] where Bool.random(using: &random) {
      profile.keyboard?.bindings.append(
        .init(chord: KeyChord(text: "", trigger: .position(code)), command: try word(["key(b)"], &random)))
    }
    profile.keyboard?.holdBindings.append(
      .init(
        chord: KeyChord(text: "", trigger: .position(60)), after: .milliseconds(500),
        command: try word(["key(b)", "key(shift+f21)"], &random)))
    profile.typedChords["b"] = KeyChord(text: "b", trigger: .position(48))
    profile.typedChords["shift+f21"] = KeyChord(
      text: "shift+f21", modifiers: [.modifier(.shift, nil)], trigger: .position(191))
    try addSwitches(to: &profile, &random)
    profile.scan = ScanSettings(
      style: style, interval: .milliseconds(300), firstItemPause: .milliseconds(100), loops: 2, steps: 5,
      afterSelect: Bool.random(using: &random) ? .goOn : .rest, reaction: .milliseconds(50))
    if Bool.random(using: &random) {
      profile.bridge = BridgeTable(
        name: "test", gap: .milliseconds([0, 40, 300].randomElement(using: &random) ?? 0),
        press: .milliseconds([0, 0, 30, 350].randomElement(using: &random) ?? 0),
        keys: [
          try word(["next"], &random): KeyChord(text: "a", trigger: .position(183)),
          try word(["select"], &random): KeyChord(
            text: "b", modifiers: [.modifier(.alt, nil)], trigger: .position(184)),
          try word(["x-one"], &random): KeyChord(text: "c", trigger: .position(50)),
        ])
    }
    profile.policy.allowsTyping = Int.random(in: 0..<3, using: &random) > 0
    profile.policy.allowsPointing = Int.random(in: 0..<3, using: &random) > 0
    return profile
  }

  private static func addSwitches(to profile: inout Profile, _ random: inout SeededGenerator) throws {
    let inputs: [(device: Int, code: UInt16)] = [
      (0, 0x120), (0, 0x121), (0, 0x122), (0, 0x123), (1, 57), (1, 28), (1, 29), (3, 0x110), (3, 0x113),
    ]
    for input in inputs where Int.random(in: 0..<3, using: &random) > 0 {
      let preset = [SteadyingPreset.off, .gentle, .steady, .twoSwitch, .strong].randomElement(using: &random)
      var steadying = (preset ?? .off).parameters
      if Bool.random(using: &random) { steadying.override = .milliseconds(150) }
      steadying.stuckAfter = Bool.random(using: &random) ? .seconds(2) : .zero
      profile.switches.append(
        SwitchDefinition(
          name: "s\(profile.switches.count)",
          inputs: [SwitchInput(device: input.device, selector: .key(input.code))], steadying: steadying,
          gestures: try gestures(&random)))
    }
    guard profile.switches.count > 2, Bool.random(using: &random) else { return }
    profile.chords = [
      ChordDefinition(name: "s0+s1", parts: [0, 1], within: .milliseconds(150), command: try word(commands, &random))
    ]
    for part in 0...1 where profile.switches[part].gestures[.press] != nil {
      profile.switches[part].gestures = GestureBindings(tap: try word(commands, &random))
    }
  }

  private static func gestures(_ random: inout SeededGenerator) throws -> GestureBindings {
    var gestures = GestureBindings(tap: try word(commands, &random))
    guard let gesture = Gesture.ofSwitch.randomElement(using: &random), gesture != .tap else { return gestures }
    // A press has no tap beside it.
    guard gesture != .press else { return GestureBindings(press: try word(phased, &random)) }
    gestures[gesture] = Sample.bound(gesture, try word(commands, &random))
    return gestures
  }
}
