import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway check", .blocking) struct CheckTests {
  /// Seven different mistakes.
  static let sevenMistakes = """
    switchway: 1
    devices:
      box: {match: {kind: swich-interface}}
    switches:
      left:
        input: bax/button-1
        tap: selct
        hold: {after: 800, do: menu}
      right:
        input: box/button-2
        tap: scroll(sideways)
        steady: genttle
        repet: {after: 900ms, every: 600ms}

    """

  @Test("a repeated switch is reported once, without the error that no switch chooses")
  func doubled() throws {
    let scene = try Scene()
    let path = try scene.file(
      "mine.yaml", Scene.profile().replacing("  right:", with: "  left:"))
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(result.status == 1)
    #expect(
      result.output.split(separator: "\n").filter { $0.hasPrefix(path) }
        == ["\(path):7:3: error: repeated key 'left'"], "\(result)")
  }

  @Test("check reports all of seven mistakes, each with its line, its column and help")
  func seven() throws {
    let scene = try Scene()
    let path = try scene.file("seven.yaml", Self.sevenMistakes)
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    let heads = lines.filter { $0.hasPrefix(path) }.map { $0.dropFirst(path.count + 1) }
    #expect(
      heads.map { $0.prefix { $0 != " " } }
        == ["3:23:", "6:12:", "7:10:", "8:19:", "11:10:", "12:13:", "13:5:"])
    #expect(heads.allSatisfy { $0.contains(": error: ") })
    #expect(lines.filter { $0.hasPrefix("help: ") }.count == 7)
    #expect(lines.filter { $0.hasSuffix("^") }.count == 7)
  }

  @Test("the same as JSON: a list of diagnostics")
  func json() throws {
    let scene = try Scene()
    let path = try scene.file("seven.yaml", Self.sevenMistakes)
    let result = try Program.run("switchway", ["check", "--json", path], environment: scene.environment)
    #expect(result.status == 1)
    let list = try #require(result.output.message.arrayValue)
    #expect(list.count == 7)
    #expect(list.allSatisfy { $0["file"] == .string(path) && $0["severity"] == .string("error") })
    #expect(list.map { $0["line"]?.integerValue } == [3, 6, 7, 8, 11, 12, 13])
    #expect(list.map { $0["column"]?.integerValue } == [23, 12, 10, 19, 10, 13, 5])
    #expect(list.allSatisfy { $0["message"]?.stringValue != nil && $0["help"]?.stringValue != nil })
  }

  @Test("one mistake, whole")
  func whole() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile(left: "selct"))
    #expect(
      try Program.run("switchway", ["check", path], environment: scene.environment)
        == Program.Result(
          status: 1,
          output: """
            \(path):6:49: error: unknown command 'selct'
                left: {input: box/button-1, steady: off, tap: selct}
                                                              ^
            help: did you mean 'select'?

            """, errors: ""))
  }

  @Test("check says when there are no problems, and checks several files in order")
  func fine() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    let shipped = "\(Scene.top)/Config/two-switch.yaml"
    #expect(
      try Program.run("switchway", ["check", path, shipped], environment: scene.environment)
        == Program.Result(status: 0, output: "\(path): no problems\n\(shipped): no problems\n", errors: ""))
    #expect(
      try Program.run("switchway", ["check", path, "--json"], environment: scene.environment)
        == Program.Result(status: 0, output: "[]\n", errors: ""))
  }

  @Test("without a file: the one in force, found as the daemon finds it")
  func inForce() throws {
    let scene = try Scene()
    let shipped = "\(Scene.top)/Config/default.yaml"
    #expect(
      try Program.run("switchway", ["check"], environment: scene.environment).output == "\(shipped): no problems\n")
    let own = try scene.file("switchway/default.yaml", Scene.profile())
    #expect(try Program.run("switchway", ["check"], environment: scene.environment).output == "\(own): no problems\n")
    let given = try scene.file("given.yaml", Scene.profile(left: "selct"))
    for arguments in [["check", "--config", given], ["--config", given, "check"]] {
      let result = try Program.run("switchway", arguments, environment: scene.environment)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("\(given):6:49: error: "))
    }
  }

  @Test("warnings alone do not fail the check")
  func warnings() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile() + "scan: {interval: 2s}\n")
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("\(path):8:8: warning: 'interval' has no effect: "), "\(result)")
  }

  @Test("the pace of the scanning clock is told in words")
  func pace() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile() + "scan: {style: auto, interval: 2s}\n")
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(result.output.contains("\(path):8:31: note: 30 items take 61 s at most\n"))
  }

  @Test("--devices warns of an entry that nothing is, at its place")
  func absent() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    let result = try Program.run("switchway", ["check", "--devices", path], environment: scene.environment)
    #expect(result.status == 0)
    let expected = [
      "\(path):4:3: warning: no device that is plugged in is 'box'", "    box: {match: {name: \"Test Box\"}}", "    ^",
      "help: plug it in, or use 'switchway devices' to see why it does not match", "",
    ]
    #expect(result.output == expected.joined(separator: "\n"))
  }

  /// Files that cannot be key-remap files, whoever wrote them.
  static let badFiles: [(name: String, bytes: Data, message: String)] = [
    ("empty", Data(), "1:1: error: "),
    ("not UTF-8", Data([0x73, 0x3A, 0x20, 0xFF, 0x0A]), "1:4: error: the file is not UTF-8 text"),
    ("a control character", Data("switchway: 1\nlabel: \u{1B}[2J\n".utf8), "2:8: error: "),
    ("huge", Data(repeating: 0x23, count: 262_145), "1:1: error: the file is larger than 256 KiB"),
    ("no YAML", Data("switchway: [1\n".utf8), ": error: "),
    ("a list", Data("- switchway\n".utf8), "1:1: error: "),
  ]

  @Test("check refuses a file that is no text, and never prints its bytes", arguments: badFiles)
  func unusable(name: String, bytes: Data, message: String) throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", bytes)
    let result = try Program.run("switchway", ["check", path], environment: scene.environment)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix(path + ":"))
    #expect(result.output.contains(message), "\(result)")
    #expect(result.output.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
  }

  @Test("a file that is not there, even where another profile has its name")
  func missing() throws {
    let scene = try Scene()
    for name in ["two-switch.yaml", "nowhere.yaml"] {
      let path = "\(scene.folder)/\(name)"
      let result = try Program.run("switchway", ["check", path], environment: scene.environment)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("\(path):1:1: error: no such file"))
    }
  }

  @Test("a file that others can write, a folder and a FIFO are refused")
  func refused() throws {
    let scene = try Scene()
    let open = try scene.file("open.yaml", Scene.profile())
    unsafe chmod(open, 0o666)
    let folder = "\(scene.folder)/folder.yaml"
    unsafe mkdir(folder, 0o700)
    let fifo = "\(scene.folder)/fifo.yaml"
    unsafe mkfifo(fifo, 0o600)
    for (path, message) in [
      (open, "everybody can write to the file"), (folder, "not a regular file"), (fifo, "not a regular file"),
    ] {
      let result = try Program.run("switchway", ["check", path], environment: scene.environment)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("\(path):1:1: error: \(message)\nhelp: "), "\(result)")
    }
  }

  @Test("errors are red where the terminal can show it", arguments: [("xterm", true), ("dumb", false)])
  func colours(terminal: String, isRed: Bool) throws {
    let scene = try Scene()
    let bad = try scene.file("bad.yaml", "switchway: 2\n")
    let program = try PseudoTerminal("switchway", ["check", bad], environment: ["TERM": terminal])
    #expect(try program.end() == 1)
    #expect(program.text.contains("\u{1B}[31merror:") == isRed && program.text.contains("error:"), "\(program.text)")
  }

  @Test("no permission is a status of its own")
  func permission() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    try Unprivileged.give(path)
    unsafe chmod(path, 0)
    defer { unsafe chmod(scene.folder, 0o755) }
    let helps: [(mode: mode_t, help: String)] = [
      (0o755, "run: chmod u+r \(path)"), (0, "check that you may read it and enter every folder above it"),
    ]
    for (mode, help) in helps {
      unsafe chmod(scene.folder, mode)
      let result = try Unprivileged.run("switchway", ["check", path], environment: scene.environment)
      let output = "\(path):1:1: error: no permission to read the file\nhelp: \(help)\n"
      #expect(result == .init(status: 3, output: output, errors: ""))
    }
  }

  @Test("check warns at each chord whose letter the named layout lacks, and only if a layout is named")
  func layout() throws {
    let scene = try Scene()
    let text = """
      switchway: 1
      devices: {keys: {match: {kind: keyboard}}, box: {match: {kind: pedal}}}
      switches:
        ok: {input: box/button-1, tap: key(ß)}
      keyboard:
        layout: us
        bindings:
          tab+z: actions
          tab+ö: find
        hold-bindings: {tab+é: {after: 1s, do: menu}}
      policy: {alone: {find: ctrl+ä}}

      """
    let path = try scene.file("test.yaml", text)
    func heads() throws -> [String] {
      let result = try Program.run("switchway", ["check", path], environment: scene.environment)
      #expect(result.status == 0)
      return result.output.split(separator: "\n").filter { $0.hasPrefix(path) && $0.contains(" warning: ") }.map {
        String($0.dropFirst(path.count + 1))
      }
    }
    #expect(
      try heads() == [
        "4:29: warning: 'ß' cannot be pressed: 'ß' is on no key of the layout 'us'",
        "9:5: warning: 'tab+ö' cannot be pressed: 'ö' is on no key of the layout 'us'",
        "10:19: warning: 'tab+é' cannot be pressed: 'é' is on no key of the layout 'us'",
        "11:18: warning: 'ctrl+ä' cannot be pressed: 'ä' is on no key of the layout 'us'",
      ])
    try scene.file("test.yaml", text.replacing("layout: us", with: "layout: de").replacing("tab+é", with: "tab+e"))
    #expect(try heads() == [])
    try scene.file("test.yaml", text.replacing("  layout: us\n", with: ""))
    #expect(try heads() == [])
    try scene.file("test.yaml", text.replacing("layout: us", with: "layout: nowhere"))
    let unknown = try heads()
    #expect(
      unknown.count == 1 && unknown[0].hasPrefix("6:11: warning: unknown keyboard layout 'nowhere'"), "\(unknown)")
  }
}
