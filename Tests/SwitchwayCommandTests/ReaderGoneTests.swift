import EngineFixtures
import Glibc
import ProgramFixtures
import Testing

@testable import switchway

@Suite("switchway where nobody reads its output", .blocking) struct ReaderGoneTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  /// Runs `switchway`. Its standard output is a pipe whose reader has closed it.
  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
    let script = #"mkfifo "$1" && exec 3<>"$1" 4>"$1" 3<&- && rm "$1" && shift && exec "$@" >&4 4>&-"#
    let variables = scene.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }.merging(environment) { $1 }
    return try Program.run(
      "/bin/sh", ["-c", script, "sh", "\(scene.folder)/pipe", "\(Program.folder)/switchway"] + arguments,
      environment: variables)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Scene.bytes(of: "\(scene.folder)/\(name)"), as: UTF8.self)
  }

  private static let done = Program.Result(status: 0, output: "", errors: "")

  @Test("check still says by its status whether there are errors")
  func check() throws {
    let bad = try scene.file("bad.yaml", "switchway: 2\n")
    #expect(try run("check", bad) == .init(status: 1, output: "", errors: ""))
    let good = try scene.file("good.yaml", Scene.profile())
    #expect(try run("check", good) == Self.done)
  }

  @Test("learn writes the entry")
  func learn() throws {
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: (0..<300).map { (at: 500 + 2_000 * $0, button: 0) }, end: 601_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let result = try run("learn", "left", "--presses", "1", "--socket", scene.socket)
    #expect(result.status == 0, "\(result)")
    #expect(try text("test.yaml").contains("  left: {input: box/btn_0, steady: gentle, tap: next}\n"))
    _ = daemon
  }

  @Test("bridge NAME --keep writes the choice")
  func bridge() throws {
    let daemon = try scene.daemon()
    #expect(try scene.ask("profile", "default").status == 0)
    #expect(try run("bridge", "onboard", "--keep", "--socket", scene.socket) == Self.done)
    #expect(try text("switchway/default.yaml").hasSuffix("policy:\n  bridge: onboard\n"))
    _ = daemon
  }

  @Test("calibrate --yes writes the proposal")
  func calibrate() throws {
    let daemon = try scene.daemon()
    let state = ["XDG_STATE_HOME": "\(scene.folder)/state"]
    let store = try #require(KeptSittings(environment: state))
    let (made, names) = KeptSittingsTests.made()
    _ = try store.save(made, switches: names)
    let result = try run("calibrate", "left", "--kept", "--yes", "--socket", scene.socket, environment: state)
    #expect(result == Self.done)
    #expect(try text("test.yaml").contains("left: {input: box/button-1, steady: {debounce: "))
    _ = daemon
  }

  @Test("edit does not report a refused draft as done")
  func edit() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let editor = try scene.file("editor.sh", #"echo "labl: x" >> "$1""# + "\n")
    let result = try run("edit", "--config", path, environment: ["EDITOR": "sh \(editor)"])
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.hasPrefix("the profile was not changed; your text is saved in \(path).draft\n"))
  }

  @Test("what goes on until it is ended, ends at once", arguments: [["monitor"], ["monitor", "--json"]])
  func monitor(arguments: [String]) throws {
    let daemon = try scene.daemon()
    let result = try run(arguments[0], arguments.count > 1 ? arguments[1] : "--plain", "--socket", scene.socket)
    #expect(result == Self.done)
    _ = daemon
  }

  @Test("so it does where its reader goes later, and nothing happens then", arguments: ["--plain", "--json"])
  func quiet(option: String) throws {
    let daemon = try scene.daemon(isPressed: true)
    try eventually("the end of the only press") { try scene.ask("why", "--json").output.contains(#""length""#) }
    let monitor = "'\(Program.folder)/switchway' monitor \(option) --socket '\(scene.socket)'"
    let result = try Program.run(
      "/bin/bash", ["-c", "timeout 200 \(monitor) | head -n 2; exit ${PIPESTATUS[0]}"],
      environment: scene.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 2, "\(result)")
    _ = daemon
  }

  @Test("setup ends, and changes nothing")
  func setup() throws {
    let daemon = try scene.daemon()
    #expect(try run("setup", "--json", "--socket", scene.socket).status == 0)
    #expect(unsafe access("\(scene.folder)/switchway", F_OK) != 0)
    _ = daemon
  }
}
