import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// `learn` on the socket of a daemon that plays a recording, and `switchway learn` with it.
@Suite("switchway learn", .blocking) struct LearnCommandTests {
  /// A box that presses its first button every two seconds for ten minutes.
  private func daemon(_ scene: Scene, profile: String) throws -> Program {
    let config = try scene.file("test.yaml", profile)
    let recording = try scene.recording(presses: (0..<300).map { (at: 500 + 2_000 * $0, button: 0) }, end: 601_000)
    return try scene.listening(["--config", config, "--play", recording])
  }

  /// It takes no device of the recording.
  private static let strange = """
    switchway: 1
    label: Chair  # a note that stays
    devices:
      box: {match: {name: "Another Box"}}
    switches:
      left:
        input: box/button-1
        tap: select

    # the end

    """

  /// Lines up to the beginning or the end of a press, without pings. Answers these, as the daemon otherwise ends the
  /// learning of a client that was silent for a second.
  private func learned(_ client: Client, isDown: Bool) throws -> [String] {
    var lines: [String] = []
    while true {
      let line = try #require(try client.next())
      if line.type == "ping" {
        try client.send(#"{"type":"pong","n":\#(line.message["n"]?.integerValue ?? 0)}"# + "\n")
        continue
      }
      lines.append(line)
      // The first line can be the end of a press during which the learning began.
      if line.type == "learn", line.message["down"] == .bool(isDown) { return lines }
    }
  }

  @Test("a client that learns hears of a device that no entry matches, and no command is made")
  func socket() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Scene.profile())
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(try client.ask(#"{"type":"learn","on":true}"#)["type"] == .string("ok"))
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    #expect(try other.ask(#"{"type":"learn","on":true}"#)["code"] == .string("refused"))
    let down = try learned(client, isDown: true).last?.message
    #expect(down?["device"]?["name"] == .string("Test Box"))
    #expect(down?["input"] == .string("btn_0"))
    let up = try learned(client, isDown: false)
    #expect(up.map(\.type) == ["learn"])
    #expect(try client.ask(#"{"type":"learn","on":false}"#)["type"] == .string("ok"))
    try client.lines(until: "command")
    _ = daemon
  }

  @Test("beside a clock it is said what the switch adds, and the label of setup follows the number of switches")
  func clock() throws {
    let scene = try Scene()
    let profile = Self.strange.replacing("label: Chair", with: "label: One switch") + "scan: {style: auto}\n"
    let daemon = try daemon(scene, profile: profile)
    let result = try scene.ask("learn", "--presses", "1")
    #expect(result.status == 0, "\(result)")
    let words =
      "this profile scans: time moves the highlight, and a press chooses; 'switch' moves the highlight as well, "
      + "and the time for the item starts again\n"
    #expect(result.errors.contains(words), "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(text.contains("label: Two switches  # a note that stays\n"), "\(text)")
    // A switch that is there already gets another input: the label stays.
    _ = try scene.ask("learn", "switch", "--presses", "1")
    let again = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(again.contains("label: Two switches"), "\(again)")
    _ = daemon
  }

  @Test("a program that stood still, so that the daemon ended its learning, learns again and hears the presses")
  func stoodStill() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.strange)
    let watch = try Client(scene.socket)
    try watch.lines(until: "state")
    let program = try Program(
      "switchway", ["learn", "--presses", "3", "--socket", scene.socket], environment: scene.environment)
    try program.errors.lines { $0.contains("press the switch") }
    program.signal(SIGSTOP)
    while try watch.next("warning")["code"] != .string("consumer-lost") {}
    program.signal(SIGCONT)
    let result = try program.result()
    #expect(result.status == 0 && result.errors.contains("pressed 3 times"), "\(result)")
    _ = daemon
  }

  @Test("an unknown box becomes a device and a switch of the file, which is in force then")
  func writes() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.strange)
    let result = try scene.ask("learn", "--presses", "1")
    #expect(result.status == 0, "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(
      text == """
        switchway: 1
        label: Chair  # a note that stays
        devices:
          box: {match: {name: "Another Box"}}
          box-2: {match: {name: "Test Box", id: "1209:0001"}}
        switches:
          left:
            input: box/button-1
            tap: select
          switch: {input: box-2/btn_0, steady: gentle, tap: next}

        # the end

        """)
    #expect(result.output.contains("# written to \(scene.folder)/test.yaml"), "\(result)")
    let client = try Client(scene.socket)
    #expect(try client.next("command")["command"] == .string("next"))
    _ = daemon
  }

  @Test("a new device is added to devices on one line, as in the smallest profile of the manual")
  func smallestProfile() throws {
    let scene = try Scene()
    let profile = """
      switchway: 1
      devices: {box: {match: {name: "Another Box"}}}  # one line
      switches:
        left: {input: box/button-1, tap: select}

      """
    let daemon = try daemon(scene, profile: profile)
    let result = try scene.ask("learn", "main", "--presses", "1", "--tap", "next")
    #expect(result.status == 0, "\(result)")
    #expect(!result.errors.contains("by hand"), "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    let devices = #"{box: {match: {name: "Another Box"}}, box-2: {match: {name: "Test Box", id: "1209:0001"}}}"#
    let main = "  main: {input: box-2/btn_0, steady: gentle, tap: next}\n"
    #expect(text == profile.replacing(#"{box: {match: {name: "Another Box"}}}"#, with: devices) + main)
    _ = daemon
  }

  @Test("learn prints an entry that would change something else, and writes nothing")
  func byHand() throws {
    let scene = try Scene()
    let profile = """
      switchway: 1
      devices: {box: {match: {name: "Another Box"}}}
      ? switches
      :
        left: {input: box/button-1, tap: select}

      """
    let daemon = try daemon(scene, profile: profile)
    let result = try scene.ask("learn", "main", "--presses", "1", "--tap", "next")
    #expect(result.status == 1, "\(result)")
    let words = "the file is written in a way that a program cannot change safely: the entry is printed"
    #expect(result.errors.contains(words), "\(result)")
    #expect(
      result.errors.hasSuffix("switches:\n  main: {input: box-2/btn_0, steady: gentle, tap: next}\n\n"), "\(result)")
    #expect(try Scene.bytes(of: "\(scene.folder)/test.yaml") == Data(profile.utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted() == [
        "box.evemu", "socket", "socket.lock", "test.yaml",
      ])
    _ = daemon
  }

  /// A profile with a line an entry.
  private static let lines = """
    switchway: 1
    devices:
      box: {match: {name: "Test Box"}}
    switches:
      left: {input: box/button-1, steady: off, tap: next}
      right: {input: box/button-2, steady: off, tap: select}

    """

  @Test("learn refuses a second switch for a button that is bound in another spelling")
  func otherSpelling() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.lines)
    let result = try scene.ask("learn", "third", "--presses", "1", "--tap", "menu")
    #expect(result.status == 1, "\(result)")
    #expect(
      result.errors.contains(
        "btn_0 of Test Box is already the switch 'left' (box/button-1); nothing was written\n"
          + "help: 'switchway learn left' "), "\(result)")
    #expect(try Scene.bytes(of: "\(scene.folder)/test.yaml") == Data(Self.lines.utf8))
    let again = try scene.ask("learn", "left", "--presses", "1")
    #expect(again.status == 0, "\(again)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(
      text
        == Self.lines.replacing(
          "left: {input: box/button-1, steady: off, tap: next}",
          with: "left: {input: box/btn_0, steady: gentle, tap: next}"
        ))
    _ = daemon
  }

  @Test("learn refuses before any press if every command is bound already")
  func noCommand() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.lines.replacing("Test Box", with: "Other Box"))
    let result = try scene.ask("learn", "--presses", "1")
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.errors.contains("'left' (next), 'right' (select)\nhelp: 'switchway learn left' "), "\(result)")
    #expect(result.errors.contains("--tap COMMAND"), "\(result)")
    let left = try scene.ask("learn", "left", "--presses", "1")
    #expect(left.status == 0, "\(left)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(text.contains("  box-2: {match: {name: \"Test Box\", id: \"1209:0001\"}}\n"), "\(text)")
    #expect(text.contains("  left: {input: box-2/btn_0, steady: gentle, tap: next}\n"), "\(text)")
    let client = try Client(scene.socket)
    #expect(try client.next("command")["command"] == .string("next"))
    _ = daemon
  }

  @Test("a button that sends Space is grabbed by the entry that is written, also where an entry has it")
  func space() throws {
    let scene = try Scene()
    let box = try scene.recording(presses: (0..<300).map { (at: 500 + 2_000 * $0, button: 0) }, end: 601_000)
    // Key 57, Space, in place of both buttons.
    let text = String(decoding: try Scene.bytes(of: box), as: UTF8.self)
      .replacing("B: 01 03 00 00 00 00 00 00 00\n", with: "B: 01 00 00 00 00 00 00 00 00\n")
      .replacing("N: Test Box", with: "N: Buddy Button").replacing("0001 0100", with: "0001 0039")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let keys = try #require(lines.firstIndex { $0.hasPrefix("B: 01") })
    lines[keys] = "B: 01 00 00 00 00 00 00 00 02"
    let recording = try scene.file("space.evemu", lines.joined(separator: "\n"))
    let config = try scene.file("test.yaml", Self.lines)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let result = try scene.ask("learn", "--presses", "1", "--tap", "menu")
    #expect(result.status == 0, "\(result)")
    let written = String(decoding: try Scene.bytes(of: config), as: UTF8.self)
    #expect(written.contains("{match: {name: \"Buddy Button\", id: \"1209:0001\"}, grab: yes}\n"), "\(written)")
    #expect(written.contains("/key_space, steady: gentle, tap: menu}\n"), "\(written)")
    // The entry as it was written before this was known: it is found, and mended.
    try scene.file("test.yaml", written.replacing(", grab: yes", with: ""))
    let again = try scene.ask("learn", "switch", "--presses", "1")
    #expect(again.status == 0, "\(again)")
    let mended = String(decoding: try Scene.bytes(of: config), as: UTF8.self)
    #expect(mended == written, "\(mended)")
    _ = daemon
  }

  @Test("at a terminal it is asked which switch it is, until there is an answer")
  func asked() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.lines.replacing("Test Box", with: "Other Box"))
    let command = "\(Program.folder)/switchway learn --presses 1 --socket \(scene.socket); echo status $?"
    let result = try Program.run(
      "/bin/sh", ["-c", "printf 'what\\n1\\n' | script -qc '\(command)' /dev/null"],
      environment: scene.environment.merging(["PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "TERM": "dumb"]) { $1 })
    #expect(result.output.contains("1  'left' (next): "), "\(result)")
    #expect(result.output.contains("not a number, name or command"), "\(result)")
    #expect(result.output.contains("status 0"), "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(text.contains("  left: {input: box-2/btn_0, steady: gentle, tap: next}\n"), "\(text)")
    _ = daemon
  }

  @Test("a file with errors is said before anything is pressed")
  func broken() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.lines)
    try scene.file("test.yaml", Self.lines + "labl: x\n")
    let result = try scene.ask("learn", "third", "--presses", "1", "--tap", "menu")
    #expect(result.status == 1)
    #expect(result.errors.contains("unknown key 'labl'"), "\(result)")
    #expect(!result.errors.contains("press the switch"), "\(result)")
    _ = daemon
  }

  @Test("--print writes nothing")
  func known() throws {
    let scene = try Scene()
    let profile = Scene.profile()
    let daemon = try daemon(scene, profile: profile)
    let printed = try scene.ask("learn", "left", "--presses", "1", "--print")
    #expect(printed.output == "switches:\n  left: {input: box/btn_0, steady: gentle}\n", "\(printed)")
    #expect(try Scene.bytes(of: "\(scene.folder)/test.yaml") == Data(profile.utf8))
    _ = daemon
  }

  @Test(
    "wrong usage",
    arguments: [["learn", "a b"], ["learn", "--presses", "0"], ["learn", "--tap", "slect"], ["learn", "a", "b"]])
  func usage(words: [String]) throws {
    let scene = try Scene()
    #expect(try Program.run("switchway", words, environment: scene.environment).status == 2)
  }
}
