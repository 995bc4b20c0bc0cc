import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("switchway record", .blocking) struct RecordTests {
  /// A daemon whose box presses its buttons in turn, every half second for ten minutes.
  private func daemon(_ scene: Scene, profile: String = Scene.profile()) throws -> Program {
    let config = try scene.file("test.yaml", profile)
    let recording = try scene.recording(presses: (0..<1_200).map { (at: 200 + 500 * $0, button: $0 % 2) }, end: 601_000)
    return try scene.listening(["--config", config, "--play", recording])
  }

  private func record(_ scene: Scene, _ arguments: String...) throws -> Program {
    try Program("switchway", ["record"] + arguments + ["--socket", scene.socket], environment: scene.environment)
  }

  /// The content of the draft beside `name`; empty if there is none.
  private func draft(of name: String, in scene: Scene) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: scene.folder)
    guard let file = files.first(where: { $0.hasPrefix(".\(name).") }) else { return "" }
    return String(decoding: try Scene.bytes(of: "\(scene.folder)/\(file)"), as: UTF8.self)
  }

  @Test("the recording that Ctrl-C ends gives the commands that the presses gave", arguments: [SIGINT, SIGTERM])
  func replays(signal: Int32) throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let path = "\(scene.folder)/mine.evemu"
    let program = try record(scene, "-o", path)
    try eventually("three presses") {
      try draft(of: "mine.evemu", in: scene).split(separator: "\n").count {
        $0.contains(" 0001 010") && $0.hasSuffix(" 1")
      } >= 4
    }
    program.signal(signal)
    let result = try program.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.output == "\(path): a recording of Test Box\n")
    let text = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
    #expect(text.hasPrefix("# EVEMU 1.3\n"))
    #expect(text.hasSuffix(" 0000 0000 0\n"))
    let replayed = try commands(in: path, scene)
    let original = try commands(in: "\(scene.folder)/box.evemu", scene)
    #expect(replayed.count >= 3)
    let first = try #require(original.firstIndex(of: replayed[0]))
    #expect(replayed == Array(original[first...].prefix(replayed.count)))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted() == [
        "box.evemu", "mine.evemu", "socket", "socket.lock", "test.yaml",
      ])
    _ = daemon
  }

  /// The commands of a replay: name and time of the press.
  private func commands(in recording: String, _ scene: Scene) throws -> [String] {
    let result = try Program.run(
      "switchway", ["replay", "--config", "\(scene.folder)/test.yaml", "--only", "command", recording],
      environment: scene.environment)
    return result.output.split(separator: "\n").compactMap { line in
      let message = String(line).message
      return "\(message["command"]?.stringValue ?? "") \(message["pressed"]?.integerValue ?? 0)"
    }
  }

  @Test(
    "a switch, a device of the file, a name and ids all choose the box",
    arguments: ["left", "box", "test box", "1209:0001"])
  func chosen(name: String) throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let program = try record(scene, name, "-o", "\(scene.folder)/mine.evemu")
    try eventually("a press") { try draft(of: "mine.evemu", in: scene).contains(" 1\n") }
    program.signal(SIGINT)
    #expect(try program.result().status == 0)
    _ = daemon
  }

  @Test("an existing file stays unless its replacement is asked for")
  func existing() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let path = try scene.file("mine.evemu", "mine\n")
    let refused = try record(scene, "-o", path).result()
    #expect(refused.status == 1)
    #expect(
      refused.errors == "\(path): already exists\nhelp: use another name, or replace it with --force\n")
    #expect(try Scene.bytes(of: path) == Data("mine\n".utf8))
    let program = try record(scene, "--force", "-o", path)
    try eventually("a press") { try draft(of: "mine.evemu", in: scene).contains(" 1\n") }
    program.signal(SIGINT)
    #expect(try program.result().status == 0)
    #expect(try Scene.bytes(of: path).starts(with: Data("# EVEMU".utf8)))
    _ = daemon
  }

  @Test("what is no file is never replaced, such as /dev/null by root, also behind a link")
  func noFile() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let (pipe, link) = ("\(scene.folder)/pipe", "\(scene.folder)/link")
    try #require(unsafe mkfifo(pipe, 0o600) == 0 && symlink("pipe", link) == 0)
    for path in [pipe, link] {
      let program = try record(scene, "--force", "-o", path)
      defer { program.signal(SIGINT) }
      let result = try program.result()
      #expect(result.status == 1, "\(result)")
      #expect(result.errors == "\(path): not a regular file\nhelp: use another name\n")
    }
    var status = stat()
    #expect(unsafe lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    _ = daemon
  }

  @Test("what cannot be recorded is refused at once, with what to do, and nothing is left behind")
  func refused() throws {
    let scene = try Scene()
    let space = Scene.profile().replacing("left: {input: box/button-1", with: "left: {input: box/key_space")
    let daemon = try daemon(scene, profile: space)
    let path = "\(scene.folder)/mine.evemu"
    let text = try record(scene, "left", "-o", path).result()
    #expect(text.status == 2)
    #expect(
      text.errors == """
        record: 'left' is a key that types text; such keys are not recorded
        help: use --with-text to record it, and type nothing else meanwhile

        """)
    let unknown = try record(scene, "Test Bix", "-o", path).result()
    #expect(unknown.status == 1)
    #expect(unknown.errors == "'Test Bix' is neither a switch nor a device\nhelp: did you mean 'Test Box'?\n")
    let nowhere = try record(scene, "-o", "\(scene.folder)/none/mine.evemu").result()
    #expect(nowhere.status == 1)
    #expect(
      nowhere.errors.hasPrefix("cannot write \(scene.folder)/none/mine.evemu: No such file or directory\n"),
      "\(nowhere)")
    let full = try record(scene, "-o", "/dev/full").result()
    #expect(full.status == 1)
    #expect(full.errors.hasPrefix("/dev/full: already exists\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted() == [
        "box.evemu", "socket", "socket.lock", "test.yaml",
      ])
    _ = daemon
  }

  @Test("a read-only folder is reported")
  func readOnly() throws {
    let scene = try Scene()
    let daemon = try daemon(scene)
    let result = try record(scene, "-o", "/proc/mine.evemu").result()
    #expect(result.status != 0)
    #expect(result.errors.hasPrefix("cannot write /proc/mine.evemu: "), "\(result)")
    _ = daemon
  }

  @Test("keys that type text are left out unless asked for")
  func leavesOutText() throws {
    let scene = try Scene()
    let config = try scene.file(
      "test.yaml",
      """
      switchway: 1
      devices: {box: {match: {name: "Test Keys"}}}
      switches: {left: {input: box/key_f13, tap: select}}

      """)
    // Key A and key F13, three times each, again and again for five minutes.
    var events = "E: 0.100000 0000 0000 0\n"
    for index in 0..<3_000 {
      for value in [1, 0] {
        let microseconds = 1_000_000 + 100_000 * index + (1 - value) * 50_000
        let time = "\(microseconds / 1_000_000).\(String(1_000_000 + microseconds % 1_000_000).dropFirst())"
        events += "E: \(time) 0001 \(index / 3 % 2 == 0 ? "001e" : "00b7") \(value)\nE: \(time) 0000 0000 0\n"
      }
    }
    let keys = try scene.file(
      "keys.evemu",
      "N: Test Keys\nI: 0003 1209 0002 0100\nB: 01 00 00 00 40 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\n"
        + "B: 01 00 00 00 00 00 00 80 00\n" + events)
    for isAsked in [false, true] {
      let daemon = try scene.listening(["--config", config, "--play", keys])
      let path = "\(scene.folder)/mine.evemu"
      let program = try record(scene, "box", "-o", path, "--force", isAsked ? "--with-text" : "--force")
      try eventually("both keys") {
        let draft = try draft(of: "mine.evemu", in: scene)
        return draft.contains(" 00b7 0") && (!isAsked || draft.contains(" 001e 0"))
      }
      program.signal(SIGINT)
      let result = try program.result()
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("keys that type text were left out") == !isAsked)
      #expect(String(decoding: try Scene.bytes(of: path), as: UTF8.self).contains(" 001e ") == isAsked)
      // The second recording replaces the first, which others may read.
      var status = stat()
      #expect(unsafe stat(path, &status) == 0 && (status.st_mode & 0o777 == 0o600) == isAsked)
      daemon.signal(SIGTERM)
      _ = try daemon.end()
    }
  }
}
