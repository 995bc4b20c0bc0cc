import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway explain, bindings and why", .blocking) struct ExplainTests {
  static let mine = """
    switchway: 1
    label: Mine
    devices:
      box: {match: {name: "Test Box"}, offset: -30ms}
    switches:
      left:
        label: Left knee
        input: box/button-1
        steady: {preset: tremor, hold-duration: 120ms}
        tap: next
        hold: {after: 800ms, do: menu}
      right:
        input: [box/button-2, box/abs_y < -50%]
        tap: select
        repeat: {after: 900ms, every: 600ms}

    """

  private func ask(_ scene: Scene, _ arguments: String...) throws -> Program.Result {
    try Program.run(
      "switchway", arguments,
      environment: scene.environment.merging(["XDG_RUNTIME_DIR": "\(scene.folder)/none"]) { $1 })
  }

  @Test("a switch, whole: what it does, its numbers, and where each is written")
  func whole() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    #expect(
      try ask(scene, "explain", "left", "--config", path)
        == Program.Result(
          status: 0,
          output: """
            left (Left knee)  [\(path):6:3]
              input   box/button-1  [\(path):8:5]
              device  box: name is 'Test Box'; its times are corrected by -30 ms  [\(path):4:3]
              tap     next: moves the highlight on to the next item  [\(path):10:5]
              hold    menu when held for 800 ms: opens the scanner's own menu  [\(path):11:5]
              steady  a press must last 0.12 s; an opening shorter than 0.04 s is no release; \
            after each release, further presses are ignored for 0.3 s; \
            each ignored press restarts this time, up to 3 s; after 10 s it is reported as stuck  [\(path):9:5]

            """, errors: ""))
    #expect(
      try ask(scene, "explain", "right", "--config", path)
        == Program.Result(
          status: 0,
          output: """
            right  [\(path):12:3]
              input   box/button-2  [\(path):13:5]
                      box/abs_y < -50%, is released at -33.333%  [\(path):13:5]
              device  box: name is 'Test Box'; its times are corrected by -30 ms  [\(path):4:3]
              tap     select: chooses the highlighted item  [\(path):14:5]
              repeat  select again after 0.9 s, then every 0.6 s, while held: \
            chooses the highlighted item  [\(path):15:5]
              steady  the default: a press must last 0.08 s; an opening shorter than 0.03 s is no release; \
            after each release, further presses are ignored for 0.15 s; \
            each ignored press restarts this time, up to 3 s; after 10 s it is reported as stuck

            """, errors: ""))
  }

  @Test("without a name: every switch; without a daemon: the profile that would be in force, through what it extends")
  func inForce() throws {
    let scene = try Scene()
    let own = try scene.file(
      "switchway/default.yaml", "switchway: 1\nextends: two-switch\nswitches:\n  left:\n    steady: tremor\n")
    let shipped = "\(Scene.top)/Config/two-switch.yaml"
    let result = try ask(scene, "explain")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "left  [\(own):4:3]")
    #expect(lines.contains { $0.hasPrefix("  input   box/button-1  [\(shipped):") })
    #expect(
      lines.contains { $0.hasPrefix("  steady  tremor: a press counts at once; ") && $0.hasSuffix("[\(own):5:5]") })
    #expect(lines.contains { $0.hasPrefix("right  [\(shipped):") })
    #expect(lines.contains { $0.hasPrefix("  steady  gentle, the default: ") && !$0.hasSuffix("]") })
  }

  static let together = """
    switchway: 1
    devices:
      box: {match: {name: "Test Box"}}
    switches:
      left:
        input: box/button-1
        steady: off
        tap: next
        double: {within: 350ms, do: menu}
      right:
        input: box/button-2
        steady: off
        tap: select
        triple: {within: 1.5s, do: back}
      third:
        input: box/btn_7
        steady: {preset: two-switch, stuck-after: 0}
        press: point(up)
        unless: [left, right]
        neighbours: [right]
    chords:
      left+right: {within: 120ms, do: escape}

    """

  @Test("a chord, and the parts of one; several presses, and what blocks")
  func chords() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.together)
    let chord = """
      left+right  [\(path):22:3]
        chord   escape when pressed together, the last less than 120 ms after the first: closes the open menu or window
        switch  left: alone tap next, double menu  [\(path):5:3]
                right: alone tap select, triple back  [\(path):10:3]

      """
    let left = """
      left  [\(path):5:3]
        input   box/button-1  [\(path):6:5]
        device  box: name is 'Test Box'  [\(path):3:3]
        tap     next: moves the highlight on to the next item  [\(path):8:5]
        double  menu when pressed twice, the second time less than 350 ms after a release: \
      opens the scanner's own menu  [\(path):9:5]
        chord   left+right: escape when pressed together, the last less than 120 ms after the first: \
      closes the open menu or window  [\(path):22:3]
        steady  off: a press counts at once; the next press counts at once; \
      after 10 s it is reported as stuck  [\(path):7:5]

      """
    let third = """
      third  [\(path):15:3]
        input   box/btn_7  [\(path):16:5]
        device  box: name is 'Test Box'  [\(path):3:3]
        press   point(up) from the press to the release  [\(path):18:5]
        unless  left or right is down: then its presses do nothing  [\(path):19:5]
        steady  a press counts at once; each press waits 0.07 s for a neighbouring switch; \
      while both are held, at most 0.25 s; an opening shorter than 0.03 s is no release; \
      after each release, further presses are ignored for 0.15 s; each ignored press restarts this time, up to 3 s; \
      it is never reported as stuck  [\(path):17:5]
                its neighbours: right  [\(path):20:5]

      """
    for name in ["left+right", "right+left"] {
      #expect(
        try ask(scene, "explain", "--config", path, name) == Program.Result(status: 0, output: chord, errors: ""))
    }
    #expect(try ask(scene, "explain", "--config", path, "left").output == left)
    #expect(try ask(scene, "explain", "--config", path, "third").output == third)
    let right = try ask(scene, "explain", "--config", path, "right").output
    #expect(try ask(scene, "explain", "--config", path).output == [left, right, third, chord].joined(separator: "\n"))
    #expect(
      try ask(scene, "explain", "--config", path, "left+rigth").errors
        == "the profile has no switch or chord 'left+rigth'\nhelp: did you mean 'left+right'?\n")
    #expect(
      try ask(scene, "explain", "--config", path, "left+third").errors.hasPrefix("'left+third' is not a chord: "))
    #expect(
      try ask(scene, "bindings", "--config", path).output == """
        left        tap     next: moves the highlight on to the next item
                    double  menu: opens the scanner's own menu
        right       tap     select: chooses the highlighted item
                    triple  back: goes back
        third       press   point(up)
        left+right  chord   escape: closes the open menu or window

        """)
  }

  static let strangers: [(String, String)] = [
    ("lefft", "the profile has no switch or chord 'lefft'\nhelp: did you mean 'left'?\n"),
    ("zzz", "the profile has no switch or chord 'zzz'\nhelp: there are: left, right\n"),
    // A key's name alone is meant as a switch's.
    ("space", "the profile has no switch or chord 'space'\nhelp: there are: left, right\n"),
    (
      "right+left",
      "'right+left' is not a chord: nothing is assigned to these switches together\n"
        + "help: see what each does with 'switchway explain right'\n"
    ),
    (
      "tab+z",
      "'tab+z' belongs to a keyboard, and the profile has no 'keyboard', so its keys only type\n"
        + "help: start from the profile full-keyboard-access; or make a key the input of a switch: keyboard/f1\n"
    ),
    (
      "Ctrl+Alt+super+p",
      "'Ctrl+Alt+super+p' belongs to a keyboard, and the profile has no 'keyboard', so its keys only type\n"
        + "help: start from the profile full-keyboard-access; or make a key the input of a switch: keyboard/f1\n"
    ),
    ("left+zzz", "the profile has no switch or chord 'left+zzz'\nhelp: there are: left, right\n"),
    ("", "the profile has no switch or chord ''\nhelp: there are: left, right\n"),
    ("+", "the profile has no switch or chord '+'\nhelp: there are: left, right\n"),
    ("\u{1B}[2J", "the profile has no switch or chord '?[2J'\nhelp: there are: left, right\n"),
  ]

  @Test("a name that is none is status 1, with what may have been meant", arguments: strangers)
  func unknown(name: String, error: String) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    #expect(
      try ask(scene, "explain", "--config", path, name) == Program.Result(status: 1, output: "", errors: error))
  }

  @Test("explain of a file with errors shows only the errors", arguments: ["explain", "bindings"])
  func errors(command: String) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile(left: "selct"))
    let result = try ask(scene, command, "--config", path)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("\(path):6:49: error: unknown command 'selct'\n"), "\(result)")
    unsafe chmod(path, 0)
    unsafe chmod(scene.folder, 0o755)
    #expect(try Unprivileged.run("switchway", [command, "--config", path], environment: scene.environment).status == 3)
  }

  @Test("a running daemon is asked for what it has in force, whatever the file says by now")
  func daemon() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    try eventually("the recording's device") { try scene.ask("status").output.contains("Test Box") }
    let path = "\(scene.folder)/test.yaml"
    let before = try scene.ask("explain", "left")
    #expect(before.status == 0)
    #expect(before.output.hasPrefix("left  [\(path):6:3]\n  input   box/button-1  [\(path):6:10]\n"), "\(before)")
    #expect(
      before.output.contains("  device  box: name is 'Test Box'; now Test Box (1209:0001)  [\(path):4:3]\n"),
      "\(before)")
    try scene.file("test.yaml", Scene.profile(left: "selct"))
    #expect(try scene.ask("reload").status == 1)
    #expect(try scene.ask("explain", "left") == before)
    try scene.file("test.yaml", "# moved down\n" + Scene.profile(left: "menu"))
    #expect(try scene.ask("reload").status == 0)
    #expect(try scene.ask("explain", "left").output.hasPrefix("left  [\(path):7:3]\n"))
    #expect(
      try scene.ask("bindings").output
        == "left   tap  menu: opens the scanner's own menu\nright  tap  select: chooses the highlighted item\n")
    _ = daemon
  }

  @Test("a daemon that is asked for by its socket, and is not there, is status 4")
  func noDaemon() throws {
    let scene = try Scene()
    for command in ["explain", "bindings", "why"] { #expect(try scene.ask(command).status == 4) }
    #expect(try ask(scene, "bindings").status == 4)
  }

  @Test("bindings, as a table and as JSON, are the same from a file and from the daemon")
  func bindings() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Self.mine)
    let table = """
      left (Left knee)  tap                  next: moves the highlight on to the next item
                        hold 800 ms          menu: opens the scanner's own menu
      right             tap                  select: chooses the highlighted item
                        repeat every 600 ms  select: chooses the highlighted item

      """
    #expect(
      try ask(scene, "bindings", "--config", path) == Program.Result(status: 0, output: table, errors: ""))
    let json = try ask(scene, "bindings", "--config", path, "--json")
    #expect(
      json.output
        == #"[{"switch":"left","label":"Left knee","gesture":"tap","command":"next","args":[]},"#
        + #"{"switch":"left","label":"Left knee","gesture":"hold","command":"menu","args":[],"after":800000},"#
        + #"{"switch":"right","label":"right","gesture":"tap","command":"select","args":[]},"#
        + #"{"switch":"right","label":"right","gesture":"repeat","command":"select","args":[],"after":900000,"#
        + #""every":600000}]"# + "\n")
    let daemon = try scene.daemon(profile: Self.mine)
    #expect(try scene.ask("bindings") == Program.Result(status: 0, output: table, errors: ""))
    #expect(try scene.ask("bindings", "--json") == json)
    _ = daemon
  }

  @Test("why tells of the last presses, for people and for programs")
  func why() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(isPressed: true)
    try eventually("the end of the recording's press") {
      try scene.ask("why", "--json").output.contains(#""length""#)
    }
    let json = try scene.ask("why", "--json")
    #expect(json.status == 0)
    let presses = try #require(json.output.message["presses"]?.arrayValue)
    #expect(presses.count == 1)
    #expect(presses[0]["switch"] == .string("left"))
    #expect(presses[0]["length"] == .integer(100_000))
    let text = try scene.ask("why")
    #expect(text.status == 0)
    #expect(
      text.output.wholeMatch(of: /left, [0-9]{2}:[0-9]{2}:[0-9]{2}: next \(a tap of 0\.1 s\)\n/) != nil, "\(text)")
    _ = daemon
  }
}
