import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("profiles that extend others")
struct ExtendsTests {
  private static let base = """
    switchway: 1
    label: Base
    devices:
      box: {match: {kind: [switch-interface, pedal]}}
      pad: {match: {name: Pad}}
    switches:
      left: {input: box/button-1, tap: next, hold: {after: 800ms, do: menu}}
      right: {input: [box/button-2, pad/a], tap: select, steady: {preset: tremor, debounce: 12ms}}

    """

  private func load(_ text: String) throws -> LoadResult {
    try Sandbox.load("switchway: 1\nextends: base\n" + text, others: ["base": ExtendsTests.base])
  }

  @Test("own entries come first, mappings merge, lists and words are replaced")
  func merged() throws {
    let result = try load(
      """
      devices: {stick: {match: {kind: joystick}}, box: {match: {kind: pedal}, label: Box}}
      switches:
        third: {input: stick/btn_trigger, tap: menu}
        right: {input: box/button-3, steady: {ignore-repeat: 1ms}}

      """)
    #expect(
      result.lines == [
        "base.yaml:5:3: warning: no switch uses device 'pad' | use it in an 'input', or remove it"
      ])
    let profile = try #require(result.profile)
    #expect(profile.name == "t")
    #expect(profile.label == "Base")
    #expect(profile.devices.map(\.name) == ["stick", "box", "pad"])
    #expect(profile.devices[1].match == DeviceMatch(kinds: [.pedal]))
    #expect(profile.devices[1].label == "Box")
    #expect(profile.switches.map(\.name) == ["third", "right", "left"])
    #expect(profile.switches[1].inputs == [SwitchInput(device: 1, selector: .button(3))])
    #expect(
      profile.switches[1].steadying
        == SteadyingParameters(debounce: .milliseconds(12), ignoreRepeat: .milliseconds(1)))
  }

  @Test("'nothing' removes a device, a switch and a gesture")
  func nothing() throws {
    let result = try load(
      "devices: {pad: nothing}\nswitches: {right: nothing, left: {hold: nothing, tap: select}}\n")
    #expect(result.lines == [])
    let profile = try #require(result.profile)
    #expect(profile.devices.map(\.name) == ["box"])
    #expect(profile.switches.map(\.name) == ["left"])
    #expect(profile.switches[0].gestures == GestureBindings(tap: try CommandVocabulary.parse("select")))
  }

  @Test("an input of a switch and of an inherited one is told in the file itself", arguments: ["third", "left"])
  func sharedInput(_ name: String) throws {
    let result = try load("switches: {\(name): {input: box/button-2, tap: menu}}\n")
    let column = name.count + 22
    #expect(
      result.lines.first
        == "t.yaml:3:\(column): error: two switches on one input: 'box/button-2' also presses 'right' | "
        + "give each switch an input of its own")
  }

  @Test("what was removed can be made anew further on")
  func anew() throws {
    let middle = "switchway: 1\nextends: base\nswitches: {right: nothing}\n"
    let result = try Sandbox.load(
      "switchway: 1\nextends: middle\nswitches: {right: {input: pad/b, tap: activate}}\n",
      others: ["base": ExtendsTests.base, "middle": middle])
    #expect(result.lines == [])
    #expect(result.profile?.switches[0].inputs == [SwitchInput(device: 1, selector: .key(48))])
    #expect(result.files.map { $0.split(separator: "/").last } == ["t.yaml", "middle.yaml", "base.yaml"])
  }

  @Test("a misspelt entry that was meant for an inherited one is told so")
  func misspelt() throws {
    #expect(
      try load("switches: {lft: {steady: tremor}}\n").lines == [
        "t.yaml:3:12: error: missing key 'input' in switch 'lft' | did you mean 'left' of base?"
      ])
    #expect(
      try load("devices: {bx: {label: Box}}\n").lines == [
        "t.yaml:3:11: error: missing key 'match' in device 'bx' | did you mean 'box' of base?"
      ])
    // Like none that is inherited.
    #expect(
      try load("switches: {third: {tap: menu}}\n").lines == [
        "t.yaml:3:12: error: missing key 'input' in switch 'third' | "
          + "say what presses it, for example input: box/button-1"
      ])
  }

  @Test("a command for a profile that is not there is told")
  func command() throws {
    let text = """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches:
        a: {input: box/button-1, tap: select, hold: {after: 1s, do: profile(evning)}}
        b: {input: box/button-2, tap: profile(evening), hold: {after: 1s, do: profile(night)}}
        c: {input: box/button-3, tap: profile(next), hold: {after: 1s, do: profile(t)}}

      """
    #expect(
      try Sandbox.load(text, others: ["evening": text]).lines == [
        "t.yaml:4:63: warning: there is no profile 'evning' | did you mean 'evening'?",
        "t.yaml:5:73: warning: there is no profile 'night' | write it, or name one that is there",
      ])
  }

  @Test("a mistake in the extended file is told there, after the file's own")
  func places() throws {
    let result = try Sandbox.load(
      "switchway: 1\nextends: base\nswitches: {right: {tap: selct}}\n",
      others: ["base": "switchway: 1\ndevices: {box: {match: {kind: pedl}}}\nswitches: {right: {input: box/a}}\n"])
    #expect(
      result.diagnostics.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line):\($0.column)" } == [
        "t.yaml:3:25", "base.yaml:2:31",
      ])
  }

  @Test("a profile that cannot be read is one error, and nothing else is missed")
  func missing() throws {
    let near = try Sandbox.load(
      "switchway: 1\nextends: bsae\nswitches: {left: {steady: tremor}}\n", others: ["base": ExtendsTests.base])
    #expect(
      near.lines == ["t.yaml:2:10: error: there is no profile 'bsae' to extend | did you mean 'base'?"])
    let broken = try Sandbox.load("switchway: 1\nextends: base\n", others: ["base": "a: ["])
    #expect(
      broken.lines == [
        "base.yaml:1:4: error: the bracket that opens here is never closed | close it with the same kind of bracket"
      ])
    let word = try Sandbox.load("switchway: 1\nextends: [base]\n")
    #expect(
      word.lines == [
        "t.yaml:2:10: error: expected text for 'extends', found a list | write for example extends: two-switch"
      ])
    let path = try Sandbox.load("switchway: 1\nextends: ../base\n")
    #expect(
      path.lines == [
        "t.yaml:2:10: error: '../base' cannot be the name of a profile | "
          + "a name is 1 to 64 of the characters A-Z a-z 0-9 - _"
      ])
    let file = try Sandbox.load("switchway: 1\nextends: base.yaml\n")
    #expect(
      file.lines == [
        "t.yaml:2:10: error: 'base.yaml' cannot be the name of a profile | leave '.yaml' out: base"
      ])
  }

  @Test("a file that extends its own name gets the next one down the path")
  func ownName() throws {
    let sandbox = try Sandbox()
    try sandbox.write("one/base.yaml", "switchway: 1\nextends: base\nlabel: One\n")
    try sandbox.write("two/base.yaml", "switchway: 1\nextends: base\ndevices: {pad: nothing}\n")
    try sandbox.write("three/base.yaml", ExtendsTests.base.replacing("[box/button-2, pad/a]", with: "box/button-2"))
    let store = ProfileStore(directories: ["one", "two", "none", "three"].map { sandbox.path + "/" + $0 })
    let result = store.load("base")
    #expect(result.lines == [])
    #expect(result.profile?.label == "One")
    #expect(result.profile?.devices.map(\.name) == ["box"])
    #expect(
      result.files == ["one", "two", "none", "three"].map { sandbox.path + "/\($0)/base.yaml" })
    try sandbox.write("three/base.yaml", "switchway: 1\nextends: base\n")
    #expect(
      store.load("base").lines == [
        "base.yaml:2:10: error: there is no other profile 'base' to extend "
          + "| no other folder is searched after this file's own"
      ])
  }

  @Test("a circle is one error, where it closes")
  func circle() throws {
    let result = try Sandbox.load(
      "switchway: 1\nextends: a\n",
      others: ["a": "switchway: 1\nextends: b\n", "b": "switchway: 1\nextends: a\n"])
    #expect(
      result.lines == [
        "b.yaml:2:10: error: 'extends' refers back to itself: t → a → b → a | remove one of the 'extends'"
      ])
  }

  @Test("16 steps are taken, 17 are not")
  func depth() throws {
    for (last, isFine) in [(16, true), (17, false)] {
      var others: [String: String] = [:]
      for step in 1..<last { others["p\(step)"] = "switchway: 1\nextends: p\(step + 1)\n" }
      others["p\(last)"] = ExtendsTests.base
      let result = try Sandbox.load("switchway: 1\nextends: p1\n", others: others)
      #expect((result.profile != nil) == isFine)
      if !isFine {
        #expect(
          result.lines == [
            "p16.yaml:2:10: error: 'extends' leads more than 16 profiles deep | "
              + "extend a profile that itself extends fewer others"
          ])
      }
    }
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
