import Foundation
import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("tables of bridges")
struct BridgeFileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized.path
  private static let shipped = ProfileStore(directories: [root + "/Config"])

  /// What comes of `text` as the table `mine`, each diagnostic in a line.
  private func read(_ text: String) throws -> (table: BridgeTable?, lines: [String]) {
    let sandbox = try Sandbox()
    try sandbox.write("profiles/bridges/mine.yaml", text)
    let result = ProfileStore(directories: [sandbox.path + "/profiles"]).loadBridge("mine")
    return (
      result.table,
      result.diagnostics.map { "\($0.line):\($0.column): \($0.severity.rawValue): \($0.message) | \($0.help)" }
    )
  }

  @Test("the shipped bridges are listed")
  func names() {
    #expect(Self.shipped.bridgeNames() == ["asterics-grid", "cboard", "dasher", "desktop", "f-keys", "onboard"])
  }

  @Test("each shipped bridge has a label, a gap, and keys for next and select", arguments: shipped.bridgeNames())
  func right(name: String) throws {
    let result = Self.shipped.loadBridge(name)
    #expect(result.diagnostics == [])
    let table = try #require(result.table)
    #expect(table.name == name && table.label != name && table.gap > .zero)
    for command in ["next", "select"] { #expect(table.keys[try CommandVocabulary.parse(command)] != nil) }
  }

  static let boards: [(String, [String: String])] = [
    ("cboard", ["next": "space", "select": "enter", "activate": "enter", "escape": "esc"]),
    (
      "asterics-grid",
      [
        "next": "right", "previous": "left", "select": "space", "activate": "space", "move(up)": "up",
        "move(down)": "down", "move(left)": "left", "move(right)": "right",
      ]
    ),
  ]

  @Test("the boards get the keys that they take when nothing is changed in them", arguments: boards)
  func board(name: String, keys: [String: String]) throws {
    let table = try #require(Self.shipped.loadBridge(name).table)
    let found = table.keys.map { ($0.key.text, $0.value.text) }
    #expect(Dictionary(uniqueKeysWithValues: found) == keys)
  }

  @Test("a step back never chooses: Dasher has no key for it, and Onboard's does nothing in other programs")
  func trials() throws {
    let dasher = try #require(Self.shipped.loadBridge("dasher").table).keys.map { ($0.key.text, $0.value.text) }
    let scan = Dictionary(uniqueKeysWithValues: dasher).filter { ["next", "previous", "select"].contains($0.key) }
    #expect(scan == ["next": "down", "select": "up"])
    let onboard = try #require(Self.shipped.loadBridge("onboard").table)
    #expect(Set(onboard.keys.values.map(\.text)) == ["f14", "f15", "f16", "f17", "f18"])
    #expect(onboard.keys[try CommandVocabulary.parse("previous")]?.text == "f16")
  }

  @Test("a whole table of a bridge is read")
  func whole() throws {
    let (table, lines) = try read(
      "switchway: 1\nlabel: Mine\ngap: 60ms\npress: 350ms\nkeys:\n  next: ctrl+tab\n  scroll(down, page): pagedown\n")
    #expect(lines == [])
    #expect(
      table
        == BridgeTable(
          name: "mine", label: "Mine", gap: .milliseconds(60), press: .milliseconds(350),
          keys: [
            try CommandVocabulary.parse("next"): KeyChord(
              text: "ctrl+tab", modifiers: [.modifier(.ctrl, nil)], trigger: .position(15)),
            try CommandVocabulary.parse("scroll(down, page)"): KeyChord(text: "pagedown", trigger: .position(109)),
          ]))
  }

  static let mistakes: [(String, [String])] = [
    ("", ["1:1: error: the file is empty | begin with 'switchway: 1', then 'devices:' and 'switches:'"]),
    ("[1]", ["1:1: error: expected the keys of a bridge's table, found a list | begin with 'switchway: 1'"]),
    (
      "gap: 1",
      [
        "1:1: error: missing key 'switchway' | write 'switchway: 1' at the top",
        "1:1: error: missing key 'keys' | write for example keys: {next: tab, select: enter}",
        "1:6: error: expected a duration such as 250ms, found '1' | add a unit: 1ms",
      ]
    ),
    (
      "switchway: 2\ngap: 3s\nkey: {next: tab}",
      [
        "1:12: error: expected version 1 of the format, found '2' | write 'switchway: 1'",
        "2:6: error: 'gap' must be from 0 to 2s, found '3s' | write a duration from 0 to 2s",
        "3:1: error: unknown key 'key' | did you mean 'keys'?",
      ]
    ),
    (
      "switchway: 1\nkeys:\n  nxt: tab\n  select: retrn\n  menu: [f1]\n  move(left): left\n  move( left): right\n",
      [
        "3:3: error: unknown command 'nxt' | did you mean 'next'?",
        "4:11: error: unknown key 'retrn' | did you mean 'enter'?",
        "5:9: error: expected text for 'menu', found a list | write for example menu: tab",
        "7:3: error: repeated command: 'move( left)' is the same as 'move(left)' | "
          + "it is already on line 6; remove one of them",
      ]
    ),
    (
      "switchway: 1\npress: 2001ms\nkeys: {next: tab}",
      ["2:8: error: 'press' must be from 0 to 2s, found '2001ms' | write a duration from 0 to 2s"]
    ),
    (
      "switchway: 1\npress: -1ms\nkeys: {next: tab}",
      ["2:8: error: 'press' must be from 0 to 2s, found '-1ms' | write a duration from 0 to 2s"]
    ),
    (
      "switchway: 1\npress: 350\nkeys: {next: tab}",
      ["2:8: error: expected a duration such as 250ms, found '350' | add a unit: 350ms"]
    ),
    (
      "switchway: 1\npress: 1s\npress: 2s\npres: 1s\nkeys: {next: tab}",
      [
        "3:1: error: repeated key 'press' | it is already on line 2; remove one of them",
        "4:1: error: unknown key 'pres' | did you mean 'press'?",
      ]
    ),
    ("switchway: 1\nkeys: {}", ["2:7: error: the table types nothing | write for example keys: {next: tab}"]),
    (
      "switchway: 1\nkeys: {attention: f1}",
      [
        "2:8: warning: this line is never used: the daemon does 'attention' itself, even if a program has claimed it "
          + "| remove it"
      ]
    ),
  ]

  @Test("mistakes are told at their places, with their mends", arguments: mistakes)
  func wrong(text: String, expected: [String]) throws {
    let (table, lines) = try read(text)
    #expect(lines == expected)
    #expect((table == nil) == lines.contains { $0.contains(": error: ") })
  }

  @Test(
    "how long a key is held, at both ends of the range and by default",
    arguments: [
      ("", 0), ("press: 0\n", 0), ("press: 1us\n", 1), ("press: 2s\n", 2_000_000),
    ])
  func press(line: String, length: Int64) throws {
    let (table, lines) = try read("switchway: 1\n\(line)keys: {next: tab}\n")
    #expect(lines == [])
    #expect(table?.press == Microseconds(length))
  }

  @Test("a person's own comes before the machine's; names that lead elsewhere are none")
  func places() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/bridges/mine.yaml", "switchway: 1\nlabel: A\nkeys: {next: a}\n")
    try sandbox.write("b/bridges/mine.yaml", "switchway: 1\nlabel: B\nkeys: {next: b}\n")
    try sandbox.write("b/mine.yaml", "switchway: 1\nkeys: {next: b}\n")
    let store = ProfileStore(directories: [sandbox.path + "/a", sandbox.path + "/b/"])
    #expect(store.loadBridge("mine").table?.label == "A")
    #expect(store.bridgeNames() == ["mine"])
    for name in ["../mine", "bridges/mine", "", ".", "mine.yaml", "none", "a\0"] {
      let result = store.loadBridge(name)
      #expect(result.isMissing && result.table == nil, "\(name)")
    }
    try sandbox.chmod("a/bridges/mine.yaml", 0o666)
    let result = store.loadBridge("mine")
    #expect(result.table == nil && !result.isMissing)
    #expect(result.diagnostics.map(\.message) == ["everybody can write to the file"])
  }

  @Test("a profile has the table that its policy names, and is as wrong as that is")
  func profile() throws {
    let sandbox = try Sandbox()
    let text = """
      switchway: 1
      devices: {box: {match: {kind: pedal}}}
      switches: {ok: {input: box/button-1, tap: select}}
      policy: {bridge: mine}

      """
    let file = try sandbox.write("t.yaml", text)
    let store = ProfileStore(file: file, directories: [sandbox.path + "/profiles"])
    let table = try sandbox.write("profiles/bridges/mine.yaml", "switchway: 1\nkeys: {select: enter}\n")
    let result = store.load("t")
    #expect(result.diagnostics == [])
    #expect(result.profile?.bridge?.keys.count == 1)
    #expect(result.files.contains(table))
    try sandbox.write("profiles/bridges/mine.yaml", "switchway: 1\nkeys: {selct: enter}\n")
    let wrong = store.load("t")
    #expect(wrong.profile == nil)
    #expect(wrong.lines == ["mine.yaml:2:8: error: unknown command 'selct' | did you mean 'select'?"])
    #expect(wrong.text.contains("    keys: {selct: enter}\n"))
    try sandbox.write("t.yaml", text.replacingOccurrences(of: "bridge: mine", with: "bridge: mien"))
    #expect(store.load("t").lines == ["t.yaml:4:18: error: there is no bridge 'mien' | did you mean 'mine'?"])
  }

  @Test("a reaction needs a key for the step back")
  func reaction() throws {
    let sandbox = try Sandbox()
    let store = ProfileStore(
      file: try sandbox.write(
        "t.yaml",
        """
        switchway: 1
        devices: {box: {match: {kind: pedal}}}
        switches: {ok: {input: box/button-1, tap: select}}
        scan: {style: auto, reaction: 100ms}
        policy: {bridge: mine}

        """), directories: [sandbox.path + "/profiles"])
    func warnings(_ keys: String) throws -> [String] {
      try sandbox.write("profiles/bridges/mine.yaml", "switchway: 1\nkeys: {\(keys)}\n")
      return store.load("t").lines.filter { $0.contains("warning") }
    }
    #expect(
      try warnings("next: tab, select: enter") == [
        "t.yaml:4:31: warning: 'reaction' has no effect with the bridge 'mine': it has no key for 'previous', so it "
          + "cannot go back | remove it, and lengthen 'interval' instead"
      ])
    #expect(try warnings("next: tab, select: enter, previous: shift+tab") == [])
  }
}
