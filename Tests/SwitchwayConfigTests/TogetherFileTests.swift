import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import Testing

@Suite("switches that belong together in key-remap files")
struct TogetherFileTests {
  private static let base = """
    switchway: 1
    devices:
      box: {match: {kind: pedal}}
      stick: {match: {kind: joystick}}
    switches:
      left: {input: box/button-1, tap: select}
      right: {input: box/button-2}
      puff: {input: stick/btn_trigger, tap: next, unless: [left, right]}
    chords:
      left+right: {within: 120ms, do: escape}
      left+puff: {within: 80ms, do: menu}

    """

  private func extending(_ text: String) throws -> LoadResult {
    try Sandbox.load("switchway: 1\nextends: base\n" + text, others: ["base": TogetherFileTests.base])
  }

  private func command(_ text: String) throws -> ScanCommand { try CommandVocabulary.parse(text) }

  @Test("gestures and lists can name switches further down and on other devices")
  func together() throws {
    let result = try Sandbox.load(
      """
      switchway: 1
      devices:
        box: {match: {kind: pedal}}
        stick: {match: {kind: joystick}}
      switches:
        a:
          input: box/button-1
          tap: select
          double: {within: 350ms, do: menu}
          triple: {within: 350ms, do: nothing}
          unless: [c, b]
        b: {input: box/button-2, double: {within: 1s, do: "move(left)"}, unless: a, neighbours: nothing}
        c: {input: stick/button-1, steady: {ignore-repeat: 0}, triple: {within: 100ms, do: back}, unless: nothing}
        d: {input: stick/button-2, tap: next, double: nothing, unless: []}
      chords:
        d+a: {within: 20ms, do: escape}
        c+b+a: {within: 1s, do: nothing}

      """)
    #expect(
      result.lines == [
        "t.yaml:17:3: warning: the chord 'c+b+a' can never happen: 'b' and 'a' block each other with 'unless' | "
          + "remove one of them from the other's 'unless', or remove the chord"
      ])
    let profile = try #require(result.profile)
    #expect(
      profile.switches.map(\.gestures) == [
        GestureBindings(
          tap: try command("select"), double: .init(within: .milliseconds(350), command: try command("menu")),
          triple: .init(within: .milliseconds(350), command: try command("nothing"))),
        GestureBindings(double: .init(within: .seconds(1), command: try command("move(left)"))),
        GestureBindings(triple: .init(within: .milliseconds(100), command: try command("back"))),
        GestureBindings(tap: try command("next")),
      ])
    #expect(profile.switches.map(\.unless) == [[1, 2], [0], [], []])
    #expect(profile.switches.allSatisfy { $0.neighbours == .everyone })
    #expect(
      profile.chords == [
        ChordDefinition(name: "d+a", parts: [3, 0], within: .milliseconds(20), command: try command("escape")),
        ChordDefinition(name: "c+b+a", parts: [2, 1, 0], within: .seconds(1), command: try command("nothing")),
      ])
  }

  @Test("neighbours are these, a single one, or none at all")
  func neighbours() throws {
    for (written, meant) in [
      ("[c, b]", Neighbours.only([1, 2])), ("b", .only([1])), ("[]", .only([])), ("nothing", .everyone),
    ] {
      let result = try Sandbox.load(
        """
        switchway: 1
        devices: {box: {match: {kind: pedal}}}
        switches:
          a: {input: box/button-1, tap: select, steady: two-switch, neighbours: \(written)}
          b: {input: box/button-2, tap: next, steady: two-switch}
          c: {input: box/button-3, tap: back, steady: two-switch}

        """)
      #expect(result.profile?.switches[0].neighbours == meant, "\(written)")
    }
  }

  @Test("what is bound to a double, a triple or a chord can be reached", arguments: ["double", "triple", "chord"])
  func reached(_ way: String) throws {
    let gesture = way == "chord" ? "" : ", \(way): {within: 1s, do: select}"
    let chord = way == "chord" ? "chords: {a+b: {within: 1s, do: select}}\n" : ""
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {a: {input: box/button-1, tap: next\(gesture)}, b: {input: box/button-2, tap: back}}
      \(chord)
      """)
    #expect(result.lines == [])
    #expect(result.profile != nil)
  }

  @Test("an inherited chord merges, and is removed, however its switches are ordered")
  func merged() throws {
    let changed = try extending("chords: {right+left: {within: 60ms}}\n")
    #expect(changed.lines == [])
    #expect(
      changed.profile?.chords == [
        ChordDefinition(
          name: "right+left", parts: [1, 0], within: .milliseconds(60), command: try command("escape")),
        ChordDefinition(name: "left+puff", parts: [0, 2], within: .milliseconds(80), command: try command("menu")),
      ])
    let removed = try extending("chords: {puff+left: nothing}\n")
    #expect(removed.lines == [])
    #expect(removed.profile?.chords.map(\.name) == ["left+right"])
  }

  @Test("a switch that had only an inherited chord does nothing without it")
  func lastChord() throws {
    let result = try extending("chords: {right+left: nothing}\n")
    #expect(
      result.lines == [
        "base.yaml:7:3: error: switch 'right' does nothing | give it a gesture, for example tap: select"
      ])
  }

  @Test("what names a removed switch is an error there, unless it is 'nothing', too")
  func removedSwitch() throws {
    let result = try extending("switches: {right: nothing}\n")
    #expect(
      result.lines == [
        "base.yaml:8:62: error: unknown switch 'right' in 'unless' | "
          + "'right: nothing' removes it: also remove it here",
        "base.yaml:10:3: error: unknown switch 'right' in the chord 'left+right' | "
          + "'right: nothing' removes it: also write left+right: nothing",
      ])
    let whole = try extending(
      "switches: {right: nothing, puff: {unless: nothing}}\nchords: {right+left: nothing}\n")
    #expect(whole.lines == [])
    #expect(whole.profile?.switches.map(\.name) == ["puff", "left"])
    #expect(whole.profile?.switches.map(\.unless) == [[], []])
  }

  @Test("what names a removed device is an error there, unless it is 'nothing', too")
  func removedDevice() throws {
    let result = try extending("devices: {stick: nothing}\n")
    #expect(
      result.lines == [
        "base.yaml:8:17: error: unknown device 'stick' | "
          + "'stick: nothing' removes it: name another device here, or also remove this switch"
      ])
    let whole = try extending(
      "devices: {stick: nothing}\nswitches: {puff: nothing}\nchords: {left+puff: nothing}\n")
    #expect(whole.lines == [])
    #expect(whole.profile?.devices.map(\.name) == ["box"])
  }

  @Test("a chord that is inside an inherited one is told in the file that is read first")
  func inherited() throws {
    let result = try extending("chords: {left+right+puff: {within: 90ms, do: back}}\n")
    #expect(
      result.lines == [
        "t.yaml:3:10: error: a chord inside a chord: to press 'left+right+puff' is also to press 'left+right' | "
          + "remove one of them, or give them switches of their own"
      ])
  }

  @Test("circles of 'unless' are allowed")
  func circle() throws {
    let result = try extending("switches: {left: {unless: [right]}, right: {unless: left}}\n")
    #expect(
      result.lines == [
        "t.yaml:3:53: warning: the chord 'left+right' can never happen: 'left' and 'right' block each other with "
          + "'unless' | remove one of them from the other's 'unless', or remove the chord"
      ])
    #expect(result.profile?.switches.map(\.unless) == [[1], [0], [0, 1]])
  }
}
