import SwitchwayConfig
import SwitchwayClock
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("the sections keyboard, scan and policy")
struct SectionTests {
  private static let frame = """
    switchway: 1
    devices: {box: {match: {kind: pedal}}, k: {match: {kind: keyboard}}, l: {match: {name: Keys}}}
    switches: {ok: {input: box/button-1, tap: select}}

    """

  /// Without a keyboard.
  private static let small = """
    switchway: 1
    devices: {box: {match: {kind: pedal}}}
    switches: {ok: {input: box/button-1, tap: select}}

    """

  /// The profile of `text`, which has no errors and no warnings.
  private func profile(_ text: String, others: [String: String] = [:]) throws -> Profile {
    let result = try Sandbox.load(text, others: others)
    #expect(result.diagnostics.filter { $0.severity != .note }.map(\.message) == [])
    return try #require(result.profile)
  }

  private func command(_ text: String) throws -> ScanCommand { try CommandVocabulary.parse(text) }

  @Test("a file without them has no keyboard, no clock, and asks before what destroys")
  func without() throws {
    let profile = try #require(
      try Sandbox.load("switchway: 1\ndevices: {d: {match: {name: x}}}\nswitches: {a: {input: d/a, tap: select}}\n")
        .profile)
    #expect(profile.keyboard == nil)
    #expect(profile.scan == ScanSettings(style: .frontEnd, interval: .seconds(1), firstItemPause: .milliseconds(500)))
    #expect(profile.scan.loops == 3 && profile.scan.steps == 30 && profile.scan.afterSelect == .goOn)
    #expect(!profile.policy.allowsTyping)
    #expect(profile.policy.confirmation == .destructive)
    #expect(profile.policy.whenLocked == [CommandSelector(name: "attention")])
    #expect(profile.policy.bridge == nil && profile.policy.alone.isEmpty)
  }

  @Test("the whole table of Full Keyboard Access")
  func table() throws {
    let profile = try profile(FullKeyboardTable.text)
    let keyboard = try #require(profile.keyboard)
    #expect(keyboard.bindings.count == 47)
    #expect(keyboard.gestureBindings.count == 16)
    #expect(profile.policy.alone.count == 25)
    let superKey = ChordKey.modifier(.super, nil)
    #expect(
      keyboard.holdBindings == [
        .init(
          chord: KeyChord(text: "super", trigger: superKey), after: .milliseconds(800),
          command: try command("help(shortcuts)"))
      ])
    #expect(
      keyboard.bindings[46]
        == .init(
          chord: KeyChord(
            text: "ctrl+alt+shift+super+r",
            modifiers: [.modifier(.ctrl, nil), .modifier(.alt, nil), .modifier(.shift, nil), superKey],
            trigger: .printed("r")), command: try command("restart")))
    #expect(
      keyboard.gestureBindings[10]
        == .init(chord: KeyChord(text: "=", trigger: .printed("=")), command: try command("zoom(in)")))
    let rest = KeyboardSettings(
      bindings: keyboard.bindings, gestureBindings: keyboard.gestureBindings, holdBindings: keyboard.holdBindings)
    #expect(keyboard == rest)
  }

  @Test("every key of keyboard")
  func keyboard() throws {
    let profile = try profile(
      SectionTests.frame + """
        keyboard:
          devices: [l, k]
          layout: us(dvorak-intl)
          modifier: CapsLock
          steady: {preset: off, debounce: 12ms, hold-duration: 50ms}
          bindings: {tab: next, tab+z: actions, tab+x: x-mine, ctrl+a: "x-mine(1, 2)", tab+q: nothing, enter: x-go}
          gesture-bindings: {d: drag}
          hold-bindings: {super: {after: 50ms, do: gesture-mode}, fn: nothing}
          unbound-chord: pass
          tab-repeat: yes
          panic: leftctrl+rightctrl+key_tab

        """)
    var steady = SteadyingPreset.off.parameters
    steady.debounce = .milliseconds(12)
    steady.holdDuration = .milliseconds(50)
    #expect(
      profile.keyboard
        == KeyboardSettings(
          devices: .only([1, 2]), layout: "us(dvorak-intl)", modifier: .position(58), steadying: steady,
          bindings: [
            .init(chord: KeyChord(text: "tab", trigger: .tab), command: try command("next")),
            .init(
              chord: KeyChord(text: "tab+z", modifiers: [.tab], trigger: .printed("z")),
              command: try command("actions")),
            .init(
              chord: KeyChord(text: "tab+x", modifiers: [.tab], trigger: .printed("x")),
              command: try command("x-mine")),
            .init(
              chord: KeyChord(text: "ctrl+a", modifiers: [.modifier(.ctrl, nil)], trigger: .printed("a")),
              command: try command("x-mine(1, 2)")),
            .init(chord: KeyChord(text: "enter", trigger: .position(28)), command: try command("x-go")),
          ],
          gestureBindings: [
            .init(chord: KeyChord(text: "d", trigger: .printed("d")), command: try command("drag"))
          ],
          holdBindings: [
            .init(
              chord: KeyChord(text: "super", trigger: .modifier(.super, nil)), after: .milliseconds(50),
              command: try command("gesture-mode"))
          ], unboundChord: .pass, repeatsTab: true,
          panic: [.modifier(.ctrl, .left), .modifier(.ctrl, .right), .position(15)]))
    let sticky = try self.profile(SectionTests.frame + "keyboard: {sticky: yes}\n")
    #expect(sticky.keyboard == KeyboardSettings(isSticky: true))
  }

  @Test("words for what is not wanted", arguments: ["layout: de", "panic: nothing", "steady: off", "sticky: no"])
  func words(_ line: String) throws {
    let profile = try profile(SectionTests.frame + "keyboard:\n  \(line)\n")
    #expect(profile.keyboard == KeyboardSettings(layout: line == "layout: de" ? "de" : nil))
  }

  @Test("eight keys that type text, each counted once, with and without Shift and over all bindings")
  func eight() throws {
    let profile = try profile(
      SectionTests.frame + """
        keyboard:
          bindings: {a: next, shift+a: previous, b: next, c: next, d: next, tab+e: next, \
        ctrl+f: next, g: nothing, tab+g: gesture-mode}
          hold-bindings: {a: {after: 1s, do: menu}, h: {after: 1s, do: menu}}
          gesture-bindings: {b: drag, i: drop, j: "zoom(in)", space: gesture(touch)}

        """)
    #expect(profile.keyboard?.bindings.count == 8)
  }

  @Test("every key of scan, at both ends of its range")
  func scan() throws {
    let low = try profile(
      SectionTests.small.replacingSelect(with: "next, hold: {after: 1s, do: select}")
        + "scan: {style: step, interval: 0.2s, first-item-pause: 0, loops: 0, steps: 0, after-select: rest, "
        + "reaction: 0}\n")
    #expect(
      low.scan
        == ScanSettings(
          style: .step, interval: .milliseconds(200), firstItemPause: .zero, loops: 0, steps: 0, afterSelect: .rest,
          reaction: .zero))
    let high = try profile(
      SectionTests.small
        + "scan: {style: auto, interval: 30s, first-item-pause: 30s, loops: 1000, steps: 1000, after-select: go-on, "
        + "reaction: 200ms}\n")
    #expect(
      high.scan
        == ScanSettings(
          style: .auto, interval: .seconds(30), firstItemPause: .seconds(30), loops: 1_000, steps: 1_000,
          afterSelect: .goOn, reaction: .milliseconds(200)))
  }

  @Test("a stepping clock is content with a 'next' or 'previous' of any kind, anywhere")
  func stepping() throws {
    let scan = "scan: {style: step}\n"
    _ = try profile(
      SectionTests.frame + "keyboard: {bindings: {f1: previous}}\n" + scan)
    _ = try profile(
      SectionTests.frame + "keyboard: {bindings: {f1: next(by=group)}}\n" + scan)
    _ = try profile(
      SectionTests.small.replacingSelect(with: "select, hold: {after: 1s, do: \"next(2)\"}") + scan)
  }

  @Test("every key of policy")
  func policy() throws {
    let profile = try profile(
      SectionTests.small + """
        policy:
          confirm: [restart, "volume(mute)", x-quit, move]
          when-locked: []
          bridge: f-keys
          alone: {"move(left)": ctrl+left, x-mine: f13}

        """, others: ["bridges/f-keys": "switchway: 1\nkeys: {select: f7}\n"])
    #expect(profile.bridge?.name == "f-keys")
    let confirmation = PolicySettings.Confirmation.only([
      CommandSelector(name: "restart"), CommandSelector(name: "volume", arguments: ["mute"]),
      CommandSelector(name: "x-quit"), CommandSelector(name: "move"),
    ])
    #expect(
      profile.policy
        == PolicySettings(
          confirmation: confirmation, whenLocked: [], bridge: "f-keys",
          alone: [
            .init(
              command: try command("move(left)"),
              chord: KeyChord(text: "ctrl+left", modifiers: [.modifier(.ctrl, nil)], trigger: .position(105))),
            .init(command: try command("x-mine"), chord: KeyChord(text: "f13", trigger: .position(183))),
          ]))
    for (text, isAsked) in [
      ("restart", true), ("volume(mute)", true), ("volume(up)", false), ("x-quit(now)", true), ("move(up)", true),
      ("power", false),
    ] {
      #expect(confirmation.asks(try command(text)) == isAsked, "\(text)")
    }
  }

  @Test("what asks and what is known while locked, in words")
  func policyWords() throws {
    let never = try profile(
      SectionTests.small.replacingSelect(with: "select, hold: {after: 1s, do: menu}")
        + "policy: {confirm: never, when-locked: lock, bridge: nothing}\n")
    #expect(never.bridge == nil)
    #expect(
      never.policy == PolicySettings(confirmation: .never, whenLocked: [CommandSelector(name: "lock")], bridge: nil))
    #expect(!never.policy.confirmation.asks(try command("sos")))
    #expect(PolicySettings().confirmation.asks(try command("delete")))
    #expect(!PolicySettings().confirmation.asks(try command("lock")))
  }

  @Test("no warning where a destructive command can be confirmed, or never asks")
  func answered() throws {
    let bound = "keyboard: {bindings: {tab+r: restart, tab+y: confirm}}\n"
    _ = try profile(SectionTests.frame + bound)
    _ = try profile(
      SectionTests.frame + "keyboard: {bindings: {tab+r: restart}}\npolicy: {confirm: never}\n")
  }

  @Test("a keyboard whose device is grabbed may be a switch, whatever its keys type")
  func grabbed() throws {
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {k: {match: {kind: keyboard}, grab: yes}, n: {match: {name: Box}}, b: {match: {kind: switch-interface}}}
      switches:
        a: {input: [k/space, n/space, b/a], tap: select}
        b: {input: k/any, tap: next}

      """)
    #expect(result.lines.map { $0.split(separator: ":")[1...3].joined(separator: ":") } == ["5:14: error"])
  }
}

extension String {
  /// With another command for the switch of the frame.
  fileprivate func replacingSelect(with gestures: String) -> String {
    split(separator: "tap: select", omittingEmptySubsequences: false).joined(separator: "tap: " + gestures)
  }
}
