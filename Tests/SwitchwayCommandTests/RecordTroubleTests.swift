import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// What can go wrong while `switchway record` and its like wait for presses.
@Suite("Trouble while presses are waited for", .blocking) struct RecordTroubleTests {
  private func left(_ scene: Scene) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.folder).filter { $0.contains("mine") }
  }

  /// A daemon whose box presses every half second; 0: once, before anybody else is there.
  private func daemon(_ scene: Scene, presses: Int) throws -> Program {
    if presses == 0 { return try scene.daemon() }
    let config = try scene.file("test.yaml", Scene.profile())
    let all = (0..<presses).map { (at: 200 + 500 * $0, button: 0) }
    return try scene.listening(["--config", config, "--play", try scene.recording(presses: all, end: 600_000)])
  }

  @Test(
    "without a daemon each of them ends with 4, and leaves nothing",
    arguments: [["setup", "--json"], ["record", "-o"], ["calibrate", "left"], ["monitor"], ["stats"]])
  func noDaemon(arguments: [String]) throws {
    let scene = try Scene()
    let file = arguments.last == "-o" ? ["\(scene.folder)/mine.evemu"] : []
    let result = try Program.run(
      "switchway", arguments + file + ["--socket", scene.socket], environment: scene.environment)
    #expect(result.status == 4 && result.errors.contains("no daemon is running"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).isEmpty)
  }

  @Test("the daemon dies: what was recorded is a whole recording, and nothing is left of an empty one")
  func daemonDies() throws {
    for presses in [1_000, 0] {
      let scene = try Scene()
      let daemon = try daemon(scene, presses: presses)
      let path = "\(scene.folder)/mine.evemu"
      let program = try Program(
        "switchway", ["record", "left", "-o", path, "--socket", scene.socket], environment: scene.environment)
      _ = try program.errors.lines { $0.contains("Ctrl-C ends it") }
      if presses > 0 {
        try eventually("a press") {
          try left(scene).contains { name in
            String(decoding: try Scene.bytes(of: "\(scene.folder)/\(name)"), as: UTF8.self).contains(" 0001 0100 1")
          }
        }
      }
      daemon.signal(SIGKILL)
      let result = try program.result()
      #expect(result.status == (presses > 0 ? 4 : 1), "\(result)")
      #expect(try left(scene) == (presses > 0 ? ["mine.evemu"] : []))
      guard presses > 0 else { continue }
      let replay = try Program.run(
        "switchway", ["replay", "--config", "\(scene.folder)/test.yaml", "--only", "command", path],
        environment: scene.environment)
      #expect(replay.status == 0 && replay.output.contains(#""command":"next""#), "\(replay)")
    }
  }

  @Test("while another program listens to presses it is refused, and leaves nothing")
  func second() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, presses: 0)
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    #expect(try other.ask(#"{"type":"learn","on":true}"#)["type"] == .string("ok"))
    for arguments in [["record", "-o", "\(scene.folder)/mine.evemu"], ["setup", "--json"], ["calibrate", "left"]] {
      let result = try Program.run(
        "switchway", arguments + ["--socket", scene.socket], environment: scene.environment)
      #expect(result.status == 1 && result.errors.contains("waits for presses: end it"), "\(result)")
    }
    #expect(try left(scene).isEmpty)
    _ = daemon
  }
}
