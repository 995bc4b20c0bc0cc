import Fixtures
import SwitchwayTime
@testable import SwitchwayCore

/// A random sequence of events of two keyboards, from a seed.
struct KeyboardWorld {
  enum Step: Sendable {
    case edge(node: Int, UInt16, down: Bool)
    /// The kernel releases a key of a node that is being removed.
    case loss(node: Int, UInt16)
    case resync(node: Int, [UInt16])
    case attach(node: Int, [UInt16], isTaken: Bool)
    case take(node: Int)
    case giveBack(node: Int, delivers: Bool)
    case detach(node: Int)
    /// The claimed commands, as bits of a number.
    case claims(UInt64)
    case text(Bool)
    case gesturing(Bool)
    case resting(Bool)
    case passThrough(String)
    case type
    case hold(Bool)
    case profile(Int)
    case resume
  }

  static let tab: UInt16 = 15
  /// Shift, Ctrl, Alt, AltGr, Super, Fn.
  static let modifiers: [UInt16] = [42, 54, 29, 97, 56, 100, 125, 126, 0x1D0]
  /// Letters, arrows, Space, and the keys of the panic chord.
  static let others: [UInt16] = [16, 17, 30, 31, 44, 45, 105, 106, 57, 14, 1, 28, 59, 60]
  static let device = DeviceDescription(
    name: "Keyboard", kind: .keyboard, keys: KeySet((1...248).map { UInt16($0) } + [0x1D0]))

  var profiles: [Profile]
  var steps: [(step: Step, time: Instant)] = []
  /// Keys are not steadied and modifiers are not sticky, so what is typed can be predicted exactly.
  let isPlain: Bool

  /// A world without events.
  init(profiles: [Profile], isPlain: Bool) {
    self.profiles = profiles
    self.isPlain = isPlain
  }

  /// - Parameter isPlain: no "alone" key is ever pressed.
  init(seed: UInt64, isPlain: Bool, length: Int) throws {
    var random = SeededGenerator(seed: seed)
    self.isPlain = isPlain
    profiles = try (0..<3).map { _ in try KeyboardWorld.profile(isPlain: isPlain, &random) }
    var time: Int64 = 0
    while steps.count < length {
      time += .random(
        in: 0...[0, 20_000, 60_000, 400_000, 1_300_000][Int.random(in: 0...4, using: &random)], using: &random)
      steps.append((KeyboardWorld.step(&random), Instant(time)))
    }
  }

  private static func key(_ random: inout SeededGenerator) -> UInt16 {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: tab
    case 4..<9: modifiers.randomElement(using: &random) ?? 42
    case 9: [0, 0x2FF, 0x300, 0xFFFF, 0x210].randomElement(using: &random) ?? 0
    default: others.randomElement(using: &random) ?? 16
    }
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let node = Int.random(in: 0...1, using: &random)
    func keys(_ random: inout SeededGenerator) -> [UInt16] {
      (0..<Int.random(in: 0...2, using: &random)).map { _ in key(&random) }.filter { $0 < 0x300 }
    }
    switch Int.random(in: 0..<400, using: &random) {
    case 0: return .detach(node: node)
    case 1: return .giveBack(node: node, delivers: .random(using: &random))
    case 2, 3: return .take(node: node)
    case 4, 5: return .resync(node: node, keys(&random))
    case 6: return .loss(node: node, key(&random))
    case 7, 8: return .attach(node: node, keys(&random), isTaken: .random(using: &random))
    case 9...16: return .claims(.random(in: 0...UInt64.max, using: &random))
    case 17, 18: return .text(.random(using: &random))
    case 19: return .gesturing(.random(using: &random))
    case 20, 21: return .gesturing(false)
    case 22: return .resting(.random(using: &random))
    case 23: return .resting(false)
    case 24, 25: return .passThrough(["on", "off", "once", "toggle"].randomElement(using: &random) ?? "off")
    case 26, 27: return .passThrough("off")
    case 28: return .type
    case 29: return .hold(true)
    case 30, 31: return .hold(false)
    case 32: return .profile(.random(in: 0...2, using: &random))
    case 33...39: return .resume
    default: return .edge(node: node, key(&random), down: Int.random(in: 0..<100, using: &random) < 45)
    }
  }

  // MARK: Profiles

  private static let commands = [
    "next", "previous", "actions", "find", "back", "select", "move(left)", "gesture-mode", "pass-through", "rest",
    "gesture(touch)", "gesture(swipe, up)", "help(shortcuts)", "lock", "key(f20)",
  ]

  static func profile(isPlain: Bool, _ random: inout SeededGenerator) throws -> Profile {
    var settings = KeyboardSettings()
    let modifiers: [ChordKey] = [
      .modifier(.shift, nil), .modifier(.ctrl, nil), .modifier(.alt, nil), .modifier(.altgr, nil),
      .modifier(.super, nil), .modifier(.fn, nil), .modifier(.ctrl, .left), .tab, .tab, .tab,
    ]
    func chord(_ random: inout SeededGenerator) -> KeyChord {
      var chord = KeyChord(text: "", trigger: .position(others.randomElement(using: &random) ?? 16))
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        if let modifier = modifiers.randomElement(using: &random) { chord.modifiers.insert(modifier) }
      }
      if Int.random(in: 0...6, using: &random) == 0 {
        chord.trigger = .tab
        chord.modifiers.remove(.tab)
      }
      return chord
    }
    func command(_ random: inout SeededGenerator) throws -> ScanCommand {
      try CommandVocabulary.parse(commands.randomElement(using: &random) ?? "next")
    }
    for _ in 0..<Int.random(in: 0...24, using: &random) {
      settings.bindings.append(.init(chord: chord(&random), command: try command(&random)))
      settings.gestureBindings.append(.init(chord: chord(&random), command: try command(&random)))
    }
    settings.bindings.append(
      .init(chord: KeyChord(text: "tab", trigger: .tab), command: try CommandVocabulary.parse("next")))
    for trigger in [ChordKey.modifier(.super, nil), .position(16), .modifier(.alt, nil), .modifier(.fn, nil), .tab]
    where Int.random(in: 0...2, using: &random) == 0 {
      settings.holdBindings.append(
        .init(chord: KeyChord(text: "", trigger: trigger), after: .milliseconds(800), command: try command(&random)))
    }
    settings.unboundChord = Bool.random(using: &random) ? .pass : .swallow
    settings.repeatsTab = .random(using: &random)
    if !isPlain {
      settings.isSticky = .random(using: &random)
      settings.steadying.debounce = .milliseconds([0, 30].randomElement(using: &random) ?? 0)
      settings.steadying.holdDuration = .milliseconds([0, 80].randomElement(using: &random) ?? 0)
      settings.steadying.ignoreRepeat = .milliseconds([0, 200].randomElement(using: &random) ?? 0)
    }
    var policy = PolicySettings()
    if isPlain {
      // F13 and higher.
      policy.alone = try commands.filter { !$0.hasPrefix("key") }.enumerated().map { index, text in
        let code = UInt16(183 + index % 7)
        return .init(
          command: try CommandVocabulary.parse(text),
          chord: index.isMultiple(of: 5) ? nil : KeyChord(text: "", trigger: .position(code)))
      }
    }
    return Profile(
      name: "random", devices: [DeviceEntry(name: "keyboard", match: DeviceMatch())], keyboard: settings,
      policy: policy, typedChords: ["f20": KeyChord(text: "f20", trigger: .position(190))])
  }
}
