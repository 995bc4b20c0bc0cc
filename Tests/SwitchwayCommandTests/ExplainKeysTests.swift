import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway explain and bindings, of keyboards", .blocking) struct ExplainKeysTests {
  static let mine = """
    switchway: 1
    devices:
      keys: {match: {kind: keyboard}}
    keyboard:
      modifier: capslock
      bindings:
        tab: next
        tab+z: actions
        ctrl+f: find
        space: activate
        tab+leftshift+y: confirm
      hold-bindings:
        super: {after: 800ms, do: help(shortcuts)}
        tab+z: {after: 1s, do: magic-tap}
      gesture-bindings:
        d: drag
        space: gesture(touch)
      panic: f12
    policy:
      alone: {find: ctrl+k, magic-tap: nothing}

    """

  private func ask(_ scene: Scene, _ arguments: String...) throws -> Program.Result {
    try Program.run(
      "switchway", arguments,
      environment: scene.environment.merging(["XDG_RUNTIME_DIR": "\(scene.folder)/none"]) { $1 })
  }

  static let chords: [([String], String)] = [
    (
      ["tab+z", "capslock+z", "z+tab", "TAB+Z"],
      """
      tab+z
        chord   actions: shows what can be done with the item  [@:8:5]
        alone   types shift+f10 while no scanning program handles actions
        hold    magic-tap when held for 1 s  [@:14:5]
        alone   types nothing; programs that listen still get the command  [@:20:25]

      """
    ),
    (
      ["ctrl+f", "leftctrl+f"],
      """
      ctrl+f
        chord   find: searches for an item  [@:9:5]
        alone   types ctrl+k while no scanning program handles find  [@:20:11]

      """
    ),
    (
      ["space", "key_space"],
      """
      space
        chord   activate: does the item's default action  [@:10:5]
        alone   types space while no scanning program handles activate
        gesture in gesture mode gesture(touch)  [@:17:5]
        text    types as usual while a scanning program reports that text is being written

      """
    ),
    (
      ["tab+shift+y", "leftshift+capslock+y"],
      """
      tab+leftshift+y
        chord   confirm: answers a question with yes  [@:11:5]

      """
    ),
    (
      ["super"],
      """
      super
        hold    help(shortcuts) when held for 800 ms: shows what the switches do  [@:13:5]
        alone   is an ordinary key while no scanning program handles help(shortcuts)
        shorter types as usual: nothing is assigned to it

      """
    ),
    (
      ["d"],
      """
      d
        gesture in gesture mode drag: picks the item up to drag it  [@:16:5]
        else    types as usual: nothing is assigned to it

      """
    ),
    (["tab+q"], "tab+q\n  keys    does nothing and types nothing: nothing is assigned to it\n"),
    (["key_tab"], "key_tab\n  keys    types as usual: nothing is assigned to it\n"),
    (["f12"], "f12\n  keys    held for 1 s they release all devices until 'switchway resume'  [@:18:3]\n"),
    (
      ["enter+esc+backspace"],
      "enter+esc+backspace\n  keys    held for 1 s they release all devices until 'switchway resume'\n"
    ),
  ]

  @Test(
    "a chord, its keys in any order: claimed, alone, held, in gesture mode, and where it is written", arguments: chords)
  func chord(names: [String], expected: String) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    for name in names {
      #expect(
        try ask(scene, "explain", "--config", path, name)
          == Program.Result(status: 0, output: expected.replacing("@", with: path), errors: ""))
    }
  }

  @Test("a chord with a side, and the same one without: each does its own")
  func sides() throws {
    let scene = try Scene()
    let text = Self.mine.replacing("    ctrl+f:", with: "    leftctrl+f: menu\n    ctrl+f:")
    let path = try scene.file("test.yaml", text)
    for (name, command, line) in [("leftctrl+f", "menu", 9), ("ctrl+f", "find", 10), ("rightctrl+f", "find", 10)] {
      let output = try ask(scene, "explain", "--config", path, name).output
      #expect(output.hasPrefix("\(command == "menu" ? "left" : "")ctrl+f\n  chord   \(command): "))
      #expect(output.contains("[\(path):\(line):5]\n"))
      #expect(output.ranges(of: "  chord ").count == 1)
      #expect(output.contains("\n  but     leftctrl+f menu: ") == (name == "ctrl+f"))
    }
  }

  @Test("explain says that an unbound chord is typed, and where that is written")
  func pass() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine.replacing("  panic: f12", with: "  unbound-chord: pass"))
    #expect(
      try ask(scene, "explain", "--config", path, "tab+q").output
        == "tab+q\n"
        + "  keys    types as usual, with Tab first: nothing is assigned to it, and 'unbound-chord' is 'pass'  "
        + "[\(path):18:3]\n"
    )
  }

  @Test(
    "a misspelt key of a chord is named, with the key that may have been meant",
    arguments: [
      ("supr+a", "unknown key 'supr' in 'supr+a'", "did you mean 'super'?"),
      ("ctrl+alt+del", "unknown key 'del' in 'ctrl+alt+del'", "did you mean 'delete'?"),
      ("spce", "unknown key 'spce'", "did you mean 'space'?"),
    ])
  func misspelt(name: String, message: String, help: String) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    let result = try ask(scene, "explain", "--config", path, name)
    #expect(result == Program.Result(status: 1, output: "", errors: "\(message)\nhelp: \(help)\n"))
  }

  @Test("explain of a word that is no key ends with status 1")
  func unknown() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    for name in ["zzz", "tab+zzz", "tab+", "", "\u{1B}[2J"] {
      let result = try ask(scene, "explain", "--config", path, name)
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(!result.errors.contains("\u{1B}"))
    }
  }

  @Test("explain without a name shows the keyboard, one chord a line")
  func all() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    #expect(
      try ask(scene, "explain", "--config", path).output
        == """
        keyboard
          devices          all keyboards that no switch uses
          tab              is capslock  [@:5:3]
                           next: moves the highlight on to the next item  [@:7:5]
          tab+z            actions: shows what can be done with the item  [@:8:5]
          ctrl+f           find: searches for an item  [@:9:5]
          space            activate: does the item's default action  [@:10:5]
          tab+leftshift+y  confirm: answers a question with yes  [@:11:5]
          super            help(shortcuts) when held for 800 ms: shows what the switches do  [@:13:5]
          tab+z            magic-tap when held for 1 s  [@:14:5]
          d                in gesture mode drag: picks the item up to drag it  [@:16:5]
          space            in gesture mode gesture(touch)  [@:17:5]
          panic            backspace+escape+enter or f12 held for 1 s releases all devices  [@:18:3]

        """.replacing("@", with: path))
  }

  @Test("a file that extends another says of each chord in which it stands")
  func inherited() throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml", "switchway: 1\nextends: full-keyboard-access\nkeyboard: {bindings: {tab+j: find}}\n")
    #expect(try ask(scene, "explain", "--config", path, "tab+j").output.contains("[\(path):3:23]"))
    let base = "\(Scene.top)/Config/full-keyboard-access.yaml"
    #expect(try ask(scene, "explain", "--config", path, "tab+z").output.contains("[\(base):"))
  }

  @Test("bindings has one row for each chord, as JSON and as a table")
  func bindings() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    let rows = [
      #"{"chord":"tab","label":"Capslock","gesture":"chord","command":"next","args":[],"alone":"tab"}"#,
      #"{"chord":"tab+z","label":"Capslock + Z","gesture":"chord","command":"actions","args":[],"alone":"shift+f10"}"#,
      #"{"chord":"ctrl+f","label":"Ctrl + F","gesture":"chord","command":"find","args":[],"alone":"ctrl+k"}"#,
      #"{"chord":"space","label":"Space","gesture":"chord","command":"activate","args":[],"alone":"space"}"#,
      #"{"chord":"tab+leftshift+y","label":"Capslock + Left Shift + Y","gesture":"chord","command":"confirm","#
        + #""args":[],"alone":null}"#,
      #"{"chord":"super","label":"Super","gesture":"hold","command":"help","args":["shortcuts"],"alone":null,"#
        + #""after":800000}"#,
      #"{"chord":"tab+z","label":"Capslock + Z","gesture":"hold","command":"magic-tap","args":[],"alone":null,"#
        + #""after":1000000}"#,
      #"{"chord":"d","label":"D","gesture":"chord","mode":"gesture","command":"drag","args":[],"alone":null}"#,
      #"{"chord":"space","label":"Space","gesture":"chord","mode":"gesture","command":"gesture","args":["touch"],"#
        + #""alone":null}"#,
    ]
    #expect(
      try ask(scene, "bindings", "--json", "--config", path).output == "[" + rows.joined(separator: ",") + "]\n")
    #expect(
      try ask(scene, "bindings", "--config", path).output == """
        tab              chord                  next: moves the highlight on to the next item; \
        without a scanning program it types tab
        tab+z            chord                  actions: shows what can be done with the item; \
        without a scanning program it types shift+f10
        ctrl+f           chord                  find: searches for an item; without a scanning program it types ctrl+k
        space            chord                  activate: does the item's default action; \
        without a scanning program it types space
        tab+leftshift+y  chord                  confirm: answers a question with yes
        super            hold 800 ms            help(shortcuts): shows what the switches do
        tab+z            hold 1 s               magic-tap
        d                chord in gesture mode  drag: picks the item up to drag it
        space            chord in gesture mode  gesture(touch)

        """)
  }

  @Test("bindings shows a switch without a command in the table, in its place, and not in JSON")
  func nothing() throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml",
      """
      switchway: 1
      devices: {box: {match: {name: "Test Box"}}}
      switches:
        left: {input: box/button-1, tap: next}
        middle: {input: box/button-2, label: The red one, tap: nothing}
        right: {input: box/button-3, tap: select}
      """)
    #expect(
      try ask(scene, "bindings", "--config", path).output == """
        left                  tap  next: moves the highlight on to the next item
        middle (The red one)       nothing: does nothing
        right                 tap  select: chooses the highlighted item

        """)
    #expect(!(try ask(scene, "bindings", "--json", "--config", path).output.contains("middle")))
  }
}
