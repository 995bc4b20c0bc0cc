import SwitchwayConfig
import SwitchwayClock
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("the sections of profiles that extend others")
struct SectionExtendsTests {
  private static let base = """
    switchway: 1
    devices: {k: {match: {kind: keyboard}}}
    keyboard:
      steady: {preset: tremor, debounce: 12ms}
      bindings: {tab+shift+h: home, tab+z: actions, space: select}
      hold-bindings: {super: {after: 800ms, do: help(shortcuts)}}
      panic: f12
    scan: {style: auto, interval: 2s}
    policy: {confirm: [restart], when-locked: [attention, lock], alone: {"move(left)": left, find: ctrl+f}}

    """

  private func load(_ text: String) throws -> Profile {
    let result = try Sandbox.load(
      "switchway: 1\nextends: base\n" + text, others: ["base": SectionExtendsTests.base])
    #expect(result.diagnostics.allSatisfy { $0.severity == .note })
    return try #require(result.profile)
  }

  @Test("chords are one in any order and by any name, and 'nothing' unbinds")
  func chords() throws {
    let keyboard = try #require(
      try load("keyboard: {bindings: {shift+tab+H: dock, key_tab+z: nothing, tab+m: menu}}\n").keyboard)
    #expect(
      keyboard.bindings.map { "\($0.chord.text) \($0.command.text)" } == [
        "shift+tab+H dock", "tab+m menu", "space select",
      ])
    #expect(keyboard.steadying.ignoreRepeat == .milliseconds(300))
    #expect(keyboard.steadying.debounce == .milliseconds(12))
    #expect(keyboard.panic == [.position(88)])
  }

  @Test("a hold, a preset and single values are changed key by key")
  func parts() throws {
    let keyboard = try #require(
      try load("keyboard: {hold-bindings: {SUPER: {after: 1s}}, steady: {debounce: 1ms}, panic: nothing}\n").keyboard)
    #expect(keyboard.holdBindings.map(\.after) == [.seconds(1)])
    #expect(keyboard.holdBindings.map(\.command.text) == ["help(shortcuts)"])
    #expect(keyboard.steadying.debounce == .milliseconds(1))
    #expect(keyboard.steadying.ignoreRepeat == .milliseconds(300))
    #expect(keyboard.panic == nil)
  }

  @Test("under another modifier its own name is 'tab' in both files")
  func modifier() throws {
    let keyboard = try #require(
      try load("keyboard: {modifier: capslock, bindings: {capslock+z: menu, key_tab: select}}\n").keyboard)
    #expect(
      keyboard.bindings.map { "\($0.chord.text) \($0.command.text)" } == [
        "capslock+z menu", "key_tab select", "tab+shift+h home", "space select",
      ])
  }

  @Test("scan and policy merge key by key, lists are replaced, commands are one in any spelling")
  func others() throws {
    let profile = try load(
      """
      scan: {interval: 3s}
      policy: {when-locked: [sos], alone: {"move( left )": home, find: nothing, back: alt+left}}

      """)
    #expect(profile.scan == ScanSettings(style: .auto, interval: .seconds(3)))
    #expect(profile.policy.confirmation == .only([CommandSelector(name: "restart")]))
    #expect(profile.policy.whenLocked == [CommandSelector(name: "sos")])
    #expect(
      profile.policy.alone.map { "\($0.command.text) \($0.chord?.text ?? "-")" } == [
        "move(left) home", "find -", "back alt+left",
      ])
  }

  @Test("a chord that stands twice in one file is told, whatever the other file has")
  func repeated() throws {
    let result = try Sandbox.load(
      "switchway: 1\nextends: base\nkeyboard:\n  bindings:\n    shift+tab+h: home\n    tab+shift+h: dock\n",
      others: ["base": SectionExtendsTests.base])
    #expect(
      result.diagnostics.filter { $0.severity == .error }.map { "\($0.line):\($0.column): \($0.message)" } == [
        "6:5: repeated chord: 'tab+shift+h' has the keys of 'shift+tab+h'"
      ])
  }
}
