import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("key-remap files that are right")
struct GoodFileTests {
  private func profile(_ text: String) throws -> Profile {
    let result = try Sandbox.load(text)
    #expect(result.lines == [])
    return try #require(result.profile)
  }

  private func input(_ code: String, more: String = "", grab: Bool = false) throws -> SwitchDefinition {
    let result = try Sandbox.load(
      "switchway: 1\ndevices: {d: {match: {name: Pad}\(grab ? ", grab: yes" : "")}}\n"
        + "switches:\n  a:\n    input: d/\(code)\n    tap: select\n"
        + more
    )
    #expect(result.lines == [])
    return try #require(result.profile?.switches.first)
  }

  @Test("the smallest whole profile")
  func smallest() throws {
    let profile = try profile(
      """
      switchway: 1
      devices: {box: {match: {kind: switch-interface}}}
      switches:
        left: {input: box/button-1, tap: next}
        right: {input: box/button-2, tap: select}

      """)
    #expect(
      profile
        == Profile(
          name: "t", devices: [DeviceEntry(name: "box", match: DeviceMatch(kinds: [.switchInterface]))],
          switches: [
            SwitchDefinition(
              name: "left", inputs: [SwitchInput(device: 0, selector: .button(1))],
              gestures: GestureBindings(tap: try CommandVocabulary.parse("next"))),
            SwitchDefinition(
              name: "right", inputs: [SwitchInput(device: 0, selector: .button(2))],
              gestures: GestureBindings(tap: try CommandVocabulary.parse("select"))),
          ]))
  }

  @Test("a key of a keyboard that 'keyboard' names is no key of the desktop, too")
  func keyOfAKeyboard() throws {
    let text = """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}}}
      switches: {a: {input: keys/f13, tap: select}}
      keyboard: {devices: [keys], bindings: {tab+z: actions}}

      """
    #expect(try Sandbox.load(text).lines == [])
  }

  @Test("every key of a device")
  func device() throws {
    let profile = try profile(
      """
      switchway: 1
      label: "yes: no, 1e3"
      devices:
        d:
          match:
            {name: "*Pad*", id: "5F3:*", uniq: u, phys: "usb-*", kind: [gamepad, joystick], bus: usb, \
      path: "/dev/input/by-id/*"}
          grab: no
          label: y
          offset: -1.5s
          required: yes
      switches: {a: {input: d/any, tap: select, label: left hand}}

      """)
    #expect(profile.label == "yes: no, 1e3")
    #expect(
      profile.devices == [
        DeviceEntry(
          name: "d",
          match: DeviceMatch(
            name: Glob("*Pad*"), id: Glob("05f3:*"), uniq: Glob("u"), phys: Glob("usb-*"),
            kinds: [.gamepad, .joystick],
            bus: "usb", path: Glob("/dev/input/by-id/*")), grab: .no, label: "y", offset: .milliseconds(-1_500),
          isRequired: true)
      ])
    #expect(profile.switches[0].label == "left hand")
  }

  @Test(
    "keys and buttons in all their forms",
    arguments: [
      ("space", InputSelector.key(57)), ("SPACE", .key(57)), ("key_space", .key(57)), ("KEY_Space", .key(57)),
      ("1", .key(2)), ("btn_trigger", .key(0x120)), ("BTN_TRIGGER", .key(0x120)), ("0x1d4", .key(0x1d4)),
      ("0X1D4", .key(0x1d4)), ("0x2ff", .key(0x2ff)), ("any", .anyKey), ("button-1", .button(1)),
      ("button-768", .button(768)),
    ])
  func keys(_ code: String, _ selector: InputSelector) throws {
    #expect(try input(code).inputs == [SwitchInput(device: 0, selector: selector)])
  }

  @Test(
    "conditions on axes, exact to a thousandth of a percent",
    arguments: [
      ("abs_x > 60%", 0, AxisCondition.Region.beyond(AxisLevel(thousandths: 60_000)), 120_000),
      ("ABS_X>60.125%", 0, .beyond(AxisLevel(thousandths: 60_125)), 120_250),
      ("abs_hat0x < -50%", 16, .beyond(AxisLevel(thousandths: -50_000)), -100_000),
      ("abs_y > 1%", 1, .beyond(AxisLevel(thousandths: 1_000)), 2_000),
      ("abs_y < -100.000%", 1, .beyond(AxisLevel(thousandths: -100_000)), -200_000),
      (
        "abs_y 30%..80%", 1, .within(low: AxisLevel(thousandths: 30_000), high: AxisLevel(thousandths: 80_000)), 60_000
      ),
      (
        "abs_y -80%..-30%", 1, .within(low: AxisLevel(thousandths: -30_000), high: AxisLevel(thousandths: -80_000)),
        -60_000
      ),
    ])
  func axes(_ code: String, _ axis: Int, _ region: AxisCondition.Region, _ release: Int) throws {
    let condition = AxisCondition(code: UInt16(axis), region: region, release: AxisLevel(units: Int64(release)))
    #expect(try input(code).inputs == [SwitchInput(device: 0, selector: .axis(condition))])
  }

  @Test(
    "movements, in both directions",
    arguments: [
      ("rel_x > 20 within 300ms", 0, 20, 300), ("REL_Y<-1   within 10ms", 1, -1, 10),
      ("rel_dial >10000 within 2s", 7, 10_000, 2_000), ("rel_wheel_hi_res < -240 within 0.5s", 11, -240, 500),
    ])
  func movements(_ code: String, _ axis: Int, _ level: Int, _ within: Int64) throws {
    let condition = MovementCondition(code: UInt16(axis), level: Int32(level), within: .milliseconds(within))
    let one = try input(code, grab: true)
    #expect(one.inputs == [SwitchInput(device: 0, selector: .movement(condition))])
    #expect(one.steadying == SteadyingPreset.gentle.parameters)
    let other = try input(code, more: "    release: 1s\n", grab: true)
    #expect(
      other.inputs.map(\.selector) == [
        .movement(
          MovementCondition(
            code: UInt16(axis), level: Int32(level), within: .milliseconds(within), release: .seconds(1)))
      ])
    // What is written is read as the same.
    #expect(try input(InputText.text(of: one.inputs[0].selector), grab: true).inputs == one.inputs)
  }

  @Test("beside an axis, a level is the axis's release, and a time that of the movements")
  func bothReleases() throws {
    let text = """
      switchway: 1
      devices: {d: {match: {name: Pad}, grab: yes}}
      switches: {a: {input: [d/abs_x > 60%, d/rel_x > 20 within 300ms], release: RELEASE, tap: select}}

      """
    for (written, level, rest) in [("30%", Int64(90_000), Int64(250)), ("1s", 120_000, 1_000)] {
      let result = try Sandbox.load(text.replacing("RELEASE", with: written))
      let inputs = try #require(result.profile?.switches.first?.inputs)
      #expect(result.lines == [])
      guard case .axis(let axis) = inputs[0].selector, case .movement(let movement) = inputs[1].selector else {
        Issue.record("other inputs")
        return
      }
      #expect(axis.release.units == level && movement.release == .milliseconds(rest))
    }
  }

  @Test("a release level holds for every axis, on its own side")
  func release() throws {
    let definition = try input(
      "abs_x > 60%", more: "    release: 35.5%\n    rest: -128\n")
    #expect(definition.rest == -128)
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {d: {match: {name: Pad}}}
      switches: {a: {input: [d/abs_x < -60%, d/abs_y > 40%, d/space], release: -40%, tap: select}}

      """)
    #expect(result.lines == [])
    let releases = result.profile?.switches[0].inputs.map { input in
      if case .axis(let axis) = input.selector { axis.release.units } else { Int64(0) }
    }
    #expect(releases == [-120_000, 120_000, 0])
  }

  @Test("an axis has a gate of 80 ms of its own; a hat, a written steady and a button have none")
  func axisDefault() throws {
    #expect(try input("abs_x > 60%").steadying == SteadyWordsForTests.axis)
    #expect(try input("abs_hat0x > 60%").steadying == SteadyingPreset.gentle.parameters)
    #expect(try input("abs_x > 60%", more: "    steady: gentle\n").steadying == SteadyingPreset.gentle.parameters)
    #expect(try input("abs_x > 60%", more: "    steady: {}\n").steadying == SteadyingPreset.gentle.parameters)
    #expect(try input("button-1").steadying == SteadyingPreset.gentle.parameters)
  }

  @Test("presets, and mappings that start from one")
  func steady() throws {
    for preset in SteadyingPreset.allCases {
      // What is said of their numbers is the mistakes' concern.
      let result = try Sandbox.load(
        "switchway: 1\ndevices: {d: {match: {name: Pad}}}\nswitches:\n  a:\n    input: d/space\n    tap: select\n"
          + "    steady: \(preset.rawValue)\n")
      #expect(result.profile?.switches.first?.steadying == preset.parameters)
    }
    let off = try input("space", more: "    steady: {stuck-after: 5s, preset: off}\n").steadying
    var expected = SteadyingPreset.off.parameters
    expected.stuckAfter = .seconds(5)
    #expect(off == expected)
    let bounds = try input(
      "space",
      more:
        "    steady: {debounce: 0.0ms, hold-duration: 0, ignore-repeat: 0s, ignore-repeat-max: 10s, "
        + "stuck-after: 1min}\n"
    )
    #expect(
      bounds.steadying
        == SteadyingParameters(
          debounce: .zero, ignoreRepeat: .zero, ignoreRepeatMax: .seconds(10), stuckAfter: .seconds(60)))
  }

  @Test("gestures")
  func gestures() throws {
    let profile = try profile(
      """
      switchway: 1
      devices: {d: {match: {name: Pad}}}
      switches:
        a: {input: d/a, tap: next, hold: {after: 800ms, do: "scroll(down, page)"}}
        b: {input: d/b, tap: next, repeat: {after: 900ms, every: 10ms}}
        c: {input: d/c, press: select}
        d: {input: d/d, tap: nothing}
        e: {input: d/e, tap: nothing, hold: {after: 1s, do: nothing}}

      """)
    let next = try CommandVocabulary.parse("next")
    #expect(
      profile.switches.map(\.gestures) == [
        GestureBindings(
          tap: next,
          hold: .init(after: .milliseconds(800), command: try CommandVocabulary.parse("scroll(down, page)"))),
        GestureBindings(tap: next, repeats: .init(after: .milliseconds(900), every: .milliseconds(10))),
        GestureBindings(press: try CommandVocabulary.parse("select")),
        GestureBindings(),
        GestureBindings(hold: .init(after: .seconds(1), command: try CommandVocabulary.parse("nothing"))),
      ])
  }

  @Test("a command of a later version counts as reachable")
  func later() throws {
    let frame = "switchway: 1\ndevices: {d: {match: {name: Pad}}}\nswitches:\n  a: {input: d/a, tap: next"
    for more in [
      "}\nkeyboard: {bindings: {space: activate}}\n", "}\n  b: {input: d/b, tap: attention}\n",
      "}\n  b: {input: d/b, press: key(a)}\n", "}\n  b: {input: d/b, tap: x-mine}\n",
    ] {
      let result = try Sandbox.load(frame + more)
      #expect(result.profile != nil)
      #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
    }
  }

  @Test("a byte order mark and CR LF are taken, and columns count scalars")
  func lineEnds() throws {
    let text = "switchway: 1\r\ndevices: {d: {match: {name: Pad}}}\r\nswitches: {a: {input: d/a, tap: select}}\r\n"
    let profile = try profile("\u{FEFF}" + text)
    #expect(profile.switches.map(\.name) == ["a"])
    let wide = try Sandbox.load("\u{FEFF}switchway: \"é𝄞\u{301}\"\r\n? \"\t𝄞\"\r\n: [é, &a b]\r\n")
    #expect(wide.diagnostics.map { [$0.line, $0.column] }.contains([3, 7]))
  }
}

/// What switches with an axis get. Source: docs/design/steadying.md, "Presets".
enum SteadyWordsForTests {
  static let axis = SteadyingParameters(debounce: .milliseconds(30), holdDuration: .milliseconds(80))
}
